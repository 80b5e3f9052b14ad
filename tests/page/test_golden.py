"""The body of every page of Expedition as it was last approved; `--update` approves it anew."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from aidgen.build.pack import locales, localized, roots
from aidgen.game.canon import Canon
from aidgen.game.load import OURS
from aidgen.page.render import render

GOLDEN = Path(__file__).parents[1] / "golden"
GAME = "expedition"
PAGES = [
    (locale, aid) for locale in locales(OURS, GAME) for aid in localized(OURS, GAME, locale).aids
]


@cache
def canon(locale: str) -> Canon:
    return localized(OURS, GAME, locale)


def golden(locale: str, aid: str) -> Path:
    return GOLDEN / f"{GAME}-{aid}-{locale}.html"


@pytest.mark.parametrize(("locale", "aid"), PAGES)
def test_a_page_is_as_it_was_approved(locale: str, aid: str, *, update: bool) -> None:
    html = render(canon(locale), aid, roots(OURS)).html
    body = "<body" + html.split("<body", 1)[1]
    path = golden(locale, aid)
    if update:
        path.parent.mkdir(exist_ok=True)
        path.write_text(body, encoding="utf-8")
    assert path.is_file(), "run `./run test --update` and look at what it wrote"
    assert body == path.read_text(encoding="utf-8"), (
        "look at the difference; if it is meant, run `./run test --update`"
    )


def test_no_page_is_approved_that_is_no_longer_made(*, update: bool) -> None:
    stale = set(GOLDEN.glob("*")) - {golden(locale, aid) for locale, aid in PAGES}
    if update:
        for path in stale:
            path.unlink()
        stale = set()
    assert stale == set(), "run `./run test --update`"
