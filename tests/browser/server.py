"""A static host in a thread, as plain as real ones are, that counts what it serves and can misbehave on request."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit


@dataclass
class Fault:
    """How one file goes wrong: with another status, or with other bytes; the first `times` times only.

    Status 0 closes the connection unanswered, as a network that breaks off does.
    """

    status: int = 200
    body: bytes = b"fault"
    times: int = 1_000_000


@dataclass
class Host:
    """Serves `folder` below `mount` ("" or "/some/folder"); everything else on it is 404.

    `requests` counts answers by path below the mount and status, `sent` the bytes of all bodies. While `offline`, every
    connection is closed unanswered. `faults` go by path below the mount. `unpacks` answers a .gz file as some hosts do,
    with Content-Encoding: gzip.
    """

    folder: Path
    mount: str = ""
    offline: bool = False
    unpacks: bool = False
    faults: dict[str, Fault] = field(default_factory=dict)
    extra: dict[str, bytes] = field(default_factory=dict)
    requests: Counter[tuple[str, int]] = field(default_factory=Counter)
    sent: int = 0

    def __post_init__(self) -> None:
        host = self
        lock = threading.Lock()

        class Handler(SimpleHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: Any) -> None:
                pass

            def do_GET(self) -> None:
                if host.offline:
                    self.close_connection = True
                    return
                path = urlsplit(self.path).path
                status, body = host.answer(path)
                if status == 0:
                    self.close_connection = True
                    return
                with lock:
                    host.requests[path.removeprefix(host.mount), status] += 1
                    host.sent += len(body)
                self.send_response(status)
                self.send_header("Content-Type", self.guess_type(path if not path.endswith("/") else "index.html"))
                self.send_header("Content-Length", str(len(body)))
                if host.unpacks and path.endswith(".gz"):
                    self.send_header("Content-Encoding", "gzip")
                self.end_headers()
                self.wfile.write(body)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def answer(self, path: str) -> tuple[int, bytes]:
        """Status and body for a path."""
        if path in self.extra:
            return 200, self.extra[path]
        if not path.startswith(self.mount + "/"):
            return 404, b"outside"
        inside = path.removeprefix(self.mount)
        fault = self.faults.get(inside)
        if fault and fault.times > 0:
            fault.times -= 1
            return fault.status, fault.body
        file = self.folder / (inside.lstrip("/") + ("index.html" if inside.endswith("/") else ""))
        return (200, file.read_bytes()) if file.is_file() else (404, b"not found")

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"http://localhost:{self._server.server_address[1]}"

    @property
    def url(self) -> str:
        """Where the served folder is."""
        return f"{self.origin}{self.mount}/"

    def served(self, path: str) -> int:
        """How often a path below the mount was answered with its file."""
        return self.requests[path, 200]

    def __enter__(self) -> Host:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
