"""Requests to the live preview: what is malformed, what fails."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.types import Message

from aidgen.pipeline.pack import Pack
from aidgen.serve import routes
from aidgen.serve.routes import _Handlers, application
from aidgen.serve.session import Session
from aidgen.serve.view import ViewId
from tests.mini import MINI


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/text/mini/deck/en/mini.rules.start.text", b"{"),
        ("/text/mini/deck/en/mini.rules.start.text", b"[" * 100_000),
        ("/text/mini/deck/en/mini.rules.start.text", b"\xff\xfe"),
        ("/text/mini/deck/en/mini.rules.start.text", b'{"forms": "x"}'),
        ("/seen/mini/deck/%2e%2e", b"[]"),
    ],
)
def test_a_malformed_request_is_not_found(
    path: str, body: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body}

    async def send(message: Message) -> None:
        sent.append(message)

    async def ask() -> None:
        session = Session(Pack(MINI), tmp_path, read_only=False)
        scope: dict[str, Any] = {"type": "http", "method": "POST", "path": path, "headers": []}
        await application(session)(scope, receive, send)
        session.close()

    asyncio.run(ask())
    assert (sent[0]["status"], caplog.messages) == (404, [])


def test_an_update_that_fails_ends_no_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(routes, "describe_view", fails)
    view: Any = SimpleNamespace(opened=ViewId("mini", "deck", "en"), serial=1, stop=lambda: None)

    async def listen() -> str:
        session = Session(Pack(MINI), tmp_path, read_only=True)
        news = _Handlers(session).news()
        await anext(news)
        session.views[view.opened] = view
        update = await anext(news)
        session.close()
        return update

    assert asyncio.run(listen()) == ": internal error\n\n"
    assert ["ZeroDivisionError" in message for message in caplog.messages] == [True]
