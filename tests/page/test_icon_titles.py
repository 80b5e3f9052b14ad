"""Titles, links and labels that are icons and no words, and lists within lists."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from tests.commands import here
from tests.trial import printed, write_pack

RECORDS = """
rules:
  r: {title: ":flame:", text: "See [:drop:](tables.t) and [—](rules.q)."}
  q: {title: "—", text: "3. 10) rock\\n3. 12. coins"}
tables:
  t:
    title: ":drop: :flame:"
    columns: {a: {header: ":drop:", type: text}, b: {header: "*", type: text}}
    rows: {x: [":flame:", "1"], y: ["2:drop:", "?"]}
states:
  s: {title: ":sun:", icon: sun, effect: "All :sun:", ends: ":drop:"}
cards:
  a: {front: {title: ":flame:", text: ":drop:"}}
  b: {front: {title: "2", text: ":drop:"}}
blanks:
  z: {title: ":sun:", shape: fields, labels: {a: ":drop:", b: "—"}}
sections:
  m: {title: ":anchor:", contents: [rules.r, rules.q, tables.t, states.s]}
aids:
  sheet:
    title: ":sun:"
    kind: sheet
    paper: A4
    blocks: {b: {title: ":drop:", contents: [rules.r, rules.q, tables.t, states.s, blanks.z]}}
  book: {title: "!", kind: book, paper: A5, contents: [sections.m]}
  deck: {title: Deck, kind: cards, paper: poker, contents: [cards]}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pack = write_pack(tmp_path_factory.mktemp("icons"), RECORDS)
    done = here("build", "--pack", pack, "--out", pack / "out", "--fillable")
    assert " error: " not in done.stderr
    assert done.returncode == 0
    return pack


def bookmarks(pdf: Path) -> list[str]:
    with pikepdf.open(pdf) as document, document.open_outline() as outline:
        queue, found = list(outline.root), []
        while queue:
            item = queue.pop(0)
            found.append(item.title)
            queue[:0] = item.children
        return found


def test_bookmarks_name_the_icons_of_titles_without_words(folder: Path) -> None:
    (sheet,) = folder.glob("out/**/g-sheet-en*.pdf")
    (deck,) = folder.glob("out/**/g-deck-en.pdf")
    assert bookmarks(sheet) == ["sun", "drop", "flame", "—", "drop flame", "sun", "sun"]
    assert bookmarks(deck) == ["Trial – Deck", "flame", "2"]


def test_documents_and_fields_are_named_by_the_icons_of_their_labels(folder: Path) -> None:
    (sheet,) = folder.glob("out/**/g-sheet-en*.pdf")
    with pikepdf.open(sheet) as document:
        fields = [document.Root.AcroForm.Fields[0]]
        for field in fields:
            fields += list(field.get("/Kids", []))
        named = [str(field.TU) for field in fields if "/TU" in field]
        assert str(document.docinfo["/Title"]) == "Trial – sun"
    assert named == ["sun – drop", "sun – —"]


def test_an_icon_is_named_by_the_words_of_its_state(tmp_path: Path) -> None:
    deck = (
        "aids: {d: {title: D, kind: cards, paper: poker, contents: [cards]},"
        " t: {title: T, kind: sheet, paper: A5, blocks: {b: {contents: [states.s]}}}}\n"
    )
    card = "cards: {a: {front: {title: A, text: ':sun:'}}}\n"
    state = "states: {s: {title: '%s', icon: sun, effect: E}}\n"
    shown = printed(write_pack(tmp_path, state % "*Out* in the sun" + card + deck), "d")
    assert "<title>Out in the sun</title>" in shown
    shown = printed(write_pack(tmp_path, state % ":sun:" + card + deck), "d")
    assert "<title>sun</title>" in shown
