"""The page `index.html` beside the PDFs: a picture, page count and size of each, for looking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


@dataclass(frozen=True)
class Exhibit:
    """A PDF as the gallery shows it."""

    href: str
    picture: str
    title: str
    pages: int
    kilobytes: int
    paper: str


@dataclass(frozen=True)
class Room:
    """The PDFs of one game in one language."""

    title: str
    locale: str
    language: str
    words: Mapping[str, str]
    exhibits: Sequence[Exhibit]


def gallery(rooms: Sequence[Room], templates: Path) -> str:
    """Return the HTML of the gallery, made with the template in `templates`."""
    environment = Environment(
        loader=FileSystemLoader(templates),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("gallery.html").render(rooms=rooms)
