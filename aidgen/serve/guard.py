"""Who may ask: this machine's browser alone, that knows the token, from our own pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from secrets import compare_digest

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 1_000_000
"""Bytes that may be sent to us: more than any text of a game."""
NAMES = ("127.0.0.1", "localhost")
"""What this machine calls itself. Another name that leads here is a site that rebinds its own."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Said with every answer: nothing is loaded or run but our own files."""
READING = ("GET", "HEAD")


@dataclass(frozen=True)
class Guard:
    """Lets requests through to an application that come from its own pages."""

    application: ASGIApp
    port: int
    token: str

    @property
    def hosts(self) -> tuple[str, ...]:
        """What a request may call us."""
        return tuple(f"{name}:{self.port}" for name in NAMES)

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
        await self.application(inner, receive, _saying(send))

    def _refusal(self, scope: Scope) -> str:
        """Say why a request is refused; "" if it is not."""
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self.hosts:
            return "refused: another host"
        token = scope["path"].lstrip("/").partition("/")[0]
        if not compare_digest(token.encode(), self.token.encode()):
            return "refused: the address lacks its token"
        length = headers.get("content-length", "0" if scope["method"] in READING else "")
        if not length.isdecimal() or int(length) > LARGEST_BODY:
            return "refused: too long, or of no length"
        return self._stranger(scope["method"], headers)

    def _stranger(self, method: str, headers: Mapping[str, str]) -> str:
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
        ours = {f"http://{host}" for host in self.hosts}
        if origin is not None and origin not in ours:
            return "refused: another origin"
        if method not in READING and origin is None:
            return "refused: no origin"
        if site not in ("same-origin", "none"):
            return "refused: another site"
        return ""


def _saying(send: Send) -> Send:
    """Return a sender that says our headers with every answer."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sending
