"""Where texts are printed and written, and what does not fit there, as users are reported."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from aidgen import BUNDLED_PACK
from tests.commands import aidgen
from tests.mini import change, shelve
from tests.trial import write_pack


@pytest.fixture(scope="module", name="built")
def synced(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with every text in the PO file; not to be changed."""
    folder = tmp_path_factory.mktemp("synced") / "built"
    shutil.copytree(built, folder)
    assert aidgen("i18n", "sync", "fr", "--pack", folder / "pack").exit_code == 0
    done = aidgen("build", "--pack", folder / "pack", "--out", folder / "out")
    assert done.exit_code == 0, done.output
    return folder


def where(built: Path, *words: str) -> list[str]:
    found = aidgen("i18n", "where", *words, "--pack", built / "pack", "--out", built / "out")
    assert found.exit_code == 0, found.output
    return found.stdout.rstrip().split("\n")


def test_a_text_is_found_in_its_pdfs_with_page_card_and_line(built: Path) -> None:
    lines = where(built, "mini.rules.fight.brief", "--locale", "fr")
    po = (built / "pack" / "locales/fr/mini.po").read_text(encoding="utf-8").split("\n")
    at = po.index('msgctxt "mini.rules.fight.brief"')
    line = next(n for n, words in enumerate(po, 1) if n > at and words.startswith("msgstr"))
    place = f"(locales/fr/mini.po:{line}:1)"
    assert lines == [
        f"mini.rules.fight.brief: {pdf} {place}"
        for pdf in (
            "mini/fr/mini-board-fr.pdf, page 1, aids.board.blocks.fight",
            "mini/fr/mini-deck-fr.pdf, page 1, cards.fight.front",
        )
    ]


def test_the_beginning_of_contexts_finds_all_below_it(built: Path) -> None:
    found = {line.split(":")[0] for line in where(built, "mini.cards.night", "--locale", "en")}
    assert found == {"mini.cards.night.front.title"}
    assert where(built, "mini.terms.hero.many") == ["mini.terms.hero.many: in no PDF"]


def test_a_page_tells_its_texts(built: Path) -> None:
    lines = where(built, "mini-deck-fr.pdf:2")
    assert all("mini/fr/mini-deck-fr.pdf, page 2" in line for line in lines)
    contexts = {line.split(":")[0] for line in lines}
    assert "mini.cards.fight.back.title" in contexts
    assert "mini.cards.fight.front.title" not in contexts
    first = {line.split(":")[0] for line in where(built, "mini-deck-fr.pdf:1")}
    assert {"mini.game.title", "mini.cards.fight.front.title"} <= first


def test_all_has_every_text_that_a_translator_gets(built: Path) -> None:
    lines = where(built, "--all", "--locale", "fr")
    contexts = {line.split(":")[0] for line in lines}
    po = (built / "pack" / "locales/fr/mini.po").read_text(encoding="utf-8")
    for line in po.split("\n"):
        if line.startswith("msgctxt"):
            assert json.loads(line.removeprefix("msgctxt ")) in contexts


@pytest.mark.parametrize("name", ["mini.rules.figt", "mini-dek-fr.pdf", "maxi"])
def test_a_name_that_is_nothing_is_wrong_usage(built: Path, name: str) -> None:
    found = aidgen("i18n", "where", name, "--pack", built / "pack", "--out", built / "out")
    assert found.exit_code == 2
    assert f"{name}: error: is no text and no PDF" in found.stderr


def test_what_does_not_fit_is_reported_at_the_line_of_its_longest_text(
    built: Path, tmp_path: Path
) -> None:
    pack = Path(shutil.copytree(built / "pack", tmp_path / "pack"))
    out = Path(shutil.copytree(built / "out", tmp_path / "out"))
    po = pack / "locales" / "fr" / "mini.po"
    text = po.read_text(encoding="utf-8")
    start = text.index('msgctxt "mini.states.tired.effect"')
    at = text.index('msgstr "', start) + len('msgstr "')
    po.write_text(
        text[:at] + "Lancez 1d6 au plus. " + "Trop long pour une carte. " * 60 + text[at:],
        encoding="utf-8",
    )
    line = text[:at].count("\n") + 1
    for words in (("build", "--aid", "deck"), ("check", "--fit")):
        found = aidgen(*words, "--locale", "fr", "--pack", pack, "--out", out)
        assert found.exit_code == 1
        (reported,) = [line for line in found.stderr.split("\n") if "cards.fight.front: " in line]
        assert reported.startswith(
            f"locales/fr/mini.po:{line}:1: error: `mini.states.tired.effect`: cards.fight.front: "
        )
        assert " mm (about " in reported
        assert "does not fit in mini-deck-fr.pdf, page 1" in reported
        assert "also there: mini.rules.fight.brief" in reported


LONG = "Donau" * 6
WIDE = f"""
decks: {{d: {{size: mini, fields: {{story: {{place: line}}, age: {{label: {LONG}}}}}}}}}
cards:
  a: {{deck: d, fields: {{story: {LONG * 2}}}, front: {{title: A, text: t}}}}
  b: {{deck: d, fields: {{age: {LONG * 2}}}, front: {{title: {LONG * 3}, text: t}}}}
tables: {{t: {{title: T, columns: {{a: {{header: {LONG}, type: text}}}}, rows: {{x: [y]}}}}}}
states: {{s: {{title: {LONG}, icon: anchor, nature: good, effect: x}}}}
blanks: {{k: {{title: {LONG}, shape: track, start: 0, end: 9}}}}
aids:
  deck: {{title: Deck, kind: cards, paper: mini, contents: [decks.d]}}
  page: {{title: Page, kind: sheet, paper: A5, blocks: {{
    u: {{width: 1/6, contents: [tables.t]}}, v: {{width: 5/6, contents: [states.s]}}}}}}
  form: {{title: Form, kind: form, paper: A5, blocks: {{
    u: {{width: 1/6, contents: [blanks.k]}}, v: {{width: 5/6, contents: [tables.t]}}}}}}
  token: {{title: Token, kind: tokens, paper: A4, contents: [states]}}
  map: {{title: Map, kind: board, paper: A4, board: {{width: 9 in, height: 6 in, spaces: {{
    u: {{title: {LONG}, left: 9 mm, top: 9 mm, width: 20 mm, height: 9 mm}}}}}}}}
"""


@pytest.fixture
def pack(built: Path, tmp_path: Path) -> Path:
    """A copy of the pack that was built, to be changed; its shelf is `out` beside it."""
    shelve(built, tmp_path / "out")
    return Path(shutil.copytree(built / "pack", tmp_path / "pack"))


def reported(pack: Path, *words: str, severity: str = "error") -> list[str]:
    """Return the errors of the English PDFs of a pack, or its warnings, each a line."""
    words = ("check", "--fit", "--locale", "en", *words)
    found = aidgen(*words, "--pack", pack, "--out", pack.parent / "out")
    return [line for line in found.stderr.split("\n") if f": {severity}: " in line]


def test_what_leaves_a_token_leads_to_its_own_line_and_no_text_beside_it(pack: Path) -> None:
    front = pack / "templates" / "tokens" / "front.html"
    front.parent.mkdir(parents=True)
    front.write_text('<p style="margin-top:30mm">{{ state.title|line }}</p>')
    lines = reported(pack, "--aid", "counters")
    assert [line.split(": ")[2] for line in lines] == [
        "`mini.states.tired.title`",
        "`mini.states.brave.title`",
    ]
    for line in lines:
        assert line.startswith("content/mini/rules.yaml:")
        assert "12.1 mm below does not fit in mini-counters-en.pdf, page 1" in line


def test_a_card_that_is_too_full_names_its_longest_text_and_nothing_that_follows_from_it(
    pack: Path,
) -> None:
    """Eighth of nine, it is at the foot of the sheet, and its text ends beyond the paper."""
    card = "{title: Fight, icon: sword, contents: [rules.fight, states.tired]}"
    change(pack, "content/mini/aids.yaml", card, "{title: Fight, contents: [rules.fight]}")
    change(pack, "content/mini/aids.yaml", "copies: 2", "copies: 1")
    others = (
        f"  other{i}: {{front: {{title: Other, contents: [rules.dark]}}}}\n" for i in range(7)
    )
    change(pack, "content/mini/aids.yaml", "cards:\n", f"cards:\n{''.join(others)}")
    long = f"at least *3*. {'Much too long for a card. ' * 70}"
    change(pack, "content/mini/rules.yaml", "at least *3* wins.", long)
    (problem,) = reported(pack, "--aid", "deck")
    assert problem.startswith("content/mini/rules.yaml:14:12: error: `mini.rules.fight.brief`: ")
    assert "cards.fight.front: " in problem
    assert "below does not fit in mini-deck-en.pdf, page 1" in problem
    assert problem.endswith("(also there: mini.cards.fight.front.title)")


CARD_CURE = "(shorten it, or make its card larger: `size` of the deck, or `paper`)"
LINE_CURE = "(shorten it, or let its lines break: `place: list` in the deck)"
BLOCK_CURE = "shorten it, or make its block wider: `width`"
WIDE_PLACES = [
    (
        "cards.a.fields.story",
        f"44 mm {LINE_CURE}",
    ),
    ("cards.b.front, ", f"36 mm {CARD_CURE}"),
    ("cards.b.front.title", f"44 mm {CARD_CURE}"),
    ("aids.page.blocks.u", f"19.5 mm ({BLOCK_CURE}; a long heading can be `turned: true`)"),
    ("states.s.title", "19.5 mm (shorten it, or make the token larger: `diameter`)"),
    ("aids.form.blocks.u", f"19.5 mm ({BLOCK_CURE})"),
    ("board.spaces.u.title", "20 mm (shorten it, or make its space wider: `width`)"),
]


def test_what_is_too_wide_names_its_place_its_room_and_what_to_do(tmp_path: Path) -> None:
    found = reported(write_pack(tmp_path / "pack", WIDE))
    lines = [line for line in found if "expected a width" in line]
    for line, (place, cure) in zip(lines, WIDE_PLACES, strict=True):
        assert place in line
        assert line.endswith(f"expected a width of at most {cure}")


def test_a_text_that_cannot_be_seen_leads_to_its_line(pack: Path) -> None:
    sheet = (BUNDLED_PACK / "templates" / "sheet" / "style.css").read_text(encoding="utf-8")
    own = pack / "templates" / "sheet" / "style.css"
    own.parent.mkdir(parents=True)
    own.write_text(f"{sheet}\n.ag-record p {{ color: #ddd }}\n", encoding="utf-8")
    problems = reported(pack, "--aid", "board")
    assert problems
    assert all(problem.startswith("content/mini/rules.yaml:") for problem in problems)
    assert any("`mini.rules.fight.brief`: “Roll " in problem for problem in problems)
    assert all(" on #ffffff is a contrast of 1." in problem for problem in problems)
    assert all("in mini-board-en.pdf, page 1, expected at least 3" in line for line in problems)


def test_small_type_leads_to_the_line_of_what_is_set_in_it(pack: Path) -> None:
    sheet = (BUNDLED_PACK / "templates" / "sheet" / "style.css").read_text(encoding="utf-8")
    own = pack / "templates" / "sheet" / "style.css"
    own.parent.mkdir(parents=True)
    own.write_text(f"{sheet}\n.ag-record p {{ font-size: 5pt }}\n", encoding="utf-8")
    reported_of = reported(pack, "--aid", "board", severity="warning")
    (problem,) = (line for line in reported_of if "is set in 5 pt" in line)
    assert problem.startswith("content/mini/rules.yaml:")
    assert "is set in 5 pt in mini-board-en.pdf, page 1, expected at least 8" in problem


def test_a_font_that_a_theme_asks_for_leads_to_the_theme(tmp_path: Path) -> None:
    pack = write_pack(
        tmp_path / "pack", CARD, theme__css="h3 { color: #333 }\np { font-family: Nonesuch }"
    )
    layout = pack / "templates" / "cards" / "unused.html"
    layout.parent.mkdir(parents=True)
    layout.write_text('<p style="font-family: Nonesuch"></p>', encoding="utf-8")
    done = aidgen("build", "--pack", pack, "--out", tmp_path / "out")
    assert "content/g/theme.css:2" in done.output, done.output
    assert "unused.html" not in done.output


def test_a_mistake_of_a_style_sheet_is_reported_once_for_all_pdfs(tmp_path: Path) -> None:
    again = "again: {title: More, kind: cards, paper: tarot, contents: [cards]}"
    style = "h2 { color: #333 }\np { colour: #333 }"
    twice = CARD.replace("aids: {", f"aids: {{{again}, ")
    pack = write_pack(tmp_path / "pack", twice, theme__css=style)
    done = aidgen("build", "--pack", pack, "--out", tmp_path / "out")
    (mistake,) = (line for line in done.stderr.split("\n") if "`colour: #333`" in line)
    assert mistake.startswith("content/g/theme.css:2: warning: ")
    assert mistake.endswith(", which is left out: unknown property")


CARD = """
cards: {a: {front: {title: A, text: A card.}}}
aids: {deck: {title: Cards, kind: cards, paper: poker, contents: [cards]}}
"""


def test_an_author_may_let_a_card_shrink_and_is_reported_how_far(
    pack: Path, tmp_path: Path
) -> None:
    change(
        pack,
        "content/mini/aids.yaml",
        "paper: poker, contents",
        "paper: poker, text_size: 12.6, shrink_to: 8, contents",
    )
    change(
        pack,
        "content/mini/rules.yaml",
        "brief: Roll {hit}; at least *3* wins.",
        f"brief: Roll {{hit}}; at least *3* wins. {'Again and again. ' * 22}",
    )
    words = ("check", "--fit", "--table", "--pack", pack, "--out", tmp_path / "out")
    found = aidgen(*words, "--aid", "deck", "--locale", "en")
    sizes = re.findall(r"^cards\.\S+ +([\d.]+) pt", found.stdout, re.MULTILINE)
    assert len(sizes) == 3
    assert all(8 <= float(size) < 12.6 for size in sizes)
    assert not [line for line in found.stderr.split("\n") if "does not fit" in line]


def test_verify_says_whether_what_was_built_still_stands(built: Path, tmp_path: Path) -> None:
    out = Path(shutil.copytree(built / "out", tmp_path / "out"))
    found = aidgen("verify", out)
    assert found.exit_code == 0, found.output
    assert [line.split(":")[0] for line in found.stdout.rstrip().split("\n")] == [
        str(out / "mini" / "en"),
        str(out / "mini" / "fr"),
    ]
    pdf = out / "mini" / "fr" / "mini-deck-fr.pdf"
    pdf.write_bytes(pdf.read_bytes() + b"\n")
    found = aidgen("verify", out)
    assert found.exit_code == 1
    assert f"{pdf}: error: has been changed since it was verified" in found.stderr
    assert aidgen("verify", tmp_path / "pack").exit_code == 2
