"""A translation addresses its reader in one way."""

from __future__ import annotations

import pytest

from aidgen.language.address import Address
from tests.pairs import language

TEXTS = {
    "fr": ["Piochez votre carte.", "Si vous perdez, arrêtez.", "Vos cartes.", "Vous gagnez."] * 2,
    "de": ["Wenn Sie ziehen.", "Legen Sie ab.", "Können Sie?", "Nehmen Sie eine."] * 2,
    "es": ["Roba si puedes: tú decides.", "Tus cartas.", "Tu turno.", "Te toca."] * 2,
    "it": ["Se volete, le vostre carte.", "Voi pescate.", "I vostri dadi.", "Il vostro turno."] * 2,
    "pl": ["Twoje karty.", "Twoja tura.", "Rzuć za ciebie.", "Ty ciągniesz."] * 2,
}


@pytest.mark.parametrize(
    ("locale", "odd", "word"),
    [
        ("fr", "Pose ta carte.", "ta"),
        ("de", "Nimm deine Karte.", "deine"),
        ("es", "Usted roba una carta.", "Usted"),
        ("it", "Pesca la tua carta.", "tua"),
        ("pl", "Teraz pan rzuca.", "pan"),
    ],
)
def test_another_form_of_address_is_reported(locale: str, odd: str, word: str) -> None:
    address = Address.of(language(locale), [*TEXTS[locale], odd])
    (found,) = address.mismatches(odd)
    assert f"`{word}`" in found.message
    assert found.severity == "warning"
    assert not any(one for text in TEXTS[locale] for one in address.mismatches(text))


def test_they_is_not_the_reader() -> None:
    address = Address.of(language("de"), ["Nimm deine Karte.", "Du ziehst.", "Dein Zug."] * 2)
    assert list(address.mismatches("Sie liegen offen, wenn sie ausliegen.")) == []


def test_a_translation_with_both_forms_is_left_alone() -> None:
    address = Address.of(language("fr"), ["Vous jouez.", "Tu joues."] * 5)
    assert address.usual is None


def test_a_language_without_such_words_is_left_alone() -> None:
    assert Address.of(language("ja"), ["あなた"] * 9).usual is None
