"""A game to begin with: a pack of few files, small enough to be read and changed at once."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path

from aidgen.game.ids import slug
from aidgen.game.load import BUNDLED_PACK
from aidgen.game.schema import schema
from aidgen.language.locales import closest_locale, is_locale
from aidgen.problems import Problem, UsageError, Where
from aidgen.sandbox.output import write_file

GAME_PARTS = ("sheet", "cards", "book")
"""The records that a new game may start with."""
CARD_LAYOUTS = (
    "trading-card",
    "playing-card",
    "role-card",
    "spell-card",
    "relic-card",
    "party-card",
)
"""The finished layouts of cards that a new game may start with: a file each of the example."""
LAYOUT_EXAMPLE = BUNDLED_PACK / "examples" / "tidewrack"


def begin(
    folder: Path, title: str, language: str, parts: Collection[str], *, official: bool = True
) -> list[Path]:
    """Write a game called `title`, in `language`, with some of PARTS, into a new `folder`.

    It is the author's own game if it is `official`, or else aids for another's. Returns the files.
    Raises UsageError if the folder is in use, or the words make no game.
    """
    game = slug(title)
    if not game[:1].isalpha():
        hint = "give it a name that begins with a letter from a to z"
        raise UsageError([Problem(Where("--title"), f"found `{title}`, expected a name", hint)])
    if not is_locale(language):
        message = f"`{language}` is no language that CLDR knows"
        raise UsageError([Problem(Where("--language"), message, closest_locale(language))])
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        message = "is there already, and is not empty"
        raise UsageError([Problem(Where(str(folder)), message, "name a new folder")])
    said = {"GAME": game, "TITLE": title.replace("'", "''"), "LANGUAGE": language}
    said["WHOSE"] = WHOSE_OWN if official else WHOSE_OTHER
    paths = []
    for name, text in _game_files(parts).items():
        for word, meant in said.items():
            text = text.replace(word, meant)
        path = folder / name.replace("GAME", game)
        write_file(path, text.encode(), folder)
        paths.append(path)
    for name in _layout_pictures(parts):
        path = folder / "assets" / name
        write_file(path, (LAYOUT_EXAMPLE / "assets" / name).read_bytes(), folder)
        paths.append(path)
    return paths


PICTURE_NAME = re.compile(r"[\w-]+/[\w-]+\.svg")
OWN_ICON = re.compile(r":(suit-of-[a-z]+):")


def _layout_files(parts: Collection[str]) -> Mapping[str, str]:
    """Return the files of the layouts among the parts of a game: a deck, and its spreadsheet."""
    files = {}
    content = LAYOUT_EXAMPLE / "content" / LAYOUT_EXAMPLE.name
    for part in CARD_LAYOUTS:
        if part in parts:
            files[f"{part}.yaml"] = deck = (content / f"{part}.yaml").read_text(encoding="utf-8")
            sheet = deck.rpartition("{from: ")[2].partition(".csv")[0] + ".csv"
            files[sheet] = (content / sheet).read_text(encoding="utf-8")
    return files


def _layout_pictures(parts: Collection[str]) -> list[str]:
    """Return the pictures and icons that the layouts among the parts of a game name."""
    source = "".join(_layout_files(parts).values())
    icons = {f"icons/{name}.svg" for name in OWN_ICON.findall(source)}
    return sorted({*PICTURE_NAME.findall(source), *icons})


def _game_files(parts: Collection[str]) -> Mapping[str, str]:
    known = (*GAME_PARTS, *CARD_LAYOUTS)
    aids = "".join(AID_EXAMPLES[part] for part in known if part in parts)
    start = START.replace("THEME", LAYOUT_THEME if set(parts) & {*CARD_LAYOUTS} else "")
    files = {"game.yaml": start, "aids.yaml": f"aids:\n{aids}", **_layout_files(parts)}
    if {"sheet", "book"} & set(parts):
        files["rules.yaml"] = RULES_EXAMPLE
    if "book" in parts:
        files["sections.yaml"] = SECTIONS
    if "cards" in parts:
        files |= {"cards.csv": CARDS, "cards.yaml": DECK}
    named = {f"content/GAME/{name}": text for name, text in files.items()}
    return {**named, "content/pack.schema.json": schema()}


START = """\
# yaml-language-server: $schema=../pack.schema.json
# What the game is called. Change the words; the id is the name of this folder.
game:
  id: GAME
  title: 'TITLE'
  language: LANGUAGE
  accent: "#1f4e79"
THEME  credits: By its author.
WHOSE"""
LAYOUT_THEME = """\
  theme:
    fonts: {title: Marcellus}
    header: plate
    title_size: 11.5
"""
WHOSE_OWN = """\
  # It is your own game: nothing calls it unofficial.
  official: true
"""
WHOSE_OTHER = """\
  # Whose game it is: printed on each sheet.
  notice: This is an unofficial play aid.
"""
RULES_EXAMPLE = """\
# A number is written once. Texts quote it by its name in braces.
values:
  die: d6
  goal: 5

rules:
  goal:
    title: The goal
    text: Be the first with {goal} lanterns.
  turn:
    title: Your turn
    text: |
      Roll a {die}.

      - On an even number, take a :lamp: lantern.
      - On an odd number, draw a card.
    # What cards and sheets print in place of the text.
    brief: "Roll a {die}: even, a lantern; odd, a card."
"""
CARDS = """\
id,title,icon,text,copies
gust,A gust,wind,Put out one of your lanterns.,2
friend,A friend,hand-heart,"Take a lantern, or give one to another player.",2
dawn,Dawn,sun,"The night ends, and the game with it.",1
"""
DECK = """\
# A card for each row of cards.csv, which any spreadsheet opens.
cards: {from: cards.csv}
"""
SECTIONS = """\
# The chapters of the booklet.
sections:
  play:
    title: How to play
    contents: [rules.goal, rules.turn]
"""
AID_EXAMPLES = {
    "sheet": """\
  summary:
    title: Summary
    kind: sheet
    paper: A5
    blocks:
      goal: {look: boxed, contents: [rules.goal]}
      turn: {look: tinted, contents: [rules.turn]}
""",
    "cards": """\
  deck:
    title: Cards
    kind: cards
    paper: poker
    contents: [cards]
""",
    "book": """\
  rulebook:
    title: Rulebook
    kind: book
    paper: A5
    contents: [sections.play]
""",
    "trading-card": """\
  trading-cards: {title: Trading cards, kind: cards, paper: poker, contents: [decks.tide]}
""",
    "playing-card": """\
  playing-cards: {title: Playing cards, kind: cards, paper: poker, contents: [decks.playing]}
""",
    "role-card": """\
  roles: {title: Roles, kind: cards, paper: poker, contents: [decks.roles]}
""",
    "spell-card": """\
  spells: {title: Spells, kind: cards, paper: tarot, contents: [decks.spells]}
""",
    "relic-card": """\
  relics: {title: Relics, kind: cards, paper: mini, contents: [decks.relics]}
""",
    "party-card": """\
  party:
    title: Truth or dare
    kind: cards
    paper: poker
    text_size: 14
    shrink_to: 10
    contents: [decks.truth, decks.dare]
""",
}
"""The kinds of aids, each with an example."""
