"""How often the proof is wrong on right pages: packs made at random, which nothing was tuned on.

Each pack is a game with an aid of each kind, of another font, look, size, background and language,
with signs beside words of each style, and sometimes with a card layout of its own. All of it is
right: each finding is a false alarm, unless a text is too long. More fonts, as packages
`fontpkg-...` in a folder, are found by PYTHONPATH.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import distributions
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from aidgen.assets.colours import contrast, parse_colour
from aidgen.assets.families import package_files, prepare_family
from aidgen.page.theme import on
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, plan
from aidgen.pipeline.production import make
from aidgen.problems import InputError, Problem

T = TypeVar("T")

BEFORE, AFTER = ("", "(", "[", "“", "‘", "– "), (*",.;:!?)]’”…", "’s", "/", " –", "")
STYLES = ("{}", "*{}*", "**{}**", "*{}*", "{}")
SIGNS = (":sword:", "2:drop:", "+2", "−1", "d6", "2d6", "10+", "½", "50 %", "3–5", ":moon::moon:")
WORDS = {
    "en": "wolf roof calf brief shelf half life staff jolly young gypsy quick leaf buff off jaw",
    "de": "Wolf Dorf Hof auf Schiff scharf jung Krieg zwölf fünf Größe Fluß Öffnung ja Ruf",
    "fr": "œuf neuf vif actif chef forêt île à déjà garçon naïf bref soif j’ai cœur plaît",
    "es": "reloj jefe fuerte así señor año jugador ¿qué? bajo ojo flecha después género fin",
    "it": "golf tuffo però gioco caffè così figlio perché virtù ruolo offerta gufo già lupo",
    "pl": "wilk łódź żółty jęk gęś ciągnąć źródło był śnieg jajko dąb ćma początek róża",
    "sv": "älg björn gåva sjö följa ärlig håll jul öppna kyrka åska jägare fågel väg",
    "cs": "vlk jelen kůň žába řeka číslo štít dům jeskyně ďas ťuhýk běžet hůl pták",
}
CARDS = 45
"""In the deck of each pack: the pieces that take least time."""
DECK_SIZES = ("poker", "bridge", "tarot", "square", "jumbo", "88 x 63 mm", "70 x 120 mm", "mini")
PAPERS = ("#ffffff", "#f4ecd8", "#e8d9b5", "#c8b48a", "#101010", "#242321", "#2b2140")
INKS = ("#134e57", "#5a1e2b", "#472a6e", "#2f4a1f", "#e0b050", "#9fd8e0", "#f0c8c0", "#333333")
FRAMES = ("none", "single", "double", "thick", "wobbly", "meander")
HEADERS, CORNERS = ("bar", "plate", "band", "rule"), ("square", "round", "cut", "notched")
PLACES = ("top-left", "top-right", "bottom-left", "bottom-right", "line", "row")
RULES = (
    "h2 { text-transform: uppercase; letter-spacing: .02em; }",
    "h1, h2, h3 { font-variant: small-caps; }",
    ".ag-face p { margin-bottom: 1.4mm; }",
    ".ag-face p { letter-spacing: .02em; text-align: justify; }",
    ".ag-card { background-image: linear-gradient(160deg, PAPER, PAPER2); }",
    ".ag-card { background-image: url(pattern.svg); }",
    "em { font-weight: bold; } strong { text-transform: uppercase; }",
    "h2 { letter-spacing: .1em; text-transform: uppercase; } p { text-align: justify; }",
    ".ag-face { padding: 1mm 2mm; } li { margin-bottom: 1mm; }",
    "th { font-variant: small-caps; }",
    "h2 { letter-spacing: .2em; } strong { letter-spacing: .5em; }",
    "p::first-letter { font-size: 160%; line-height: 1; font-weight: bold; }",
    "strong { text-decoration: line-through; } h2 { text-decoration: underline; }",
    ".ag-face { background: PANEL; } .ag-card { background-image: url(pattern.svg); }",
    ".ag-card::before { content: ''; position: absolute; right: 2mm; top: 2mm; width: 12mm;"
    " height: 12mm; border-radius: 6mm; background: PAPER2; }",
    "h2 { transform: rotate(-1deg); } em { letter-spacing: -.03em; }",
    ".ag-face p { opacity: .8; } .page { background-image: linear-gradient(#fff, #e7eef5); }",
    "",
    "",
)
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><defs>
<linearGradient id="g" x2="0" y2="1"><stop offset="0" stop-color="{0}"/>
<stop offset="1" stop-color="{1}"/></linearGradient></defs>
<rect width="60" height="40" fill="url(#g)"/><circle cx="30" cy="20" r="9" fill="{1}"/></svg>"""
PATTERN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">
<rect width="20" height="20" fill="{0}"/><path d="M0 0L20 20" stroke="{1}" stroke-width=".6"/></svg>
"""
LAYOUT = """
<article class="ag-card strange" data-box="{{ side.name }}">
<div class="sky" aria-hidden="true"></div>
{% set art, face = side.art, side.face %}
{% if art %}<img class="view" src="{{ art.address }}" alt="{{ art.alt|plain }}">{% endif %}
<h2 class="name" style="--title-size:{{ side.title.size }}pt">{{ face.title|line }}</h2>
{% for place, slots in side.slots.items() %}{% for slot in slots %}
<p class="stat">{{ slot.value|line }}</p>{% endfor %}{% endfor %}
<div class="prose" data-fit="{{ side.name }}" data-height="fixed">
{% if face.text %}{{ face.text|block }}{% endif %}</div>
</article>
"""
LAYOUT_STYLE = """{% include "ours/cards/style.css" %}
.strange .sky { position: absolute; left: 0; top: 0; width: 100%; height: 22mm; }
.strange .sky { background: GROUND; }
.strange .view { position: absolute; left: 4mm; top: 24mm; width: 30mm; height: 14mm; }
.strange h2.name { background: none; color: TEXT; left: 0; top: 2mm; width: 100%; border: none; }
.strange .stat { position: relative; margin: 13mm 4mm -12mm; color: TEXT; font-size: 8pt; }
.strange .prose { position: absolute; left: 4mm; right: 4mm; top: 40mm; bottom: 7mm; }
.strange .prose { font-size: 7.4pt; color: PLAIN; }
"""


def families() -> list[str]:
    """Return the names of the font families that are installed as packages."""
    names = (one.metadata["Name"] for one in distributions())
    found = sorted({name for name in names if name.startswith("fontpkg-")})
    plain = [name for name in found if not any(script in name for script in SCRIPT_FONTS)]
    return [name.removeprefix("fontpkg-").replace("-", " ").title() for name in plain]


SCRIPT_FONTS = ("arabic", "heebo", "hind", "thai")


class Writer:
    """Writes a game made by a seed."""

    def __init__(self, seed: int, fonts: list[str]) -> None:
        self.chance = random.Random(seed)
        self.language = self.pick([*WORDS])
        self.words = WORDS[self.language].split()
        self.paper = self.pick(PAPERS)
        self.inks = [ink for ink in INKS if contrast(*map(parse_colour, (ink, self.paper))) >= 4.6]
        self.ink, self.font = self.pick(self.inks), self.pick(fonts)
        self.is_own_layout = self.chance.random() < 0.3

    def pick(self, choices: Sequence[T]) -> T:
        """Return one of some choices."""
        return self.chance.choice(choices)

    def text(self, number: int) -> str:
        """Return a text of so many words, with signs beside words of each style."""
        parts = []
        for _ in range(number):
            styled = self.pick(STYLES).format(self.pick(self.words))
            parts.append(f"{self.pick(BEFORE)}{styled}{self.pick(AFTER)}")
            if self.chance.random() < 0.08:
                parts.append(self.pick(SIGNS))
        return " ".join(parts)

    def block(self, number: int) -> str:
        """Return a text of a paragraph, and of a list sometimes."""
        items = "".join(f"\n- {self.text(4)}" for _ in range(self.chance.randint(2, 4)))
        return self.text(number) + (f"\n{items}" if self.chance.random() < 0.3 else "")

    def title(self) -> str:
        """Return a title of one to four words."""
        words = (self.pick(self.words).strip("¿?") for _ in range(self.chance.randint(1, 4)))
        return " ".join(words).capitalize()

    def game(self) -> dict[str, object]:
        """Return the record of the game, with its theme."""
        found = prepare_family(package_files(self.font))
        is_for_text = found.slanted and {400, 700} <= {*found.upright}
        role = self.pick(("text", "title")) if is_for_text else "title"
        colours = {"paper": self.paper, "ink": self.ink}
        theme = {
            "colours": colours | ({"tint": self.paper} if self.chance.random() < 0.7 else {}),
            "fonts": {role: self.font},
            "frame": self.pick(FRAMES),
            "header": self.pick(HEADERS),
            "corners": self.pick(CORNERS),
        }
        return {
            **{"id": "g", "title": self.title(), "language": self.language, "editions": {}},
            **{"credits": "By us.", "notice": "A play aid.", "theme": theme},
        }

    def cards(self) -> dict[str, object]:
        """Return decks and cards."""
        places = self.chance.sample(PLACES, 2)
        deck: dict[str, object] = {
            "fields": {
                "cost": {"type": "number", "place": places[0]},
                "note": {"type": "text", "place": "line"},
            }
        }
        if self.is_own_layout:
            deck["layout"] = "strange"
        elif self.chance.random() < 0.3:
            deck["radius"] = 3
        cards: dict[str, object] = {}
        for number in range(CARDS):
            front: dict[str, object] = {
                "title": self.title(),
                "text": self.block(self.chance.randint(3, 10)),
            }
            if self.chance.random() < 0.3:
                front["image"] = {"file": "art.svg", "alt": "Art", "height": 14}
            cards[f"c{number}"] = {
                **{"deck": "d", "front": front, "overflow": "next card"},
                "fields": {"cost": number, "note": self.pick(self.words)},
                "back": {"title": self.title(), "icon": self.pick(["sword", "moon"])},
            }
        return {"decks": {"d": deck}, "cards": cards}

    def records(self) -> dict[str, object]:
        """Return records of all kinds."""
        columns = {
            "roll": {"header": self.title(), "type": "range"},
            "what": {"header": self.title(), "type": "text"},
            "worth": {"header": "GP", "type": "number"},
        }
        rows = {
            f"{face}": [self.text(self.chance.randint(1, 6)), face * 10] for face in range(1, 7)
        }
        labels = {f"l{number}": self.pick(self.words) for number in range(3)}
        return {
            "rules": {
                f"r{number}": {"title": self.title(), "text": self.block(40)} for number in range(4)
            },
            "procedures": {
                "p": {
                    **{"title": self.title(), "intro": self.text(8)},
                    "steps": {
                        f"s{n}": {"title": self.title(), "text": self.text(9)} for n in "abc"
                    },
                }
            },
            "tables": {"t": {"title": self.title(), "die": "d6", "columns": columns, "rows": rows}},
            "states": {
                f"s{number}": {
                    **{"title": self.pick(self.words), "nature": self.pick(("good", "bad"))},
                    **{"icon": self.pick(("bed", "star", "moon")), "effect": self.text(5)},
                }
                for number in range(3)
            },
            "blanks": {
                "track": {"title": self.title(), "shape": "track", "start": 0, "end": 12},
                "names": {"title": self.title(), "shape": "fields", "labels": labels},
                "packs": {"title": self.title(), "shape": "checks", "labels": labels},
                "notes": {"title": self.title(), "shape": "lines", "end": 3},
            },
            "sections": {
                "s": {"title": "Part", "contents": ["rules.r0", "rules.r1", "tables.t"]},
                "u": {"title": self.title(), "contents": ["procedures.p", "rules.r2", "states.s0"]},
            },
        }

    def aids(self) -> dict[str, dict[str, object]]:
        """Return an aid of each kind."""
        look = self.pick(("title-bar", "framed", "plain"))
        blocks = {
            "a": {"title": self.title(), "look": look, "width": "1/2", "contents": ["rules.r0"]},
            "b": {"width": "1/2", "icon": "moon", "title": self.title(), "contents": ["tables.t"]},
            "c": {"look": "framed", "contents": ["rules.r3", "states.s1"]},
        }
        fill = {"a": {"contents": ["blanks.track", "blanks.names"]}}
        more = {"b": {"contents": ["blanks.packs", "blanks.notes"]}}
        paper = self.pick(("A4", "Letter"))
        return {
            "deck": {"kind": "cards", "paper": self.size(), "contents": ["cards"]},
            "sheet": {"kind": "sheet", "paper": paper, "blocks": blocks},
            "book": {
                **{"kind": "book", "paper": self.pick(["A5", "A4"])},
                "contents": ["sections.s", "sections.u"],
            },
            "form": {"kind": "form", "paper": paper, "blocks": fill | more},
            "flow": {
                "kind": "flow",
                "paper": "A4",
                "blocks": {"a": {"contents": ["procedures.p"]}},
            },
            "screen": {"kind": "gm-screen", "paper": "A4", "landscape": True, "blocks": blocks},
            "tokens": {"kind": "tokens", "paper": paper, "contents": ["states"]},
            "figures": {"kind": "standees", "paper": paper, "contents": ["states"]},
            "leaflet": {
                "kind": "leaflet",
                "paper": paper,
                "blocks": fill
                | {"n": {"new_page": True, "look": look, "contents": ["rules.r3"]}}
                | more,
            },
            "board": {
                **{"kind": "board", "paper": paper, "grid": {"cell": "1 in", "numbered": True}},
                "board": {
                    **{"width": "9 in", "height": "9 in"},
                    "spaces": {"a": {"title": self.pick(self.words), "icon": "moon", "cell": "B2"}},
                },
            },
        }

    def size(self) -> str:
        """Return the size of its cards; an own layout is drawn for the larger ones."""
        return self.pick(("poker", "tarot", "jumbo") if self.is_own_layout else DECK_SIZES)

    def write(self, pack: Path) -> None:
        """Write the game into a folder."""
        home, assets = pack / "content" / "g", pack / "assets"
        home.mkdir(parents=True)
        assets.mkdir()
        other = self.pick(INKS)
        (assets / "art.svg").write_text(SVG.format(self.ink, other), encoding="utf-8")
        near = "#" + "".join(f"{(3 * part + 128) // 4:02x}" for part in parse_colour(self.paper))
        (assets / "pattern.svg").write_text(PATTERN.format(self.paper, near), encoding="utf-8")
        aids = {name: aid | {"title": self.title()} for name, aid in self.aids().items()}
        data = {"game": self.game(), **self.cards(), **self.records(), "aids": aids}
        (home / "game.yaml").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        rule = self.pick(RULES).replace("PAPER2", near).replace("PAPER", self.paper)
        rule = rule.replace("PANEL", f"{self.paper}cc")
        (home / "theme.css").write_text(rule, encoding="utf-8")
        if self.is_own_layout:
            self.write_layout(pack / "templates" / "cards")

    def write_layout(self, folder: Path) -> None:
        """Write a layout of its own: a coloured field behind the title, or behind all of a card."""
        folder.mkdir(parents=True)
        dark, light = (
            self.pick(["#134e57", "#2b2140", "#5a1e2b"]),
            self.pick(["#f4ecd8", "#9fd8e0"]),
        )
        ground, text = self.pick([(dark, "#fff"), (light, "#000")])
        fields = {
            "GROUND": self.pick([ground, f"linear-gradient({ground}, {ground}cc)"]),
            "TEXT": text,
            "PLAIN": on(self.paper),
        }
        style = LAYOUT_STYLE
        for name, value in fields.items():
            style = style.replace(name, value)
        (folder / "strange.html").write_text(LAYOUT, encoding="utf-8")
        (folder / "style.css").write_text(style, encoding="utf-8")


def write_pack(folder: Path, seed: int, fonts: list[str]) -> Path:
    """Write a game made by a seed; return its folder."""
    pack = folder / f"p{seed}"
    Writer(seed, fonts).write(pack)
    return pack


def main() -> None:
    """Make packs and build them; stops with 1 if a right page is held back."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packs", type=int, default=80, help="about 135 pieces each (80)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--seconds", type=float, default=280, help="stop after these (280)")
    chosen = parser.parse_args()
    fonts, counts, begun = families(), Counter[str](), time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        jobs: list[Job] = []
        for seed in range(chosen.first, chosen.first + chosen.packs):
            try:
                pack = Pack(write_pack(Path(name), seed, fonts))
                if errors := [one for one in pack.problems("g") if one.severity == "error"]:
                    raise InputError(errors)
                jobs += plan(pack).jobs
            except InputError as error:
                counts["packs refused"] += 1
                print(f"{seed} is refused: {error.problems[0]}", flush=True)
        reported = set[tuple[Path, Problem]]()
        for made in make(jobs, Path(name) / "out", workers=chosen.jobs):
            pieces = len(made.finished.fits) + made.pages if made.finished else 1
            counts["pieces"] += pieces
            print(f"{made.job.pack.root.name} {made.job.aid}: {pieces} pieces", flush=True)
            for problem in made.problems:
                if (made.job.pack.root, problem) in reported:
                    continue
                reported.add((made.job.pack.root, problem))
                counts[problem.severity] += 1
                print(f"  {problem}", flush=True)
            if time.monotonic() - begun > chosen.seconds:
                break
    print(dict(counts))
    faults, doubts, pieces = (counts[key] for key in ("error", "warning", "pieces"))
    part = 100 * doubts / max(pieces, 1)
    print(f"{pieces} pieces: {faults} faults, {doubts} doubts ({part:.1f} %)")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
