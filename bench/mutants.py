"""How many faults of one line the tests notice: mutants drawn at random, from modules that stay.

    .venv/bin/python bench/mutants.py FOLDER... [--tree TREE] [--count 300] [--seed 55]
        [--results FILE] [--room-only] [--pytest WORDS]

FOLDER is a room or module, as `aidgen/rules` or `aidgen/game/ids.py`. Works in a copy of what git
knows of TREE. A mutant is killed if a test of its room fails (tests/<room>), or else any test: the
suite is asked in that order, and stops at its first failure. `--room-only` leaves the second out.
Each result is a line of --results: a run that was stopped goes on from there. Give both trees the
same FOLDERs and seed to compare two suites.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Each comparison by the nearest wrong one.
SHIFTED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
}
SECONDS = 1800  # tests that take longer wait for what the mutant has stopped: it is killed


@dataclass(frozen=True)
class Mutant:
    """A part of a line, in characters from 0, and what is written in its place."""

    module: str
    line: int
    start: int
    end: int
    kind: str
    text: str


def mutants(tree: Path, module: str) -> Iterator[Mutant]:
    """Yield all mutants of a module, in their order."""
    source = (tree / module).read_text(encoding="utf-8")
    lines = source.split("\n")
    for node in outside_strings(ast.parse(source)):
        for place, kind, changed in changes(node):
            if place.lineno != place.end_lineno:
                continue
            line = lines[place.lineno - 1].encode()  # columns are in bytes
            start = len(line[: place.col_offset].decode())
            end = len(line[: place.end_col_offset].decode())
            text = ast.unparse(changed)
            text = text if isinstance(changed, (ast.Return, ast.Constant)) else f"({text})"
            if text != lines[place.lineno - 1][start:end]:
                yield Mutant(module, place.lineno, start, end, kind, text)


def outside_strings(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all below it; in f-strings, Python 3.11 does not know where they are."""
    yield node
    if not isinstance(node, ast.JoinedStr):
        for child in ast.iter_child_nodes(node):
            yield from outside_strings(child)


def changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str, ast.AST]]:
    """Yield a part that may be replaced, what that does, and what takes its place."""
    match node:
        case ast.If() | ast.While() | ast.IfExp():
            yield node.test, "condition inverted", ast.UnaryOp(ast.Not(), node.test)
        case ast.Compare(ops=[operator]):
            shifted = ast.Compare(node.left, [SHIFTED[type(operator)]()], node.comparators)
            yield node, "comparison shifted", shifted
        case ast.BoolOp(op=operator):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield node, "and/or exchanged", ast.BoolOp(other, node.values)
        case ast.BinOp(op=operator) if type(operator) in SWAPPED:
            swapped = ast.BinOp(node.left, SWAPPED[type(operator)](), node.right)
            yield node, "operator exchanged", swapped
        case ast.Constant(value=bool(value)):
            yield node, "constant changed", ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield node, "constant changed", ast.Constant(value + 1)
        case ast.Return(value=ast.expr()):
            yield node, "return dropped", ast.Return(ast.Constant(None))


class Suite:
    """The tests of a tree, run in a copy of it."""

    def __init__(self, tree: Path, copy: Path, words: list[str], room_only: bool) -> None:
        """Copy what git knows of the tree; `words` go to pytest."""
        self._copy, self._words, self._room_only, self._writes = copy, words, room_only, 0
        self._sound: set[str] = set()
        listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=tree, text=True)
        for name in filter(None, listed.split("\0")):
            if (tree / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(tree / name, copy / name)

    def judge(self, mutant: Mutant) -> str:
        """Return what killed a mutant: `room`, `all`, or `survived`; stops if tests fail anyway."""
        room = f"tests/{mutant.module.split('/')[1]}"
        stages = {"room": room} if (self._copy / room).is_dir() else {}
        stages |= {} if self._room_only else {"all": "tests"}
        for folder in set(stages.values()) - self._sound:
            if not self._passes(folder):
                sys.exit(f"{folder} fails without a mutant")
            self._sound.add(folder)
        path = self._copy / mutant.module
        source = path.read_text(encoding="utf-8")
        lines = source.split("\n")
        line = lines[mutant.line - 1]
        lines[mutant.line - 1] = line[: mutant.start] + mutant.text + line[mutant.end :]
        self._write(path, "\n".join(lines))
        killer = next((name for name in stages if not self._passes(stages[name])), "survived")
        self._write(path, source)
        return killer

    def _passes(self, folder: str) -> bool:
        command = [sys.executable, "-P", "-m", "pytest", "-x", "-q", *self._words, folder]
        environment = os.environ | {"PYTHONPATH": str(self._copy)}
        try:
            done = subprocess.run(
                command, cwd=self._copy, env=environment, capture_output=True, timeout=SECONDS
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0

    def _write(self, path: Path, text: str) -> None:
        """Write a module so that Python sees that it has changed, within a second as well."""
        path.write_text(text, encoding="utf-8")
        self._writes += 1
        os.utime(path, (self._writes, self._writes))


def main() -> None:
    """Draw mutants, run the tests on each, print the counts."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--tree", type=Path, default=ROOT)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=55)
    parser.add_argument("--results", type=Path, default=Path("mutants.jsonl"))
    parser.add_argument("--room-only", action="store_true")
    parser.add_argument("--pytest", default="-n auto", help="words for pytest (-n auto)")
    options = parser.parse_args()
    tree = options.tree.resolve()
    paths = {path for name in options.folders for path in (tree / name).rglob("*.py")}
    paths |= {tree / name for name in options.folders if name.endswith(".py")}
    modules = sorted(path.relative_to(tree).as_posix() for path in paths)
    candidates = [mutant for module in modules for mutant in mutants(tree, module)]
    count = min(options.count, len(candidates))
    drawn = random.Random(options.seed).sample(candidates, count)
    results: dict[Mutant, str] = {}
    if options.results.is_file():
        for line in map(json.loads, options.results.read_text(encoding="utf-8").splitlines()):
            results[Mutant(**line["mutant"])] = line["result"]
    with tempfile.TemporaryDirectory(prefix="aidgen-mutants-") as folder:
        suite = Suite(tree, Path(folder), shlex.split(options.pytest), options.room_only)
        for number, mutant in enumerate(drawn, 1):
            if mutant not in results:
                results[mutant] = suite.judge(mutant)
                with options.results.open("a", encoding="utf-8") as file:
                    line = {"mutant": asdict(mutant), "result": results[mutant]}
                    print(json.dumps(line), file=file)
            place = f"{mutant.module}:{mutant.line} {mutant.kind}"
            print(f"{number}/{count} {results[mutant]:8} {place}: {mutant.text}", flush=True)
    print(f"{len(candidates)} possible;", dict(Counter(results[mutant] for mutant in drawn)))


if __name__ == "__main__":
    main()
