"""Languages in other scripts: what is asked for, what is refused, how pages are turned."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

from aidgen.assets import fonts
from aidgen.assets.faces import our_faces
from aidgen.assets.fonts import installed_fonts, is_missing
from aidgen.language.locales import script_of
from aidgen.page.imposing import impose
from aidgen.page.render import render
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import plan
from aidgen.pipeline.preflight import preflight
from tests.commands import aidgen
from tests.mini import change
from tests.scripts import LOCALES, pack_of

needs_arabic = pytest.mark.skipif(
    not installed_fonts("Arab"), reason="IBM Plex Sans Arabic is missing"
)


@pytest.fixture(autouse=True)
def _faces_of_all_scripts() -> None:
    """Have the process know its faces before a test hides the fonts of a script."""
    our_faces()


def test_a_script_that_cannot_be_set_is_refused_before_the_work(pack: Path) -> None:
    done = aidgen("i18n", "add", "bn", "mini", "--pack", pack)
    assert "`bn` is written in the script Beng, which aidgen cannot typeset yet" in done.output
    assert not (pack / "locales" / "bn").exists()


def test_a_font_that_is_missing_is_named_with_what_brings_it(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "installed_fonts", lambda _: ())
    done = aidgen("i18n", "add", "th", "mini", "--pack", pack)
    assert "`th` needs the font Noto Sans Thai, which is not installed" in done.output
    assert "pip install 'aidgen[thai]'" in done.output
    done = aidgen("i18n", "add", "ja", "mini", "--pack", pack)
    assert "apt install fonts-noto-cjk" in done.output


def test_a_font_that_is_missing_is_reported_once_and_other_languages_are_made(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert aidgen("i18n", "add", "th", "mini", "--pack", pack).exit_code == 0
    _translate(pack, "th", "Fight", "ต่อสู้")
    monkeypatch.setattr(fonts, "installed_fonts", lambda _: ())
    reported = [str(one) for one in Pack(pack).problems("mini")]
    needed = [one for one in reported if "Noto Sans Thai" in one]
    assert needed == [
        "locales/th: error: `th` needs the font Noto Sans Thai, which is not installed"
        " (install it: pip install 'aidgen[thai]')"
    ]
    assert not [one for one in reported if "our fonts do not have" in one]
    checked = preflight(plan(Pack(pack)), strict=False)
    assert {job.locale for job in checked.jobs} == {"en", "fr"}
    assert [str(one) for one in checked.problems if one.severity == "error"] == needed
    given = ("--pack", pack, "--out", pack / "build")
    fitted = aidgen("check", "--fit", "--table", "--aid", "deck", *given)
    assert fitted.exit_code == 1
    head = fitted.stdout.split("\n")[1].split()
    assert head[-2:] == ["en", "fr"]
    done = aidgen("build", "mini", "--locale", "th", *given)
    assert done.exit_code == 3
    assert "`th` needs the font Noto Sans Thai" in done.output
    monkeypatch.undo()  # it is installed: what was reported of it is not reported again
    assert not [one for one in Pack(pack).problems("mini") if "Noto Sans Thai" in str(one)]


@needs_arabic
def test_cards_lie_from_right_to_left_and_their_backs_behind_them(pack: Path) -> None:
    aidgen("i18n", "add", "ar", "mini", "--pack", pack)
    lefts = {}
    for locale in ("en", "ar"):
        (deck,) = render(Pack(pack).localized("mini", locale), "deck", Pack(pack).roots).decks
        sheet = impose(deck)[0].html
        places = re.findall(
            r'class="ag-piece[^"]*" style="position:absolute;left:([\d.]+)mm', sheet
        )
        copies = sum(card.copies for card in deck.cards)
        fronts = [float(left) for left in places[:copies]]
        behind = float(places[copies])
        assert fronts[0] + behind + deck.trim.width == pytest.approx(deck.paper.width)
        lefts[locale] = fronts
    assert lefts["en"] == sorted(lefts["en"])
    assert lefts["ar"] == sorted(lefts["ar"], reverse=True)
    assert len(set(lefts["ar"])) > 1


@needs_arabic
def test_the_font_of_a_theme_is_not_asked_for_letters_of_a_script_with_its_own(pack: Path) -> None:
    aidgen("i18n", "add", "ar", "mini", "--pack", pack)
    accent = '  accent: "#335577"\n'
    theme = f"{accent}  theme: {{fonts: {{title: Lilita One}}}}\n"
    change(pack, "content/mini/game.yaml", accent, theme)
    _translate(pack, "ar", "Fight", "قتال")
    reported = [str(one.problem) for one in Pack(pack).checked("mini", "ar").findings]
    assert not [one for one in reported if "Lilita One" in one]
    heads = {
        locale: render(Pack(pack).localized("mini", locale), "deck", Pack(pack).roots).decks[0].head
        for locale in ("ar", "en")
    }
    assert "Lilita" in heads["en"]
    assert "Lilita" not in heads["ar"]


def test_a_book_is_printed_in_other_scripts(pack: Path) -> None:
    locales = [one for one in ("ar", "ja") if not is_missing(script_of(one))]
    for locale in locales:
        aidgen("i18n", "add", locale, "mini", "--pack", pack)
    asked = [word for locale in locales for word in ("--locale", locale)]
    words = ("build", "mini", "--aid", "book", "--pack", pack, "--out", pack / "build")
    done = aidgen(*words, *asked)
    assert (done.exit_code, "error: " in done.stderr) == (0, False), done.stderr
    assert len(list((pack / "build").rglob("mini-book-*.pdf"))) == len(locales)


@needs_arabic
def test_a_book_is_bound_at_the_right(pack: Path) -> None:
    aidgen("i18n", "add", "ar", "mini", "--pack", pack)
    game_data = Pack(pack).localized("mini", "ar")
    rendered = render(game_data, "book", Pack(pack).roots)
    assert rendered.backwards
    assert 'dir="rtl"' in rendered.documents[0].html


@pytest.mark.parametrize("locale", [one for one in LOCALES if not is_missing(script_of(one))])
def test_the_test_texts_of_other_scripts_hold_no_error(locale: str, tmp_path: Path) -> None:
    pack = Pack(pack_of(tmp_path / "pack"))
    reported = [one.problem for one in pack.checked("expedition", locale).findings]
    assert [str(one) for one in reported if one.severity == "error"] == []
    text = (pack.root / "locales" / locale / "expedition.po").read_text(encoding="utf-8")
    assert "Unreviewed" in text.split("msgid", 1)[0]


def _translate(pack: Path, locale: str, source: str, translation: str) -> None:
    po = polib.pofile(str(pack / "locales" / locale / "mini.po"))
    entry = po.find(source)
    assert entry
    entry.msgstr = translation
    po.save()
