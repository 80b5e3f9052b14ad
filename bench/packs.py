"""Does a pack that `aidgen check` passes render? Generates packs with odd data.

    .venv/bin/python bench/packs.py COUNT [--seed 0]

Each pack has cards from a CSV file, a table with dice, a rule and a sheet, filled with what people
type: icons side by side, lists, line breaks, ranks, ranges, names with accents. A pack with
problems counts as refused; every other pack is localized and rendered to HTML. Stops with 1 if one
of them fails.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

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
LINE = (" ", " ", "\n")
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
    return "".join(words).strip() or "x"


def write_odd_pack(folder: Path, chance: random.Random) -> None:
    """Write a pack of one game."""
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


def try_pack(folder: Path) -> str:
    """Return what becomes of a pack: refused, or rendered; raises whatever a rendering raises."""
    try:
        game_data = load(folder, "g")
    except InputError:
        return "refused"
    if any(problem.severity == "error" for problem in check_game(game_data)):
        return "refused"
    localized = localize(game_data, {}, "en")
    for aid in localized.aids:
        render(localized, aid, (folder, BUNDLED_PACK))
    return "rendered"


def main() -> int:
    """Try so many packs, and print what became of them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    found: Counter[str] = Counter()
    for number in range(asked.seed, asked.seed + asked.count):
        with tempfile.TemporaryDirectory() as folder:
            write_odd_pack(Path(folder), random.Random(number))
            try:
                found[try_pack(Path(folder))] += 1
            except Exception as error:  # whatever it is, the pack was passed
                found["failed"] += 1
                print(f"seed {number}: {type(error).__name__}: {error}"[:300])
    print(", ".join(f"{count} {what}" for what, count in sorted(found.items())))
    return 1 if found["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
