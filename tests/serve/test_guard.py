"""Who is let through to live pages, and what is said with every answer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message

from aidgen.serve import routes
from aidgen.serve.routes import Handlers, application
from aidgen.serve.server import HEADERS, LARGEST_BODY, Guard
from aidgen.serve.session import Session
from aidgen.serve.view import ViewId
from tests.mini import MINI

TOKEN = "a-token-that-nobody-knows"
OURS = {"host": "127.0.0.1:8018"}
SAME = {**OURS, "origin": "http://127.0.0.1:8018", "sec-fetch-site": "same-origin"}


def asked(
    path: str, headers: dict[str, str], method: str = "GET"
) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of what is answered."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "path": path,
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        await PlainTextResponse(f"at {scope['path']}")(scope, receive, send)

    asyncio.run(Guard(inner, 8018, TOKEN)(scope, receive, send))
    said = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], said, sent[1]["body"]


def test_our_own_pages_are_answered_and_nothing_else_may_run_in_them() -> None:
    status, said, body = asked(f"/{TOKEN}/pack", SAME)
    assert (status, body) == (200, b"at /pack")
    assert {name.lower(): value for name, value in HEADERS.items()}.items() <= said.items()
    policy = said["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_an_address_that_was_typed_is_answered() -> None:
    assert asked(f"/{TOKEN}/", {**OURS, "sec-fetch-site": "none"})[0] == 200
    assert asked(f"/{TOKEN}/", {"host": "localhost:8018"})[0] == 200


@pytest.mark.parametrize(
    ("path", "headers", "method"),
    [
        (f"/{TOKEN}/pack", {"host": "evil.example:8018"}, "GET"),
        (f"/{TOKEN}/pack", {"host": "127.0.0.1:8019"}, "GET"),
        (f"/{TOKEN}/pack", {}, "GET"),
        ("/pack", OURS, "GET"),
        ("/", OURS, "GET"),
        (f"/{TOKEN[:-1]}/pack", OURS, "GET"),
        (f"/{TOKEN}x/pack", OURS, "GET"),
        ("/ä/pack", OURS, "GET"),
        (f"/{TOKEN}/pack", {**OURS, "origin": "http://evil.example"}, "GET"),
        (f"/{TOKEN}/pack", {**OURS, "origin": "null"}, "GET"),
        (f"/{TOKEN}/pack", {**OURS, "sec-fetch-site": "cross-site"}, "GET"),
        (f"/{TOKEN}/pack", {**OURS, "sec-fetch-site": "same-site"}, "GET"),
        (f"/{TOKEN}/text", {**OURS, "content-length": "2"}, "POST"),
        (f"/{TOKEN}/text", SAME, "POST"),
        (f"/{TOKEN}/text", {**SAME, "content-length": str(LARGEST_BODY + 1)}, "POST"),
        (f"/{TOKEN}/text", {**SAME, "content-length": "-1"}, "POST"),
        (f"/{TOKEN}/text", {**SAME, "content-length": "9" * 5_000}, "POST"),
        (
            f"/{TOKEN}/text",
            {**SAME, "content-length": "5", "transfer-encoding": "chunked"},
            "POST",
        ),
    ],
)
def test_all_others_are_refused(path: str, headers: dict[str, str], method: str) -> None:
    status, said, body = asked(path, headers, method)
    assert status == 403
    assert body.startswith(b"refused")
    assert "content-security-policy" in said


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/text/mini/deck/en/mini.rules.start.text", b"{", 404),
        ("/text/mini/deck/en/mini.rules.start.text", b"[" * 100_000, 404),
        ("/text/mini/deck/en/mini.rules.start.text", b"\xff\xfe", 404),
        ("/text/mini/deck/en/mini.rules.start.text", b'{"which": "source"}', 404),
        ("/value/mini/deck/en/health", b"[]", 404),
        ("/seen/mini/deck/xx", b"[]", 404),
        ("/seen/mini/deck/%2e%2e", b"[]", 404),
        ("/check/mini/deck/fr/mini.rules.start.text", b'["a", 1]', 404),
    ],
)
def test_what_is_malformed_is_answered_without_a_traceback(
    path: str, body: bytes, status: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body}

    async def send(message: Message) -> None:
        sent.append(message)

    async def ask() -> None:
        session = Session(MINI, tmp_path, read_only=False)
        scope: dict[str, Any] = {"type": "http", "method": "POST", "path": path, "headers": []}
        await application(session)(scope, receive, send)
        session.close()

    asyncio.run(ask())
    assert (sent[0]["status"], caplog.messages) == (status, [])


def test_an_update_that_fails_ends_no_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(routes, "describe_view", fails)
    view: Any = SimpleNamespace(opened=ViewId("mini", "deck", "en"))

    async def listen() -> list[str]:
        session = Session(MINI, tmp_path, read_only=True)
        news = Handlers(session)._news()
        said = [await anext(news)]
        for listener in session.listeners:
            listener.tell(view)
        said.append(await anext(news))
        session.close()
        return said

    assert asyncio.run(listen())[1] == ": internal error\n\n"
    assert ["ZeroDivisionError" in message for message in caplog.messages] == [True]


def test_what_is_sent_from_our_pages_is_taken() -> None:
    assert asked(f"/{TOKEN}/text", {**SAME, "content-length": "2"}, "POST")[0] == 200
