"""Small inputs that ask for much work: each has to be refused or done within its limits."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Callable, Iterator
from functools import partial

from strangers.watched import Place, place, run

Bomb = Callable[[Place], None]

CPU = 10
"""Seconds of processor time for one PDF, and for all that is done before pages are set."""
GRACE = 2.0
"""Seconds more that may pass until a limit is noticed."""
MEGABYTES = 1500.0


def _extra(text: str, where: Place) -> None:
    where.put("content/mini/zz.yaml", text)


def _move(text: str, where: Place) -> None:
    quoted = text.replace("'", "''")
    where.change("content/mini/rules.yaml", "Move 2 fields.", f"'{quoted}'")


def _page(body: str, where: Place) -> None:
    where.put("templates/flow/page.html", f"<h1>x</h1>{body}")


def _style(css: str, where: Place) -> None:
    _page("<p>x</p>", where)
    where.put("templates/flow/style.css", css)


def _po(entries: str, where: Place) -> None:
    head = (
        'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    )
    where.put("locales/fr/mini.po", head + entries)


def _entry(said: str) -> str:
    """Return the entry of a text that the game has, said so in French."""
    context, source = "mini.procedures.turn.steps.move.text", "Move 2 fields."
    return f'msgctxt "{context}"\nmsgid "{source}"\nmsgstr "{said}"\n\n'


def _entries(number: int) -> str:
    parts = (f'msgctxt "x.{i}"\nmsgid "a"\nmsgstr "b"\n\n' for i in range(number))
    return "".join(parts)


def _rules(number: int, text: str = "x") -> str:
    return "rules:\n" + "".join(f"  r{i}: {{title: A, text: {text}}}\n" for i in range(number))


def _table(rows: int, columns: int = 2) -> str:
    heads = "".join(f", c{i}: {{header: C}}" for i in range(columns))
    lines = "".join(f"      {i}: [{', '.join('1' * columns)}]\n" for i in range(rows))
    return (
        f"tables:\n  t:\n    title: T\n    columns: {{k: {{header: K}}{heads}}}\n    rows:\n{lines}"
    )


def _term(form: str, where: Place) -> None:
    where.change("content/mini/rules.yaml", "one: hero|brave hero", f'one: "hero|{form}"')
    _move("a" * 40, where)


def _drawing(body: str, where: Place) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{body}</svg>'
    where.put("assets/x.svg", svg)
    _extra("rules: {zz: {title: Z, text: A picture., image: x.svg}}\n", where)


def _paragraphs(number: int, where: Place) -> None:
    where.change("content/mini/rules.yaml", "Move 2 fields.", '"' + "a\\n\\n" * number + '"')


def _title(number: int, where: Place) -> None:
    where.change(
        "content/mini/aids.yaml", "plan: {title: Plan", f"plan: {{title: {'Plan ' * number}"
    )


def _locales(number: int, where: Place) -> None:
    for i in range(number):
        where.put(f"locales/{chr(97 + i // 26 % 26)}{chr(97 + i % 26)}/mini.po", "")


def _games(number: int, where: Place) -> None:
    for i in range(number):
        where.put(f"content/g{i}/game.yaml", "game: {}\n")


def _hole(size: int, where: Place) -> None:
    with (where.pack / "content" / "mini" / "zz.yaml").open("wb") as file:
        file.truncate(size)


def _png(side: int) -> str:
    """Return an <img> of a picture with so many pixels a side, all alike, in few bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * ((side // 8 + 1) * side), 9)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return f'<img alt="" src="data:image/png;base64,{base64.b64encode(png).decode()}">'


YAML = {
    **{f"open brackets {n}": "x: " + "[" * n for n in (1_000, 100_000, 900_000)},
    **{f"open braces {n}": "x: " + "[{" * n for n in (600, 5_000, 60_000, 400_000)},
    **{f"question marks {n}": "? " * n for n in (1_000, 100_000)},
    **{f"dashes {n}": "- " * n + "x" for n in (1_000, 100_000)},
    **{
        f"unknown keys {n}": "".join(f"k{i}: 1\n" for i in range(n))
        for n in (5_000, 60_000, 200_000)
    },
    **{f"rules {n}": _rules(n) for n in (3_000, 30_000, 100_000)},
    **{f"rows {n}": _table(n) for n in (400, 3_000, 30_000, 1_000_000)},
    "columns 3000": _table(1, 3_000),
    "cells 36000": _table(400, 90),
    "row of 100000 cells": "tables: {t: {title: T, columns: {a: {header: A}}, rows: {1: ["
    + "1, " * 100_000
    + "1]}}}",
    "notes": "# translators: x\n" * 50_000 + "rules: {}\n",
    "notes with keys": "".join(f"# translators: x\nk{i}: 1\n" for i in range(15_000)),
    "comments": "# x\n" * 240_000,
    "empty lines": "\n" * 900_000,
    "a long key": "k" * 900_000 + ": 1",
    "a broken line at the end": "a: b\n" * 1 + "x: y\n" * 100_000 + "[",
    "quotes": "x: '" + "''" * 400_000 + "'",
    "escapes": 'x: "' + "\\x41" * 200_000 + '"',
    "anchors": "a: &a [x]\nb: *a\n" * 10_000,
    "laughs": "".join(f"a{i + 1}: &a{i + 1} [{f'*a{i}, ' * 9}]\n" for i in range(9)),
    "numbers": "values: {" + ", ".join(f"v{i}: 1" for i in range(30_000)) + "}",
    "long number": "values: {v: " + "9" * 100_000 + "}",
    **{
        f"contents {n}": "sections: {s: {title: S, contents: [" + "rules.start, " * n + "]}}"
        for n in (15_000, 100_000)
    },
    "blocks": "aids: {x: {title: X, kind: sheet, paper: A4, blocks: {"
    + ", ".join(f"b{i}: {{contents: [rules.start]}}" for i in range(2_000))
    + "}}}",
    "copies": "cards:\n"
    + "".join(f"  c{i}: {{front: {{title: C}}, copies: 99}}\n" for i in range(400))
    + "aids: {x: {title: X, kind: cards, paper: poker, contents: [cards]}}\n",
    "boxes": "blanks:\n"
    + "".join(f"  b{i}: {{title: B, shape: track, end: 999}}\n" for i in range(60))
    + "aids: {x: {title: X, kind: form, paper: A4, blocks: {a: {contents: [blanks]}}}}\n",
    "formulas": "tables: {t: {title: T, columns: {k: {header: K}, d: {header: D, derive: '"
    + "9*" * 99
    + "9'}}, rows: {1: []}}}",
}
TEXTS = {
    **{f"links {n}": "[a](" * n for n in (500, 5_000, 20_000)},
    **{f"brackets {n}": "[" * n for n in (300, 30_000)},
    **{f"word {n}": "a" * n for n in (200, 16_000, 100_000)},
    **{f"hyphens {n}": "a-" * n for n in (90, 3_900, 50_000)},
    **{f"stars {n}": "a**b" * n for n in (190, 20_000)},
    **{f"underscores {n}": "_a_ " * n for n in (95, 20_000)},
    **{f"icons {n}": ":sword: " * n for n in (200, 900, 20_000)},
    **{f"spaces {n}": "a" + " " * n + "b" for n in (7_000, 300_000)},
    **{f"words {n}": "word " * n for n in (1_500, 200_000)},
    **{f"placeholders {n}": "{health} " * n for n in (800, 20_000)},
    **{f"braces {n}": "{" * n for n in (190, 20_000)},
    **{f"points {n}": "a." * n for n in (99, 20_000)},
    **{f"digits {n}": "1 " * n for n in (3_900, 100_000)},
    "addresses": "a-b.cd/e " * 800,
    "quotes": "'\"" * 90 + " " + "'a " * 1_500,
    "entities": "&amp; " * 1_300,
}
SAID = {
    **{f"digits {n}": "1" * n for n in (200, 100_000)},
    **{f"twos {n}": "deux " * n for n in (1_500, 20_000)},
    **{f"more {n}": "plus de 3 " * n for n in (790, 10_000)},
    "one word": "Epee" * 3_000,
    "half of a range": "3-" * 90,
    "signs": "≥ 3 ≤ " * 1_300,
    "thousands": "1 000 " * 1_300,
    "percent": "5 % " * 1_900,
}
PAGES = {
    "range in range": "{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}"
    "{% endfor %}",
    "macros": "{% macro a() %}xx{% endmacro %}"
    + "".join(
        f"{{% macro a{i}() %}}{{{{ a{i - 1}() if {i} else a() }}}}{{{{ a{i - 1}() }}}}"
        "{% endmacro %}".replace("a-1", "a")
        for i in range(1, 60)
    )
    + "{{ a59() }}",
    "powers": "{{ 7**7**7**7 }}",
    "center": "{{ 'x'.center(1000000000) }}",
    "times": "{{ 'x' * 10**9 }}",
    "doubling": "{% set ns = namespace(x='x') %}{% for i in range(40) %}"
    "{% set ns.x = ns.x ~ ns.x %}{% endfor %}{{ ns.x }}",
    "format": "{{ '%1000000000d' % 1 }}",
    "flex": "<div style='display:flex'>" * 14 + "x",
    "divs": "<div>" * 5_000,
    "colspan": "<table><tr><td colspan=100000000>x</table>",
    "span": "<table><col span=100000000><tr><td>x</table>",
    "svg use": "<svg>"
    + "".join(f"<g id=a{i + 1}>{f'<use href=#a{i} />' * 10}</g>" for i in range(9))
    + "</svg>",
    "picture 12000": _png(12_000),
    "picture 30000": _png(30_000),
    "cells 36000": f"<table>{('<tr>' + '<td>1' * 60) * 600}</table>",
    "many words": "{% for i in range(99999) %}<p>word word word {% endfor %}",
    "nested lists": "<ul><li>" * 300,
    "including itself": "{% include 'flow/page.html' %}",
}
STYLES = {
    "grid row": "body{display:grid} p{grid-row:100000000}",
    "counter style": "@counter-style x{system:numeric;symbols:'0' '1';pad:900000000 '0'}"
    "p{display:list-item;list-style:x}",
    "gradient": "p{background:repeating-linear-gradient(red 0,blue .00001px);height:99999px}",
    "variables": "p{--a0:xx;"
    + "".join(f"--a{i}:{f'var(--a{i - 1})' * 10};" for i in range(1, 10))
    + "content:var(--a9)}",
    "font size": "p{font-size:9999999999px}",
    "height": "p{height:1000000000mm}",
    "columns": "p{columns:100000000}",
    "calc": "p{width:" + "calc(" * 3_000 + "1px" + ")" * 3_000 + "}",
    "selectors": ",".join(f".a{i}" for i in range(50_000)) + "{color:red}",
}
DRAWINGS = {
    "comments": "<style>" + "/*/" * 1_000_000 + "</style>",
    "a selector": "<style>" + "a" * 1_000_000 + "</style>",
    "imports": "<style>" + "@import " * 300_000 + "</style>",
    "spaces": f'<g style="fill:a{" " * 1_000_000}b"/>',
    "brackets": f'<g style="fill:{"(" * 1_000_000}"/>',
    "rules": "<style>"
    + "".join(f".a{{x:{i}}}" for i in range(60_000))
    + "</style>"
    + "".join(f'<g class="a b{i}"/>' for i in range(15_000)),
    "gradients": "".join(f'<linearGradient id="g{i}" href="#g{i + 1}"/>' for i in range(15_000)),
    "copies of a path": f'<path id="p" d="M0 0{"L1 1" * 100_000}"/>' + '<use href="#p"/>' * 9_000,
    "letters": f'<text x="1 2">{"x" * 1_000_000}</text>',
    "copies of runs": f'<text id="t">{"<tspan/>" * 100_000}</text>' + '<use href="#t"/>' * 5_000,
    "deep": "<g>" * 400_000 + "</g>" * 400_000,
    "arcs": f'<path d="M0 0{"a1 1 0 0 1 1 1" * 100_000}"/>',
}
OTHERS: dict[str, Bomb] = {
    "term with stars": partial(_term, "a*a*a*a*a*a*a*a*a*a*b"),
    "term of stars": partial(_term, "*" * 80),
    "forms 4000": partial(_term, "|".join(f"f{i}" for i in range(1_200))),
    "forms all stars": partial(_term, "|".join("*" * 30)),
    **{f"paragraphs {n}": partial(_paragraphs, n) for n in (2_600, 50_000)},
    **{f"title of words {n}": partial(_title, n) for n in (1_500, 20_000)},
    "locales": partial(_locales, 500),
    "games": partial(_games, 900),
    "a file with a hole": partial(_hole, 10**11),
    **{f"PO entries {n}": partial(_po, _entries(n)) for n in (7_000, 300_000)},
    "PO of empty lines": partial(_po, "\n" * 900_000),
    "PO of one long string": partial(_po, 'msgid "a"\nmsgstr ""\n' + '"b"\n' * 200_000),
}


def bombs() -> Iterator[tuple[str, Bomb]]:
    """Yield the name of each bomb, and what it does to a pack."""
    yield from ((f"YAML {name}", partial(_extra, text)) for name, text in YAML.items())
    yield from ((f"text {name}", partial(_move, text)) for name, text in TEXTS.items())
    yield from ((f"PO {name}", partial(_po, _entry(text))) for name, text in SAID.items())
    yield from ((f"page {name}", partial(_page, body)) for name, body in PAGES.items())
    yield from ((f"style {name}", partial(_style, css)) for name, css in STYLES.items())
    yield from ((f"drawing {name}", partial(_drawing, body)) for name, body in DRAWINGS.items())
    yield from OTHERS.items()


def attempt(name: str, bomb: Bomb) -> tuple[str, list[str]]:
    """Return the name of a bomb, and by what it went beyond its limits."""
    found = []
    with place() as where:
        bomb(where)
        limits = ("--limits", f"cpu_seconds={CPU}")
        pack = ("--pack", str(where.pack))
        to = ("--out", str(where.out), "--aid", "plan", "--aid", "x", "--jobs", "1")
        checked = run(where, "check", *pack)
        known = "x: {title" in "".join(
            path.read_text(encoding="utf-8", errors="replace")[-200_000:]
            for path in (where.pack / "content" / "mini").glob("*.yaml")
            if path.stat().st_size < 10**6
        )
        built = run(where, "build", *pack, *(to if known else to[:4] + to[6:]), *limits)
        for word, ran in (("check", checked), ("build", built)):
            if ran.seconds > CPU + GRACE:
                found.append(f"{word}: {ran.seconds:.1f} s")
            if ran.megabytes > MEGABYTES:
                found.append(f"{word}: {ran.megabytes:.0f} MB")
            if ran.has_traceback or ran.code not in (0, 1, 2, 3):
                found.append(f"{word}: exit code {ran.code}: {ran.said[-200:]!r}")
    return name, found
