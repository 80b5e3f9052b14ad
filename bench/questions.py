"""What strangers ask of the site of our games: whether cells are right, and what is found first.

    bench/questions.py [every]

Every cell of every table is asked for in several wordings, and Expedition's damage with all
thousand questions in six wordings in five languages; `every` takes each nth of them. Exits with 1
if one leads to a wrong cell, or if too few questions of players find their record first.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from aidgen.page.lookups import lookups
from aidgen.pipeline.pack import Pack
from aidgen.serve.search_index import search_index
from tests.browser import chromium
from tests.questions import (
    DAMAGE,
    Lookup,
    cell_questions,
    count_cells,
    damage_questions,
    lookup_questions,
    write_search_page,
)

FIRST = """
return arguments[0].map((words) => {
  const {results, near} = search(words);
  return [results.length && !near ? results[0].doc.href : "", results[0]?.doc.href ?? ""];
});
"""
ENOUGH = 0.95
"""How many of the questions of players must find their record first."""


def places(pack: Pack) -> Iterator[tuple[str, str]]:
    """Yield games and languages."""
    for game in pack.games:
        for locale in pack.locales(game):
            yield game, locale


def ref(address: str) -> str:
    """Return the record at an address; - for none."""
    name = address.rpartition("#")[2].removeprefix("rules/").removesuffix(".html")
    return name or "-"


def main(every: int) -> int:
    """Ask all; return 1 at a wrong cell, or if too little was found."""
    pack, faults, asked = Pack(ROOT), 0, tuple(lookup_questions())
    missed: list[str] = []
    with tempfile.TemporaryDirectory() as name, chromium() as driver:
        for game, locale in places(pack):
            game_data = pack.localized(game, locale)
            index = search_index(game_data, tuple(lookups(game_data)), {})
            driver.get(write_search_page(Path(name), index, locale))
            questions = list(cell_questions(game_data))
            if game == "expedition" and locale in DAMAGE:
                questions += damage_questions(game_data, locale)
            counted = count_cells(driver, questions[::every])
            faults += len(counted.wrong)
            share = counted.right / (counted.right + counted.shown + len(counted.wrong))
            print(
                f"{game}/{locale}: {share:.1%} of {len(questions[::every])} cells, the table shown "
                f"for {counted.shown}, wrong {len(counted.wrong)}",
                *counted.wrong[:3],
                sep="\n  ",
                flush=True,
            )
            missed += misses(driver, [one for one in asked if one.place == f"{game}/{locale}"])
    print(f"{len(asked) - len(missed)} of {len(asked)} questions find their record first")
    print(*missed, sep="\n")
    return int(faults > 0 or len(missed) > (1 - ENOUGH) * len(asked))


def misses(driver: Any, questions: list[Lookup]) -> Iterator[str]:
    """Yield the questions that do not find what they should, with what they find."""
    reported = driver.execute_script(FIRST, [one.words for one in questions])
    for one, found in zip(questions, reported, strict=True):
        if not {ref(address) for address in found} & set(one.records):
            yield f"  {one.place}: {one.words} → {ref(found[1])}, not {', '.join(one.records)}"


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
