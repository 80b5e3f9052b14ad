"""Makes the pictures of the tutorial by doing what it says: `python docs/first_game.py`."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from pypdfium2 import PdfDocument

HERE = Path(__file__).parent
PAGE = HERE / "tutorial" / "first-game.md"
WIDE, COLOURS, LOWEST = 520, 24, 14
"""Of a picture: its width in pixels, its colours, and what is left below the last ink in pixels."""
PO = "locales/fr/lantern-race.po"
GUST = 'msgid "A gust"\nmsgstr "'
"""Where the translation begins that the step for another language shows."""

# A file that is named on a line of its own, and what is in it.
FILE = re.compile(r"^`(content/[^`]+)`:\n\n```\w+\n(.*?)```", re.MULTILINE | re.DOTALL)
# A picture, and above it the PDF and the page that it is of.
SHOWN = re.compile(r"^<!-- (\S+) (\d+) -->\n!\[[^\]]*\]\((\S+)\)", re.MULTILINE)


def steps(text: str) -> Iterator[tuple[str, ...]]:
    """Yield what the page says in order: files with their content, PDFs with their pictures."""
    found = [*FILE.finditer(text), *SHOWN.finditer(text)]
    for match in sorted(found, key=lambda match: match.start()):
        yield match.groups()


def aidgen(folder: Path, *words: str) -> None:
    """Give a command in a folder."""
    environment = [sys.executable, "-P", "-m", "aidgen", *words]
    subprocess.run(environment, cwd=folder, check=True, stdin=subprocess.DEVNULL)


def picture(pdf: Path, number: int) -> Image.Image:
    """Return a page as far as there is something on it."""
    page = PdfDocument(pdf)[number - 1]
    drawn = page.render(scale=WIDE / page.get_width()).to_pil().convert("RGB")
    ink = drawn.convert("L").point(lambda grey: 255 if grey < 200 else 0).getbbox()
    low = min(drawn.height, (ink[3] if ink else 0) + LOWEST)
    return drawn.crop((0, 0, drawn.width, low)).quantize(COLOURS)


def main() -> None:
    """Do what the page says, and make each picture where it stands."""
    with tempfile.TemporaryDirectory() as scratch:
        pack = Path(scratch) / "lantern-race"
        aidgen(Path(scratch), "new", pack.name, "--with", "cards", "--no-build")
        for name, *rest in steps(PAGE.read_text(encoding="utf-8")):
            if len(rest) == 1:
                (pack / name).write_text(rest[0], encoding="utf-8")
                continue
            if name.endswith("-fr"):
                aidgen(pack, "i18n", "add", "fr")
                path = pack / PO
                text = path.read_text(encoding="utf-8").replace(GUST, f"{GUST}Une rafale")
                path.write_text(text, encoding="utf-8")
            aidgen(pack, "build")
            (pdf,) = pack.glob(f"build/*/*/{name}.pdf")
            picture(pdf, int(rest[0])).save(PAGE.parent / rest[1], optimize=True)


if __name__ == "__main__":
    main()
