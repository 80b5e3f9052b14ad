"""The routes of the live preview: pages, pictures, texts, updates; and its messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from aidgen.game.context import Context
from aidgen.language.locales import is_locale, language_name
from aidgen.page.markdown import plain_text
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import readable
from aidgen.problems import InputError, MachineError, Problem
from aidgen.serve.session import SCALES, Session, Subscriber, report
from aidgen.serve.texts import ConflictError, describe_text, list_texts
from aidgen.serve.view import OpenView, ViewId

JsonObject = dict[str, object]


def describe_pack(pack: Pack, editor: str = "") -> JsonObject:
    """Describe games, languages and aids. Raises InputError if no game can be read."""
    games_read = readable(pack)
    games = [(name, pack.game_data(name)) for name in games_read.names]
    return {
        "games": [
            {
                "id": name,
                "title": plain_text(game_data.game.title),
                "source": game_data.game.language,
                "locales": [
                    {"id": locale, "name": language_name(locale)} for locale in pack.locales(name)
                ],
                "aids": [
                    {"id": aid, "title": plain_text(game_data.aids[aid].title)}
                    for aid in game_data.aids
                ],
            }
            for name, game_data in games
        ],
        "root": pack.root.resolve().as_posix(),
        "editor": editor,
        "problems": [describe_problem(problem) for problem in games_read.problems],
    }


def describe_view(view: OpenView, pack: Pack) -> JsonObject:
    """Describe a view: its pages, the place of each picture, and its problems."""
    return {
        "view": "/".join((view.opened.game, view.opened.aid, view.opened.locale)),
        "serial": view.serial,
        "working": view.working,
        "pages": [asdict(page) for page in view.pages()],
        "unusable": [describe_problem(problem) for problem in view.unusable],
        **{
            kind: [{"context": context, **describe_problem(problem)} for context, problem in listed]
            for kind, listed in {"faults": view.faults(pack), "judged": view.judged}.items()
        },
    }


def describe_problem(problem: Problem) -> JsonObject:
    """Describe a problem: its place, message, hint and severity."""
    return {
        "where": str(problem.where),
        "message": problem.message,
        "hint": problem.hint,
        "severity": problem.severity,
    }


PAGE_FOLDER = Path(__file__).parent / "live"
SCRIPT_TYPE = "text/javascript; charset=utf-8"
PAGE_FILES = {
    "live.html": "text/html; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "live.css": "text/css; charset=utf-8",
    **dict.fromkeys(("live.js", "pages.js", "talk.js", "texts.js"), SCRIPT_TYPE),
}
"""The files of the page itself, and their media types."""
NEWS_TIMEOUT = 15.0
"""Seconds without news after which an empty line is sent, to notice closed connections."""
CACHE_FOREVER = {"Cache-Control": "private, max-age=86400, immutable"}
"""For addresses with a digest."""

Handler = Callable[[Request], Awaitable[Response]]


def application(session: Session) -> Starlette:
    """Return the application that shows a session."""
    handlers = Handlers(session)
    routes = [
        Route("/pack", _with_errors(handlers.pack)),
        Route("/events", handlers.events),
        Route("/picture/{state}/{key}/{page:int}/{scale:float}", _with_errors(handlers.picture)),
        Route("/spots/{key}", _with_errors(handlers.spots)),
        _view_route("view", handlers.view),
        _view_route("seen", handlers.seen, post=True),
        _view_route("pdf", handlers.pdf),
        _view_route("texts", handlers.texts),
        _view_route("text", handlers.text, "{context}"),
        _view_route("text", handlers.save, "{context}", post=True),
        _view_route("check", handlers.check, "{context}", post=True),
        Route("/", _serve_file("live.html")),
        *(Route(f"/{name}", _serve_file(name)) for name in PAGE_FILES),
    ]
    return Starlette(routes=routes)


def _view_route(name: str, answer: Handler, *parts: str, post: bool = False) -> Route:
    """Return a route below a view: an aid in a language."""
    path = "/".join((f"/{name}", "{game}/{aid}/{locale}", *parts))
    return Route(path, _with_errors(answer), methods=["POST"] if post else ["GET"])


def _serve_file(name: str) -> Handler:
    async def answer(_: Request) -> Response:
        return Response((PAGE_FOLDER / name).read_bytes(), media_type=PAGE_FILES[name])

    return answer


def _with_errors(answer: Handler) -> Handler:
    """Return a handler that reports errors as JSON."""

    async def respond(request: Request) -> Response:
        try:
            return await answer(request)
        except LookupError:
            return JSONResponse({"problems": []}, 404)
        except InputError as error:
            return JSONResponse({"problems": [*map(describe_problem, error.problems)]}, 422)
        except MachineError as error:
            return JSONResponse({"problems": [{"message": str(error)}]}, 503)
        except Exception as error:  # one line on the terminal, and no traceback
            report(error)
            return JSONResponse({"problems": [{"message": "internal error"}]}, 500)

    return respond


class Handlers:
    """The handlers of the routes of a session."""

    def __init__(self, session: Session) -> None:
        """Answer requests with the data of a session."""
        self.session = session

    async def pack(self, request: Request) -> Response:
        """Return the games, languages and aids."""
        return JSONResponse(describe_pack(self.session.pack, self.session.editor))

    async def view(self, request: Request) -> Response:
        """Return the current pages of an aid."""
        view = await self.session.view(_view_id(request))
        return JSONResponse(describe_view(view, self.session.pack))

    async def seen(self, request: Request) -> Response:
        """Store which pages of an aid are visible: they are typeset first."""
        view = await self.session.view(_view_id(request))
        body = await _read_json(request)
        pages = body if isinstance(body, list) else []
        view.seen = tuple(page for page in pages if type(page) is int and page >= 0)
        return Response(status_code=204)

    async def picture(self, request: Request) -> Response:
        """Return a picture of a page of a document; nothing if it is out of date."""
        asked = request.path_params
        if asked["scale"] not in SCALES:
            return Response(status_code=204)
        try:
            picture = await self.session.picture(asked["key"], asked["page"], asked["scale"])
        except LookupError:
            return Response(status_code=204)
        return Response(picture, media_type="image/jpeg", headers=CACHE_FOREVER)

    async def spots(self, request: Request) -> Response:
        """Return where the texts of a document are, on all its pages."""
        spots = await self.session.spots(request.path_params["key"])
        return JSONResponse([asdict(spot) for spot in spots])

    async def pdf(self, request: Request) -> Response:
        """Return the PDF of an aid as `aidgen build` makes it; its problems if it is held back."""
        result = await self.session.pdf(_view_id(request))
        if result.finished is None or result.held:
            return JSONResponse({"problems": [*map(describe_problem, result.problems)]}, 422)
        disposition = {"Content-Disposition": f'attachment; filename="{result.job.output.name}"'}
        content = result.finished.pdf
        return Response(content, media_type="application/pdf", headers=disposition)

    async def texts(self, request: Request) -> Response:
        """Return the texts of an aid, in reading order."""
        view = await self.session.view(_view_id(request))
        return JSONResponse(await asyncio.to_thread(list_texts, view, self.session.pack))

    async def text(self, request: Request) -> Response:
        """Return a text with its source, translation and fit."""
        view = await self.session.view(_view_id(request))
        context = Context.read(request.path_params["context"])
        pack, read_only = self.session.pack, self.session.read_only
        return JSONResponse(describe_text(view, pack, context, read_only=read_only))

    async def check(self, request: Request) -> Response:
        """Return the problems that a translation would have, before it is saved."""
        asked = _view_id(request)
        context = Context.read(request.path_params["context"])
        forms = _read_texts(await _read_json(request))
        if not forms:
            raise LookupError(str(context))
        mismatches = await asyncio.to_thread(
            self.session.pack.check_wording, asked.game, asked.locale, context, forms
        )
        return JSONResponse([*map(describe_problem, mismatches)])

    async def save(self, request: Request) -> Response:
        """Write a text; if the file has changed meanwhile, return its text and write nothing."""
        if self.session.read_only:
            return JSONResponse({"problems": [{"message": "this preview is read-only"}]}, 403)
        content = await _read_json(request)
        body = content if isinstance(content, dict) else {}
        forms, seen = _read_texts(body.get("forms")), _read_texts(body.get("seen"))
        context = Context.read(request.path_params["context"])
        if not forms or not seen:
            raise LookupError(str(context))
        try:
            where = await self.session.save(_view_id(request), context, forms, seen)
        except ConflictError as conflict:
            now = conflict.now
            return JSONResponse({"now": now.forms, "where": str(now.where)}, 409)
        return JSONResponse({"where": str(where)})

    async def events(self, request: Request) -> Response:
        """Stream updates of all open views."""
        return StreamingResponse(self._news(), media_type="text/event-stream")

    async def _news(self) -> AsyncIterator[str]:
        listener = Subscriber()
        self.session.listeners.add(listener)
        try:
            yield "retry: 500\n: here\n\n"
            while not self.session.closed:
                views = await listener.news(NEWS_TIMEOUT)
                for view in views:
                    yield self._describe_news(view)
                if not views:
                    yield ": still here\n\n"
        finally:
            self.session.listeners.discard(listener)

    def _describe_news(self, view: OpenView) -> str:
        """Return the update of a view; a comment if that fails: all other views go on."""
        try:
            description = json.dumps(describe_view(view, self.session.pack), ensure_ascii=False)
        except Exception as error:  # one line on the terminal, and no traceback
            report(error)
            return ": internal error\n\n"
        return f"data: {description}\n\n"


def _read_texts(said: object) -> tuple[str, ...]:
    """Return a list of texts from a request; empty if it is malformed."""
    listed = said if isinstance(said, list) else []
    return tuple(listed) if all(isinstance(one, str) for one in listed) else ()


async def _read_json(request: Request) -> object:
    """Return what a request brings; raises LookupError if it is malformed."""
    try:
        return await request.json()
    except (ValueError, RecursionError):
        raise LookupError("not JSON") from None


def _view_id(request: Request) -> ViewId:
    """Return the view that a request is about; raises LookupError if its language is unknown."""
    asked = request.path_params
    if not is_locale(asked["locale"]):
        raise LookupError(asked["locale"])
    return ViewId(asked["game"], asked["aid"], asked["locale"])
