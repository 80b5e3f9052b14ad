"""Access control: only a browser on this computer, with the token, from our own pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from secrets import compare_digest

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 1_000_000
"""In bytes: more than any text of a game."""
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
        await self.application(inner, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> str:
        """Return why a request is refused, or ""."""
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self.hosts:
            return "refused: another host"
        token = scope["path"].lstrip("/").partition("/")[0]
        if not compare_digest(token.encode(), self.token.encode()):
            return "refused: the address lacks its token"
        length = headers.get("content-length", "0" if scope["method"] in SAFE_METHODS else "")
        if not length.isdecimal() or int(length) > LARGEST_BODY:
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
