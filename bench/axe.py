"""What axe-core finds on the pages of the site and on live pages: wide and narrow, light and dark.

It is fetched with npm into a temporary folder and is no part of the project.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from serve import served

from tests.browser import PROVED, chromium, until
from tests.mini import MINI

PACKAGE, SCRIPT = "axe-core@4", "package/axe.min.js"
WIDTHS = (360, 1280)
SITE = (
    "index.html",
    "mini/en/index.html?q=fight",
    "mini/fr/index.html",
    "mini/en/deck.html",
    "mini/en/rules/rules.fight.html",
    "mini/en/rules/tables.wounds.html",
    "mini/en/rules/terms.html",
)
PICK = "document.querySelector('#texts .row').click();"
"""Opens the panel of a text."""
RUN = """
const done = arguments[0];
const rules = { "target-size": { enabled: true } }; // WCAG 2.2
axe.run({ rules }).then(({ violations }) => done(violations.map(({ impact, help, nodes }) =>
  `${impact}: ${help}: ${nodes.slice(0, 3).map((one) => one.html.slice(0, 160)).join(" ")}`)));
"""


def fetched(folder: Path) -> str:
    """Return the script of axe-core; raises CalledProcessError if npm cannot fetch it."""
    command = ["npm", "pack", PACKAGE, "--silent", "--pack-destination", str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (packed,) = folder.glob("*.tgz")
    with tarfile.open(packed) as archive:
        found = archive.extractfile(SCRIPT)
        assert found is not None
        return found.read().decode()


def looked_at(driver: Any, axe: str) -> Iterator[str]:
    """Yield what is found on the page that is open, each with how it is looked at."""
    for width in WIDTHS:
        driver.set_window_size(width, 900)
        for scheme in ("light", "dark"):
            features = [{"name": "prefers-color-scheme", "value": scheme}]
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
            driver.execute_script(axe)
            for found in driver.execute_async_script(RUN):
                yield f"{width} px, {scheme}: {found}"


def site(driver: Any, axe: str, folder: Path) -> Iterator[str]:
    """Yield what is found on the pages of the site of the game Mini."""
    nothing = subprocess.DEVNULL
    command = [sys.executable, "-m", "aidgen", "site", str(folder / "site"), "--pack", str(MINI)]
    subprocess.run(
        [*command, "--out", str(folder / "out")],
        check=True,
        cwd=ROOT,
        stdout=nothing,
        stderr=nothing,
    )
    for page in SITE:
        driver.get(f"file://{folder}/site/{page}")
        yield from (f"{page}: {found}" for found in looked_at(driver, axe))


def live(driver: Any, axe: str, folder: Path) -> Iterator[str]:
    """Yield what is found on live pages, all that they can show being open."""
    with served(Path(shutil.copytree(MINI, folder / "pack"))) as place:
        driver.get(f"{place.address}#game=mini&aid=deck&locale=fr")
        until(driver, PROVED, "proved")
        driver.execute_script(PICK)
        until(driver, "return document.querySelector('#field textarea')")
        yield from (f"live pages: {found}" for found in looked_at(driver, axe))


def main() -> None:
    """Look at all; stops with 1 if anything is found."""
    with tempfile.TemporaryDirectory() as name, chromium() as driver:
        axe = fetched(Path(name))
        found = [*site(driver, axe, Path(name)), *live(driver, axe, Path(name))]
    print("\n".join(found) or f"{len(SITE) + 2} pages: nothing found")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
