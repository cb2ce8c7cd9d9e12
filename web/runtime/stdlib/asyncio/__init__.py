"""asyncio without sockets, processes, threads and signals: tasks and timers, stepped by the page (see webloop)."""

# Star imports, as each module says in __all__ what is public. webloop comes last: its `sleep` is the public one.
from .coroutines import *
from .events import *
from .exceptions import *
from .futures import *
from .locks import *
from .queues import *
from .taskgroups import *
from .tasks import *
from .timeouts import *
from .webloop import *
