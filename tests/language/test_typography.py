"""The spaces, quotes and dashes that the build sets, language by language, and in all our texts."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aidgen import BUNDLED_PACK
from aidgen.assets.fonts import is_rtl
from aidgen.game.load import games
from aidgen.game.texts import PLACEHOLDER
from aidgen.language.locales import script_of
from aidgen.language.localize import MARKUP, OBJECT, typography
from aidgen.page.book_numbers import _index_letters
from tests.ours import PACK

NB, NN = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
EDITIONS = [(game, locale) for game in PACK.games for locale in PACK.locales(game)]


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Encore ! Vraiment ? Oui ; non", f"Encore{NN}! Vraiment{NN}? Oui{NN};{NB}non"),
        ("Encore! Vraiment?", f"Encore{NN}! Vraiment{NN}?"),
        ("Quoi ?!", f"Quoi{NN}?!"),
        ("Tour : piochez", f"Tour{NB}: piochez"),
        ("Tour: piochez", f"Tour{NB}: piochez"),
        ('Dites "oui".', f"Dites «{NB}oui{NB}»."),
        ("Dites « oui ».", f"Dites «{NB}oui{NB}»."),
        ("Dites «oui».", f"Dites «{NB}oui{NB}»."),
        ("l'aventure d'un héros", "l’aventure d’un héros"),
        ("1-4", "1–4"),
        ("de -2 à 3.", f"de{NB}−2 à{NB}3."),
        ("2 x 3 cartes", f"2 x 3{NB}cartes"),
        ("2 × 3", f"2{NB}×{NB}3"),
        ("Fin...", "Fin…"),
        ("à 10:30", "à 10:30"),
        ("le jeu - vite", f"le jeu{NB}– vite"),
        ("≥ 5", f"≥{NB}5"),
        ('"*Oui*", dit-il', f"«{NB}*Oui*{NB}», dit-il"),
        ('*"Oui"*.', f"*«{NB}Oui{NB}»*."),
        ("**Oui** !", f"**Oui**{NN}!"),
        ("(?)", "(?)"),
        ("*Attention* : oui", f"*Attention*{NB}: oui"),
        ("Voyez [ceci](rules.start) : oui", f"Voyez [ceci](rules.start){NB}: oui"),
        ("- un ;\n- deux", f"- un{NN};\n- deux"),
        ("(1) : oui", f"(1){NB}: oui"),
        ("5 mm, 10 po et 30 min", f"5{NB}mm, 10{NB}po et 30{NB}min"),
        ("il rend 2 PV", f"il rend 2{NB}PV"),
        ("5 mois de plus", f"5{NB}mois de plus"),
        ("1 000 points, 12 345 pas", f"1{NN}000{NB}points, 12{NN}345{NB}pas"),
        ("Il dit “oui” et 'non'.", f"Il dit «{NB}oui{NB}» et «{NB}non{NB}»."),
        ("voir p. 12, n° 3", f"voir p.{NB}12, n°{NB}3"),
        ("le jeu — vite", f"le jeu{NB}– vite"),
        (
            "voyez https://un.example/a-1?b=2;c",
            "voyez https://un.example/a-1?b=2;c"[:-2] + f"{NN};c",
        ),
        ("à moi@un.example !", f"à moi@un.example{NN}!"),
        ("il a {n} %", f"il a {{n}}{NN}%"),
    ],
)
def test_french_spaces_quotes_and_dashes(typed: str, printed: str) -> None:
    assert typography(typed, "fr") == printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ('Say "yes".', "Say “yes”."),
        ('("yes")', "(“yes”)"),
        ("the hero's sword", "the hero’s sword"),
        ("the heroes' swords", "the heroes’ swords"),
        ("say 'yes'", "say ‘yes’"),
        ("1-4 or 9-12", "1–4 or 9–12"),
        ("the game - fast", f"the game{NB}– fast"),
        ("well-known", "well-known"),
        ("Wait! Really? Yes; no: stop", f"Wait! Really? Yes; no:{NB}stop"),
        ("2 × 3", f"2{NB}×{NB}3"),
        ("wait...", "wait…"),
        ('"*yes*", *"no"*', "“*yes*”, *“no”*"),
        ("100 %", "100 %"),
        ("[a-1](rules.a-1)", "[a-1](rules.a-1)"),
        ("**bold** and *it*", "**bold** and *it*"),
        ("word—word", f"word{NB}– word"),
        ("a word — a word", f"a word{NB}– a word"),
        ("'Yes,' she said, 'it is.'", "‘Yes,’ she said, ‘it is.’"),
        ("\"He said 'no'.\"", "“He said ‘no’.”"),
        ("on 2020-01-29", "on 2020-01-29"),
        ("+/-2", "±2"),
        ("30 min, 5 mm, 5 minutes", f"30{NB}min, 5{NB}mm, 5{NB}minutes"),
        ("here +1 hit or +2 health, add +3", f"here +1{NB}hit or +2{NB}health, add{NB}+3"),
        ("see p. 12", f"see p.{NB}12"),
        (
            "those who come last go up\n- or down",
            f"those who come last go{NB}up\n- or{NB}down",
        ),
        ("those who come last go *up*", "those who come last go *up*"),
        ("go to game.example/print-1-2", "go to game.example/print-1-2"),
        ("the {low}-{high} cards", "the {low}-{high} cards"),
        ('"\'Tis me"', "“’Tis me”"),
        ("*'Tis* a :die: day", "*’Tis* a :die: day"),
        ("the '90s and the rats' nest", "the ’90s and the rats’ nest"),
        ("'tis a 'thing'", "’tis a ‘thing’"),
        ("rock 'n' roll", "rock ’n’ roll"),
        ("Give 'em 'hell'", "Give ’em ‘hell’"),
        ("'Go on,' he says.\n'Stop\nhere.'", "‘Go on,’ he says.\n‘Stop\nhere.’"),
    ],
)
def test_english_quotes_and_dashes(typed: str, printed: str) -> None:
    assert typography(typed, "en") == printed


@pytest.mark.parametrize(
    ("locale", "typed", "printed"),
    [
        ("de", "Sag 'ja' und geh.", "Sag ‚ja‘ und geh."),
        ("de", "So geht's!", "So geht’s!"),
        ("de", "z.B. dies, d. h. das", f"z.{NN}B. dies, d.{NN}h. das"),
        ("de", "s. o. und u.a.", f"s.{NN}o. und u.{NN}a."),
        ("de", "der Held - er selbst", f"der Held{NB}– er selbst"),
        ("de", "Würfel- und Kartenspiel", "Würfel- und Kartenspiel"),
        ("nl", "'s Avonds in 't bos", "’s Avonds in ’t bos"),
        ("fr", "Tous à 'Ndrangheta", "Tous à ’Ndrangheta"),
        ("es", '¡"Alto"! dijo.', "¡«Alto»! dijo."),
        ("fr", 'l\'"effet" d\'"attaque"', f"l’«{NB}effet{NB}» d’«{NB}attaque{NB}»"),
        ("en", 'the players\' "word", "players\'".', "the players’ “word”, “players’”."),
        ("de", "Raste “tags”, „nachts“.", "Raste „tags“, „nachts“."),
        ("it", "Il «re “buono”» e il “mago”.", "Il «re “buono”» e il «mago»."),
        ("en", "Say “yes”.", "Say “yes”."),
        ("pl", '“"', "„”"),
        ("pl", "idź z nimi w stronę", f"idź z{NB}nimi w{NB}stronę"),
        ("cs", "K domu i v lese", f"K{NB}domu i{NB}v{NB}lese"),
        ("ru", "в доме", f"в{NB}доме"),
        ("de", "Zieh z du", "Zieh z du"),
    ],
)
def test_other_languages_have_their_quotes_dashes_and_short_words(
    locale: str, typed: str, printed: str
) -> None:
    assert typography(typed, locale) == printed


# Each language: where it begins to write, how it prints TYPED (~ and _ are no-break spaces, wide
# and narrow), and the letters of an index below which INDEXED, or words of its own script, are.
LANGUAGES = """
ar rtl | l’«a»~– «b “c”» 10~000 5% | ا ب | أسد بيت
bg ltr | l’„a“~– „b „c““ 10~000 5% | Е Й Щ | Ёж Йод «Щит»
ca ltr | l’«a»~– «b “c”» 10~000 5~% | A C C L N Z Z
cs ltr | l’„a“~– „b ‚c‘“ 10~000 5~% | A CH C L N Z Z
da ltr | l’“a”~– “b ‘c’” 10~000 5~% | Å C C L N Z Z
de ltr | l’„a“~– „b ‚c‘“ 10~000 5~% | A C C L N Z Z
el ltr | l’«a»~– «b “c”» 10~000 5% | Α Β | Άλφα «Βήτα»
en ltr | l’“a”~– “b ‘c’” 10~000 5% | A C C L N Z Z
es ltr | l’«a»~– «b “c”» 10~000 5~% | A C C L Ñ Z Z
et ltr | l’„a“~– „b ‚c‘“ 10~000 5% | A C C L N Z Z
eu ltr | l’«a»~– «b “c”» 10~000 5% | A C C L N Z Z
fi ltr | l’”a”~– ”b ’c’” 10~000 5~% | Å C C L N Z Z
fr ltr | l’«~a~»~– «~b “c”~» 10_000~5_% | A C C L N Z Z
ga ltr | l’“a”~– “b ‘c’” 10~000 5% | A C C L N Z Z
gl ltr | l’“a”~– “b ‘c’” 10~000 5~% | A C C L Ñ Z Z
he rtl | l'"a"~– "b 'c'" 10~000 5% | א ב | אש «בית»
hi ltr | l’“a”~– “b ‘c’” 10~000 5% | अ | अग्नि
hr ltr | l’„a“~– „b ‚c‘“ 10~000 5~% | A C C L N Z Z
hu ltr | l’„a”~– „b »c«” 10~000 5% | A C CS L N Z Z
id ltr | l’“a”~– “b ‘c’” 10~000 5% | A C C L N Z Z
is ltr | l’„a“~– „b ‚c‘“ 10~000 5% | Ö C C L N Z Z
it ltr | l’«a»~– «b “c”» 10~000 5% | A C C L N Z Z
ja ltr | l'"a"~– "b 'c'" 10~000 5% | あ か | あさ かぜ
ko ltr | l’“a”~– “b ‘c’” 10~000 5% | ㄱ ㄴ | 가방 나무
lt ltr | l’„a“~– „b „c““ 10~000 5~% | A C C L N Z Z
lv ltr | l’“a”~– “b ‘c’” 10~000 5% | A C C L N Z Z
nb ltr | l’«a»~– «b ‘c’» 10~000 5~% | Å C C L N Z Z
nl ltr | l’“a”~– “b ‘c’” 10~000 5% | A C C L N Z Z
pl ltr | l’„a”~– „b «c»” 10~000 5% | A C C Ł N Ż Z
pt_BR ltr | l’“a”~– “b ‘c’” 10~000 5% | A C C L N Z Z
ro ltr | l’„a”~– „b «c»” 10~000 5~% | A C C L N Z Z
ru ltr | l’«a»~– «b „c“» 10~000 5~% | Е Й Щ | Ёж Йод «Щит»
sk ltr | l’„a“~– „b ‚c‘“ 10~000 5~% | A CH C L N Z Z
sl ltr | l’„a“~– „b ‚c‘“ 10~000 5~% | A C C L N Z Z
sr ltr | l’„a”~– „b ’c’” 10~000 5% | Љ Ћ Џ | Љут Ћуп «Џак»
sv ltr | l’”a”~– ”b ’c’” 10~000 5~% | Å C C L N Z Z
th ltr | l’“a”~– “b ‘c’” 10~000 5% | ก ข | กา ขา
tr ltr | l’“a”~– “b ‘c’” 10~000 5% | A C C L N Z Z
uk ltr | l’«a»~– «b „c“» 10~000 5% | Є Ї Ґ | Єнот Їжак «Ґуля»
vi ltr | l’“a”~– “b ‘c’” 10~000 5% | A C C L N Z Z
zh ltr | l'"a"~– "b 'c'" 10~000 5% | A B | 爱 北
zh_Hant ltr | l'"a"~– "b 'c'" 10~000 5% | 1劃 2劃 | 一 人
"""
TYPED = """l'"a" - "b 'c'" 10 000 5%"""
INDEXED = "Ål Chata Csiga Łuk Ñu Żar «Zoo»"


@pytest.mark.parametrize("row", LANGUAGES.strip().split("\n"))
def test_each_language_is_printed_as_its_readers_write(row: str) -> None:
    head, printed, letters, *words = row.split(" | ")
    locale, direction = head.split()
    shown = typography(TYPED, locale).replace(NB, "~").replace(NN, "_")
    index = " ".join(map(_index_letters(locale), (words or [INDEXED])[0].split()))
    read = "rtl" if is_rtl(script_of(locale)) else "ltr"
    assert (shown, index, read) == (printed, letters, direction)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("[a](rules.a 'x') [b](c", ["](rules.a 'x')"]),
        (r"a :sword: b:c:d ::e: \{ \\", [":sword:", ":c:", ":e:", r"\{", r"\\"]),
        ("**a** *b*", ["**", "**", "*", "*"]),
        ("- a\n  - b\n-c", ["  - "]),
        ("{low}, { low}", ["{low}"]),
        ("see https://un.example/a-1?b=2;c", ["https://un.example/a-1?b=2"]),
        ("to a.b+c@un.example, @un", ["a.b+c@un.example"]),
        ("un.example/a-1, un.Example/a, un/a", ["un.example/a-1"]),
        ("A.b.c/d e.F.g/h", ["A.b.c/d", "F.g/h"]),
        (f"a {OBJECT}", [OBJECT]),
    ],
)
def test_markup_is_found(text: str, marks: list[str]) -> None:
    assert MARKUP.findall(text) == marks


# Whatever is typed

SPOKEN = st.sampled_from(["en", "fr", "de", "es", "pl", "cs", "sv", "ja", "eo"])
ODD = st.text("abZ1 2-–—×x:;!?%«»„“”‘\"'’.…*()[]{}@/\n" + NB + NN + OBJECT, max_size=30)


@given(ODD, SPOKEN)
def test_typography_done_twice_is_done_once(text: str, locale: str) -> None:
    once = typography(text, locale)
    assert typography(once, locale) == once


@given(ODD, SPOKEN)
def test_no_letter_digit_or_bracket_is_lost_and_no_space_doubled(text: str, locale: str) -> None:
    printed = typography(text, locale)
    kept = re.compile(r"[^\W_]|[*()\[\]{}@;!?%]|\n")
    assert kept.findall(printed) == kept.findall(text)
    if not re.search(r"\s\s", text):
        assert not re.search(rf"[ {NB}{NN}]{{2}}", printed)


@given(ODD, ODD, SPOKEN)
def test_markup_is_left_as_it_is(before: str, after: str, locale: str) -> None:
    for mark in ("](rules.a-1 'x')", ":magic-2:", "{low-1}", "https://un.example/1-2?x"):
        assert mark in typography(f"{before} {mark} {after}", locale) or mark[0] not in ":{h]"


# All that we print


@cache
def printed(game: str, locale: str) -> tuple[str, ...]:
    return tuple(str(text) for _, text in PACK.localized(game, locale).texts())


@pytest.mark.parametrize(("game", "locale"), EDITIONS)
def test_all_our_texts_are_well_set(game: str, locale: str) -> None:
    texts = printed(game, locale)
    assert len(texts) > 100
    wrong = re.compile(r"[\"']|\.\.\.|\d-\d|[^\n]  |--|\w [-—] \w|\d (?:mm|cm|min)\b")
    for text in texts:
        assert typography(text, locale) == text
        shown = re.sub(r"\]\([^)]*\)", "]", PLACEHOLDER.sub("", text))
        assert not wrong.search(re.sub(r"\n\s+", "\n", shown)), text


@pytest.mark.parametrize("game", games(BUNDLED_PACK))
def test_our_french_has_no_plain_space_where_a_line_must_not_break(game: str) -> None:
    marks = 0
    for text in printed(game, "fr"):
        assert not re.search(r" [;:!?%»]|« ", re.sub(r":[a-z-]+:", "", text)), text
        marks += len(re.findall(rf"[{NB}{NN}][;:!?%»]", text))
    assert marks > 50
