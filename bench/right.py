"""How many right translations the checks report: PO files of free programs, in a folder.

Texts without a sentence (a command line, only markup) are skipped. Markup and its lengths (-0.5em)
are removed, `%s` of C becomes a placeholder, and two hyphens become a dash.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from aidgen.language.consistency import Mismatch
from aidgen.language.language import Pair
from aidgen.language.review import text_mismatches
from aidgen.language.untranslated import Vocabulary, untranslated_words
from tests.pairs import language


@dataclass(frozen=True)
class Right:
    """A published text with its translation."""

    locale: str
    file: str
    source: str
    target: str


def main() -> None:
    """Judge the texts of a folder; exit with 1 if more than one in a hundred is an error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="<anything>/<locale>/<file>.po")
    parser.add_argument("--show", type=int, default=0, help="problems to show of each language")
    parser.add_argument("--seed", type=int, default=1, help="seed for --show and --sample")
    parser.add_argument("--sample", type=int, default=0, help="texts to take of each language")
    parser.add_argument("--figures", action="store_true", help="only texts with a figure")
    chosen = parser.parse_args()
    totals: Counter[str] = Counter()
    print(f"| {'language':8} | texts | errors | warnings |\n|{'-' * 10}|---|---|---|")
    for locale in sorted({path.parent.name for path in chosen.folder.glob("**/*.po")}):
        texts = list(dict.fromkeys(_right(chosen.folder, locale)))
        if chosen.figures:
            texts = [one for one in texts if FIGURE.search(one.source)]
        if chosen.sample:
            texts = random.Random(chosen.seed).sample(texts, min(chosen.sample, len(texts)))
        judged = _judged(texts, locale)
        counts = Counter(
            severity for reported in judged for severity in {worst(reported)} if reported
        )
        totals += Counter(texts=len(texts), errors=counts["error"], warnings=counts["warning"])
        print(f"| {locale:8} | {len(texts):5} | {counts['error']:5} | {counts['warning']:5} |")
        doubted = [(one, reported) for one, reported in zip(texts, judged, strict=True) if reported]
        random.Random(chosen.seed).shuffle(doubted)
        doubted.sort(key=lambda doubt: worst(doubt[1]))  # errors first
        for one, reported in doubted[: chosen.show]:
            print(f"    {worst(reported)} {[said.message for said in reported]}")
            print(f"      {one.source!r}\n      {one.target!r}")
    print(f"| {'all':8} | {totals['texts']:5} | {totals['errors']:5} | {totals['warnings']:5} |")
    sys.exit(100 * totals["errors"] > totals["texts"])


def worst(reported: list[Mismatch]) -> str:
    """Return the highest severity among problems."""
    return "error" if any(one.severity == "error" for one in reported) else "warning"


def _judged(texts: list[Right], locale: str) -> list[list[Mismatch]]:
    """Return the problems of each text; terms are not checked, since there is no glossary."""
    pair = Pair(language("en"), language(locale))
    vocabulary = Vocabulary.of(pair, [(one.source, one.target) for one in texts])
    return [
        [
            *text_mismatches(one.source, one.target, pair),
            *untranslated_words(one.source, one.target, vocabulary),
        ]
        for one in texts
    ]


def _right(folder: Path, locale: str) -> Iterator[Right]:
    for path in sorted(folder.glob(f"**/{locale}/*.po")):
        for entry in polib.pofile(str(path)):
            copied = entry.msgid == entry.msgstr  # nobody has translated it
            if entry.translated() and not (entry.msgid_plural or copied) and _is_prose(entry.msgid):
                source, target = map(_plain, _unnamed(entry.msgid, entry.msgstr))
                if target:
                    yield Right(locale, path.name, source, target)


def _is_prose(text: str) -> bool:
    """Tell whether a text is prose: two words or more, a space, and no code."""
    bare = MARKUP.sub(" ", HOLE.sub(" ", text)).strip()
    return len(WORD.findall(bare)) >= 2 and " " in bare and not CODE.search(text)


def _unnamed(source: str, target: str) -> tuple[str, str]:
    """Return two texts without the names of buttons and menus that they share."""
    for named in {found[0] for found in NAMED.finditer(source)}:
        if named in target:
            source, target = source.replace(named, " "), target.replace(named, " ")
    return source, target


def _plain(text: str) -> str:
    """Return a text without markup, with `%s` and the like as placeholders."""
    text = text.replace("%%", "%")
    holes = (HOLE, BRACED) if "\\" not in text else (HOLE,)  # TeX has groups in braces
    for hole in holes:
        text = hole.sub(lambda found: f"\ue000x{''.join(filter(None, found.groups()))}\ue001", text)
    text = text.replace("~", " ") if "\\" in text else text
    text = DASH.sub("–", MARKUP.sub(" ", text)).replace("*", "")
    return " ".join(text.replace("\ue000", "{").replace("\ue001", "}").split())


WORD = re.compile(r"[^\W\d_]{2,}")
FIGURE = re.compile(
    r"\d|\b(two|three|four|five|six|seven|eight|nine|ten|twelve|half|twice|double|least|most|more"
    r"|fewer|less|highest|lowest)\b",
    re.IGNORECASE,
)
MARKUP = re.compile(
    r"</?[^\W\d][^<>]*>|\\begin\{[^}]*\}(?:\[[^\]]*\])?|\\end\{[^}]*\}|\\svg\{[^}]*\}"
    r"|\\[a-zA-Z]+\*?(?:\[[^\]]*\])?|&#?\w+;|[{}$](?![\w])|(?<![\w])[{}$]"
    r"|(?<![\w.])-?\d*\.?\d+(?:em|pt|ex)\b"
)
DASH = re.compile(r"(?<!-)--(?!-)")
# %s, %2$d of C, [option_a] of gbrainy
HOLE = re.compile(r"(?<!\d)%(?:(\d+)\$)?[-+0]*\d*l*([dsufi])|\[([a-z]+_[a-z_]+)\]")
# {name} of Python, {0:##0.#} of C#, %{name} of Ruby
BRACED = re.compile(r"%?\{(\w+)(?::[^{}]*)?\}")
# <gui>File</gui>, <guiseq><gui>…</gui></guiseq>, <app>…</app>: words of a program (Mallard)
NAMED = re.compile(r"<(guiseq|gui|app|cmd|link)\b[^>]*>.*?</\1>")
CODE = re.compile(
    r"--\w|\w\(\)|^\W*https?:|@@|\\def|\\newcommand|includegraphics|\.(?:jpg|png|tex)|(?m:^%|^\s+%\s)|\\\\|&|tikz|overlay|discord|\(-?\d+(?:\.\d+)?,|no-check-caps|Copyright|translator"
)


if __name__ == "__main__":
    main()
