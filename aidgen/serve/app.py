"""The application that answers the browser: pages, pictures, texts, and news as they come."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from aidgen.problems import Unequipped, Unusable
from aidgen.serve.saying import said_pack, said_problem, said_spots, said_view
from aidgen.serve.studio import SCALES, Listener, Studio
from aidgen.serve.view import Opened

FILES = {
    "": ("live.html", "text/html; charset=utf-8"),
    "icon.svg": ("icon.svg", "image/svg+xml"),
    "live.css": ("live.css", "text/css; charset=utf-8"),
    **{
        name: (name, "text/javascript; charset=utf-8")
        for name in ("live.js", "pages.js", "talk.js")
    },
}
"""The files of the page itself: by the last part of their address, file and kind."""
FOLDER = Path(__file__).parent / "live"
PATIENCE = 15.0
"""Seconds without news after which a line is sent that says nothing, to learn who has gone."""
FOR_GOOD = {"Cache-Control": "private, max-age=86400, immutable"}
"""Said with what has a digest in its address."""

Answer = Callable[[Request], Awaitable[Response]]


def application(studio: Studio) -> Starlette:
    """Return the application that shows what is open in a studio."""
    desk = Desk(studio)
    routes = [
        *(Route(f"/{name}", _file(name)) for name in FILES),
        Route("/pack", _told(desk.pack)),
        Route("/events", desk.events),
        Route("/view/{game}/{aid}/{locale}", _told(desk.view)),
        Route("/seen/{game}/{aid}/{locale}", _told(desk.seen), methods=["POST"]),
        Route("/picture/{look}/{key}/{page:int}/{scale:float}.png", _told(desk.picture)),
        Route("/spots/{look}/{key}/{page:int}", _told(desk.spots)),
    ]
    return Starlette(routes=routes)


def _file(name: str) -> Answer:
    file, kind = FILES[name]

    async def answer(_: Request) -> Response:
        return Response((FOLDER / file).read_bytes(), media_type=kind)

    return answer


def _told(answer: Answer) -> Answer:
    """Return an answer that tells what cannot be had in place of failing."""

    async def told(request: Request) -> Response:
        try:
            return await answer(request)
        except LookupError:
            return JSONResponse({"problems": []}, 404)
        except Unusable as unusable:
            return JSONResponse({"problems": [*map(said_problem, unusable.problems)]}, 422)
        except Unequipped as unequipped:
            return JSONResponse({"problems": [{"message": str(unequipped)}]}, 503)

    return told


class Desk:
    """Answers to what the browser asks of a studio."""

    def __init__(self, studio: Studio) -> None:
        """Answer for a studio."""
        self.studio = studio

    async def pack(self, request: Request) -> Response:
        """Answer which games, languages and aids there are."""
        return JSONResponse(said_pack(self.studio.pack, read_only=self.studio.read_only))

    async def view(self, request: Request) -> Response:
        """Answer what an aid looks like now."""
        view = await self.studio.view(_opened(request))
        return JSONResponse(said_view(view, self.studio.pack))

    async def seen(self, request: Request) -> Response:
        """Take which sides of an aid are seen: they are made first."""
        view = await self.studio.view(_opened(request))
        told = await request.json()
        sides = told if isinstance(told, list) else []
        view.seen = tuple(side for side in sides if type(side) is int and side >= 0)
        return Response(status_code=204)

    async def picture(self, request: Request) -> Response:
        """Answer with a picture of a page of a piece; with nothing if it is out of date."""
        scale = request.path_params["scale"]
        try:
            picture = await self.studio.picture(_name(request), scale) if scale in SCALES else b""
        except LookupError:
            picture = b""
        if not picture:
            return Response(status_code=204)
        return Response(picture, media_type="image/png", headers=FOR_GOOD)

    async def spots(self, request: Request) -> Response:
        """Answer where the texts of a page of a piece stand."""
        return JSONResponse(said_spots(await self.studio.spots(_name(request))))

    async def events(self, request: Request) -> Response:
        """Answer with news of all that is open, as they come."""
        return StreamingResponse(self._news(), media_type="text/event-stream")

    async def _news(self) -> AsyncIterator[str]:
        listener = Listener()
        self.studio.listeners.add(listener)
        try:
            yield "retry: 500\n: here\n\n"
            while not self.studio.closed:
                views = await listener.news(PATIENCE)
                for view in views:
                    told = json.dumps(said_view(view, self.studio.pack), ensure_ascii=False)
                    yield f"data: {told}\n\n"
                if not views:
                    yield ": still here\n\n"
        finally:
            self.studio.listeners.discard(listener)


def _opened(request: Request) -> Opened:
    asked = request.path_params
    return Opened(asked["game"], asked["aid"], asked["locale"])


def _name(request: Request) -> tuple[str, int, bool]:
    asked = request.path_params
    return asked["key"], asked["page"], asked["look"] == "draft"
