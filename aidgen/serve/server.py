"""The server of the live preview: only for this computer, at a secret address; guards requests."""

from __future__ import annotations

import asyncio
import secrets
import signal
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aidgen.pipeline.pool import start_fork_server
from aidgen.problems import MachineError
from aidgen.serve.session import Session, report

# Never another host: visitors can edit files.
HOST = "127.0.0.1"
# A browser opens six, and one for the updates of each tab; a process may open 256 files.
MOST_CONNECTIONS = 50
# In seconds: open requests have so long to finish when the server stops.
SHUTDOWN_SECONDS = 2
# Sent with every response: only our own files are loaded and run.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Guard:
    """Lets only requests from its own pages through to an application."""

    application: ASGIApp
    port: int
    token: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if refused := self._refusal(scope["path"], Headers(scope=scope)):
            response = PlainTextResponse(f"refused: {refused}", 403, HEADERS)
            await response(scope, receive, send)
            return
        inner = {**scope, "path": scope["path"].removeprefix(f"/{self.token}")}
        try:
            await self.application(inner, receive, _with_headers(send))
        except Exception as error:  # one line on the terminal, and no traceback
            report(error)

    def _refusal(self, path: str, headers: Mapping[str, str]) -> str:
        # A request by any other name of this computer comes from a DNS rebinding attack.
        hosts = [f"{name}:{self.port}" for name in (HOST, "localhost")]
        token = path.lstrip("/").partition("/")[0]
        if headers.get("host") not in hosts:
            return "another host"
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            return "the address lacks its token"
        # A browser sends it whenever another site makes it write.
        if headers.get("origin", f"http://{hosts[0]}") not in [f"http://{host}" for host in hosts]:
            return "another origin"
        return ""


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.update(HEADERS)
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return send_with_headers


@dataclass(frozen=True)
class ServerAddress:
    """The socket of the server, its port, and the token in its address."""

    socket: socket.socket
    port: int
    token: str

    def __str__(self) -> str:
        """Return the address to open in a browser."""
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
    return ServerAddress(bound, bound.getsockname()[1], secrets.token_urlsafe())


async def serve(session: Session, application: ASGIApp, where: ServerAddress) -> None:
    """Serve a session through its application until interrupted."""
    start_fork_server()  # its imports take a second
    config = uvicorn.Config(
        Guard(application, where.port, where.token),
        log_level="critical",
        access_log=False,  # its lines would show the token
        server_header=False,
        lifespan="off",
        backlog=MOST_CONNECTIONS,
        limit_concurrency=MOST_CONNECTIONS,
        ws="none",
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    server = _Server(config)
    stop, events = asyncio.Event(), asyncio.get_running_loop()
    events.set_exception_handler(_report_failure)

    def stop_serving() -> None:
        session.close()
        stop.set()
        server.should_exit = True

    for number in STOP_SIGNALS:
        events.add_signal_handler(number, stop_serving)
    following = asyncio.create_task(session.follow(stop))
    try:
        await server.serve(sockets=[where.socket])
    finally:
        stop_serving()
        await following


def _report_failure(_: asyncio.AbstractEventLoop, context: Mapping[str, object]) -> None:
    # Such as too many open files: nothing waits for the task that failed.
    error = context.get("exception")
    report(error if isinstance(error, Exception) else RuntimeError(context.get("message")))


class _Server(uvicorn.Server):
    """A server that leaves signals to us: its own handler ends the process before we clean up."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
