"""The locks that the standard library asks for. A page has one thread, so there is nothing to start."""

from _thread import RLock, _local, allocate_lock, get_ident

__all__ = ["Lock", "RLock", "get_ident", "local"]

Lock = allocate_lock
local = _local
