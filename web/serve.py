"""Serves build/web/ on this machine.

Usage: python -m web.serve [PORT]     default 8000; the next free port when it is taken
"""

from __future__ import annotations

import errno
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from web.bundle import BUILD

DEFAULT_PORT = 8000
TRIES = 100


class _Quiet(SimpleHTTPRequestHandler):
    """Says nothing of what it served, only of what it could not."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        if str(code)[:1] in "45":
            super().log_request(code, size)


def open_server(port: int) -> ThreadingHTTPServer:
    """A server of build/web/ on the first free port from `port` on. Raises OSError when there is none."""
    handler = partial(_Quiet, directory=str(BUILD / "web"))
    for candidate in range(port, port + TRIES):
        try:
            return ThreadingHTTPServer(("127.0.0.1", candidate), handler)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    raise OSError(errno.EADDRINUSE, f"ports {port} to {port + TRIES - 1} are all taken")


def main(arguments: list[str]) -> int:
    """The command line; answers the exit code."""
    wanted = int(arguments[0]) if arguments and arguments[0].isdecimal() else DEFAULT_PORT
    if arguments and str(wanted) != arguments[0]:
        print(f"{arguments[0]} is no port number", file=sys.stderr)
        return 2
    with open_server(wanted) as server:
        port = server.server_address[1]
        if port != wanted:
            print(f"Port {wanted} is taken; using {port}.")
        print(f"The game is at http://localhost:{port}/ (Ctrl+C ends it)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
