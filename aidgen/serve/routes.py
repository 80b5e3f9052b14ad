"""The application that answers the browser: pages, pictures, texts, and news as they come."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from aidgen.game.context import Context
from aidgen.problems import InputError, MachineError
from aidgen.serve.messages import designed, said_pack, said_problem, said_spots, said_view
from aidgen.serve.session import SCALES, Listener, Studio
from aidgen.serve.texts import MeanwhileError, Wish, listed, told
from aidgen.serve.view import Opened

SCRIPT, SCRIPTS = "text/javascript; charset=utf-8", ("live", "pages", "talk", "texts")
FILES = {
    "": ("live.html", "text/html; charset=utf-8"),
    "icon.svg": ("icon.svg", "image/svg+xml"),
    "live.css": ("live.css", "text/css; charset=utf-8"),
    **{f"{name}.js": (f"{name}.js", SCRIPT) for name in SCRIPTS},
}
"""The files of the page itself: by the last part of their address, file and kind."""
FOLDER = Path(__file__).parent / "live"
PATIENCE = 15.0
"""Seconds without news after which a line is sent that says nothing, to learn who has gone."""
FOR_GOOD = {"Cache-Control": "private, max-age=86400, immutable"}
"""Said with what has a digest in its address."""

RIFF = b"RIFF"
"""What a picture in WebP begins with."""

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
        Route("/picture/{look}/{key}/{page:int}/{scale:float}", _told(desk.picture)),
        Route("/spots/{look}/{key}/{page:int}", _told(desk.spots)),
        Route("/design/{game}/{aid}/{locale}", _told(desk.design)),
        Route("/texts/{game}/{aid}/{locale}", _told(desk.texts)),
        Route("/text/{game}/{aid}/{locale}/{context}", _told(desk.text)),
        Route("/text/{game}/{aid}/{locale}/{context}", _told(desk.save), methods=["POST"]),
        Route("/places/{game}/{aid}/{locale}/{context}", _told(desk.places)),
        Route("/glimpse/{game}/{aid}/{locale}/{context}/{number:int}", _told(desk.glimpse)),
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
        except InputError as error:
            return JSONResponse({"problems": [*map(said_problem, error.problems)]}, 422)
        except MachineError as error:
            return JSONResponse({"problems": [{"message": str(error)}]}, 503)

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
        kind = "image/webp" if picture.startswith(RIFF) else "image/jpeg"
        return Response(picture, media_type=kind, headers=FOR_GOOD)

    async def spots(self, request: Request) -> Response:
        """Answer where the texts of a page of a piece stand; nowhere if it is out of date."""
        try:
            found = await self.studio.spots(_name(request))
        except LookupError:
            found = ()
        return JSONResponse(said_spots(found))

    async def design(self, request: Request) -> Response:
        """Answer what a designer looks at."""
        view = await self.studio.view(_opened(request))
        return JSONResponse(await asyncio.to_thread(designed, view, self.studio.pack))

    async def texts(self, request: Request) -> Response:
        """Answer with the texts that an aid prints, in reading order."""
        view = await self.studio.view(_opened(request))
        return JSONResponse(await asyncio.to_thread(listed, view, self.studio.pack))

    async def text(self, request: Request) -> Response:
        """Answer what is known of a text."""
        view = await self.studio.view(_opened(request))
        context = Context.read(request.path_params["context"])
        pack, read_only = self.studio.pack, self.studio.read_only
        return JSONResponse(told(view, pack, context, read_only=read_only))

    async def places(self, request: Request) -> Response:
        """Answer where a text is printed."""
        found = await self.studio.places(_opened(request))
        here = found.get(_printed(request), ())
        return JSONResponse([{"aid": one.aid, "title": one.title, "box": one.box} for one in here])

    async def glimpse(self, request: Request) -> Response:
        """Answer with a picture of one of the places of a text."""
        asked = request.path_params
        picture = await self.studio.glimpse(_opened(request), _printed(request), asked["number"])
        return Response(picture, media_type="image/webp")

    async def save(self, request: Request) -> Response:
        """Write a text; what was changed meanwhile is answered, and nothing is written."""
        if self.studio.read_only:
            return JSONResponse({"problems": [{"message": "opened to be read only"}]}, 403)
        wish = _wish(request.path_params["context"], await request.json())
        try:
            where = await self.studio.save(_opened(request), wish)
        except MeanwhileError as meanwhile:
            now = meanwhile.now
            return JSONResponse({"now": now.forms, "where": str(now.where)}, 409)
        return JSONResponse({"where": str(where)})

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


def _wish(context: str, said: object) -> Wish:
    """Return what a browser wants to be written; raises LookupError of what is no wish."""
    told = said if isinstance(said, dict) else {}
    which, forms, seen = told.get("which"), _words(told.get("forms")), _words(told.get("seen"))
    if which not in ("source", "translation") or not forms or not seen:
        raise LookupError(context)
    return Wish(Context.read(context), which, forms, seen)


def _words(said: object) -> tuple[str, ...]:
    """Return a list of texts as it was sent; nothing of what is none."""
    listed = said if isinstance(said, list) else []
    return tuple(listed) if all(isinstance(one, str) for one in listed) else ()


def _opened(request: Request) -> Opened:
    asked = request.path_params
    return Opened(asked["game"], asked["aid"], asked["locale"])


def _printed(request: Request) -> str:
    """Return the context by which a text is printed, whatever variant of it is asked for."""
    return str(Context.read(request.path_params["context"]).invariant)


def _name(request: Request) -> tuple[str, int, bool]:
    asked = request.path_params
    return asked["key"], asked["page"], asked["look"] == "draft"
