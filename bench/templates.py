"""A hunt for templates that reach out: random ones, grown of what has been tried before."""

from __future__ import annotations

import argparse
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from aidgen.page.allowlist import harmful
from aidgen.page.filters import FILTERS, GLOBALS, LOOP, MAPPING_METHODS, TESTS, TEXT_METHODS
from aidgen.page.views import FIELDS
from aidgen.problems import InputError
from aidgen.sandbox.limits import STANDARD
from tests.doors import ESCAPES, FILES, LEAK, RUNNING, RUNNING_SHEETS, Door, door

SLOWEST = 25.0
"""Seconds of processor time that a template may take: the limit of 20, and a little."""
_ATTRIBUTES = (
    "__class__ __init__ __globals__ __mro__ __base__ __subclasses__ __builtins__ __dict__ __self__ "
    "__func__ __code__ __getattribute__ __html__ __format__ __reduce__ _record _seen _func _stack "
    "_context _environment _undefined_obj format format_map encode join unescape striptags "
    "environment context texts canon places parse_raw model_fields field names kind append pop "
    "update mapping cycle function of gi_frame f_globals"
)
ATTRIBUTES = _ATTRIBUTES.split()
_NAMES = (
    "self loop caller varargs kwargs super canon aid words charts fields side rows chapters "
    "sections config request context environment nothing m r n x cycler joiner lipsum dict debug"
)
NAMES = _NAMES.split()
STRINGS = ("{0.__class__}", "%s", "records.html", "a", "")
_ELSEWHERE = "attr map format safe tojson pprint xmlattr groupby select sort urlize"
FILTERS_ELSEWHERE = _ELSEWHERE.split()


class Grower:
    """Grows templates by a grammar, from a seed."""

    def __init__(self, seed: int) -> None:
        """Begin with a seed."""
        self.chance = random.Random(seed)

    def template(self, file: str) -> str:
        """Return a template for a door, mostly grown, sometimes one that was tried, changed."""
        known = [*ESCAPES, *(RUNNING_SHEETS if file.endswith(".css") else RUNNING)]
        if self.chance.random() < 0.4:
            return self._changed(self.chance.choice(known), self.chance.choice(known))
        return "".join(self._statement(3) for _ in range(self.chance.randint(1, 4)))

    def _changed(self, first: str, second: str) -> str:
        """Return a template with a part taken out, put in or exchanged."""
        at, end = sorted(self.chance.randint(0, len(first)) for _ in range(2))
        begin = self.chance.randint(0, len(second))
        piece = second[begin : begin + self.chance.randint(0, 20)]
        return first[:at] + piece + (first[end:] if self.chance.random() < 0.5 else first[at:])

    def _statement(self, depth: int) -> str:
        say, inner = self._expression, self._statement if depth else (lambda _: "x")
        ways: list[Callable[[], str]] = [
            lambda: f"{{{{ {say(depth)} }}}}",
            lambda: f"{{{{ {say(depth)} }}}}",
            lambda: f"{{% for x in {say(depth)} %}}{inner(depth - 1)}{{% endfor %}}",
            lambda: f"{{% if {say(depth)} %}}{inner(depth - 1)}{{% endif %}}",
            lambda: f"{{% set x = {say(depth)} %}}{inner(depth - 1)}",
            lambda: f"{{% set x %}}{inner(depth - 1)}{{% endset %}}{{{{ x }}}}",
            lambda: f"{{% set n = namespace(x={say(1)}) %}}{{% set n.x = {say(1)} %}}{{{{ n.x }}}}",
            lambda: f"{{% macro m(a) %}}{inner(depth - 1)}{{% endmacro %}}{{{{ m({say(1)}) }}}}",
            lambda: f"{{% call(x) m({say(1)}) %}}{inner(depth - 1)}{{% endcall %}}",
            lambda: f"{{% with x = {say(depth)} %}}{inner(depth - 1)}{{% endwith %}}",
            lambda: f"{{% filter {self._of(FILTERS)} %}}{inner(depth - 1)}{{% endfilter %}}",
            lambda: f"{{% include {say(1)} ignore missing %}}",
            lambda: f"{{% import {say(1)} as r %}}{{{{ r.{self._of(ATTRIBUTES)} }}}}",
            lambda: f"{{% block b %}}{inner(depth - 1)}{{% endblock %}}",
            lambda: f"<{self._of(['p', 'a', 'script', 'svg', 'style', 'img', '!--', 'title'])} "
            f"{self._of(['class', 'onclick', 'href', 'style', 'src', 'title'])}={say(0)!r}>",
        ]  # fmt: skip
        return self.chance.choice(ways)()

    def _expression(self, depth: int) -> str:
        if depth <= 0:
            leaves: list[Callable[[], str]] = [
                lambda: self._of([*NAMES, *GLOBALS]),
                lambda: repr(self._of([*ATTRIBUTES, *STRINGS])),
                lambda: str(self.chance.choice([0, 1, -1, 2, 10**6, 10**12, 1.5, "true", "none"])),
            ]  # fmt: skip
            return self.chance.choice(leaves)()
        one, two = self._expression(depth - 1), self._expression(self.chance.randint(0, depth - 1))
        fields = " ".join(FIELDS.values()).split()
        method = self._of([*TEXT_METHODS, *MAPPING_METHODS, *LOOP.split(), "cycle", "changed"])
        ways: list[Callable[[], str]] = [
            lambda: f"{one}.{self._of([*ATTRIBUTES, *fields])}",
            lambda: f"{one}[{two}]",
            lambda: f"{one}[{two}:]",
            lambda: f"{one}.{method}({two})",
            lambda: f"{one}({two})",
            lambda: f"{self._of(GLOBALS)}({one})",
            lambda: f"{self._of(GLOBALS)}(*[{one}], **{{{two}: {one}}})",
            lambda: f"{one}|{self._of([*FILTERS, *FILTERS_ELSEWHERE])}",
            lambda: f"{one}|{self._of(['replace', 'join', 'default', 'round'])}({two})",
            lambda: f"({one} {self._of(['+', '-', '*', '/', '//', '%', '**', '~'])} {two})",
            lambda: f"({one} {self._of(['==', '<', 'in', 'and', 'or', 'if'])} {two})",
            lambda: f"({one} is {self._of([*TESTS, 'callable', 'sameas'])})",
            lambda: f"[{one}, {two}]",
            lambda: f"{{{one}: {two}}}",
        ]  # fmt: skip
        return self.chance.choice(ways)()

    def _of(self, names: Iterable[str]) -> str:
        return self.chance.choice(list(names))


def reach(one: Door, root: Path, source: str) -> tuple[str, str]:
    """Return how a template fares, and what is wrong with that if anything is."""
    begun = time.process_time()
    try:
        made = one.pour(root, source)
        reported, wrong = "poured", "leaks" if LEAK.search(made) or harmful(made) else ""
    except InputError as error:
        reported = "refused"
        said = str(error)
        wrong = "tells of the process" if LEAK.search(said) else ""
        wrong = wrong or ("" if error.problems[0].where.line else f"names no line: {said}")
    except BaseException as error:
        reported, wrong = "failed", f"{type(error).__name__}: {error}"
    if time.process_time() - begun > SLOWEST:
        wrong = wrong or "takes too long"
    return reported, wrong


def main() -> None:
    """Grow templates and pour them; stops with 1 if one reached out, failed or took too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    most = STANDARD.memory_bytes  # as the process has in which a build renders templates
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    counted: Counter[str] = Counter()
    found: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        root, grower = Path(folder), Grower(given.seed)
        doors = [door(file, root) for file in FILES]
        end = time.monotonic() + 60 * given.minutes
        while time.monotonic() < end:
            one = grower.chance.choice(doors)
            source = grower.template(one.file)
            reported, wrong = reach(one, root, source)
            counted[reported] += 1
            if wrong and wrong not in found:
                found[wrong] = f"{one.file}: {source}"
                print(f"{wrong[:300]}\n    {found[wrong]}")
    print(f"{counted.total()} templates, seed {given.seed}: {dict(counted)}, {len(found)} faults")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
