"""Does a pack that `aidgen check` passes render, with each word that was typed?

    .venv/bin/python bench/packs.py COUNT [--seed 0] [--pdf EVERY] [--refusals]

Each pack has cards from a CSV, TSV, XLSX or ODS file, a table with dice, a rule, an icon, and a
sheet or book, filled with what people type: icons side by side, lists, line breaks, ranges, ranks,
names with accents, words of other scripts; merged, formatted and hidden cells of workbooks; SVG
files as programs write them. A pack with problems counts as refused; every other pack is localized
and rendered to HTML, and its letters, digits and numbers of lists are compared with what was typed.
With `--pdf`, every so many packs that pass, one is built, and must not fail but for what does not
fit. `--refusals` prints the problems of refused packs. Stops with 1 if a pack fails.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape, unescape
from itertools import product
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

sys.path.insert(0, str(Path(__file__).parents[1]))

from aidgen import BUNDLED_PACK
from aidgen.game.data import GameData
from aidgen.game.fields import slug
from aidgen.game.load import load
from aidgen.language.localize import localize
from aidgen.problems import InputError, Problem
from aidgen.rules import check_game
from tests.sheets import rendered

GOOD = (
    "wolf :flame: 2:drop: :flame::drop: {{T}} \\{a\\} *fear* **run** a_b 10:30:15 1st “no” – - • "
    "1. 4. 10) +2 -1 ½ 1,000 d6 2d6+1d4 4dF é & [x](rules.r) \\: 50% x:drop:y {n} "
    "Москва Ελλάδα Łódź naïve m² H2O $5 €5 5€ #3 (a) [b] and/or 5' 6\" ’90s rock'n'roll x≥5 <3 → × "
    "... … -- 2-4 A–B ***both*** it's :drop:s ° № 12:30 1/2 ( ! ?! x:y 100 000 U.S. e.g."
)
WORDS = GOOD.split()
BAD = ":flam: 狼 שלום 🎲 <b> [y](rules.none) `c` | # { {m} --- ~~no~~ ![x](y.png) ____".split()  # noqa: SIM905
BREAKS = (" ", " ", " ", "\n", "\n- ", "\n\n", "\n3. ", "\n• ", "  \n", "\\\n", "\r\n", "\t")
LINE = (*(" ",) * 14, "\n")
FIELDS = (
    *("10", "J", "X", "—", "0", "007", "1.10", "+1", "-2", "2-4", ":sun:", "2:drop:", "5 ft"),
    *("50%", "3.14159", "½", "d6", "Big *one*", "a\nb", "", ""),
)
NAMES = (
    *("1", "A1", "Big Rat", "Étoile", "5e", "rat", "Œuf d’or", "2.5", "Łódź", "Straße", "Москва"),
    *("No. 3", "wolf/cub", "Ogre (big)", "true", "null", "l'été", "+1 sword", "A&B"),
)
TABLE_NAMES = (*NAMES[:12], "Loot!")
SIZES = ("", "", "", "poker", "tarot", "60 x 60 mm", "2.5 x 3.5 in", "1x1in", "88 × 63 mm")
DICE = (
    *("d4", "d6", "d8", "d10", "d12", "d20", "d100", "d%", "d1000", "d66", "d44", "d666", "2d6"),
    *("3d6", "2d6+1d4", "D6", "W6", "1d6", "d3", "d30", ""),
)
SIGNS_OF_NO_ROOM = ("does not fit", "card or block is too full", "pages, expected 1 (say less")
HEADINGS = {
    "id": ("id", "ID", "Nr"),
    "title": ("title", "Name", "Card name", "Título"),
    "text": ("text", "What it does", "Effect (short)"),
    "fields.rank": ("fields.rank", "Rank", "Cost / lvl"),
    "copies": ("copies", "Qty", "#"),
}
SVG_HEADS = (
    '<?xml version="1.0" encoding="utf-8"?><!-- Generator: Adobe Illustrator 27 -->',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" '
    '"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
    "",
)
SVG_SHAPES = """
<style type="text/css">.st0{fill:#FF0000;}.st1{opacity:.5}</style>
<path class="st0" d="M1 1h9v9z"/>

<defs><path id="p" d="M0 0h9v9H0z"/></defs><use xlink:href="#p" x="5"/><use href="#p" y="5"/>

<clipPath id="c"><circle cx="9" cy="9" r="5"/></clipPath>
<g clip-path="url(#c)"><rect width="20" height="20"/></g>

<linearGradient id="l"><stop stop-color="red"/><stop offset="1" stop-color="#00f"/></linearGradient>
<rect fill="url(#l)" width="9" height="9"/>

<text x="2" y="12" font-family="Arial" font-size="9">XP</text>

<symbol id="s" viewBox="0 0 2 2"><path d="M0 0h2v2z"/></symbol>
<use href="#s" width="9" height="9"/>

<g transform="translate(2 2) rotate(15)" style="fill:none;stroke:#000;stroke-width:2">
<polygon points="1,1 9,1 5,9"/></g>

<svg x="5" y="5" width="9" height="9" viewBox="0 0 3 3"><circle cx="1.5" cy="1.5" r="1"/></svg>

<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>
<ellipse cx="9" cy="9" rx="4" ry="2" fill="currentColor"/>

<switch><g><line x1="0" y1="0" x2="9" y2="9" stroke="black"/></g></switch>
""".split("\n\n")  # noqa: SIM905
SVG_REFUSED = """
<mask id="m"><rect width="9" height="9"/></mask><rect mask="url(#m)" width="9" height="9"/>

<filter id="f"><feOffset dx="2"/></filter><rect filter="url(#f)" width="9" height="9"/>
""".split("\n\n")  # noqa: SIM905
SVG_SIZES = (
    *('viewBox="0 0 24 24"', 'width="24" height="24"'),
    'width="8mm" height="8mm" viewBox="0 0 24 24"',
)
# What a workbook shows of a number in a format, if it is shown as typed.
FORMATS = (
    (re.compile(r"(\d{1,3})%"), "0%", 100),
    (re.compile(r"(\d\.\d\d)"), "0.00", 1),
    (re.compile(r"([1-9]\d{0,3})"), "General", 1),
    (re.compile(r"(\d\.\d{0,5}[1-9])"), "General", 1),
)
ODS = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body>'
    '<office:spreadsheet><table:table table:name="One">%s</table:table></office:spreadsheet>'
    "</office:body></office:document-content>"
)

Rows = list[list[str]]


def odd_text(chance: random.Random, breaks: tuple[str, ...] = BREAKS) -> str:
    """Return words as people type them, with odd ends of lines."""
    known = WORDS if chance.random() < 0.985 else [*WORDS, *BAD]
    words = (chance.choice(known) + chance.choice(breaks) for _ in range(chance.randint(1, 7)))
    text = "".join(words).strip() or "x"
    if breaks is BREAKS:
        return text
    return text.replace("\n- ", " - ").replace("\n• ", " ")


def faces_of(die: str) -> list[str]:
    """Return what a die or sum of dice can show, each as games print it."""
    if die in ("d66", "d44", "d666"):
        digits = [range(1, int(die[1]) + 1)] * (len(die) - 1)
        return ["".join(map(str, faces)) for faces in product(*digits)]
    if die in ("d%", "d100", "d1000"):
        width = 3 if die == "d1000" else 2
        return [str(face).zfill(width) for face in range(1, 10**width)] + ["0" * width]
    low, high = 0, 0
    for count, sides in re.findall(r"(\d*)[dDW](\d+)", die):
        low, high = low + int(count or 1), high + int(count or 1) * int(sides)
    return [str(face) for face in range(low or 1, (high or 12) + 1)]


def odd_ranges(chance: random.Random, die: str) -> list[str]:
    """Return the ranges of a table with a die, spelled in one of the ways of games."""
    faces = faces_of(die)
    most = min(6, len(faces))
    inner = sorted(chance.sample(range(1, len(faces)), chance.randint(1, most) - 1))
    runs = [faces[a:b] for a, b in zip([0, *inner], [*inner, len(faces)], strict=True)]
    dash = chance.choice("-–")
    ranges = [run[0] if len(run) == 1 else f"{run[0]}{dash}{run[-1]}" for run in runs]
    if len(ranges) > 1 and die in ("", "2d6", "3d6", "2d6+1d4"):
        first, last = runs[0][-1], runs[-1][0]
        ends = (("{}-", "{}+"), ("≤{}", "≥{}"), ("{} or less", "{} or more"), ("{}–", "{}+"))
        low, high = chance.choice((*ends, None)) or (ranges[0], ranges[-1])
        ranges[0], ranges[-1] = low.format(first), high.format(last)
        if chance.random() < 0.4:
            ranges.reverse()
    if chance.random() < 0.03:
        ranges.pop(chance.randrange(len(ranges)))
    return ranges


def write_sheet(folder: Path, stem: str, rows: Rows, chance: random.Random) -> dict[str, Any]:
    """Write headings and rows as a file of one of the formats, and return what YAML says of it."""
    kind = chance.choice(("csv", "csv", "semicolon", "sep", "tsv", "xlsx", "xlsx", "xlsx", "ods"))
    path = folder / f"{stem}.{kind if kind in ('tsv', 'xlsx', 'ods') else 'csv'}"
    found: dict[str, Any] = {"from": path.name}
    rows = rename_headings(rows, found, chance)
    if chance.random() < 0.2:
        rows = [[*row, "", ""] for row in rows]
    if chance.random() < 0.2:
        rows.insert(chance.randint(1, len(rows)), [""] * len(rows[0]))
    head = 1
    if chance.random() < 0.2:
        above: Rows = chance.choice(([["My deck"]], [["My deck", "v2"], []]))
        rows, head = [*above, *rows], len(above) + 1
        found["header_row"] = head + (kind == "sep")
    if kind == "xlsx":
        write_xlsx(path, rows, head, chance)
    elif kind == "ods":
        write_ods(path, rows, chance)
    else:
        write_csv(path, rows, kind, chance)
    return found


def rename_headings(rows: Rows, found: dict[str, Any], chance: random.Random) -> Rows:
    """Return rows with headings of the author's own, or a column to ignore; say so in `found`."""
    if chance.random() < 0.4:
        named = {name: chance.choice(HEADINGS.get(name, (name,))) for name in rows[0]}
        found["columns"] = {name: way for name, way in named.items() if name != "id"}
        if "id" in named:
            found["id"] = named["id"]
        return [[*named.values()], *rows[1:]]
    if chance.random() < 0.3:
        found["ignore"] = ["Notes"]
        return [[*rows[0], "Notes"], *([*row, "ask Tom"] for row in rows[1:])]
    return rows[:]


def write_csv(path: Path, rows: Rows, kind: str, chance: random.Random) -> None:
    """Write a file of text as the programs of several countries do."""
    delimiter = {"tsv": "\t", "semicolon": ";", "sep": ";"}.get(kind, ",")
    ends = chance.choice(("\n", "\r\n"))
    with path.open("w", encoding=chance.choice(("utf-8", "utf-8-sig")), newline="") as file:
        if kind == "sep":
            file.write(f"sep=;{ends}")
        csv.writer(file, delimiter=delimiter, lineterminator=ends).writerows(rows)


def write_xlsx(path: Path, rows: Rows, head: int, chance: random.Random) -> None:
    """Write a workbook with numbers in formats, bold words, merged cells and hidden rows."""
    book = openpyxl.Workbook()
    sheet = book.active
    for number, row in enumerate(rows, 1):
        for column, text in enumerate(row, 1):
            if text:
                value, code = typed_cell(text, chance) if number > head else (text, "")
                cell = sheet.cell(number, column, value)
                cell.number_format = code or cell.number_format
                if isinstance(value, str):
                    cell.data_type = "s"
    for number, column in product(range(head + 1, len(rows)), range(2, len(rows[head - 1]) + 1)):
        above, below = (rows[at][column - 1 : column] for at in (number - 1, number))
        if above == below and any(above):
            sheet.merge_cells(None, number, column, number + 1, column)
            break
    if chance.random() < 0.1:
        sheet.row_dimensions[len(rows)].hidden = True
    book.save(path)


def typed_cell(text: str, chance: random.Random) -> tuple[object, str]:
    """Return what a workbook holds when somebody types a text, and its number format."""
    for way, code, times in FORMATS:
        found = way.fullmatch(text)
        if found:
            return float(found[1]) / times, code
    runs = re.split(r"\*\*(run)\*\*", text)
    if len(runs) == 3 and chance.random() < 0.5:
        blocks = [runs[0], TextBlock(InlineFont(b=True), runs[1]), runs[2]]
        return CellRichText([block for block in blocks if block]), ""
    return text, ""


def write_ods(path: Path, rows: Rows, chance: random.Random) -> None:
    """Write a workbook of LibreOffice, with figures as numbers and lines as paragraphs."""
    lines = []
    for row in rows:
        cells = []
        for text in row:
            words = "".join(f"<text:p>{ods_words(line)}</text:p>" for line in text.splitlines())
            kind = 'office:value-type="string"' if text else ""
            if re.fullmatch(r"[1-9]\d{0,3}", text) and chance.random() < 0.7:
                kind = f'office:value-type="float" office:value="{text}"'
            cells.append(
                f"<table:table-cell {kind}>{words}</table:table-cell>"
                if text
                else "<table:table-cell/>"
            )
        cells.append('<table:table-cell table:number-columns-repeated="1000"/>')
        lines.append(f"<table:table-row>{''.join(cells)}</table:table-row>")
    lines.append(
        '<table:table-row table:number-rows-repeated="9999"><table:table-cell/></table:table-row>'
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("content.xml", ODS % "".join(lines))


def ods_words(line: str) -> str:
    """Return a line with spaces and tabs as ODS keeps them."""
    line = escape(line, quote=False).replace("\t", "<text:tab/>")
    return re.sub("(?<= ) +", lambda found: f'<text:s text:c="{len(found[0])}"/>', line)


def odd_drawing(chance: random.Random) -> str:
    """Return an SVG file as programs write it."""
    shapes = [*SVG_SHAPES, *(SVG_REFUSED if chance.random() < 0.03 else ())]
    size = chance.choice(
        (
            'viewBox="0 0 24 24"',
            'width="24" height="24"',
            'width="8mm" height="8mm" viewBox="0 0 24 24"',
        )
    )
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    body = "".join(chance.sample(shapes, chance.randint(1, 3)))
    return f"{chance.choice(SVG_HEADS)}<svg {names} {size}>{body}</svg>"


def odd_table(folder: Path, chance: random.Random) -> tuple[dict[str, Any], list[Any]]:
    """Return a table with a die, and the texts of its cells; its rows may be in a file."""
    die = chance.choice(DICE)
    ranges = odd_ranges(chance, die if chance.random() < 0.97 else chance.choice(DICE))
    rows = {at: [odd_text(chance), chance.choice(FIELDS) or None] for at in ranges}
    columns = {"roll": {"header": "R", "type": "range"}, "what": {"header": "W", "type": "text"}}
    table: dict[str, Any] = {
        "title": odd_text(chance, LINE),
        "columns": columns | {"n": {"type": "text"}},
    }
    if die:
        table["die"] = die
    if chance.random() < 0.2:
        table["fold"] = chance.randint(1, 3)
    texts = [table["title"], *(cell for row in rows.values() for cell in row if cell)]
    if len(rows) > 1 and die and "fold" not in table and chance.random() < 0.25:
        cut, names = chance.randint(1, len(rows) - 1), chance.sample(NAMES[:8], 2)
        shares = [[*rows.items()][:cut], [*rows.items()][cut:]]
        table["parts"] = {
            name: {"title": f"Part {at}", "rows": dict(share)}
            for at, (name, share) in enumerate(zip(names, shares, strict=True))
        }
    elif chance.random() < 0.4:
        cells = [[at, *(cell or "" for cell in row)] for at, row in rows.items()]
        table["rows"] = write_sheet(folder, "t", [["roll", "what", "n"], *cells], chance)
        table["rows"]["empty"] = chance.choice(("na", "blank"))
    else:
        table["rows"] = rows
    return table, texts


def odd_cards(folder: Path, chance: random.Random) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """Return what YAML says of a file of cards, and its rows."""
    cells = [["id", "title", "text", "fields.rank", "copies"]]
    for id_ in chance.sample(NAMES, chance.randint(1, 3)):
        copies = chance.choice(["", "1", "2", "0"] if len(cells) > 1 else ["", "1", "2"])
        cells.append([id_, odd_text(chance, LINE), odd_text(chance), chance.choice(FIELDS), copies])
        if len(cells) > 2 and chance.random() < 0.3:
            cells[-1][3] = cells[-2][3]
    source = write_sheet(folder, "d", cells, chance)
    return source, [dict(zip(cells[0], row, strict=True)) for row in cells[1:]]


def write_odd_pack(folder: Path, chance: random.Random) -> dict[str, Any]:
    """Write a pack of one game, and return what it holds."""
    inner = folder / "content" / "g"
    inner.mkdir(parents=True)
    icons = folder / "assets" / "icons"
    icons.mkdir(parents=True)
    (icons / "odd.svg").write_text(odd_drawing(chance), encoding="utf-8")
    (folder / "assets" / "Pic türe.svg").write_text(odd_drawing(chance), encoding="utf-8")
    game = {
        **{"id": "g", "title": "T", "language": "en", "editions": {}},
        **{"credits": "C", "notice": "N"},
    }
    table, table_texts = odd_table(inner, chance)
    source, rows = odd_cards(inner, chance)
    place = chance.choice(("top-left", "bottom-right", "row", "line", "list", "foot"))
    deck: dict[str, Any] = {"fields": {"rank": {"place": place}}}
    if size := chance.choice((*SIZES, f"{chance.randint(12, 200)} x {chance.randint(40, 250)} mm")):
        deck["size"] = size
    if chance.random() < 0.3:
        deck["fields"]["rank"]["label"] = "Rank"
    name = chance.choice(TABLE_NAMES)
    value = chance.choice(
        ["3", "d66", "007", "6-", "½", "2d6+1d4", "≥9", "9 or more", "50 %", "1½"]
    )
    rule = {"title": "R", "text": odd_text(chance) + " {n} :odd:"}
    if chance.random() < 0.2:
        rule["image"] = chance.choice(("Pic türe.svg", ".\\pic türe.svg", "assets/Pic türe.svg"))
    contents = [f"tables.{slug(name)}", "rules.r"]
    page: dict[str, Any] = {"kind": "sheet", "paper": "A4", "blocks": {"b": {"contents": contents}}}
    data: dict[str, Any] = {
        "game": game,
        "values": {"n": value},
        "rules": {"r": rule},
        "decks": {"d": deck},
        "cards": {**source, "same": {"deck": "d", "icon": "odd"}},
        "tables": {slug(name): table},
        "aids": {"deck": {"title": "D", "kind": "cards", "paper": "poker", "contents": ["cards"]}},
    }
    if chance.random() < 0.3:
        data["sections"] = {"s": {"title": "S", "contents": contents}}
        page = {"kind": "book", "paper": "A5", "contents": ["sections.s"]}
    data["aids"]["s"] = {"title": "S", **page}
    (inner / "game.yaml").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return {"rule": rule["text"], "table": table_texts, "cards": rows}


def typed_letters(text: str, values: dict[str, str]) -> str:
    """Return the letters and digits of what was typed, as a reader would expect to see them."""
    text = re.sub(r"\r\n?", "\n", text)
    text = re.sub(r"(?<!\\):(?:flame|drop|sun|odd):", "", text)
    text = re.sub(r"\]\(rules\.r\)", "]", text)
    text = re.sub(r"(?<![{\\])\{(\w+)\}", lambda found: values[found[1]], text)
    return "".join(filter(str.isalnum, unicodedata.normalize("NFC", text)))


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

    body = re.sub(r"<(head|title)>.*?</\1>", "", html, flags=re.DOTALL)
    shown = unescape(re.sub(r"<[^>]*>", show, body))
    return "".join(filter(str.isalnum, shown))


def lost_texts(data: dict[str, Any], game_data: GameData, html: str) -> Iterator[str]:
    """Yield the texts of a pack whose words are not on its pages as they were typed."""
    printed = printed_letters(html)
    values = {name: str(value) for name, value in game_data.values.items()}
    texts = [data["rule"], *data["table"]]
    for row in data["cards"]:
        if row["copies"] != "0":
            texts += [row["title"], row["text"], row["fields.rank"]]
    yield from (text for text in texts if typed_letters(text, values) not in printed)


def find_problems(folder: Path) -> tuple[GameData | None, Sequence[Problem]]:
    """Return the game of a pack, and its errors."""
    try:
        game_data = load(folder, "g")
    except InputError as error:
        return None, error.problems
    problems: Iterable[Problem] = check_game(game_data)
    return game_data, [problem for problem in problems if problem.severity == "error"]


def try_pack(folder: Path, data: dict[str, Any], show: bool) -> str:
    """Return what becomes of a pack: refused, or rendered; raises whatever a rendering raises."""
    game_data, problems = find_problems(folder)
    for problem in problems if show else ():
        print(f"  {problem}")
    if problems or game_data is None:
        return "refused"
    localized = localize(game_data, {}, "en")
    pages = [rendered(localized, aid, (folder, BUNDLED_PACK)) for aid in localized.aids]
    lost = list(lost_texts(data, localized, "".join(pages)))
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
    is_full = all(any(sign in line for sign in SIGNS_OF_NO_ROOM) for line in faults)
    if done.returncode and not (faults and is_full):
        raise ValueError(f"build: {done.stderr[-600:]}")
    return "built, but for what does not fit" if done.returncode else "built"


def main() -> int:
    """Try so many packs, and print what became of them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pdf", type=int, default=0, metavar="EVERY")
    parser.add_argument("--refusals", action="store_true")
    asked = parser.parse_args()
    found: Counter[str] = Counter()
    for number in range(asked.seed, asked.seed + asked.count):
        with tempfile.TemporaryDirectory() as folder:
            data = write_odd_pack(Path(folder), random.Random(number))
            if asked.refusals:
                print(f"seed {number}")
            try:
                what = try_pack(Path(folder), data, asked.refusals)
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
