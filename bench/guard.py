"""Does NEW print the same pages as OLD? Compares two checkouts, or two folders of built PDFs.

    .venv/bin/python bench/guard.py OLD NEW [--game G]... [--aid A]... [--locale L]... [--build]

A checkout's PDFs are in `build/` (our games) and `examples-build/NAME/` (examples/NAME). `--build`
makes those of NEW first, as far as the filters leave them; nothing is built otherwise. Each PDF
that differs gets a line:

    pages      number or size of pages, beyond 0.5 mm
    words      lost (-) and new (+) words of the document; `moved`: the same words on other pages;
               `order`: the same words of a page in another order; `spaces`: other gaps in them
    pictures   pages that look different at 72 dpi, and what share of the page; the old picture, the
               new one and the differences are written side by side to --pictures
    links, bookmarks, fields, title, and the rules of PDF/UA-1 that page-validation finds broken

The order of words is PDFium's. Exit status: 1 if a PDF differs.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import venv
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
from PIL import Image, ImageChops, ImageFilter

SIZE_SLACK = 1.5  # points: half a millimetre
# A letter that moves by half a pixel changes its pixels; after a blur of one pixel it stays below.
PIXEL_SLACK = 40
# The share of a page's pixels that may differ: of A4, a letter of 10 x 10 points.
PICTURE_SLACK = 0.0002
BULLETS = set("•◦▪")  # text or a mark, as the engine likes
LINE_HYPHEN = "\x02"  # what PDFium reads for a hyphen that the engine added at a line's end
DIGEST = re.compile("[0-9a-f]{6}")  # of all figures, in the edition mark; may be outlines
SHOWN = 8
# Runs in an environment of its own that has page-validation, which aidgen does not need.
VALIDATE = """
import json, sys, page
profile = page.ValidationProfile.PDF_UA_1
for path in json.load(sys.stdin):
    failures = page.validate_pdf(path, profile=profile).failures
    print(json.dumps(sorted({failure.rule_id for failure in failures})))
"""


Parts = dict[str, Counter[str]]
Words = list[list[str]]  # of each page


def main() -> int:
    """Compare; return 1 if a PDF differs."""
    scratch = Path(tempfile.gettempdir())
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name in ("old", "new"):
        parser.add_argument(name, type=Path)
    for name in ("--game", "--aid", "--locale"):
        parser.add_argument(name, action="append", default=[])
    for name in ("--build", "--no-pictures", "--no-ua"):
        parser.add_argument(name, action="store_true")
    parser.add_argument("--pictures", type=Path, default=scratch / "aidgen-guard")
    options = parser.parse_args()
    if options.build:
        build(options.new.resolve(), options)
    old, new = pdfs(options.old, options), pdfs(options.new, options)
    broken = {} if options.no_ua else broken_rules(new, scratch / "aidgen-validators")
    differing = 0
    for name in sorted(old.keys() | new.keys()):
        differences = [f"PDF/UA-1: {', '.join(broken[name])}"] if name in broken else []
        if name not in new or name not in old:
            differences.append("missing" if name in old else "new")
        elif old[name].read_bytes() != new[name].read_bytes():
            differences += compare(old[name], new[name])
            if not options.no_pictures:
                target = options.pictures / re.sub("[/: ]+", "-", name.removesuffix(".pdf"))
                differences += compare_pictures(old[name], new[name], target)
        if differences:
            print(name, *differences, sep=" | ", flush=True)
            differing += 1
    print(f"{len(old)} old PDFs, {len(new)} new: {differing} differ, {len(broken)} break PDF/UA-1")
    return int(differing > 0 or not old)


def build(tree: Path, options: argparse.Namespace) -> None:
    """Build the games and examples that the filters leave, below the checkout."""
    filters = [f"--aid={aid}" for aid in options.aid]
    filters += [f"--locale={locale}" for locale in options.locale]
    examples = {path: tree / "examples-build" / path.name for path in tree.glob("examples/*")}
    for pack, out in ({tree: tree / "build"} | examples).items():
        games = [game for game in options.game if (pack / "content" / game).is_dir()]
        if games or not options.game:
            words = [*games, *filters, "--pack", str(pack), "--out", str(out)]
            command = [sys.executable, "-P", "-m", "aidgen", "build", *words]
            subprocess.run(command, env=os.environ | {"PYTHONPATH": str(tree)}, check=False)


def pdfs(folder: Path, options: argparse.Namespace) -> dict[str, Path]:
    """Return the PDFs that the filters leave, by a name that both folders give them."""
    roots = {"": folder / "build" if (folder / "build").is_dir() else folder}
    roots |= {f"{path.name}: ": path for path in folder.glob("examples-build/*")}
    paths = {}
    for prefix, root in roots.items():
        for path in root.rglob("*.pdf"):  # <game>/<locale>/<game>-<aid>-<locale>.pdf
            game, locale = path.parent.parent.name, path.parent.name
            aid = path.stem.removeprefix(f"{game}-").removesuffix(f"-{locale}")
            filters = ((game, options.game), (aid, options.aid), (locale, options.locale))
            wanted = all(value in values or not values for value, values in filters)
            if wanted and "held-back" not in path.parts:
                paths[prefix + path.relative_to(root).as_posix()] = path
    return paths


def broken_rules(paths: dict[str, Path], folder: Path) -> dict[str, list[str]]:
    """Return the rules of PDF/UA-1 that each PDF breaks; folder is the validator's environment."""
    python = str(folder / "bin" / "python")
    if not any(folder.glob("lib/*/site-packages/page")):
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-qq", "page-validation"], check=True)
    request = json.dumps([str(path) for path in paths.values()])
    answer = subprocess.check_output([python, "-c", VALIDATE], input=request, text=True)
    answers = map(json.loads, answer.splitlines())
    return {name: rules for name, rules in zip(paths, answers, strict=True) if rules}


def compare(old: Path, new: Path) -> Iterator[str]:
    """Yield what differs in pages, words, links, bookmarks, fields and title."""
    (sizes, words, parts), (new_sizes, new_words, new_parts) = read(old), read(new)
    if len(sizes) != len(new_sizes):
        yield f"pages {len(sizes)} → {len(new_sizes)}"
    for number, (size, other) in enumerate(zip(sizes, new_sizes, strict=False), 1):
        if any(abs(a - b) > SIZE_SLACK for a, b in zip(size, other, strict=True)):
            yield "size of page {} {:.0f}×{:.0f} → {:.0f}×{:.0f} pt".format(number, *size, *other)
    yield from compare_words(words, new_words)
    for part, before in parts.items():
        after = new_parts[part]
        if before != after:
            yield f"{part} {before.total()} → {after.total()}: {difference(before, after)}"


def compare_words(old: Words, new: Words) -> Iterator[str]:
    """Yield the gravest difference of the words, and the pages that it concerns."""
    before, after = Counter(itertools.chain(*old)), Counter(itertools.chain(*new))
    pairs = list(enumerate(zip(old, new, strict=False), 1))
    if before != after:
        same = "".join(itertools.chain(*old)) == "".join(itertools.chain(*new))
        yield f"{'spaces' if same else 'words'}: {difference(before, after)}"
    elif moved := [number for number, (a, b) in pairs if Counter(a) != Counter(b)]:
        yield f"moved: pages {moved}"
    elif order := [number for number, (a, b) in pairs if a != b]:
        yield f"order: pages {order}"


def compare_pictures(old: Path, new: Path, target: Path) -> Iterator[str]:
    """Yield the pages that look different, and write their pictures to `target-<page>.png`."""
    shares = {}
    with pypdfium2.PdfDocument(old) as before, pypdfium2.PdfDocument(new) as after:
        for number, pages in enumerate(zip(before, after, strict=False), 1):
            first, second = (page.render().to_pil().convert("RGB") for page in pages)
            second = second if second.size == first.size else second.resize(first.size)
            blurred = (picture.filter(ImageFilter.BoxBlur(1)) for picture in (first, second))
            channels = ImageChops.difference(*blurred).split()
            worst = functools.reduce(ImageChops.lighter, channels)
            differing = worst.point(lambda value: 255 if value > PIXEL_SLACK else 0)
            share = differing.histogram()[255] / (first.width * first.height)
            if share > PICTURE_SLACK:
                shares[number] = share
                marked = Image.blend(second, Image.new("RGB", second.size, "white"), 0.6)
                marked.paste("red", mask=differing)
                sheet = Image.new("RGB", (first.width * 3, first.height))
                for place, picture in enumerate((first, second, marked)):
                    sheet.paste(picture, (place * first.width, 0))
                target.parent.mkdir(parents=True, exist_ok=True)
                sheet.save(f"{target}-{number:02}.png")
    if shares:
        yield f"pictures: pages {[*shares]}, up to {max(shares.values()):.1%}: {target}-*.png"


def read(path: Path) -> tuple[list[tuple[float, float]], Words, Parts]:
    """Return the sizes of the pages of a PDF in points, their words, and what else there is."""
    with pypdfium2.PdfDocument(path) as document:
        sizes = [page.get_size() for page in document]
        words = [words_of(page.get_textpage().get_text_bounded()) for page in document]
    parts: Parts = {name: Counter() for name in ("links", "bookmarks", "fields", "title")}
    with pikepdf.open(path) as document:
        names: Any = document.Root.get("/Names", {})
        places: dict[str, Any] = {}
        if "/Dests" in names:
            places = {str(name): place for name, place in pikepdf.NameTree(names.Dests).items()}
        places |= {f"page {page.obj.objgen}": n for n, page in enumerate(document.pages, 1)}
        for number, page in enumerate(document.pages, 1):
            annotations: Any = page.get("/Annots", [])
            for note in annotations:
                if note.Subtype == "/Link":
                    parts["links"][f"{number} to {target_of(note, places)}"] += 1
                elif note.Subtype == "/Widget":
                    kind = note.get("/FT", note.get("/Parent", {}).get("/FT"))
                    parts["fields"][f"{number}{kind} {note.get('/TU', '')}"] += 1
        with document.open_outline() as outline:
            parts["bookmarks"].update(bookmarks(outline.root, places))
        parts["title"][f"{document.docinfo.get('/Title')} {document.Root.get('/Lang')}"] += 1
    return sizes, words, parts


def words_of(text: str) -> list[str]:
    """Return the words of a page, put together where the end of a line parts them."""
    joined = re.sub(rf"{LINE_HYPHEN}\s*|-", "", text)  # one at a line's end may be the author's
    return [word for word in joined.split() if word not in BULLETS and not DIGEST.fullmatch(word)]


def target_of(link: Any, places: dict[str, Any]) -> str:
    """Return where a link or bookmark leads: an address, or the number of a page."""
    action = link.get("/A", {})
    place = action.get("/D", link.get("/Dest"))
    place = places.get(str(place), place)
    if isinstance(place, pikepdf.Dictionary):
        place = place.get("/D")
    if isinstance(place, pikepdf.Array):
        return str(places.get(f"page {place[0].objgen}", "a page that is lost"))
    return str(action.get("/URI", f"nowhere ({place})"))


def bookmarks(items: Iterable[Any], places: dict[str, Any], level: int = 1) -> Iterator[str]:
    """Yield the level, title and page of each bookmark."""
    for item in items:
        title = " ".join(item.title.split())
        yield f"{'#' * level} {title} {target_of(item.obj, places)}"
        yield from bookmarks(item.children, places, level + 1)


def difference(before: Counter[str], after: Counter[str]) -> str:
    """Return how many were lost and are new, and the first of them."""
    lost, added = before - after, after - before
    first = [", ".join(list(strings)[:SHOWN]) for strings in (lost, added)]
    return f"-{lost.total()} ({first[0]}) +{added.total()} ({first[1]})".replace(" ()", "")


if __name__ == "__main__":
    sys.exit(main())
