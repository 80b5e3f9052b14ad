"""The server of live pages: who is let in, and how it ends."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message

from aidgen.serve.server import Guard
from tests.browser import PATIENCE, Live
from tests.commands import ENVIRONMENT, command
from tests.mini import MINI

TOKEN = "a-token-that-nobody-knows"
OURS = {"host": "127.0.0.1:8018"}
SAME = {**OURS, "origin": "http://127.0.0.1:8018"}


def ask(path: str, headers: dict[str, str], method: str = "GET") -> tuple[int, str, bytes]:
    """Return status, content security policy and body of an answer."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        await PlainTextResponse(f"at {scope['path']}")(scope, receive, send)

    encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": encoded}
    asyncio.run(Guard(inner, 8018, TOKEN)(scope, receive, send))
    answered = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], answered["content-security-policy"], sent[1]["body"]


def test_our_own_pages_are_answered_and_run_nothing_else() -> None:
    status, policy, body = ask(f"/{TOKEN}/pack", SAME)
    assert (status, body) == (200, b"at /pack")
    assert "default-src 'none'; script-src 'self'" in policy
    assert "unsafe" not in policy
    assert ask(f"/{TOKEN}/", {"host": "localhost:8018"})[0] == 200
    assert ask(f"/{TOKEN}/text", {**SAME, "content-length": "2"}, "POST")[0] == 200


@pytest.mark.parametrize(
    ("path", "headers", "method"),
    [
        (f"/{TOKEN}/pack", {"host": "evil.example:8018"}, "GET"),
        (f"/{TOKEN}/pack", {"host": "127.0.0.1:8019"}, "GET"),
        (f"/{TOKEN}/pack", {}, "GET"),
        ("/pack", OURS, "GET"),
        (f"/{TOKEN[:-1]}/pack", OURS, "GET"),
        (f"/{TOKEN}x/pack", OURS, "GET"),
        ("/ä/pack", OURS, "GET"),
        (f"/{TOKEN}/pack", {**OURS, "origin": "http://evil.example"}, "GET"),
        (f"/{TOKEN}/pack", {**OURS, "origin": "null"}, "GET"),
        (f"/{TOKEN}/text", {**OURS, "origin": "http://127.0.0.1:8019"}, "POST"),
    ],
)
def test_all_others_are_refused(path: str, headers: dict[str, str], method: str) -> None:
    status, policy, body = ask(path, headers, method)
    assert (status, body[:7]) == (403, b"refused")
    assert "default-src 'none'" in policy


# A server of its own ------------------------------------------------------------------------------


@contextmanager
def serving(out: Path, *words: str, **variables: str) -> Iterator[tuple[Any, SplitResult]]:
    """Serve Mini in a process that is ended; yield it, and the parts of the address."""
    line = command("serve", "--port", "0", "--pack", MINI, "--out", out, *words)
    pipe, variables = subprocess.PIPE, ENVIRONMENT | variables
    with subprocess.Popen(line, stdout=pipe, stderr=pipe, text=True, env=variables) as process:
        assert process.stdout is not None
        yield process, urlsplit(process.stdout.readline().split(": ")[1].strip())
        process.kill()


def status_of(place: SplitResult, path: str) -> int:
    with closing(HTTPConnection(place.hostname or "", place.port, timeout=PATIENCE)) as connection:
        connection.request("GET", place.path + path)
        with connection.getresponse() as answer:
            return answer.status


def test_it_ends_at_once_and_without_a_word_whatever_is_under_way(tmp_path: Path) -> None:
    with serving(tmp_path, "--read-only") as (process, place), ExitStack() as visitors:
        assert status_of(place, "view/mini/deck/en") == 200
        for locale in ("en", "fr", "qps"):
            waiting = visitors.enter_context(
                closing(HTTPConnection(place.hostname or "", place.port))
            )
            waiting.request("GET", f"{place.path}view/mini/book/{locale}")
        time.sleep(0.1)
        os.kill(process.pid, signal.SIGTERM)
        errors = process.communicate(timeout=PATIENCE)[1]
        assert (process.returncode, errors) == (0, "aidgen: press Ctrl-C to stop\n")


def test_the_browser_is_opened_and_no_other_user_sees_the_token(tmp_path: Path) -> None:
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\necho "$@" > {seen}.new; mv {seen}.new {seen}\n')
    browser.chmod(0o700)
    with serving(tmp_path / "out", "--open", BROWSER=str(browser)) as (_, place):
        end = time.monotonic() + PATIENCE
        while not seen.exists():
            assert time.monotonic() < end
            time.sleep(0.05)
        page = Path(urlsplit(seen.read_text().strip()).path)
        assert place.path not in seen.read_text()
        assert (page.stat().st_mode & 0o777, place.geturl() in page.read_text()) == (0o600, True)


def test_a_forged_request_changes_nothing(server: Live) -> None:
    place = urlsplit(server.address)
    wish = json.dumps({"forms": ["Mine."], "seen": ["Heroes see half as far."]})
    save = f"{place.path}text/mini/deck/en/mini.rules.dark.text"
    with closing(HTTPConnection(place.hostname or "", place.port)) as connection:
        connection.request("POST", save, wish, {"Origin": "http://evil.example"})
        with connection.getresponse() as answer:
            assert answer.status == 403
    rules = "content/mini/rules.yaml"
    assert (server.pack / rules).read_bytes() == (MINI / rules).read_bytes()
