"""A page of all icons with their names, to look at in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from aidgen.assets.icons import icon_names, own_names, unprintable
from aidgen.game.load import OURS
from aidgen.page.pictograms import icon
from aidgen.problems import InputError

HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Icons</title>
<style>
body { font: 14px/1.3 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
ul { list-style: none; padding: 0; display: grid; gap: 1rem .5rem;
  grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr)); }
li { text-align: center; overflow-wrap: anywhere; }
.icon { display: block; width: 40px; height: 40px; margin: 0 auto .3rem; background-size: contain; }
</style></head><body>
<h1>Icons</h1>
<p>In a text a name stands between colons, in a record after <code>icon:</code>.</p>
"""


def icon_sheet(root: Path) -> str:
    """Return the HTML of a page of all icons: those of the pack `root`, ours, those of the set.

    Raises InputError if some of the pack cannot be printed.
    """
    if broken := list(unprintable(root)):
        raise InputError(broken)
    own, ours = own_names([root]), own_names([OURS])
    parts = (
        ("Of this pack", own if root != OURS else frozenset()),
        ("Dice and suits", ours - (own if root != OURS else frozenset())),
        ("Phosphor, fill", icon_names() - own - ours),
    )
    return HEAD + "".join(line for title, names in parts for line in _part(title, names, root))


def _part(title: str, names: frozenset[str], root: Path) -> Iterator[str]:
    if not names:
        return
    yield f"<h2>{escape(title)} ({len(names)})</h2>\n<ul>\n"
    for name in sorted(names, key=_by_number):
        yield f"<li>{icon(name, roots=(root, OURS))}{escape(name)}</li>\n"
    yield "</ul>\n"


def _by_number(name: str) -> tuple[str, int]:
    """Return what a name is sorted by: d4 before d10."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)
