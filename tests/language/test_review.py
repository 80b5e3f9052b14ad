"""What has been turned round, mistyped or measured wrongly in a translation."""

from __future__ import annotations

import pytest

from aidgen.language.language import Pair
from aidgen.language.review import text_mismatches
from tests.pairs import language

ENGLISH = language("en")


def checks(source: str, text: str, locale: str) -> dict[str, str]:
    """Return the names of the checks that report a translation, each with its severity."""
    pair = Pair(ENGLISH, language(locale))
    return {one.check: one.severity for one in text_mismatches(source, text, pair)}


@pytest.mark.parametrize(
    ("source", "text", "locale", "check", "severity"),
    [
        ("Pay half the cost.", "Zahle die doppelten Kosten.", "de", "number", "error"),
        ("Pay half the cost.", "Payez le double du coût.", "fr", "number", "error"),
        ("The damage is doubled.", "El daño es la mitad.", "es", "number", "error"),
        ("Double the reward.", "Dimezza la ricompensa.", "it", "number", "error"),
        ("Move 2 spaces fewer.", "Gehe 2 Felder mehr.", "de", "opposite", "error"),
        ("Move 2 spaces fewer.", "Avancez de 2 cases de plus.", "fr", "opposite", "error"),
        ("Move 2 more spaces.", "Avanza 2 casillas menos.", "es", "opposite", "error"),
        ("Move 2 more spaces.", "Avanza di 2 caselle in meno.", "it", "opposite", "error"),
        ("Round down.", "Runde auf.", "de", "extreme", "error"),
        ("Keep the higher roll.", "Behalte den niedrigeren Wurf.", "de", "opposite", "warning"),
        ("Keep the higher roll.", "Gardez le jet le plus bas.", "fr", "opposite", "warning"),
        ("Read from left to right.", "Lee de derecha a izquierda.", "es", "opposite", "warning"),
        ("Roll before you move.", "Würfle, nachdem du gezogen hast.", "de", "opposite", "warning"),
        ("You win the game.", "Perdi la partita.", "it", "opposite", "warning"),
        ("You must discard it.", "Vous pouvez la défausser.", "fr", "opposite", "warning"),
        ("Without a lantern", "Con un farol", "es", "opposite", "warning"),
        ("Unless you rest, stop.", "Wenn du rastest, halte an.", "de", "opposite", "warning"),
        ("Pay coins or cards.", "Zahle Münzen und Karten.", "de", "opposite", "warning"),
        ("You cannot attack.", "Vous attaquez.", "fr", "negation", "warning"),
        ("A rope of 40 ft.", "Ein Seil von 40 m.", "de", "unit", "error"),
        ("Wait 20 seconds.", "Attendez 20 minutes.", "fr", "unit", "error"),
        ("It takes 3 hours.", "Tarda 3 días.", "es", "unit", "error"),
        ("It is 4 hexes away.", "È a 4 metri di distanza.", "it", "unit", "warning"),
        ("Nights are cold.", "NÃ¤chte sind kalt.", "de", "typing", "warning"),
        ("Rest (or not).", "Raste (oder nicht.", "de", "typing", "warning"),
        ('Say "stop".', "Sage „halt.", "de", "typing", "warning"),
        ("Take each enemy.", "Prenez chaque chaque ennemi.", "fr", "typing", "warning"),
        ("Take a lantern.", "Nimm eine Lаterne.", "de", "typing", "warning"),
        ("Take a lantern.", "Nimm eine La\u200bterne.", "de", "typing", "warning"),
        ("Draw, then move.", "Pesca , poi muovi.", "it", "typing", "warning"),
        ("Ready?", "Listo?", "es", "typing", "warning"),
    ],
)
def test_what_is_wrong_is_reported(
    source: str, text: str, locale: str, check: str, severity: str
) -> None:
    assert checks(source, text, locale).get(check) == severity


@pytest.mark.parametrize(
    ("source", "text", "locale"),
    [
        ("A rope of 40 ft.", "Ein Seil von 12 m.", "de"),
        ("A step of 5 ft.", "Un pas de 1,5 m.", "fr"),
        ("It weighs 6 lb.", "Pesa 3 kg.", "es"),
        ("It is 3 inches long.", "È lungo 8 cm.", "it"),
        ("It takes 2 hours.", "Cela dure 120 minutes.", "fr"),
        ("It is 200 yards away.", "Es ist 180 Meter entfernt.", "de"),
        ("Divide by 2.", "Nimm die Hälfte.", "de"),
        ("You need 3 or more.", "Du brauchst mindestens 3.", "de"),
        ("Increase it by 2.", "+2.", "de"),
        ("Athletics, Charisma and Knowledge", "Athlétisme, Charisme ou Savoir", "fr"),
        ("Nous nous reposons.", "Wir rasten.", "de"),
        ("You rest.", "Vous vous reposez.", "fr"),
        ("Take :sword: 2 :bow:.", "Nimm :sword:2:bow:.", "de"),
        ("You may not draw more than 3.", "Du darfst höchstens 3 ziehen.", "de"),
    ],
)
def test_what_is_right_is_not(source: str, text: str, locale: str) -> None:
    assert checks(source, text, locale) == {}
