"""A game to begin with: a pack of few files, small enough to be read and changed at once."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
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
# The files of a new game; GAME, TITLE, LANGUAGE, THEME and WHOSE are replaced in them.
NEW_GAME = BUNDLED_PACK / "templates" / "new-game"
# The files beside `game.yaml` and `aids.yaml` that a part of a new game needs.
PART_FILES = {
    "sheet": ("rules.yaml",),
    "cards": ("cards.csv", "cards.yaml"),
    "book": ("rules.yaml", "sections.yaml"),
}
LAYOUT_THEME = "  theme: {fonts: {title: Marcellus}, header: plate, title_size: 11.5}\n"
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
    files = {}
    for name, text in _game_files(parts).items():
        for word, replacement in words.items():
            text = text.replace(word, replacement)
        files[folder / name.replace("GAME", game)] = text.encode()
    source = "".join(_layout_files(parts).values())
    icons = {f"icons/{name}.svg" for name in OWN_ICON.findall(source)}
    for name in sorted({*PICTURE_NAME.findall(source), *icons}):
        files[folder / "assets" / name] = (LAYOUT_EXAMPLE / "assets" / name).read_bytes()
    for path, content in files.items():
        write_file(path, content, folder)
    return list(files)


def _layout_files(parts: Collection[str]) -> dict[str, str]:
    files = {}
    content = LAYOUT_EXAMPLE / "content" / LAYOUT_EXAMPLE.name
    for part in CARD_LAYOUTS:
        if part in parts:
            files[f"{part}.yaml"] = deck = (content / f"{part}.yaml").read_text(encoding="utf-8")
            sheet = deck.rpartition("{from: ")[2].partition(".csv")[0] + ".csv"
            for name in (sheet, "theme.css"):
                files[name] = (content / name).read_text(encoding="utf-8")
    return files


def _game_files(parts: Collection[str]) -> Mapping[str, str]:
    chosen = [part for part in (*GAME_PARTS, *CARD_LAYOUTS) if part in parts]
    names = dict.fromkeys(name for part in chosen for name in PART_FILES.get(part, ()))
    files = {name: (NEW_GAME / name).read_text("utf-8") for name in ("game.yaml", *names)}
    theme = LAYOUT_THEME if set(parts) & {*CARD_LAYOUTS} else ""
    files["game.yaml"] = files["game.yaml"].replace("THEME", theme)
    aids = [(NEW_GAME / "aids" / f"{part}.yaml").read_text("utf-8") for part in chosen]
    files["aids.yaml"] = "".join(["aids:\n", *aids])
    named = {f"content/GAME/{name}": text for name, text in (files | _layout_files(parts)).items()}
    return {**named, "content/pack.schema.json": schema()}
