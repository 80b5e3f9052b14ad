"""The server of the live preview: only for this computer, at an address that cannot be guessed."""

from __future__ import annotations

import asyncio
import secrets
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from aidgen.pipeline.pack import Pack
from aidgen.problems import MachineError
from aidgen.serve.guard import Guard
from aidgen.serve.routes import application
from aidgen.serve.session import Session

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


def serve(pack: Pack, folder: Path, where: ServerAddress, *, read_only: bool) -> None:
    """Serve a pack until interrupted; finished work is cached in `folder`."""
    asyncio.run(_run_server(pack, folder, where, read_only=read_only))


async def _run_server(pack: Pack, folder: Path, where: ServerAddress, *, read_only: bool) -> None:
    session = Session(pack.root, folder, read_only=read_only, limits=pack.limits)
    session.pool.warm_up()
    guard = Guard(application(session), where.port, where.token)
    config = uvicorn.Config(
        guard,
        log_level="error",
        access_log=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    server = _Server(config)
    stop = asyncio.Event()

    def stop_serving() -> None:
        session.close()
        stop.set()
        server.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop_serving)
    following = asyncio.create_task(session.follow(stop))
    try:
        await server.serve(sockets=[where.socket])
    finally:
        stop_serving()
        await following


class _Server(uvicorn.Server):
    """A server that leaves signals to us: its own handler ends the process before we clean up."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
