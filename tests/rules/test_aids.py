"""That each text of a game is printed by some aid, or reported, in every kind of aid."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.page.kinds import KINDS
from aidgen.page.render import render
from aidgen.rules import check_game
from tests.trial import reported, write_pack

# Each text says where it is.
RECORDS = """
rules: {r: {title: R, text: rules.text, brief: rules.brief, example: rules.example}}
procedures:
  p: {title: P, intro: procedures.intro, steps: {a: {text: One.}}, outro: procedures.outro}
tables:
  t:
    {title: T, brief: tables.brief, intro: tables.intro, note: tables.note,
     columns: {note: {header: tables.head, type: text}}, rows: {b: [tables.b]}}
"""
STATE = "states: {s: {title: S, effect: states.effect, ends: states.ends}}\n"
TERMS = "terms: {w: {one: Word, definition: terms.definition}}\n"
ALL = "rules.r, procedures.p, tables.t, states.s"
CARD = f"cards: {{c: {{front: {{title: C, contents: [{ALL}]}}}}}}\n"
CHAPTER = f"sections: {{x: {{title: X, contents: [{ALL}, terms]}}}}\n"
BLOCKS = f"paper: A4, blocks: {{b: {{contents: [{ALL}]}}}}"
EVERYTHING = RECORDS + STATE + TERMS
BRIEF = [
    "procedures.intro",
    "procedures.outro",
    "rules.example",
    "rules.text",
    "tables.intro",
    "tables.note",
]
# What a kind prints, and the texts that it does not print and that are reported.
KINDS_AND_LOST = {
    "board": ("paper: A4, board: {width: 150 mm, height: 100 mm}", "", []),
    "book": ("paper: A5, contents: [sections.x]", EVERYTHING + CHAPTER, []),
    "cards": ("paper: tarot, contents: [cards]", EVERYTHING + CARD, [*BRIEF, "terms.definition"]),
    "flow": (BLOCKS, EVERYTHING, [*BRIEF, "terms.definition"]),
    "form": (BLOCKS, EVERYTHING, [*BRIEF, "terms.definition"]),
    "gm-screen": (BLOCKS, EVERYTHING, [*BRIEF, "terms.definition"]),
    "grid": ("paper: A4, grid: {cell: 10 mm}", "", []),
    "leaflet": (BLOCKS, EVERYTHING, [*BRIEF, "terms.definition"]),
    "sheet": (BLOCKS.replace("{co", "{full: true, co"), EVERYTHING, ["terms.definition"]),
    "standees": ("paper: A4, contents: [states]", STATE, ["states.effect", "states.ends"]),
    "tokens": ("paper: A4, contents: [states]", STATE, ["states.effect", "states.ends"]),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_that_no_page_prints_is_reported(tmp_path: Path, kind: str) -> None:
    keys, records, lost = KINDS_AND_LOST[kind]
    pack = write_pack(tmp_path, f"{records}aids: {{a: {{title: A, kind: {kind}, {keys}}}}}\n")
    game_data = load(pack, "g")
    rendered = render(localize(game_data, {}, "en"), "a", (BUNDLED_PACK,))
    faces = [face.inner for deck in rendered.decks for card in deck.cards for face in card.faces]
    html = "".join([*(document.html for document in rendered.documents), *faces])
    texts = {str(text) for _, text in game_data.texts() if "." in text.strip(".")}
    assert {text for text in texts if text not in html} - {"rules.brief", "tables.brief"} == {*lost}
    told = re.findall(
        r"no aid prints `(\w+)` of `(\w+)", "\n".join(map(str, check_game(game_data)))
    )
    first = [text for text in lost if text != "states.ends"]  # one problem for all of a kind
    assert sorted(f"{record}.{name}" for name, record in told) == first


def test_templates_of_one_kind_say_nothing_of_another(tmp_path: Path) -> None:
    figures = "{title: F, kind: standees, paper: A4, contents: [states]}"
    pack = write_pack(tmp_path, f"{STATE}aids: {{figures: {figures}}}\n")
    (pack / "templates" / "cards").mkdir(parents=True)
    (pack / "templates" / "cards" / "face.html").touch()
    effect = "a.yaml:1:32: warning: no aid prints `effect` of `states.s`, nor 1 more such texts"
    assert reported(pack) == [f"{effect} (standees and tokens print titles alone)"]
    (pack / "templates" / "standees").mkdir()
    (pack / "templates" / "standees" / "figure.html").touch()
    assert reported(pack) == []
