"""The server of a page: what it answers, whom, and that it ends."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from fairyscore.render.errors import DrawingError
from fairyscore.render.viewer.server import Server


@contextmanager
def serving(pages: list[str]) -> Iterator[Server]:
    """A server whose page is the last of these."""
    with Server(0, lambda: pages[-1], lambda: str(len(pages))) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def asked(server: Server, path: str, host: str = "", method: str = "GET") -> tuple[int, str, str]:
    """The status of an answer, its kind, and what it says."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    try:
        connection.request(method, path, headers={"Host": host} if host else {})
        answer = connection.getresponse()
        return answer.status, answer.headers["Content-Type"] or "", answer.read().decode()
    finally:
        connection.close()


def test_the_page_is_served_as_it_is_now() -> None:
    pages = ["first"]
    with serving(pages) as server:
        assert asked(server, "/") == (200, "text/html; charset=utf-8", "first")
        assert asked(server, "/?x#y")[0] == 200
        pages.append("second")
        assert asked(server, "/")[2] == "second"
        assert asked(server, "/", method="HEAD") == (200, "text/html; charset=utf-8", "")


@pytest.mark.parametrize("path", ["/etc/passwd", "/../../etc/passwd", "/index.html", "/changes/", "/%2e%2e/", "*"])
def test_nothing_else_is_served(path: str) -> None:
    with serving(["page"]) as server:
        assert asked(server, path)[0] == 404


def test_only_who_calls_this_machine_by_its_own_name_is_answered() -> None:
    with serving(["secret"]) as server:
        port = server.server_port
        assert asked(server, "/", f"localhost:{port}")[0] == 200
        for host in (
            "evil.example",
            f"evil.example:{port}",
            "127.0.0.1",
            f"127.0.0.1.evil.example:{port}",
            "localhost",
        ):
            status, _, answer = asked(server, "/", host)
            assert (status, "secret" in answer) == (421, False), host
        assert server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_other_methods_are_refused(method: str) -> None:
    with serving(["page"]) as server:
        assert asked(server, "/", method=method)[0] == 501


def test_who_asks_hears_of_a_change() -> None:
    pages = ["first"]
    with serving(pages) as server:
        assert [asked(server, "/changes") for _ in range(2)] == [(200, "text/plain; charset=utf-8", "1")] * 2
        pages.append("second")
        assert asked(server, "/changes")[2] == "2"


def question(server: Server, path: str, **headers: str) -> tuple[int, str]:
    """The status of the answer to a question, and what it says."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    try:
        connection.request("POST", path, body="hello", headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_questions_are_answered_to_the_page_alone() -> None:
    with Server(0, lambda: "page", lambda: "1", answer=str.upper, token="secret") as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            own = f"http://127.0.0.1:{server.server_port}"
            assert server.url == f"{own}/secret/"
            assert asked(server, "/secret/")[2] == "page"
            assert [asked(server, path)[0] for path in ("/", "/secret", "/other/", "/secre/", "/secrets")] == [404] * 5
            assert question(server, "/secret/ask", Origin=own) == (200, "HELLO")
            assert question(server, "/ask", Origin=own)[0] == 404
            assert question(server, "/secret/", Origin=own)[0] == 404
            others = ("http://evil.example", "null", "", f"{own}.evil.example", own.replace("http", "https"), f"{own}/")
            for origin in (*others, own.removeprefix("http://")):
                assert question(server, "/secret/ask", Origin=origin)[0] == 421
            for length in ("", "-1", "x", "1e3", "²", "9" * 6000):
                assert question(server, "/secret/ask", **{"Origin": own, "Content-Length": length})[0] == 413, length
            assert question(server, "/secret/ask")[0] == 421, "without Origin"
            assert question(server, "/secret/ask", Origin=own, Host="evil.example")[0] == 421
        finally:
            server.shutdown()
            thread.join()


def test_a_used_port_is_reported() -> None:
    with (
        serving(["page"]) as server,
        pytest.raises(DrawingError, match=f"port {server.server_port} cannot be used: .*--port N"),
    ):
        Server(server.server_port, str, str)
