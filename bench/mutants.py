"""How many faults of one line the tests notice: mutants drawn at random, from modules that stay.

    .venv/bin/python bench/mutants.py FOLDER... [--tree TREE] [--like TREE] [--count 300]
        [--seed 55] [--results FOLDER] [--tests FOLDER...] [--seconds 60]

FOLDER is a room or module, as `aidgen/rules` or `aidgen/game/ids.py`. Works in a copy of what git
knows of TREE, with the Python that runs this. The tests run once to see which lines each reaches;
then each mutant meets those that reach its line in their own process, quick ones first, for as many
seconds as they took: a mutant is killed if one fails. Of a line that runs while its module is
imported, these are the tests that reach any line of the module; of one that is run by other
processes alone, the tests of its room. With --like, only mutants are drawn that another tree has as
well, so that two suites are compared by the same ones. A run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import coverage
import pytest

ROOT = Path(__file__).resolve().parents[1]
# Each comparison by the nearest wrong one.
PAIRS: tuple[tuple[type[ast.cmpop], type[ast.cmpop]], ...] = (
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot),
)
SHIFTED = dict(PAIRS) | {second: first for first, second in PAIRS}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
}
# Loaded once, before a process is forked for each mutant.
LIBRARIES = "jinja2 openpyxl pikepdf PIL.Image pydantic rich.console weasyprint yaml"
IMPORTED = ""  # the context of lines that run while tests are collected
SLOWER = 10  # tests that take so many times longer than they did wait for what a mutant stopped


@dataclass(frozen=True)
class Mutant:
    """A part of a line, in characters from 0, and what is written in its place."""

    module: str
    line: int
    start: int
    end: int
    kind: str
    text: str


def mutants(tree: Path, module: str) -> Iterator[tuple[tuple[object, ...], Mutant]]:
    """Yield all mutants of a module, each with what it has in common with that of another tree."""
    source = (tree / module).read_text(encoding="utf-8")
    lines = source.split("\n")
    for node in outside_strings(ast.parse(source)):
        for place, kind, changed in changes(node):
            if place.lineno != place.end_lineno:
                continue
            whole = lines[place.lineno - 1]
            line = whole.encode()  # columns are in bytes
            start = len(line[: place.col_offset].decode())
            end = len(line[: place.end_col_offset].decode())
            text = ast.unparse(changed)
            text = text if isinstance(changed, (ast.Return, ast.Constant)) else f"({text})"
            if text != whole[start:end]:
                occurrence = lines[: place.lineno].count(whole)
                key = module, whole, occurrence, start, end, kind, text
                yield key, Mutant(module, place.lineno, start, end, kind, text)


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
            exchanged = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield node, "and/or exchanged", ast.BoolOp(exchanged, node.values)
        case ast.BinOp(op=operator) if type(operator) in SWAPPED:
            swapped = ast.BinOp(node.left, SWAPPED[type(operator)](), node.right)
            yield node, "operator exchanged", swapped
        case ast.Constant(value=bool(value)):
            yield node, "constant changed", ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield node, "constant changed", ast.Constant(value + 1)
        case ast.Return(value=ast.expr()):
            yield node, "return dropped", ast.Return(ast.Constant(None))


class Reach:
    """A plugin of pytest: which test, or fixture, runs which lines, and how long tests take."""

    def __init__(self, copy: Path) -> None:
        """Measure the lines of a copy."""
        self._copy = copy
        self._coverage = coverage.Coverage(
            config_file=False, data_file=None, source=[str(copy / "aidgen")]
        )
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._users: defaultdict[str, set[str]] = defaultdict(set)
        self._failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Note what a test and its fixtures reach: all tests of a function are one."""
        name = item.nodeid.partition("[")[0]
        for fixture in getattr(item, "fixturenames", ()):
            self._users[f"fixture {fixture}"].add(name)
        before = time.process_time()
        self._coverage.switch_context(name)
        result = yield
        self.seconds[name] += time.process_time() - before
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Iterator[None]:
        """Note what a fixture of several tests reaches as reached by all of them."""
        if fixturedef.scope == "function":
            return (yield)
        self._coverage.switch_context(f"fixture {fixturedef.argname}")
        try:
            return (yield)
        finally:
            self._coverage.switch_context(request._pyfuncitem.nodeid.partition("[")[0])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Leave out tests that fail without a mutant."""
        if report.failed:
            self._failed.add(report.nodeid.partition("[")[0])

    def run(self, tests: list[str], target: Path) -> None:
        """Run the tests; write the names of those that reach a line, by module and line."""
        self._coverage.start()
        pytest.main(["-q", "-n0", "-p", "no:cacheprovider", *tests], plugins=[self])
        self._coverage.stop()
        data = self._coverage.get_data()
        reached = {}
        for file in data.measured_files():
            by_line = data.contexts_by_lineno(file)
            reached[Path(file).relative_to(self._copy).as_posix()] = {
                number: sorted({test for name in names for test in self._users.get(name, {name})})
                for number, names in by_line.items()
            }
        seconds = {name: time for name, time in self.seconds.items() if name not in self._failed}
        target.write_text(json.dumps({"reached": reached, "seconds": seconds}), encoding="utf-8")


class Suite:
    """The tests of a tree, run in a copy of it."""

    def __init__(self, tree: Path, copy: Path, tests: list[str], reach: Path, limit: float):
        """Copy what git knows of the tree; see which lines tests reach, unless `reach` has it."""
        self._copy, self._limit, self._writes = copy, limit, 0
        self._log = reach.with_name("pytest.log")  # of the last run
        listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=tree, text=True)
        for name in filter(None, listed.split("\0")):
            if (tree / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(tree / name, copy / name)
        if not reach.is_file():
            self._forked(lambda: Reach(copy).run(tests, reach), 0)
        noted = json.loads(reach.read_text(encoding="utf-8"))
        self._reached: dict[str, dict[str, list[str]]] = noted["reached"]
        self._seconds: dict[str, float] = noted["seconds"]

    def judge(self, mutant: Mutant) -> str:
        """Return `killed` or `survived`, or `unreached` if no test runs the line."""
        tests = self._tests_of(mutant)
        if not tests:
            return "unreached"
        path = self._copy / mutant.module
        source = path.read_text(encoding="utf-8")
        lines = source.split("\n")
        line = lines[mutant.line - 1]
        lines[mutant.line - 1] = line[: mutant.start] + mutant.text + line[mutant.end :]
        self._write(path, "\n".join(lines))
        words = ["-x", "-q", "-n0", "-p", "no:cacheprovider", *tests]
        expected = 20 + sum(map(self._seconds.__getitem__, tests))
        status = self._forked(lambda: pytest.main(words), round(SLOWER * expected))
        self._write(path, source)
        return "killed" if status else "survived"

    def _tests_of(self, mutant: Mutant) -> list[str]:
        lines = self._reached.get(mutant.module, {})
        names = set(lines.get(str(mutant.line), ()))
        if names <= {IMPORTED} and names:
            names = {name for reaching in lines.values() for name in reaching}
        room = f"tests/{mutant.module.split('/')[1]}/"
        names = names or {name for name in self._seconds if name.startswith(room)}
        chosen: list[str] = []
        total = 0.0
        for name in sorted(names & self._seconds.keys(), key=self._seconds.__getitem__):
            total += self._seconds[name]
            if chosen and total > self._limit:
                break
            chosen.append(name)
        return chosen

    def _forked(self, work: Any, seconds: int) -> int:
        """Do something in a process of its own, in the copy; return how that ended."""
        process = os.fork()
        if process == 0:
            os.chdir(self._copy)
            os.environ["PYTHONPATH"] = sys.path[0] = str(self._copy)
            sys.dont_write_bytecode = False
            signal.alarm(seconds)
            with self._log.open("wb") as log:
                os.dup2(log.fileno(), 1)
                os.dup2(log.fileno(), 2)
            try:
                os._exit(work() or 0)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
        return os.waitpid(process, 0)[1]

    def _write(self, path: Path, text: str) -> None:
        """Write a module so that Python sees that it has changed, within a second as well."""
        path.write_text(text, encoding="utf-8")
        self._writes += 1
        os.utime(path, (self._writes, self._writes))


def drawn(trees: list[Path], folders: list[str], count: int, seed: int) -> list[Mutant]:
    """Return some mutants of the first tree, of those that all trees have."""
    candidates = []
    for tree in trees:
        paths = {path for name in folders for path in (tree / name).rglob("*.py")}
        paths |= {tree / name for name in folders if name.endswith(".py")}
        modules = sorted(path.relative_to(tree).as_posix() for path in paths)
        candidates.append(dict(pair for module in modules for pair in mutants(tree, module)))
    common = sorted(set.intersection(*map(set, candidates)), key=str)
    print(f"{len(common)} possible", flush=True)
    keys = random.Random(seed).sample(common, min(count, len(common)))
    return [candidates[0][key] for key in keys]


def main() -> None:
    """Draw mutants, run the tests on each, print the counts of each room."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--tree", type=Path, default=ROOT)
    parser.add_argument("--like", type=Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=55)
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "mutants")
    parser.add_argument("--tests", nargs="+", default=["tests"])
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    trees = [tree.resolve() for tree in (options.tree, options.like) if tree]
    options.results.mkdir(parents=True, exist_ok=True)
    log = options.results.resolve() / "results.jsonl"
    results: dict[str, str] = {}
    if log.is_file():
        results = dict(map(json.loads, log.read_text(encoding="utf-8").splitlines()))
    for library in LIBRARIES.split():
        import_module(library)
    rooms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    with tempfile.TemporaryDirectory(prefix="aidgen-mutants-") as folder:
        reach = log.with_name("reached.json")
        suite = Suite(trees[0], Path(folder), options.tests, reach, options.seconds)
        for mutant in drawn(trees, options.folders, options.count, options.seed):
            name = f"{mutant.module}:{mutant.line}:{mutant.start} {mutant.kind}: {mutant.text}"
            if name not in results:
                results[name] = suite.judge(mutant)
                with log.open("a", encoding="utf-8") as file:
                    print(json.dumps([name, results[name]]), file=file)
            print(f"{results[name]:9} {name}", flush=True)
            for group in (mutant.module.split("/")[1], "all"):
                rooms[group][results[name]] += 1
    for room, counts in sorted(rooms.items()):
        print(f"{room:12}", dict(counts))


if __name__ == "__main__":
    main()
