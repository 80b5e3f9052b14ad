"""The routes of the live preview: pages, pictures, texts, updates; and its messages."""

from __future__ import annotations

import asyncio
import json
import mimetypes
from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict, astuple, dataclass
from itertools import starmap
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from aidgen.game.context import Context
from aidgen.language.locales import is_locale, language_name
from aidgen.page.markdown import plain_text
from aidgen.pipeline.pack import Pack, readable
from aidgen.pipeline.plan import Job
from aidgen.pipeline.production import make
from aidgen.problems import InputError, MachineError, Problem
from aidgen.serve.session import Session
from aidgen.serve.texts import ConflictError, describe_text, list_texts
from aidgen.serve.view import OpenView, ViewId

# The page itself: index.html, its scripts and its style sheet.
PAGE_FOLDER = Path(__file__).parent / "live"
# In seconds: without news for so long, an empty line is sent, to notice closed connections.
NEWS_TIMEOUT = 15.0
# For addresses with a digest.
CACHE_FOREVER = {"Cache-Control": "private, max-age=86400, immutable"}
# An aid in a language, in an address.
VIEW = "{game}/{aid}/{locale}"

JsonObject = dict[str, object]

mimetypes.init()  # now: the system's table of them cannot be read in the jail


def application(session: Session) -> Starlette:
    """Return the application that shows a session."""
    handlers = _Handlers(session)
    routes = [
        Route("/pack", handlers.pack),
        Route("/events", handlers.events),
        Route("/picture/{state}/{key}/{page:int}/{scale:float}", handlers.picture),
        Route("/spots/{key}", handlers.spots),
        Route(f"/view/{VIEW}", handlers.view),
        Route(f"/seen/{VIEW}", handlers.seen, methods=["POST"]),
        Route(f"/pdf/{VIEW}", handlers.pdf),
        Route(f"/texts/{VIEW}", handlers.texts),
        Route(f"/text/{VIEW}/{{context}}", handlers.text),
        Route(f"/text/{VIEW}/{{context}}", handlers.save, methods=["POST"]),
        Mount("/", StaticFiles(directory=PAGE_FOLDER, html=True)),
    ]
    return Starlette(routes=routes, exception_handlers=ERRORS)


# Errors as JSON; a handler of `Exception` is followed by the guard's line on the terminal.
ERRORS: Mapping[Any, Any] = {
    LookupError: lambda _, error: JSONResponse({"problems": []}, 404),
    InputError: lambda _, error: JSONResponse(
        {"problems": [*map(describe_problem, error.problems)]}, 422
    ),
    MachineError: lambda _, error: JSONResponse({"problems": [{"message": str(error)}]}, 503),
    Exception: lambda _, error: JSONResponse({"problems": [{"message": "internal error"}]}, 500),
}


@dataclass(frozen=True)
class _Handlers:
    session: Session

    async def pack(self, request: Request) -> Response:
        pack = self.session.pack
        names, problems = readable(pack)
        return JSONResponse(
            {
                "games": [_describe_game(pack, name) for name in names],
                "root": pack.root.resolve().as_posix(),
                "editor": self.session.editor,
                "problems": [*map(describe_problem, problems)],
            }
        )

    async def view(self, request: Request) -> Response:
        view = await self.session.view(_view_id(request))
        return JSONResponse(describe_view(view))

    async def seen(self, request: Request) -> Response:
        view = await self.session.view(_view_id(request))
        view.seen = tuple(await request.json())
        return Response(status_code=204)

    async def picture(self, request: Request) -> Response:
        """Return a picture of a page of a document; nothing if it is out of date."""
        asked = request.path_params
        try:
            picture = await self.session.picture(asked["key"], asked["page"], asked["scale"])
        except LookupError:
            return Response(status_code=204)
        return Response(picture, media_type="image/jpeg", headers=CACHE_FOREVER)

    async def spots(self, request: Request) -> Response:
        key = request.path_params["key"]
        spots = await self.session.view_of(key).spots(key)
        return JSONResponse([asdict(spot) for spot in spots])

    async def pdf(self, request: Request) -> Response:
        """Return the PDF of an aid as `aidgen build` makes it; its problems if it is held back."""
        view = await self.session.view(_view_id(request))
        job = Job(self.session.pack, *astuple(view.opened))
        out = self.session.out
        result = await asyncio.to_thread(lambda: next(make([job], out, workers=1)))
        if result.finished is None or result.held:
            return JSONResponse({"problems": [*map(describe_problem, result.problems)]}, 422)
        disposition = {"Content-Disposition": f'attachment; filename="{result.job.output.name}"'}
        return Response(result.finished.pdf, media_type="application/pdf", headers=disposition)

    async def texts(self, request: Request) -> Response:
        view = await self.session.view(_view_id(request))
        game, _, locale = astuple(view.opened)
        words = self.session.pack, game, locale, view.documents.values()
        return JSONResponse(await asyncio.to_thread(list_texts, *words))

    async def text(self, request: Request) -> Response:
        view = await self.session.view(_view_id(request))
        name, session = request.path_params["context"], self.session
        asked = session.pack, view.opened.game, view.opened.locale, Context.read(name)
        text = describe_text(*asked, read_only=session.read_only)
        return JSONResponse({**text, "page": view.page_of(name), "fits": view.text_fits(name)})

    async def save(self, request: Request) -> Response:
        """Write a text; if the file has changed meanwhile, return its text and write nothing."""
        if self.session.read_only:
            return JSONResponse({"problems": [{"message": "this preview is read-only"}]}, 403)
        body, context = await request.json(), Context.read(request.path_params["context"])
        text = _view_id(request), context, body["forms"], body["seen"]
        try:
            where = await self.session.save(*text)
        except ConflictError as conflict:
            now = conflict.now
            return JSONResponse({"now": now.forms, "where": str(now.where)}, 409)
        return JSONResponse({"where": str(where)})

    async def events(self, request: Request) -> Response:
        return StreamingResponse(self.news(), media_type="text/event-stream")

    async def news(self) -> AsyncIterator[str]:
        told = {view.opened: view.serial for view in self.session.views.values()}
        yield "retry: 500\n: here\n\n"
        while not self.session.closed:
            for view in await self.session.news(told, NEWS_TIMEOUT):
                described = describe_view(view)
                yield f"data: {json.dumps(described, ensure_ascii=False)}\n\n"
            yield ": still here\n\n"


def _view_id(request: Request) -> ViewId:
    asked = request.path_params
    if not is_locale(asked["locale"]):
        raise LookupError(asked["locale"])
    return ViewId(asked["game"], asked["aid"], asked["locale"])


# What is told ---------------------------------------------------------------------------------


def _describe_game(pack: Pack, name: str) -> JsonObject:
    game_data, locales = pack.game_data(name), pack.locales(name)
    return {
        "id": name,
        "title": plain_text(game_data.game.title),
        "source": game_data.game.language,
        "locales": [{"id": locale, "name": language_name(locale)} for locale in locales],
        "aids": [
            {"id": aid, "title": plain_text(facts.title)} for aid, facts in game_data.aids.items()
        ],
    }


def describe_view(view: OpenView) -> JsonObject:
    """Describe a view: its pages, the place of each picture, and its problems."""
    return {
        "view": "/".join((view.opened.game, view.opened.aid, view.opened.locale)),
        "serial": view.serial,
        "working": view.working,
        "pages": [asdict(page) for page in view.pages()],
        "unusable": [*map(describe_problem, view.unusable)],
        "faults": [*starmap(_describe_fault, view.faults())],
        "judged": [*starmap(_describe_fault, view.judged)],
    }


def _describe_fault(context: str, problem: Problem) -> JsonObject:
    return {"context": context, **describe_problem(problem)}


def describe_problem(problem: Problem) -> JsonObject:
    """Describe a problem: its place, message, hint and severity."""
    return {**asdict(problem), "where": str(problem.where)}
