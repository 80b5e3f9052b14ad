"""Which form a number takes, by the language."""

from __future__ import annotations

from gettext import c2py

import pytest
from babel.localedata import locale_identifiers

from aidgen.language import grammar


@pytest.mark.parametrize(
    ("locale", "forms"),
    [
        ("en", {1: 0, 2: 1, 0: 1}),
        ("fr", {0: 0, 1: 0, 2: 1}),
        ("pl", {1: 0, 2: 1, 4: 1, 5: 2, 12: 2, 22: 1}),
        ("ar", {0: 0, 1: 1, 2: 2, 3: 3, 11: 5, 100: 4}),
        ("ja", {1: 0, 7: 0}),
        ("hsb", {1: 0, 2: 1, 3: 2, 5: 3, 101: 0}),
        ("de", {-1: 0, -2: 1}),
    ],
)
def test_a_number_takes_the_form_of_its_language(locale: str, forms: dict[int, int]) -> None:
    assert {number: grammar.form_index(locale, number) for number in forms} == forms


@pytest.mark.parametrize(
    ("locale", "alone"),
    [("en", [True, False]), ("fr", [True, False]), ("ja", [False]), ("ru", [False] * 3)],
)
def test_a_form_may_be_that_of_one_number_alone(locale: str, alone: list[bool]) -> None:
    places = range(grammar.form_count(locale))
    assert [grammar.is_for_one_number(locale, place) for place in places] == alone


def test_the_forms_have_unicode_s_names() -> None:
    assert grammar.form_names("pl") == ("one", "few", "many", "other")
    assert [grammar.form_name("pl", number) for number in (1, 3, 5)] == ["one", "few", "many"]
    assert grammar.form_names("ja") == ("other",)


def test_every_language_has_a_header_and_numbers_stay_within_it() -> None:
    for locale in locale_identifiers():
        header = grammar.plural_header(locale)
        assert c2py(header.split("plural=")[1].rstrip(";"))(1) == grammar.form_index(locale, 1)
        found = {grammar.form_index(locale, number) for number in range(120)}
        assert max(found) < grammar.form_count(locale), locale


def test_one_form_of_a_file_never_serves_two_that_unicode_tells_apart_in_our_languages() -> None:
    for locale in ("ar", "cs", "de", "en", "es", "fr", "it", "ja", "pl", "ru", "uk", "zh_Hans"):
        names = {
            (grammar.form_name(locale, n), grammar.form_index(locale, n)) for n in range(2, 200)
        }
        assert len(names) == len({name for name, _ in names}), locale
