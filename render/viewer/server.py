"""Serves one page to the browser of this machine, which asks again and again whether it has changed; and nothing else.

Only programs of this machine get an answer (127.0.0.1), and only where they ask for it by that name: a page from
elsewhere that has its own name lead here is refused (DNS rebinding).
"""

import os
import socketserver
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any, Final

from fairyscore.render.errors import DrawingError

ADDRESS: Final = "127.0.0.1"
PAGE, CHANGES = "/", "/changes"

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Server(ThreadingHTTPServer):
    """Listens from the moment it is made. page: makes the page anew; stamp: changes whenever the page would.

    Raises `DrawingError`.
    """

    daemon_threads = True
    allow_reuse_address = os.name != "nt"  # there it would mean that two programs share a port

    def __init__(self, port: int, page: Callable[[], str], stamp: Callable[[], str]) -> None:
        self._page, self.stamp = page, stamp
        self._made: tuple[str, bytes] | None = None
        self._lock = Lock()
        try:
            super().__init__((ADDRESS, port), _Answer)
        except (OSError, OverflowError) as fault:
            why = getattr(fault, "strerror", None) or "there is no such port"
            raise DrawingError(
                f"port {port} cannot be used: {why}; --port N chooses another, 0 any that is free"
            ) from None
        self.hosts = {f"{name}:{self.server_port}" for name in (ADDRESS, "localhost")}

    def server_bind(self) -> None:
        """As the class above does it, without asking the network what this machine is called."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = ADDRESS, self.server_address[1]

    def handle_error(self, *_: Any) -> None:
        """A browser that has gone is no error."""

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{ADDRESS}:{self.server_port}/"

    def current(self) -> bytes:
        """The page as the files are now; made once for all who ask."""
        with self._lock:
            stamp = self.stamp()
            if self._made is None or self._made[0] != stamp:
                self._made = stamp, self._page().encode()
            return self._made[1]


class _Answer(BaseHTTPRequestHandler):
    """One request."""

    server: Server
    server_version, sys_version = "fairyscore", ""
    timeout = 30

    def do_GET(self) -> None:
        """The page, or what stands for it until it changes; only the head where no more is asked for."""
        path, status, kind = self.path.partition("?")[0], HTTPStatus.OK, "text/plain"
        if self.headers.get("Host", "").lower() not in self.server.hosts:
            status, data = HTTPStatus.MISDIRECTED_REQUEST, b"this page is only for programs of this machine\n"
        elif path == PAGE:
            kind, data = "text/html", self.server.current()
        elif path == CHANGES:
            data = self.server.stamp().encode()
        else:
            status, data = HTTPStatus.NOT_FOUND, b"there is nothing here but the page\n"
        self.send_response(status)
        about = {"Content-Type": f"{kind}; charset=utf-8", "Content-Length": str(len(data))}
        for name, value in {**about, **HEADERS}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data)

    do_HEAD = do_GET  # noqa: N815 (as the class above calls it)

    def log_message(self, *_: Any) -> None:
        """Requests are nobody's concern."""
