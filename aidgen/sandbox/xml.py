"""XML of strangers, walked through before a library builds anything of it."""

from __future__ import annotations

from typing import NoReturn
from xml.parsers import expat

from aidgen.problems import InputError, Problem, Where
from aidgen.sandbox.limits import Limits, over_limit


def refuse_harmful(content: bytes, name: str, limits: Limits) -> None:
    """Raise InputError at the line where XML, called `name`, does something that no data needs.

    That is defining entities, which may grow without end or name other files, or nesting elements
    too deeply. Naming a document type does no harm: nobody looks it up.
    """
    parser = expat.ParserCreate()
    depth = 0

    def here() -> Where:
        return Where(name, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def defines(*_: object) -> NoReturn:
        message = "defines XML entities or elements (<!DOCTYPE … [)"
        raise InputError([Problem(here(), message, "remove them")])

    def named(_name: str, _system: str | None, _public: str | None, has_definitions: bool) -> None:
        if has_definitions:
            defines()

    def begins(*_: object) -> None:
        nonlocal depth
        depth += 1
        if depth > limits.elements_within:
            raise InputError([over_limit(here(), "elements_within", depth, limits)])

    def ends(*_: object) -> None:
        nonlocal depth
        depth -= 1

    parser.StartDoctypeDeclHandler, parser.EntityDeclHandler = named, defines
    parser.StartElementHandler, parser.EndElementHandler = begins, ends
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        message = f"cannot be read: {error}"
        raise InputError([Problem(Where(name, parser.CurrentLineNumber), message)]) from None
