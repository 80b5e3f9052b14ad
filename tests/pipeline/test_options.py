"""What a reader chooses: what makes sense of it for which aid, and what a variant is called."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from aidgen import BUNDLED_PACK
from aidgen.assets.options import NO_OPTIONS, OPTIONS, PrintOptions, option_name
from aidgen.pipeline.options import cramped_warnings
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, Plan, plan
from aidgen.problems import UsageError
from tests.commands import aidgen
from tests.mini import MINI, change

DOCS = BUNDLED_PACK / "docs" / "how-to" / "print.md"
ALL = PrintOptions(
    paper="letter",
    ink="low",
    large=True,
    booklet=True,
    gap=3.0,
    bleed=1.0,
    gutterfold=True,
    single_sided=True,
    offset=(0.5, -1.0),
)


def planned(*aids: str, options: PrintOptions = NO_OPTIONS, habits: tuple[str, ...] = ()) -> Plan:
    return plan(Pack(MINI), locales=["en"], aids=aids, options=options, from_settings=habits)


def job(aid: str, options: PrintOptions) -> Job:
    (found,) = planned(aid, options=options, habits=options.made).jobs
    return found


@pytest.mark.parametrize(
    ("aid", "name"),
    [
        ("book", "letter-low-ink-large-booklet-offset+0.5-1"),
        ("board", "letter-low-ink-large-offset+0.5-1"),
        ("counters", "letter-low-ink-gap3-gutterfold"),
        ("deck", "letter-low-ink-large-gap3-bleed1-gutterfold"),
    ],
)
def test_an_aid_gets_what_makes_sense_for_it(aid: str, name: str) -> None:
    assert job(aid, ALL).options.name == name


def test_a_variant_stands_in_a_folder_of_its_name() -> None:
    plain, letter = job("deck", NO_OPTIONS), job("deck", PrintOptions(paper="letter", gap=2.5))
    assert plain.output.as_posix() == "mini/en/mini-deck-en.pdf"
    assert letter.output.as_posix() == "mini/en/letter-gap2.5/mini-deck-en-letter-gap2.5.pdf"


def test_the_paper_that_the_author_wants_is_no_variant() -> None:
    for aid in ("deck", "board", "book", "counters"):
        assert job(aid, PrintOptions(paper="a4")).options.name == ""
        assert job(aid, PrintOptions(paper="letter")).digest != job(aid, NO_OPTIONS).digest
    assert job("board", PrintOptions(paper="a3")).options.paper == "a3"


def test_a_variant_on_other_paper_may_have_other_pages() -> None:
    assert job("book", PrintOptions(offset=(1.0, 0.0))).has_its_pages
    assert not job("book", PrintOptions(paper="letter")).has_its_pages
    assert not job("book", PrintOptions(booklet=True)).has_its_pages
    for wider in (PrintOptions(gap=6.0), PrintOptions(bleed=3.0), PrintOptions(gutterfold=True)):
        assert not job("deck", wider).has_its_pages


def test_what_makes_no_sense_for_some_is_reported_once() -> None:
    (reported,) = planned("book", "deck", "board", options=PrintOptions(gap=1.0)).problems
    assert str(reported) == (
        "--gap: warning: does not apply to mini/book, mini/board, only to cards, tokens, standees "
        "(aidgen builds them without it)"
    )
    assert planned("book", "deck", options=PrintOptions(gap=1.0), habits=("gap",)).problems == ()


def test_what_says_nothing_beside_another_choice_is_reported() -> None:
    folded = PrintOptions(gutterfold=True, single_sided=True, offset=(1.0, 1.0))
    made = planned("deck", options=folded)
    assert [job.options.name for job in made.jobs] == ["gutterfold"]
    assert sorted(map(str, made.problems)) == [
        "--offset: warning: says nothing beside --gutterfold",
        "--single-sided: warning: says nothing beside --gutterfold",
    ]
    apart = PrintOptions(single_sided=True, offset=(1.0, 1.0))
    assert planned("deck", options=apart, habits=("offset",)).problems == ()
    (reported,) = planned("deck", options=apart).problems
    assert str(reported) == "--offset: warning: says nothing beside --single-sided"


@pytest.mark.parametrize(
    ("aid", "options", "reported"),
    [
        ("counters", {"large": True}, "only to books, cards, sheets, flow charts, forms, screens"),
        ("counters", {"bleed": 3.0}, "mini/counters, only to cards (`aidgen export pdf` makes"),
        ("board", {"fillable": True}, "only to aids with something to fill in (there is nothing"),
        ("board", {"two_up": True}, "forms, screens of half a sheet (A5)"),
        ("board", {"no_backs": True}, "mini/board, only to cards and tokens with backs without"),
    ],
)
def test_an_aid_that_an_option_does_not_apply_to_is_named_and_what_helps(
    aid: str, options: dict[str, Any], reported: str
) -> None:
    with pytest.raises(UsageError) as refused:
        planned(aid, options=PrintOptions(**options))
    assert reported in str(refused.value)


def test_a_gap_too_small_for_the_bleed_is_refused_once() -> None:
    narrow = PrintOptions(gap=4.0, bleed=3.0)
    with pytest.raises(UsageError) as refused:
        planned("deck", "counters", options=narrow)
    message = "--gap: error: 4 mm between two cards have no room for their bleed (at least 6)"
    assert str(refused.value) == message
    assert planned("deck", options=PrintOptions(gap=6.0, bleed=3.0)).jobs
    assert planned("counters", "deck", options=PrintOptions(gap=4.0)).jobs


def test_who_prints_is_reported_which_choice_leaves_too_little_room() -> None:
    def reported(*held_back: PrintOptions) -> list[str]:
        return list(map(str, cramped_warnings(held_back)))

    said = "warning: leaves too little room for some of what you print"
    booklet = PrintOptions(large=True, booklet=True)
    assert reported(booklet, booklet) == [
        f"--large --booklet: {said} (leave it out, or choose larger paper)"
    ]
    assert reported(PrintOptions(ink="low"), NO_OPTIONS) == []


def in_both(*aids: str, languages: tuple[str, ...] = ("fr", "en"), **more: Any) -> Plan:
    return plan(Pack(MINI), aids=aids, options=PrintOptions(languages=languages), **more)


def test_two_languages_are_one_aid_and_what_cannot_have_them_is_made_in_each() -> None:
    made = in_both("deck", "board", "screen")
    assert [job.output.as_posix() for job in made.jobs] == [
        "mini/en/mini-screen-en.pdf",
        "mini/fr/fr+en/mini-deck-fr-fr+en.pdf",
        "mini/fr/fr+en/mini-board-fr-fr+en.pdf",
        "mini/fr/mini-screen-fr.pdf",
    ]
    assert [job.locales for job in made.jobs][1] == ("fr", "en")
    (reported,) = made.problems
    assert str(reported).startswith("--languages: warning: does not apply to mini/screen, ")
    assert in_both("deck", languages=("en", "fr")).jobs[0].digest != made.jobs[1].digest


def test_a_game_that_is_not_in_both_languages_is_named(pack: Path) -> None:
    shutil.copytree(pack / "content" / "mini", pack / "content" / "mono")
    game = pack / "content" / "mono" / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("id: mini", "id: mono"), "utf-8")
    both = PrintOptions(languages=("fr", "en"))
    made = plan(Pack(pack), games=["mono"], aids=["deck"], options=both)
    assert [job.output.as_posix() for job in made.jobs] == ["mono/en/mono-deck-en.pdf"]
    (reported,) = made.problems
    assert str(reported) == (
        "--languages: warning: mono is not in `fr` (that is made in `en` alone)"
    )
    with pytest.raises(UsageError, match="`fr` is no locale of mono \\(known: en\\)"):
        plan(Pack(pack), games=["mono"], locales=["fr"])


def test_the_authors_paper_is_one_to_choose_for_two_languages() -> None:
    """Without it, two pages lie beside each other, on a sheet that few printers take."""
    chosen = PrintOptions(languages=("fr", "en"), paper="a4")
    made = {job.aid: job.options.name for job in plan(Pack(MINI), options=chosen).jobs}
    assert made["board"] == made["plan"] == made["pad"] == "a4-fr+en"
    assert made["book"] == made["deck"] == "fr+en"


def test_languages_of_no_game_and_beside_a_locale_are_refused() -> None:
    with pytest.raises(UsageError, match="`de` is no locale of this pack"):
        in_both("deck", languages=("fr", "de"))
    with pytest.raises(UsageError, match="--locale: error: says nothing beside --languages"):
        in_both("deck", locales=["en"])
    (job,) = in_both("deck", locales=["en"], from_settings=("languages",)).jobs
    assert job.options.name == ""


@pytest.mark.parametrize("ref", ["cards.none", "rules.none", "decks.none", "tables.none.part"])
def test_what_leads_nowhere_is_reported_by_its_law_whatever_is_chosen(pack: Path, ref: str) -> None:
    path = pack / "content" / "mini" / "aids.yaml"
    text = path.read_text(encoding="utf-8")
    cards = next(line for line in text.splitlines() if "kind: cards" in line)
    listed = re.sub(r"contents: \[", f"contents: [{ref}, ", cards)
    path.write_text(text.replace(cards, listed), encoding="utf-8")
    for words in (("check",), ("build", "mini", "--large", "--out", pack / "out")):
        reported = aidgen(*words, "--pack", pack)
        assert reported.exit_code == 1
        assert f"`{ref}` does not exist" in reported.stderr


def test_two_pages_of_half_a_sheet_are_printed_on_a_whole_one(tmp_path: Path) -> None:
    pack, out = tmp_path / "pack", tmp_path / "out"
    shutil.copytree(MINI, pack)
    change(pack, "content/mini/aids.yaml", "kind: flow, paper: A4", "kind: flow, paper: A5")
    words = "build", "--pack", pack, "--out", out, "--aid", "plan", "--locale", "en"
    assert aidgen(*words, "--two-up").exit_code == 0
    with pypdfium2.PdfDocument(next(out.rglob("*.pdf"))) as pdf:
        assert [round(side * 25.4 / 72) for side in pdf[0].get_size()] == [297, 210]
        assert pdf[0].get_textpage().get_text_range().count("Plan") == 2


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_lacks_none_of_its_places(name: str) -> None:
    """Besides its row in the table: where it is obeyed, its row in the docs, a test."""
    seam = (BUNDLED_PACK / "aidgen" / "page" / "render.py").read_text("utf-8")
    paths = (BUNDLED_PACK / "tests").rglob("test_*.py")
    tests = "".join(path.read_text("utf-8") for path in paths)
    places = {
        "obeyed in page/render.py": f"options.{name}" in seam,
        "docs/how-to/print.md": f"\n| `--{option_name(name)}" in DOCS.read_text("utf-8"),
        "tried in a test": f"{name}=" in tests or f'"--{option_name(name)}' in tests,
    }
    assert [place for place, is_there in places.items() if not is_there] == []
