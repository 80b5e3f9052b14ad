"""A game to begin with: a pack of few files, small enough to be read and changed at once."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path

from aidgen import BUNDLED_PACK
from aidgen.game.context import locale_code
from aidgen.game.fields import slug
from aidgen.game.schema import schema
from aidgen.language.locales import closest_locale, is_locale
from aidgen.problems import Problem, UsageError, Where
from aidgen.sandbox.output import write_file

# What a new game may start with, as a question names it.
GAME_PARTS = {"sheet": "summary on one page", "cards": "deck of cards", "book": "rulebook"}
# The finished layouts of cards that a new game may start with: a file each of the example.
CARD_LAYOUTS = (
    "trading-card",
    "playing-card",
    "role-card",
    "spell-card",
    "relic-card",
    "party-card",
)
LAYOUT_EXAMPLE = BUNDLED_PACK / "examples" / "tidewrack"
# The files of a new game; GAME, TITLE, LANGUAGE and WHOSE are replaced in them.
NEW_GAME = BUNDLED_PACK / "templates" / "new-game"
# The files beside `game.yaml` and `aids.yaml` that a part of a new game needs.
PART_FILES = {
    "sheet": ("rules.yaml",),
    "cards": ("cards.csv", "cards.yaml"),
    "book": ("rules.yaml", "sections.yaml"),
}
WHOSE_OWN = "  # It is your own game: nothing calls it unofficial.\n  official: true\n"
WHOSE_OTHER = (
    "  # Whose game it is: printed on each sheet.\n  notice: This is an unofficial play aid.\n"
)
# The pictures and icons that a layout of cards names.
PICTURE_NAME = re.compile(r"[\w-]+/[\w-]+\.svg")
OWN_ICON = re.compile(r":(suit-of-[a-z]+):")


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
    language = locale_code(language)
    if not is_locale(language):
        message = f"`{language}` is no language that CLDR knows"
        raise UsageError([Problem(Where("--language"), message, closest_locale(language))])
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        message = "is there already, and is not empty"
        raise UsageError([Problem(Where(str(folder)), message, "name a new folder")])
    words = {"GAME": game, "TITLE": title.replace("'", "''"), "LANGUAGE": language}
    words["WHOSE"] = WHOSE_OWN if official else WHOSE_OTHER
    texts = _game_texts([part for part in (*GAME_PARTS, *CARD_LAYOUTS) if part in parts])
    written = "".join(texts.values())
    for word, replacement in words.items():
        texts = {name: text.replace(word, replacement) for name, text in texts.items()}
    content = folder / "content" / game
    files = {content / name: text.encode() for name, text in texts.items()}
    files[folder / "content" / "pack.schema.json"] = schema().encode()
    icons = {f"icons/{name}.svg" for name in OWN_ICON.findall(written)}
    for name in sorted({*PICTURE_NAME.findall(written), *icons}):
        files[folder / "assets" / name] = (LAYOUT_EXAMPLE / "assets" / name).read_bytes()
    for path, file in files.items():
        write_file(path, file, folder)
    return list(files)


def _game_texts(parts: Sequence[str]) -> dict[str, str]:
    """Return the files of a game with some parts, by their names."""
    names = dict.fromkeys(name for part in parts for name in PART_FILES.get(part, ()))
    texts = {name: (NEW_GAME / name).read_text("utf-8") for name in ("game.yaml", *names)}
    aids = [(NEW_GAME / "aids" / f"{part}.yaml").read_text("utf-8") for part in parts]
    texts["aids.yaml"] = "".join(["aids:\n", *aids])
    example = LAYOUT_EXAMPLE / "content" / LAYOUT_EXAMPLE.name
    for part in (part for part in parts if part in CARD_LAYOUTS):
        deck = (example / f"{part}.yaml").read_text("utf-8")
        sheet = deck.rpartition("{from: ")[2].partition(".csv")[0] + ".csv"
        shared = {name: (example / name).read_text("utf-8") for name in (sheet, "theme.css")}
        texts |= {f"{part}.yaml": deck} | shared
    return texts
