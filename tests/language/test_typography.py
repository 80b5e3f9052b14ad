"""The spaces, quotes and dashes that the build sets, language by language, and in all our texts."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

import pyphen
import pytest
from aidgen.page.layout import LaidSheet
from hypothesis import given
from hypothesis import strategies as st

from aidgen.game.load import BUNDLED_PACK, games
from aidgen.game.texts import PLACEHOLDER
from aidgen.language.locales import DATA
from aidgen.language.localize import MARKUP, OBJECT, rules_of, typography
from aidgen.pipeline.plan import Job
from tests.ours import PACK
from tests.sheets import set_aid

NB, NN = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
EDITIONS = [(game, locale) for game in PACK.games for locale in PACK.locales(game)]


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Encore ! Vraiment ? Oui ; non", f"Encore{NN}! Vraiment{NN}? Oui{NN}; non"),
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
        ("2×3", f"2{NB}×{NB}3"),
        ("100 %", f"100{NN}%"),
        ("Fin...", "Fin…"),
        ("à 10:30", "à 10:30"),
        ("le jeu - vite", f"le jeu{NB}– vite"),
        ("peut-être", "peut-être"),
        ("≥ 5", f"≥{NB}5"),
        ('"*Oui*", dit-il', f"«{NB}*Oui*{NB}», dit-il"),
        ('*"Oui"*.', f"*«{NB}Oui{NB}»*."),
        ("**Oui** !", f"**Oui**{NN}!"),
        ("(?)", "(?)"),
        ("*Attention* : oui", f"*Attention*{NB}: oui"),
        ("Voyez [ceci](rules.start) : oui", f"Voyez [ceci](rules.start){NB}: oui"),
        ("Une carte :sword: ou deux", "Une carte :sword: ou deux"),
        ("- un ;\n- deux", f"- un{NN};\n- deux"),
        ("(1) : oui", f"(1){NB}: oui"),
        ("5 mm, 10 po et 30 min", f"5{NB}mm, 10{NB}po et 30{NB}min"),
        ("il rend 2 PV", f"il rend 2{NB}PV"),
        ("5 mois de plus", f"5{NB}mois de plus"),
        ("Rejouer 5 minutes", f"Rejouer 5{NB}minutes"),
        ("1 000 points, 12 345 pas", f"1{NN}000{NB}points, 12{NN}345{NB}pas"),
        ("Il dit “oui” et 'non'.", f"Il dit «{NB}oui{NB}» et “non”."),
        ("ÉTAT D'ÂME À ÎLE", "ÉTAT D’ÂME À ÎLE"),
        ("voir p. 12, n° 3", f"voir p.{NB}12, n°{NB}3"),
        ("à 10:30 !", f"à 10:30{NN}!"),
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
    assert typography(typed, "fr_CA") == printed


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
        ("from -2 to 3", f"from{NB}−2 to{NB}3"),
        ("Wait! Really? Yes; no: stop", "Wait! Really? Yes; no: stop"),
        ("2 × 3", f"2{NB}×{NB}3"),
        ("wait...", "wait…"),
        ('"*yes*", *"no"*', "“*yes*”, *“no”*"),
        ("100 %", "100 %"),
        ("[a-1](rules.a-1)", "[a-1](rules.a-1)"),
        ("**bold** and *it*", "**bold** and *it*"),
        ("word—word", f"word{NB}– word"),
        ("a word — a word", f"a word{NB}– a word"),
        ("the '80s", "the ’80s"),
        ("'Yes,' she said, 'it is.'", "‘Yes,’ she said, ‘it is.’"),
        ("\"He said 'no'.\"", "“He said ‘no’.”"),
        ("on 2020-01-29", "on 2020-01-29"),
        ("+/-2", "±2"),
        ("30 min, 5 mm, 5 minutes", f"30{NB}min, 5{NB}mm, 5{NB}minutes"),
        ("see p. 12", f"see p.{NB}12"),
        ("go to game.example/print-1-2", "go to game.example/print-1-2"),
        ("the {low}-{high} cards", "the {low}-{high} cards"),
    ],
)
def test_english_quotes_and_dashes(typed: str, printed: str) -> None:
    assert typography(typed, "en") == printed


@pytest.mark.parametrize(
    ("locale", "typed", "printed"),
    [
        ("de", 'Sag "ja".', "Sag „ja“."),
        ("de", "Sag 'ja' und geh.", "Sag ‚ja‘ und geh."),
        ("de", "So geht's!", "So geht’s!"),
        ("de", "100 % oder 5%", f"100{NB}% oder 5{NB}%"),
        ("de", "z.B. dies, d. h. das", f"z.{NN}B. dies, d.{NN}h. das"),
        ("de", "s. o. und u.a.", f"s.{NN}o. und u.{NN}a."),
        ("de", "der Held - er selbst", f"der Held{NB}– er selbst"),
        ("sv", "hjälten – han själv", f"hjälten{NB}– han själv"),
        ("de", "Würfel- und Kartenspiel", "Würfel- und Kartenspiel"),
        ("de", "9-11", "9–11"),
        ("de", "Größe ÄÖÜ", "Größe ÄÖÜ"),
        ("es", '¿Listo? "Sí", dijo.', "¿Listo? «Sí», dijo."),
        ("es", "50 %", f"50{NB}%"),
        ("pl", 'Powiedz "tak".', "Powiedz „tak”."),
        ("nl", "'s Avonds in 't bos", "’s Avonds in ’t bos"),
        ("fr", "Tous à 'Ndrangheta", "Tous à ’Ndrangheta"),
        ("it", 'Dice "sì" all\'eroe.', "Dice «sì» all’eroe."),
        ("pt", 'Diga "sim".', "Diga “sim”."),
        ("eo", '2-3 "x" !', '2–3 "x" !'),
    ],
)
def test_other_languages_have_their_quotes_and_dashes(
    locale: str, typed: str, printed: str
) -> None:
    assert typography(typed, locale) == printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("'Tis the night", "’Tis the night"),
        ('"\'Tis me"', "“’Tis me”"),
        ("*'Tis* a :die: day", "*’Tis* a :die: day"),
        ("the '90s and the rats' nest", "the ’90s and the rats’ nest"),
        ("'tis a 'thing'", "’tis a ‘thing’"),
        ("rock 'n' roll", "rock ’n’ roll"),
        ("Give 'em 'hell'", "Give ’em ‘hell’"),
        ("'Go on,' he says.\n'Stop\nhere.'", "‘Go on,’ he says.\n‘Stop\nhere.’"),
    ],
)
def test_an_apostrophe_at_the_beginning_of_a_word_is_no_quote(typed: str, printed: str) -> None:
    assert typography(typed, "en") == printed


# Each rule alone

LANGUAGES_WITH_DATA = sorted(path.stem for path in DATA.glob("*.toml"))

RULES = {
    ("en", "an ellipsis"): ("wait... now..", "wait… now.."),
    ("en", "an apostrophe within a word"): ("hero's 'yes'", "hero’s 'yes'"),
    ("en", "a double quote opens"): ('"a" ("b" - "', '“a" (“b" - "'),
    ("en", "a double quote closes"): ('a" b"', "a” b”"),
    ("en", "single quotes around words"): ("'a b' or 'c", "‘a b’ or 'c"),
    ("en", "a quotation of several lines opens"): ("say 'a\nb' 'c", "say ‘a\nb' 'c"),
    ("en", "an apostrophe begins a word"): ("'Tis '8 a' '", "’Tis ’8 a' '"),
    ("en", "apostrophes around n"): (
        "rock 'n' roll, Guns 'N' Roses, press 'N' to",
        "rock ’n’ roll, Guns ’N’ Roses, press 'N' to",
    ),
    ("en", "an apostrophe before a decade"): ("the '80s, '8, '85", "the ’80s, '8, '85"),
    ("en", "an apostrophe ends a word"): ("heroes' a.' '", "heroes’ a.’ '"),
    ("en", "a range, and no date"): ("1-4, 1-2-3, a-1", "1–4, 1-2-3, a-1"),
    ("en", "plus or minus"): ("+/-2 +/- 3 +/-a", "±2 ± 3 +/-a"),
    ("en", "a minus before a number"): ("-2, a-2", "−2, a-2"),
    ("en", "a dash typed as two hyphens"): ("a -- b--c", "a – b--c"),
    ("en", "spaces around × between numbers"): (
        "2×3, 2 × 3, a × 3",
        f"2{NB}×{NB}3, 2{NB}×{NB}3, a × 3",
    ),
    ("en", "a number that ends a text stays with its word"): ("from 2 to 3.", f"from 2 to{NB}3."),
    ("en", "a number that ends a bracket stays with its word"): (
        "(version 1.21.0), (2 3), version 2",
        f"(version{NB}1.21.0), (2 3), version 2",
    ),
    ("en", "a number with a sign stays with the word before it"): (
        "move +1, by −2, 3 +1",
        f"move{NB}+1, by{NB}−2, 3 +1",
    ),
    ("en", "+ and × stay with the number before them, and with what comes after them"): (
        f"40 + 10 × level, 1 + (2), {OBJECT} × {OBJECT}, a + 1, a × (2)",
        f"40{NB}+{NB}10{NB}×{NB}level, 1{NB}+{NB}(2), {OBJECT}{NB}×{NB}{OBJECT}, a + 1, a × (2)",
    ),
    ("en", "+ stays with the number after it, and with the word before"): (
        f"level + 1, level + {OBJECT}, level + level, 1 + 2",
        f"level{NB}+{NB}1, level{NB}+{NB}{OBJECT}, level + level, 1 + 2",
    ),
    ("en", "a word stays with the number and its sign before it"): (
        f"+1 damage, −{OBJECT} cards, +2 to, + damage, 1 damage",
        f"+1{NB}damage, −{OBJECT}{NB}cards, +2 to, + damage, 1 damage",
    ),
    ("en", "a word stays with the number before it"): (
        f"3 cards, 0 hit points, 2 to 4, the 3 {OBJECT}",
        f"3{NB}cards, 0{NB}hit points, 2 to 4, the 3 {OBJECT}",
    ),
    ("en", "× and ÷ stay with their number"): ("a × 2 ÷ b", f"a ×{NB}2 ÷ b"),
    ("en", "a word stays with × or ÷ and a number"): (
        f"damage ×{NB}2, ) ×{NB}2",
        f"damage{NB}×{NB}2, ) ×{NB}2",
    ),
    ("en", "≥ and ≤ stay with their number"): ("≥ 5, ≤ X, ≥ a", f"≥{NB}5, ≤{NB}X, ≥ a"),
    ("en", "a unit stays with its number"): (
        "5 mm, 3 min, 5 minutes",
        f"5{NB}mm, 3{NB}min, 5 minutes",
    ),
    ("en", "dots to write on stay with the words before them"): (
        "Before a [symbol lost: …………], draw.",
        "Before a [symbol lost:\u00a0…………], draw.",
    ),
    ("en", "the sign for a page stays with its number"): (
        "p. 3, § 4, up. 3",
        f"p.{NB}3, §{NB}4, up. 3",
    ),
    ("en", "a dash between words begins no line"): (
        "a – b, *no* - {n}, 3 — 4\n– d",
        f"a{NB}– b, *no*{NB}- {{n}}, 3{NB}— 4\n– d",
    ),
    ("en", "a dash between words"): (
        "“no” - and, *no* - :a: - {n}, one. - (two), a — b, a-b, + - ×",
        "“no” – and, *no* – :a: – {n}, one. – (two), a – b, a-b, + - ×",
    ),
    ("en", "a dash without spaces"): ("a—b, 1—2", "a – b, 1—2"),
    ("es", "a space before %"): ("50 %, 5%, %", f"50{NB}%, 5{NB}%, %"),
    ("fr", "« and a space"): ("«a « b", f"«{NB}a «{NB}b"),
    ("fr", "a space and »"): ("a» b   »", f"a{NB}» b{NB}»"),
    ("fr", "a narrow space before signs"): ("a! b ? (?) c?3", f"a{NN}! b{NN}? (?) c?3"),
    ("fr", "none between ! and ?"): (f"a{NN}?{NN}!", f"a{NN}?!"),
    ("fr", "a space before a colon"): ("a : b, a :b", f"a{NB}: b, a :b"),
    ("fr", "a space before a colon that has none"): ("a: b, 10:30", f"a{NB}: b, 10:30"),
    ("fr", "a narrow space between thousands"): ("1 000 0000", f"1{NN}000 0000"),
    ("fr", "a unit of games stays with its number"): ("2 PV, 2 PVC", f"2{NB}PV, 2 PVC"),
    ("de", "a narrow space in abbreviations"): (
        "z.B. z. B. z.Bsp. d.h., ad.h. u.a. u. ä. s.o. o. Ä. z. h.",
        f"z.{NN}B. z.{NN}B. z.Bsp. d.{NN}h., ad.h. u.{NN}a. u.{NN}ä. s.{NN}o. o.{NN}Ä. z. h.",
    ),
    ("de", "a unit of games stays with its number"): ("3 LP, 3 LPs", f"3{NB}LP, 3 LPs"),
}
"""Of each rule what it sets, and what it leaves."""


TRIED_AS_TEXTS = {
    "English quotes",
    "an English closing quote",
    "a short word does not end a line",
}
"""Rules of many languages, tried on whole texts below."""


@pytest.mark.parametrize(("language", "name"), RULES)
def test_a_rule_sets_what_its_name_says_and_nothing_else(language: str, name: str) -> None:
    typed, printed = RULES[language, name]
    pattern, new = rules_of(language)[name]
    assert re.sub(pattern, new, typed) == printed


def test_every_rule_is_tried_alone() -> None:
    tried = {name for _, name in RULES}
    known = {name for language in LANGUAGES_WITH_DATA for name in rules_of(language)}
    assert known - TRIED_AS_TEXTS == tried


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("[a](rules.a 'x') [b](c", ["](rules.a 'x')"]),
        (r"a :sword: b:c:d ::e: \{ \\", [":sword:", ":c:", ":e:", r"\{", r"\\"]),
        ("**a** *b*", ["**", "**", "*", "*"]),
        ("- a\n  - b\n-c", ["\n  - "]),
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

LANGUAGES = st.sampled_from([*LANGUAGES_WITH_DATA, "eo"])
TYPED = st.text("abZ1 2-–—×x:;!?%«»„“”‘\"'’.…*()[]{}@/\n" + NB + NN + OBJECT, max_size=30)


@given(TYPED, LANGUAGES)
def test_typography_done_twice_is_done_once(text: str, locale: str) -> None:
    once = typography(text, locale)
    assert typography(once, locale) == once


@given(TYPED, LANGUAGES)
def test_no_letter_digit_or_bracket_is_lost_and_no_space_doubled(text: str, locale: str) -> None:
    printed = typography(text, locale)
    kept = re.compile(r"[^\W_]|[*()\[\]{}@;!?%]|\n")
    assert kept.findall(printed) == kept.findall(text)
    if not re.search(r"\s\s", text):
        assert not re.search(rf"[ {NB}{NN}]{{2}}", printed)


@given(TYPED, TYPED, LANGUAGES)
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


@pytest.mark.parametrize(
    ("locale", "typed", "printed_as"),
    [
        ("de", "Raste “tags”, „nachts“.", "Raste „tags“, „nachts“."),
        ("fr", "Dites “oui”.", f"Dites «{NB}oui{NB}»."),
        ("it", "Il «re “buono”» e il “mago”.", "Il «re “buono”» e il «mago»."),
        ("en", "Say “yes”.", "Say “yes”."),
        ("pl", "idź z nimi w stronę", f"idź z{NB}nimi w{NB}stronę"),
        ("cs", "K domu i v lese", f"K{NB}domu i{NB}v{NB}lese"),
        ("ru", "в доме", f"в{NB}доме"),
        ("de", "Zieh z du", "Zieh z du"),
    ],
)
def test_english_quotes_and_short_words_are_set_as_the_language_does(
    locale: str, typed: str, printed_as: str
) -> None:
    assert typography(typed, locale) == printed_as
    assert typography(printed_as, locale) == printed_as


# Hyphens


def divided(sheets: tuple[LaidSheet, ...], locale: str) -> list[tuple[str, str]]:
    """Return the words that a line's end divides, but at a hyphen of their own."""
    own = " ".join(printed("expedition", locale))
    found = []
    for sheet in sheets:
        for one, other in pairwise(sheet.runs):
            start = re.search(r"([^\W\d_]+)-$", one.text)
            end = re.match(r"[^\W\d_]+", other.text)
            if start and end and other.y < one.y and f"{start[1]}-{end[0]}" not in own:
                found.append((start[1], end[0]))
    return found


@pytest.mark.parametrize("locale", ["de", "fr"])
def test_pages_are_hyphenated_by_the_language_of_their_text(locale: str) -> None:
    made = set_aid(Job(PACK, "expedition", "rulebook", locale))
    own, english = (pyphen.Pyphen(lang=name) for name in (locale, "en"))
    words = divided(made.sheets, locale)
    assert len(words) > 5
    assert [w for w in words if len(w[0]) not in own.positions("".join(w))] == []
    assert any(len(w[0]) not in english.positions("".join(w)) for w in words)
