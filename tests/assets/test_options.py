"""The table of print options: command line, `aidgen.toml` and documentation are read from it."""

from __future__ import annotations

import re

import pytest

from aidgen import BUNDLED_PACK
from aidgen.assets.options import (
    OPTION_SCOPES,
    OPTIONS,
    PrintOptions,
    option_name,
    options_for,
)
from aidgen.assets.shops import SHOPS

# The table of print options in a page of the documentation, between two comments.
DOCUMENTED = re.compile(
    r"(?<=<!-- print options: `./run test --update` writes this table from "
    r"aidgen/assets/options.py -->\n)(.*?)(?=<!-- end of print options -->)",
    re.DOTALL,
)


def documented() -> str:
    """Return the table as it has to be in the documentation."""
    rows = ["| option | what it does | applies to |", "|---|---|---|"]
    for name, option in OPTIONS.items():
        words = f"--{option_name(name)} {option.metavar}".strip().replace("|", r"\|")
        backs = ", where there are backs" if option.needs_back else ""
        rows.append(f"| `{words}` | {option.help} | {OPTION_SCOPES[option.scope]}{backs} |")
    return "\n".join(rows) + "\n"


def test_the_documentation_has_the_table(request: pytest.FixtureRequest) -> None:
    pages = [
        (path, text)
        for path in sorted((BUNDLED_PACK / "docs").rglob("*.md"))
        if DOCUMENTED.search(text := path.read_text(encoding="utf-8"))
    ]
    assert len(pages) == 1
    ((path, text),) = pages
    if request.config.getoption("--update"):
        path.write_text(DOCUMENTED.sub(lambda _: documented(), text), encoding="utf-8")
    found = DOCUMENTED.search(path.read_text(encoding="utf-8"))
    assert found is not None
    assert found[0] == documented(), "run `./run test --update`"


def test_options_apply_by_scope_and_some_only_where_there_are_backs() -> None:
    assert options_for((), has_backs=True) == {"paper", "ink", "offset"}
    assert options_for((), has_backs=False) == {"paper", "ink"}
    cards = options_for(("cards", "cut-outs", "text"), has_backs=False)
    assert cards == {"paper", "ink", "gap", "bleed", "languages", "cards", "frame"}
    assert options_for(("books", "large"), has_backs=True) == {
        *("paper", "ink", "offset"),
        *("booklet", "large"),
    }


def test_a_variant_is_named_by_its_options() -> None:
    assert PrintOptions().name == ""
    assert PrintOptions(shop=SHOPS["mpc"], bleed=3.0, single_sided=True).name == "mpc-apart"
    assert PrintOptions(offset=(0.5, -1.0)).name == "offset+0.5-1"
    assert PrintOptions(cards=("a", "b"), paper="letter").name == "letter-cards-a-b"
    assert PrintOptions(cards=("a", "b", "c", "d")).name == "4-cards-f82ce1"
