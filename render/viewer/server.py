"""Serves one page to the browser of this machine, and answers what the page asks; nothing else.

Only programs of this machine get an answer (127.0.0.1), and only where they ask for it by that name: a page from
elsewhere that has its own name lead here is refused (DNS rebinding). Questions are answered only where they come from the
page itself (Origin), and where the address has the token, if there is one.
"""

import os
import re
import socketserver
from collections.abc import Callable
from hmac import compare_digest
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any, Final

from fairyscore.render.errors import DrawingError

ADDRESS: Final = "127.0.0.1"
PAGE, CHANGES, ASK = "", "changes", "ask"
"""What follows the token in the address."""

LONGEST: Final = 16_000_000
"""Bytes of a question."""

LENGTH: Final = re.compile("[0-9]{1,12}")
"""How a request says how many bytes its question has."""

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Server(ThreadingHTTPServer):
    """Listens from the moment it is made.

    page: makes the page anew. stamp: changes whenever the page would. answer: to what the page asks, text to text; None
    where it asks nothing. token: a secret in the address. Raises `DrawingError`.
    """

    daemon_threads = True
    allow_reuse_address = os.name != "nt"  # there it would mean that two programs share a port

    def __init__(
        self,
        port: int,
        page: Callable[[], str],
        stamp: Callable[[], str],
        *,
        answer: Callable[[str], str] | None = None,
        token: str = "",
    ) -> None:
        self._page, self.stamp, self.answer = page, stamp, answer
        self.root = f"/{token}/" if token else "/"
        self._made: tuple[str, bytes] | None = None
        self._lock = Lock()
        try:
            super().__init__((ADDRESS, port), _Answer)
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or "there is no such port"
            raise DrawingError(
                f"port {port} cannot be used: {why}; --port N chooses another, 0 any that is free"
            ) from None
        self.hosts = {f"{name}:{self.server_port}" for name in (ADDRESS, "localhost")}
        self.origins = {f"http://{host}" for host in self.hosts}

    def server_bind(self) -> None:
        """As the class above does it, without asking the network what this machine is called."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = ADDRESS, self.server_address[1]

    def handle_error(self, *_: Any) -> None:
        """A browser that has gone is not an error."""

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{ADDRESS}:{self.server_port}{self.root}"

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
        place = self._place()
        if not self._is_ours():
            self._send(
                HTTPStatus.MISDIRECTED_REQUEST, "text/plain", b"this page is only for programs of this machine\n"
            )
        elif place == PAGE:
            self._send(HTTPStatus.OK, "text/html", self.server.current())
        elif place == CHANGES:
            self._send(HTTPStatus.OK, "text/plain", self.server.stamp().encode())
        else:
            self._send(HTTPStatus.NOT_FOUND, "text/plain", b"there is nothing here but the page\n")

    def do_POST(self) -> None:
        """The answer to a question of the page."""
        answer, length = self.server.answer, self.headers.get("Content-Length", "")
        if answer is None:
            self._send(HTTPStatus.NOT_IMPLEMENTED, "text/plain", b"the page asks nothing\n")
        elif not self._is_ours() or self.headers.get("Origin") not in self.server.origins:
            self._send(HTTPStatus.MISDIRECTED_REQUEST, "text/plain", b"only the page itself is answered\n")
        elif self._place() != ASK:
            self._send(HTTPStatus.NOT_FOUND, "text/plain", b"there is nothing here but the page\n")
        elif not LENGTH.fullmatch(length) or int(length) > LONGEST:
            self._send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "text/plain", b"the question is too long\n")
        else:
            asked = self.rfile.read(int(length)).decode(errors="replace")
            self._send(HTTPStatus.OK, "application/json", answer(asked).encode())

    def _is_ours(self) -> bool:
        """Whether this machine is called by its own name."""
        return self.headers.get("Host", "").lower() in self.server.hosts

    def _place(self) -> str | None:
        """The part of the address after the token; None where the token is another."""
        path, root = self.path.partition("?")[0], self.server.root
        begins = compare_digest(path[: len(root)].encode(errors="replace"), root.encode())
        return path[len(root) :] if begins else None

    def _send(self, status: HTTPStatus, kind: str, data: bytes) -> None:
        if self.command == "POST" and status is not HTTPStatus.OK:
            self.close_connection = True  # what was sent is not read
        self.send_response(status)
        about = {"Content-Type": f"{kind}; charset=utf-8", "Content-Length": str(len(data))}
        for name, value in {**about, **HEADERS}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    do_HEAD = do_GET  # noqa: N815 (as the class above calls it)

    def log_message(self, *_: Any) -> None:
        """Requests are nobody's concern."""
