"""Does a pack that `aidgen check` passes render, with each word that was typed?

    .venv/bin/python bench/packs.py COUNT [--seed 0] [--pdf EVERY]

Each pack has cards from a CSV file, a table with dice, a rule and a sheet, filled with what people
type: icons side by side, lists, line breaks, ranks, ranges, names with accents. A pack with
problems counts as refused; every other pack is localized and rendered to HTML, and its letters,
digits and numbers of lists are compared with what was typed. With `--pdf`, every so many packs
that pass, one is built, and must not fail but for what does not fit. Stops with 1 if a pack fails.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from aidgen.game.data import GameData
from aidgen.game.load import BUNDLED_PACK, load
from aidgen.language.localize import localize
from aidgen.page.render import render
from aidgen.problems import InputError
from aidgen.rules import check_game

GOOD = (
    "wolf :flame: 2:drop: :flame::drop: {{T}} \\{a\\} *fear* **run** a_b 10:30:15 1st “no” – - • "
    "1. 4. 10) +2 -1 ½ 1,000 d6 2d6+1d4 4dF é & [x](rules.r) \\: 50% x:drop:y {n}"
)
WORDS = GOOD.split()
BAD = ":flam: 狼 <b> [y](rules.none) `c` | # { {m} ---".split()  # noqa: SIM905 -- easier to read
BREAKS = (" ", " ", " ", "\n", "\n- ", "\n\n", "\n3. ", "\n• ", "  \n", "\\\n", "\r\n", "\t")
LINE = (*(" ",) * 14, "\n")
FIELDS = (
    "10",
    "J",
    "X",
    "—",
    "0",
    "007",
    "1.10",
    "+1",
    "2-4",
    ":sun:",
    "2:drop:",
    "5 ft",
    "a\nb",
    "",
)
NAMES = ("1", "A1", "Big Rat", "Étoile", "5e", "rat", "Œuf d’or", "2.5")
RANGES = {
    "d6": ("1-3", "4-6"),
    "d66": ("11-36", "41-66"),
    "2d6": ("10+", "7-9", "6-"),
    "d%": ("01-50", "51-00"),
    "": ("≤6", "7-9", "10 or more"),
}


def odd_text(chance: random.Random, breaks: tuple[str, ...] = BREAKS) -> str:
    """Return words as people type them, with odd ends of lines."""
    known = WORDS if chance.random() < 0.97 else [*WORDS, *BAD]
    words = (chance.choice(known) + chance.choice(breaks) for _ in range(chance.randint(1, 7)))
    text = "".join(words).strip() or "x"
    return text if breaks is BREAKS else text.replace("\n- ", " - ").replace("\n• ", " ")


def write_odd_pack(folder: Path, chance: random.Random) -> dict[str, Any]:
    """Write a pack of one game, and return what it holds."""
    inner = folder / "content" / "g"
    inner.mkdir(parents=True)
    die = chance.choice([*RANGES])
    ranges = RANGES[die if chance.random() < 0.9 else chance.choice([*RANGES])]
    rows = {at: [odd_text(chance), chance.choice(FIELDS) or None] for at in ranges}
    columns = {"roll": {"header": "R", "type": "range"}, "what": {"header": "W", "type": "text"}}
    table: dict[str, object] = {
        "title": odd_text(chance, LINE),
        "columns": columns | {"n": {"type": "text"}},
        "rows": rows,
    }
    if die:
        table["die"] = die
    if chance.random() < 0.2:
        table["fold"] = chance.randint(1, 3)
    game = {
        "id": "g",
        "title": "T",
        "language": "en",
        "editions": {},
        "credits": "C",
        "notice": "N",
    }
    tables = {chance.choice(NAMES[:7]): table}
    data: dict[str, object] = {
        "game": game,
        "values": {"n": chance.choice(["3", "d66", "007", "6-", "½", "2d6+1d4"])},
        "rules": {"r": {"title": "R", "text": odd_text(chance) + " {n}"}},
        "decks": {"d": {"fields": {"rank": {"place": chance.choice(["top-left", "row", "line"])}}}},
        "cards": {"from": "d.csv", "same": {"deck": "d"}},
        "tables": tables,
    }
    name = next(iter(tables))
    data["aids"] = {
        "deck": {"title": "D", "kind": "cards", "paper": "poker", "contents": ["cards"]},
        "s": {
            "title": "S",
            "kind": "sheet",
            "paper": "A4",
            "blocks": {"b": {"contents": [f"tables.{name}", "rules.r"]}},
        },
    }
    (inner / "game.yaml").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    cells = [["id", "title", "text", "fields.rank", "copies"]]
    for id_ in chance.sample(NAMES, chance.randint(1, 3)):
        copies = chance.choice(["", "1", "2", "0"])
        cells.append([id_, odd_text(chance, LINE), odd_text(chance), chance.choice(FIELDS), copies])
    quoted = (",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in cells)
    (inner / "d.csv").write_text("\n".join(quoted) + "\n", encoding="utf-8", newline="")
    return data | {"rows": [dict(zip(cells[0], row, strict=True)) for row in cells[1:]]}


def typed_letters(text: str, values: dict[str, str]) -> str:
    """Return the letters and digits of what was typed, as a reader would expect to see them."""
    text = re.sub(r"\r\n?", "\n", text)
    text = re.sub(r"(?<!\\):(?:flame|drop|sun):", "", text)
    text = re.sub(r"\]\(rules\.r\)", "]", text)
    text = re.sub(r"(?<![{\\])\{(\w+)\}", lambda found: values[found[1]], text)
    return "".join(filter(str.isalnum, text))


def printed_letters(html: str) -> str:
    """Return the letters and digits that a page shows, with the numbers of its lists."""
    counts: list[int] = []

    def show(found: re.Match[str]) -> str:
        tag = found[0]
        if tag.startswith(("<ol", "<ul")):
            counts.append(0 if tag.startswith("<ol") else -1)
        elif tag.startswith(("</ol", "</ul")):
            counts.pop()
        elif tag.startswith("<li") and counts and counts[-1] >= 0:
            counts[-1] += 1
            typed = re.search(r"list-style-type:'([^']*)'", tag)
            return typed[1] if typed else f"{counts[-1]}."
        return ""

    shown = unescape(re.sub(r"<[^>]*>", show, re.sub(r"<title>.*?</title>", "", html)))
    return "".join(filter(str.isalnum, shown))


def lost_texts(data: dict[str, Any], game_data: GameData, html: str) -> Iterator[str]:
    """Yield the texts of a pack whose words are not on its pages as they were typed."""
    printed = printed_letters(html)
    values = {name: str(value) for name, value in game_data.values.items()}
    texts = [data["rules"]["r"]["text"]]
    for table in data["tables"].values():
        texts += [table["title"], *(cell for row in table["rows"].values() for cell in row if cell)]
    for row in data["rows"]:
        if row["copies"] != "0":
            texts += [row["title"], row["text"], row["fields.rank"]]
    yield from (text for text in texts if typed_letters(text, values) not in printed)


def try_pack(folder: Path, data: dict[str, Any]) -> str:
    """Return what becomes of a pack: refused, or rendered; raises whatever a rendering raises."""
    try:
        game_data = load(folder, "g")
    except InputError:
        return "refused"
    if any(problem.severity == "error" for problem in check_game(game_data)):
        return "refused"
    localized = localize(game_data, {}, "en")
    made = [render(localized, aid, (folder, BUNDLED_PACK)) for aid in localized.aids]
    pieces = [piece for document in made for piece in document.pieces]
    lost = list(lost_texts(data, localized, "".join(piece.inner for piece in pieces)))
    if lost:
        raise ValueError(f"lost {lost}")
    return "rendered"


def build_pack(folder: Path) -> str:
    """Return what becomes of a pack that is built; raises ValueError if it should not fail."""
    command = [sys.executable, "-P", "-m", "aidgen", "build", "--locale", "en"]
    root = str(Path(__file__).parents[1])
    done = subprocess.run(
        command, cwd=folder, env=os.environ | {"PYTHONPATH": root}, capture_output=True, text=True
    )
    faults = [line for line in done.stderr.splitlines() if " error: " in line]
    if done.returncode and (not faults or any("does not fit" not in line for line in faults)):
        raise ValueError(f"build: {done.stderr[-600:]}")
    return "built, but for what does not fit" if done.returncode else "built"


def main() -> int:
    """Try so many packs, and print what became of them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pdf", type=int, default=0, metavar="EVERY")
    asked = parser.parse_args()
    found: Counter[str] = Counter()
    for number in range(asked.seed, asked.seed + asked.count):
        with tempfile.TemporaryDirectory() as folder:
            data = write_odd_pack(Path(folder), random.Random(number))
            try:
                what = try_pack(Path(folder), data)
                found[what] += 1
                if what == "rendered" and asked.pdf and not found[what] % asked.pdf:
                    found[build_pack(Path(folder))] += 1
            except Exception as error:  # whatever it is, the pack was passed
                found["failed"] += 1
                print(f"seed {number}: {type(error).__name__}: {error}"[:900])
    print(", ".join(f"{count} {what}" for what, count in sorted(found.items())))
    return 1 if found["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
