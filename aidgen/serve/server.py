"""The server of the live preview: only for this computer, at a secret address; guards requests."""

from __future__ import annotations

import asyncio
import re
import secrets
import signal
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from secrets import compare_digest

import uvicorn
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aidgen.pipeline.pack import Pack
from aidgen.pipeline.pool import start_fork_server
from aidgen.problems import MachineError
from aidgen.serve.routes import application
from aidgen.serve.session import Session, report

LARGEST_BODY = 1_000_000
"""In bytes: more than any text of a game."""
LONGEST_PATH = 2_000
"""In characters: Python turns no number of thousands of digits into one."""
MOST_CONNECTIONS = 50
"""A browser opens six, and one for the updates of each tab; a process may open 256 files."""
HOST_NAMES = ("127.0.0.1", "localhost")
"""The names of this computer. A request by any other name comes from a DNS rebinding attack."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Sent with every response: only our own files are loaded and run."""
SAFE_METHODS = ("GET", "HEAD")


@dataclass(frozen=True)
class Guard:
    """Lets only requests from its own pages through to an application."""

    application: ASGIApp
    port: int
    token: str

    @property
    def hosts(self) -> tuple[str, ...]:
        """The values of the Host header that are accepted."""
        return tuple(f"{name}:{self.port}" for name in HOST_NAMES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.application(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        refused = self._refusal(scope)
        if refused:
            response = PlainTextResponse(refused, 403, HEADERS)
            await response(scope, receive, send)
            return
        inner = {**scope, "path": scope["path"].removeprefix(f"/{self.token}")}
        try:
            await self.application(inner, receive, _with_headers(send))
        except Exception as error:  # one line on the terminal, and no traceback
            report(error)

    def _refusal(self, scope: Scope) -> str:
        """Return why a request is refused, or ""."""
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self.hosts:
            return "refused: another host"
        if len(scope["path"]) > LONGEST_PATH:
            return "refused: too long an address"
        token = scope["path"].lstrip("/").partition("/")[0]
        if not compare_digest(token.encode(), self.token.encode()):
            return "refused: the address lacks its token"
        length = headers.get("content-length", "0" if scope["method"] in SAFE_METHODS else "")
        is_counted = LENGTH.fullmatch(length) and "transfer-encoding" not in headers
        if not is_counted or int(length) > LARGEST_BODY:
            return "refused: too long, or of no length"
        return self._cross_site_refusal(scope["method"], headers)

    def _cross_site_refusal(self, method: str, headers: Mapping[str, str]) -> str:
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
        ours = {f"http://{host}" for host in self.hosts}
        if origin is not None and origin not in ours:
            return "refused: another origin"
        if method not in SAFE_METHODS and origin is None:
            return "refused: no origin"
        if site not in ("same-origin", "none"):
            return "refused: another site"
        return ""


def _with_headers(send: Send) -> Send:
    """Return a sender that adds our headers to every response."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return send_with_headers


# The length of a body: Python reads no number of thousands of digits.
LENGTH = re.compile(r"[0-9]{1,9}")
HOST = "127.0.0.1"
"""Never another host: visitors can edit files."""
TOKEN_BYTES = 24
"""The length of the token in the address."""
SHUTDOWN_SECONDS = 2
"""Open requests have so many seconds to finish when the server stops."""


@dataclass(frozen=True)
class ServerAddress:
    """The socket of the server, and the token in its address."""

    socket: socket.socket
    token: str

    @property
    def port(self) -> int:
        """The port."""
        return int(self.socket.getsockname()[1])

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return f"http://{HOST}:{self.port}/{self.token}/"


def bind_port(port: int) -> ServerAddress:
    """Bind a port, 0 for any free one; raises MachineError if it is in use."""
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((HOST, port))
        bound.listen()
    except OSError as error:
        bound.close()
        raise MachineError(f"cannot use port {port}: {error.strerror}") from None
    return ServerAddress(bound, secrets.token_urlsafe(TOKEN_BYTES))


def serve(
    pack: Pack, out: Path, where: ServerAddress, *, read_only: bool, editor: str = ""
) -> None:
    """Serve a pack until interrupted; finished work is cached below `out`."""
    session = partial(
        Session, pack.root, out, read_only=read_only, limits=pack.limits, editor=editor
    )
    asyncio.run(_run_server(session, where))


async def _run_server(opened: Callable[[], Session], where: ServerAddress) -> None:
    session = opened()
    start_fork_server()  # its imports take a second
    guard = Guard(application(session), where.port, where.token)
    config = uvicorn.Config(
        guard,
        log_level="critical",
        access_log=False,
        server_header=False,
        lifespan="off",
        backlog=MOST_CONNECTIONS,
        limit_concurrency=MOST_CONNECTIONS,
        ws="none",
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    server = _Server(config)
    stop = asyncio.Event()
    asyncio.get_running_loop().set_exception_handler(_report_failure)

    def stop_serving() -> None:
        session.close()
        stop.set()
        server.should_exit = True

    for number in STOP_SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, stop_serving)
    following = asyncio.create_task(session.follow(stop))
    try:
        await server.serve(sockets=[where.socket])
    finally:
        stop_serving()
        await following


STOP_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


def _report_failure(_: asyncio.AbstractEventLoop, context: Mapping[str, object]) -> None:
    """Report an error that nothing waits for, such as too many open files."""
    error = context.get("exception")
    report(error if isinstance(error, Exception) else RuntimeError(context.get("message")))


class _Server(uvicorn.Server):
    """A server that leaves signals to us: its own handler ends the process before we clean up."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
