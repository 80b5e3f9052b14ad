"""How often the proof is wrong on right pages: packs made at random, which nothing was tuned on.

Each pack is a game with a deck, a sheet and a book, of another font, look, size, background and
language, with signs beside words of each style. All of it is right: each finding is a false alarm.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections import Counter
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from aidgen.assets.colours import contrast, parse_colour
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.plan import Job, plan
from aidgen.pipeline.production import make
from aidgen.problems import InputError

BEFORE, AFTER = ("", "(", "[", "“", "‘", "– "), (*",.;:!?)]’”…", "’s", "/", " –", "")
STYLES = ("{}", "*{}*", "**{}**", "*{}*", "{}")
WORDS = {
    "en": "wolf roof calf brief shelf half life staff jolly young gypsy quick leaf buff off jaw",
    "de": "Wolf Dorf Hof auf Schiff scharf jung Krieg zwölf fünf Größe Fluß Öffnung ja Ruf",
    "fr": "œuf neuf vif actif chef forêt île à déjà garçon naïf bref soif j’ai cœur plaît",
    "es": "reloj jefe fuerte así señor año jugador ¿qué? bajo ojo flecha después género fin",
}
TEXT_FONTS = ("Alegreya Sans", "Cormorant", "Vollkorn", "Spectral", "Eb Garamond", "Fira Sans")
"""Those that have slanted letters and two weights."""
DECK_SIZES = ("poker", "bridge", "tarot", "square", "jumbo", "88 x 63 mm", "70 x 120 mm")
PAPERS = ("#ffffff", "#f4ecd8", "#e8d9b5", "#c8b48a", "#101010", "#242321", "#2b2140")
INKS = ("#134e57", "#5a1e2b", "#472a6e", "#2f4a1f", "#e0b050", "#9fd8e0", "#f0c8c0", "#333333")
FRAMES, HEADERS = ("none", "single", "double", "thick"), ("bar", "plate", "band", "rule")
RULES = (
    "h2 { text-transform: uppercase; letter-spacing: .02em; }",
    "h1, h2, h3 { font-variant: small-caps; }",
    ".face p { margin-bottom: 1.4mm; }",
    ".face p { letter-spacing: .02em; text-align: justify; }",
    ".card { background-image: linear-gradient(160deg, PAPER, PAPER2); }",
    "em { font-weight: bold; } strong { text-transform: uppercase; }",
    "",
    "",
)
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><defs>
<linearGradient id="g" x2="0" y2="1"><stop offset="0" stop-color="{0}"/>
<stop offset="1" stop-color="{1}"/></linearGradient></defs>
<rect width="60" height="40" fill="url(#g)"/><circle cx="30" cy="20" r="9" fill="{1}"/></svg>"""


def families() -> list[str]:
    """Return the names of the font families that are installed as packages."""
    names = (one.metadata["Name"] for one in distributions())
    found = sorted({name for name in names if name.startswith("fontpkg-")})
    return [name.removeprefix("fontpkg-").replace("-", " ").title() for name in found]


def text(chance: random.Random, words: list[str], number: int) -> str:
    """Return a text of so many words, with signs beside words of each style."""
    parts = []
    for _ in range(number):
        styled = chance.choice(STYLES).format(chance.choice(words))
        parts.append(f"{chance.choice(BEFORE)}{styled}{chance.choice(AFTER)}")
    return " ".join(parts).replace('"', "")


def write_pack(folder: Path, seed: int, fonts: list[str]) -> Path:
    """Write a game made by a seed; return its folder."""
    chance = random.Random(seed)
    language = chance.choice([*WORDS])
    words = WORDS[language].split()
    paper = chance.choice(PAPERS)
    ink = chance.choice([one for one in INKS if contrast(*map(parse_colour, (one, paper))) >= 4.6])
    home = folder / f"p{seed}" / "content" / "g"
    home.mkdir(parents=True)
    assets = folder / f"p{seed}" / "assets"
    assets.mkdir()
    (assets / "art.svg").write_text(SVG.format(ink, chance.choice(INKS)), encoding="utf-8")
    font = chance.choice(fonts)
    role = "text" if font in TEXT_FONTS and chance.random() < 0.7 else "title"
    theme = (
        f"{{colours: {{paper: '{paper}', ink: '{ink}', tint: '{paper}'}}, "
        f"fonts: {{{role}: {font}}}, "
        f"frame: {chance.choice(FRAMES)}, header: {chance.choice(HEADERS)}}}"
    )
    lines = [
        f"game: {{id: g, title: Game, language: {language}, editions: {{}}, credits: By us.,"
        f" notice: A play aid., theme: {theme}}}",
        "decks: {d: {fields: {cost: {type: number, place: top-left}, "
        "note: {type: text, place: line}}}}",
        "cards:",
    ]
    for number in range(9):
        art = ", image: {file: art.svg, alt: Art, height: 14}" if chance.random() < 0.3 else ""
        lines.append(
            f"  c{number}: {{deck: d, fields: "
            f'{{cost: {number}, note: "{text(chance, words, 2)}"}}, '
            f"front: {{title: {chance.choice(words[:4])}{number}, "
            f'text: "{text(chance, words, chance.randint(3, 12))}"{art}}}, '
            f"back: {{title: B{number}, icon: {chance.choice(['sword', 'moon'])}}}}}"
        )
    lines += [
        "rules:",
        *(
            f'  r{number}: {{title: R{number}, text: "{text(chance, words, 40)}"}}'
            for number in range(4)
        ),
        "sections: {s: {title: Part, contents: [rules.r0, rules.r1, rules.r2, rules.r3]}}",
        "aids:",
        f"  deck: {{title: Deck, kind: cards, paper: {chance.choice(DECK_SIZES)},"
        " contents: [cards]}",
        "  sheet: {title: Sheet, kind: sheet, paper: A4,"
        " blocks: {a: {contents: [rules.r0, rules.r1]}}}",
        f"  book: {{title: Book, kind: book, paper: {chance.choice(['A5', 'A4'])},"
        " contents: [sections.s]}",
    ]
    (home / "game.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    rule = chance.choice(RULES).replace("PAPER2", paper).replace("PAPER", paper)
    (home / "theme.css").write_text(rule, encoding="utf-8")
    return folder / f"p{seed}"


def main() -> None:
    """Make packs and build them; stops with 1 if a right page is held back."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packs", type=int, default=80, help="some 30 pieces each (80)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--show", type=int, default=20, help="so many findings")
    chosen = parser.parse_args()
    fonts, counts, shown = families(), Counter[str](), list[str]()
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
                shown.append(f"{seed}: {error.problems[0]}")
        for made in make(jobs, Path(name) / "out", workers=chosen.jobs):
            pieces = len(made.filed.fits) + made.pages if made.filed else 1
            counts["pieces"] += pieces
            print(f"{made.job.pack.root.name} {made.job.aid}: {pieces} pieces", flush=True)
            for problem in made.problems:
                counts[problem.severity] += 1
                shown.append(f"{made.job.pack.root.name}: {problem}")
    print(*shown[: chosen.show], sep="\n")
    print(dict(counts))
    faults, doubts, pieces = (counts[key] for key in ("error", "warning", "pieces"))
    part = 100 * doubts / max(pieces, 1)
    print(f"{pieces} pieces: {faults} faults, {doubts} doubts ({part:.1f} %)")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
