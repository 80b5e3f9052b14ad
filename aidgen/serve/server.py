"""The server of live pages: on this machine alone, at an address that nobody can guess."""

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
from aidgen.serve.session import Studio

HOST = "127.0.0.1"
"""Never another: what is served can be edited."""
LENGTH = 24
"""Bytes of the token in the address."""
GRACE = 2
"""Seconds that what is under way has when the server is to stop."""


@dataclass(frozen=True)
class Place:
    """Where live pages are served: a socket, and the token of its address."""

    socket: socket.socket
    token: str

    @property
    def port(self) -> int:
        """The port."""
        return int(self.socket.getsockname()[1])

    @property
    def address(self) -> str:
        """What is to be opened in a browser."""
        return f"http://{HOST}:{self.port}/{self.token}/"


def place(port: int) -> Place:
    """Take a port of this machine, 0 for any that is free; raises MachineError if it is taken."""
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((HOST, port))
        bound.listen()
    except OSError as error:
        bound.close()
        raise MachineError(f"port {port} cannot be had: {error.strerror}") from None
    return Place(bound, secrets.token_urlsafe(LENGTH))


def serve(pack: Pack, folder: Path, where: Place, *, read_only: bool) -> None:
    """Serve a pack until interrupted; what is made lies on the shelf in `folder`."""
    asyncio.run(_serve(pack, folder, where, read_only=read_only))


async def _serve(pack: Pack, folder: Path, where: Place, *, read_only: bool) -> None:
    studio = Studio(pack.root, folder, read_only=read_only, limits=pack.limits)
    studio.hands.warm()
    guard = Guard(application(studio), where.port, where.token)
    config = uvicorn.Config(
        guard,
        log_level="error",
        access_log=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=GRACE,
    )
    server = _Server(config)
    stop = asyncio.Event()

    def ended() -> None:
        studio.close()
        stop.set()
        server.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended)
    following = asyncio.create_task(studio.follow(stop))
    try:
        await server.serve(sockets=[where.socket])
    finally:
        ended()
        await following


class _Server(uvicorn.Server):
    """A server that leaves signals to us: its own way ends the process before all is put away."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
