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
        ("You may discard it.", "Du musst sie abwerfen.", "de", "opposite", "warning"),
        ("You may discard it.", "Vous devez la défausser.", "fr", "opposite", "warning"),
        ("You may discard it.", "Debes descartarla.", "es", "opposite", "warning"),
        ("You may discard it.", "Devi scartarla.", "it", "opposite", "warning"),
        ("On Min, rest.", "Auf Max rastest du.", "de", "opposite", "warning"),
        ("On Min, rest.", "Su Max riposati.", "it", "opposite", "warning"),
        ("Multiply it by 3.", "Divide por 3.", "es", "opposite", "warning"),
        ("Easier: a smaller party", "Más difícil: un grupo menor", "es", "opposite", "warning"),
        ("Without a lantern", "Con un farol", "es", "opposite", "warning"),
        ("Unless you rest, stop.", "Wenn du rastest, halte an.", "de", "opposite", "warning"),
        ("Pay coins or cards.", "Zahle Münzen und Karten.", "de", "opposite", "warning"),
        ("You cannot attack.", "Vous attaquez.", "fr", "negation", "warning"),
        ("Do not attack.", "Attaquez.", "fr", "negation", "warning"),
        ("Don’t attack.", "Greif an.", "de", "negation", "warning"),
        ("You do not attack.", "Atacas.", "es", "negation", "warning"),
        ("It is not wet. Do not stop.", "Non è bagnato. Fermati.", "it", "negation", "warning"),
        ("Each player rests.", "Un joueur se repose.", "fr", "opposite", "warning"),
        ("Each player takes a card.", "Ein Spieler nimmt eine Karte.", "de", "opposite", "warning"),
        ("All players rest.", "Un jugador descansa.", "es", "opposite", "warning"),
        ("Every hero rests.", "Un eroe riposa.", "it", "opposite", "warning"),
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
        ("Each player takes a card.", "Tous les joueurs piochent.", "fr"),
        ("Rest once each turn.", "Einmal pro Zug rastet ein Held.", "de"),
        ("Any player may rest.", "Un jugador puede descansar.", "es"),
        ("It points to 12 o’clock.", "Se queda en las 12 horas.", "es"),
        ("Choose who “lives”.", "Wähle, wer “lebt”.", "de"),
        ("Do not stop. Rest.", "Riposa. Non ti fermare.", "it"),
        ("Do not attack. Rest.", "N’attaquez pas, mais reposez-vous.", "fr"),
        ("Take no more, not even one.", "Nimm keine mehr, nicht einmal eine.", "de"),
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


@pytest.mark.parametrize(
    ("source", "text", "locale"),
    [
        ("You can’t use more than 1 attack.", "Du darfst nur 1 Attacke einsetzen.", "de"),
        (
            "If one or more of its dice show 3, stop.",
            "Si uno o más de sus dados dan 3, para.",
            "es",
        ),
        ("You may take 1 action.", "Puoi effettuare un’azione.", "it"),
        ("Gain 2 coins or 1 card.", "Получите 2 монеты или карту.", "ru"),
        (
            "Flip 3 coins. If all of them are heads, win.",
            "Lanza 3. Si son cara las 3, ganas.",
            "es",
        ),
        ("Add 2 steps. Subtract 3 coins.", "Soustrayez 3 pièces. Ajoutez 2 pas.", "fr"),
        ("Gain 1 if you have 3 or more.", "Si vous en avez 3 ou plus, gagnez 1.", "fr"),
        ("You start with 20 coins and 30 cards.", "カード30枚、コイン20枚で始める。", "ja"),
        ("Play “Best of 3” with 2 dice.", "Spielt „Best of 3“ mit 2 Würfeln.", "de"),
        ("They speak in no more than a whisper.", "Sie flüstern nur.", "de"),
    ],
)
def test_what_is_right_is_not_doubted(source: str, text: str, locale: str) -> None:
    assert checks(source, text, locale) == {}
