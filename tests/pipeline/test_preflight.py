"""What an error in a translation stops, and what it does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aidgen.pipeline.inspection import inspect
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from aidgen.pipeline.preflight import preflight
from tests.mini import change

PO = "locales/fr/mini.po"
PRINTS_START = {"book"}
"""The aids of Mini that print the rule `start`."""


def ready(pack: Path, *, strict: bool = False, aids: tuple[str, ...] = ()) -> set[tuple[str, str]]:
    planned = plan(Pack(pack), aids=aids)
    return {(job.locale, job.aid) for job in preflight(planned, strict=strict).jobs}


def test_an_error_stops_the_pdfs_that_print_its_text_and_no_others(pack: Path) -> None:
    every = ready(pack)
    change(pack, PO, "{health} points de vie", "{santé} points de vie")
    assert every - ready(pack) == {("fr", aid) for aid in PRINTS_START}
    assert ready(pack, aids=("board",)) == {("en", "board"), ("fr", "board")}


def test_an_error_in_a_title_stops_all_that_bear_it(pack: Path) -> None:
    with (pack / PO).open("a", encoding="utf-8") as file:
        file.write('\nmsgctxt "mini.cards.night.front.title"\nmsgid "Night"\nmsgstr "Nuit {x}"\n')
    assert ("fr", "deck") not in ready(pack)
    assert ("fr", "board") in ready(pack)


def test_a_file_that_cannot_be_read_stops_its_language(pack: Path) -> None:
    (pack / PO).write_text("no PO file", encoding="utf-8")
    assert {locale for locale, _ in ready(pack)} == {"en"}


def test_a_breach_of_a_law_stops_the_game(pack: Path) -> None:
    change(pack, "content/mini/rules.yaml", "{health} health", "{helth} health")
    assert ready(pack) == set()


@pytest.mark.parametrize("strict", [False, True])
def test_what_is_unsure_stops_nothing_unless_warnings_do(pack: Path, strict: bool) -> None:
    change(pack, PO, "une *épée*", "une *épée* de 3 mètres")
    stopped = ("fr", "book") not in ready(pack, strict=strict)
    assert stopped is strict


def test_a_text_that_is_no_more_stops_nothing(pack: Path) -> None:
    change(pack, PO, '"mini.rules.start.text"', '"mini.rules.gone.text"')
    assert ("fr", "book") in ready(pack)


def test_of_a_few_aids_only_what_they_print_is_missing(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aidgen.translation.checks.MANY_UNTRANSLATED", 10_000)

    def reported(*aids: str, strict: bool = False) -> set[str]:
        problems = preflight(plan(Pack(pack), aids=aids), strict=strict).problems
        return {one.message.split("`")[1] for one in problems if "not translated" in one.message}

    every, some = reported(), reported("board")
    assert "mini.aids.board.title" in some
    assert "mini.rules.dark.text" in some
    assert not any("procedures" in context for context in some)
    assert some < every
    assert reported("board", strict=True) == every
    change(pack, PO, "{health} points de vie", "{santé} points de vie")
    problems = preflight(plan(Pack(pack), aids=("board",)), strict=False).problems
    assert [one.severity for one in problems if "rules.start" in str(one) or "santé" in str(one)]


def test_a_changed_translation_is_checked_and_no_other(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = inspect(Pack(pack)).problems
    change(pack, PO, "une *épée*", "une *épée* de 3 mètres")
    checked: list[str] = []
    check = Pack._findings

    def noted(pack: Pack, game: str, locale: str) -> Any:
        checked.append(locale)
        return check(pack, game, locale)

    monkeypatch.setattr(Pack, "_findings", noted)
    (problem,) = {*inspect(Pack(pack)).problems} - {*before}
    assert problem.message == "number: `3` is not in the source"
    assert checked == ["fr"]


def test_a_check_renders_the_templates_of_a_pack(pack: Path) -> None:
    foot = pack / "templates" / "cards" / "foot.html"
    foot.parent.mkdir(parents=True)
    foot.write_text("<p>{{ nobody.knows }}</p>", encoding="utf-8")
    problems = inspect(Pack(pack)).problems
    (error,) = (problem for problem in problems if problem.severity == "error")
    assert str(error.where).startswith("templates/cards/foot.html:1")
    foot.write_text("{{ " + "(" * 3_000 + "1" + ")" * 3_000 + " }}", encoding="utf-8")
    (error,) = (each for each in inspect(Pack(pack)).problems if each.severity == "error")
    assert str(error) == "templates/cards/foot.html:1: error: template: is nested too deeply"
    foot.write_text("<p>Own</p>", encoding="utf-8")
    assert {problem.severity for problem in inspect(Pack(pack)).problems} == {"warning"}


def test_a_folder_of_translations_that_is_no_language_is_reported(pack: Path) -> None:
    for name in ("backup", "pt-br", ".git"):
        (pack / "locales" / name).mkdir()
    reported = [str(problem) for problem in inspect(Pack(pack)).problems]
    hint = "is not the folder of a language (name it by a code such as fr or pt_BR)"
    assert [line for line in reported if hint in line] == [f"locales/backup: warning: {hint}"]
