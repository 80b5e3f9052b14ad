"""The pieces of an aid of each kind as they were last approved; `--update` approves them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from aidgen.page.kinds import KINDS
from tests.mini import aid_of
from tests.sheets import rendered

GOLDEN = Path(__file__).parents[1] / "golden"


def golden(kind: str) -> Path:
    return GOLDEN / f"{kind}.html"


@pytest.mark.parametrize("kind", KINDS)
def test_the_pieces_of_a_kind_are_as_they_were_approved(kind: str, *, update: bool) -> None:
    html = rendered(*aid_of(kind))
    body = "<body" + html.split("<body", 1)[1]
    path = golden(kind)
    if update:
        path.parent.mkdir(exist_ok=True)
        path.write_text(body, encoding="utf-8")
    assert path.is_file(), "run `./run test --update` and look at what it wrote"
    assert body == path.read_text(encoding="utf-8"), (
        "look at the difference; if it is meant, run `./run test --update`"
    )


def test_no_page_is_approved_that_is_no_longer_made(*, update: bool) -> None:
    stale = set(GOLDEN.glob("*")) - {golden(kind) for kind in KINDS}
    if update:
        for path in stale:
            path.unlink()
        stale = set()
    assert stale == set(), "run `./run test --update`"
