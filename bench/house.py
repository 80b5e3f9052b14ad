"""How large the house is, and how plain: one line a figure, of one checkout or two side by side.

    python bench/house.py [TREE [TREE]] [--frames]

Needs the standard library alone, so that any checkout can be measured, an old one too. `--frames`
builds a small sheet in each tree, to count the frames of our code between the command and the
engine, and needs what aidgen needs.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tempfile
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

# Nouns that say nothing: where a thing has a name, it should bear it.
PLACEHOLDERS = {"one", "found", "known", "made", "said", "other", "own"}
# Where what is printed passes through, from HTML to a file.
ROOMS_OF_PRINTING = {"page", "layout", "press", "proof", "store"}
RECORD = re.compile(r"\b(dataclass|NamedTuple|Struct)\b")
EXPRESSION_CALLS = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall"}
EXPRESSION_CALLS |= {"finditer"}
# A "<" that opens no group such as (?<=a) or (?P<name>a), before what may begin a tag.
TAG = re.compile(r"(?<!\(\?)(?<!\(\?P)<(?:[/!?\w\\(\[]|$)")
SHEET = ("--pack", "tests/packs/mini", "--aid", "board", "--locale", "en", "--plain")
# Runs before aidgen in each of its processes, and writes how many of our frames there are when a
# task is handed over, and when the engine lays out: in a worker, or below the command itself.
COUNT_FRAMES = """
import sys, threading
def count(frame, event, argument):
    name, path = frame.f_code.co_name, frame.f_code.co_filename
    handed = name in ("submit", "apply_async", "run_in_executor")
    if event == "call" and (handed or (name == "layout_document" and "weasyprint" in path)):
        ours = []
        while frame := frame.f_back:
            if "/aidgen/" in frame.f_code.co_filename:
                ours.append(frame.f_code.co_filename)
        below = ours and ours[-1].endswith("__main__.py")
        with open({target!r}, "a") as counts:
            print("task" if handed else "command" if below else "worker", len(ours), file=counts)
sys.setprofile(count)
threading.setprofile(count)
"""


@cache
def modules(folder: Path) -> dict[str, ast.Module]:
    """Return the modules below a folder of a checkout, parsed, by their full names."""
    return {
        ".".join(path.relative_to(folder.parent).with_suffix("").parts): ast.parse(
            path.read_bytes()
        )
        for path in sorted(folder.rglob("*.py"))
    }


def sources(folder: Path) -> list[str]:
    """Return the lines of all modules below a folder."""
    paths = sorted(folder.rglob("*.py"))
    return [line for path in paths for line in path.read_text("utf-8").splitlines()]


def nodes(folder: Path) -> Iterator[ast.AST]:
    """Yield every node of every module."""
    for module in modules(folder).values():
        yield from ast.walk(module)


def imported(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the module and the name of each import of a module; `import_module` has no name."""
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom):
            yield from ((str(node.module), alias.name) for alias in node.names)
        elif isinstance(node, ast.Constant) and str(node.value).startswith("aidgen."):
            yield str(node.value), ""


def longest_chain(package: Path) -> int:
    """Return how many modules the longest chain of imports has."""
    onward = {
        name: {
            target
            for origin, inner in imported(module)
            for target in (origin, f"{origin}.{inner}")
            if target in modules(package) and target != name
        }
        for name, module in modules(package).items()
    }
    depths: dict[str, int] = {}

    def depth(name: str, above: frozenset[str]) -> int:
        if name not in depths:
            below = (depth(target, above | {name}) for target in sorted(onward[name] - above))
            depths[name] = 1 + max(below, default=0)
        return depths[name]

    sys.setrecursionlimit(10_000)
    return max(depth(name, frozenset()) for name in onward)


def top_names(module: ast.Module) -> Iterator[str]:
    """Yield the names that a module defines at its top."""
    for node in module.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for part in (part for target in targets for part in ast.walk(target)):
                if isinstance(part, ast.Name):
                    yield part.id


def shared_names(package: Path) -> int:
    """Return how many names more than one module defines; `command` is that of all commands."""
    homes = defaultdict(set)
    for name, module in modules(package).items():
        for defined in top_names(module):
            homes[defined].add(name)
    return sum(len(homes[name]) > 1 and name != "command" and name[:2] != "__" for name in homes)


def records(package: Path) -> int:
    """Return how many records leave their room on the way from HTML to a file."""
    users = defaultdict(set)
    for name, module in modules(package).items():
        for pair in imported(module):
            users[pair].add(name.split(".")[1])
    return sum(
        bool(users[name, node.name] - {name.split(".")[1]})
        for name, module in modules(package).items()
        for node in module.body
        if name.split(".")[1] in ROOMS_OF_PRINTING and isinstance(node, ast.ClassDef)
        if RECORD.search(" ".join(map(ast.unparse, (*node.decorator_list, *node.bases))))
    )


def expressions(package: Path) -> tuple[int, int]:
    """Return how many regular expressions there are, and how many match tags."""
    calls = [
        "".join(str(part.value) for part in ast.walk(node) if isinstance(part, ast.Constant))
        for node in nodes(package)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and ast.unparse(node.func.value) == "re"
        and node.func.attr in EXPRESSION_CALLS
    ]
    return len(calls), sum(bool(TAG.search(pattern)) for pattern in calls)


def placeholders(package: Path) -> tuple[int, int]:
    """Return how often a placeholder is used as a name, and how often it is bound."""
    uses = 0
    for path in package.rglob("*.py"):
        with path.open("rb") as file:
            tokens = tokenize.tokenize(file.readline)
            uses += sum(
                token.type == tokenize.NAME and token.string in PLACEHOLDERS for token in tokens
            )
    bound = (
        (isinstance(node, ast.arg) and node.arg in PLACEHOLDERS)
        or (
            isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Store)
            and node.id in PLACEHOLDERS
        )
        for node in nodes(package)
    )
    return uses, sum(bound)


def mirrored_asserts(tests: Path) -> int:
    """Return how many asserts compare with a constant that is imported from what they test.

    What is handed to a function is no expectation, and a constant may be compared with a literal.
    """
    count = 0
    for module in modules(tests).values():
        origins = {name: origin for origin, name in imported(module)}
        constants = {name for name in origins if name.isupper() and origins[name][:6] == "aidgen"}
        asserts = (node for node in ast.walk(module) if isinstance(node, ast.Assert))
        for node in (part for assertion in asserts for part in ast.walk(assertion.test)):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                names = {name for side in sides for name in names_outside_calls(side)}
                written = (
                    not {ast.Name, ast.Call} & set(map(type, ast.walk(side))) for side in sides
                )
                count += bool(names & constants - {"BUNDLED_PACK"}) and not any(written)
    return count


def names_outside_calls(node: ast.AST) -> Iterator[str]:
    """Yield the names that a value is made of, but for those that calls take."""
    if isinstance(node, ast.Name):
        yield node.id
    if not isinstance(node, (ast.Call, ast.comprehension, ast.FormattedValue)):
        for child in ast.iter_child_nodes(node):
            yield from names_outside_calls(child)


def patches(package: Path) -> int:
    """Return how many entries tables of patches of the engine have."""
    return sum(
        len(node.value.elts)
        for node in nodes(package)
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        and isinstance(node.value, (ast.Tuple, ast.List))
        and {"PATCHES", "SPEEDUPS", "FIXES"} & set(top_names(ast.Module([node], [])))
    )


def frames(tree: Path) -> int:
    """Return how many frames of aidgen lead from the command to the engine, workers included."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "counts")
        hook = COUNT_FRAMES.format(target=str(target))
        Path(folder, "sitecustomize.py").write_text(hook, encoding="utf-8")
        environment = os.environ | {"PYTHONPATH": f"{folder}:{tree}", "XDG_CACHE_HOME": folder}
        command = [sys.executable, "-P", "-m", "aidgen", "build", *SHEET, "--out", f"{folder}/out"]
        done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, check=False)
        if not target.is_file():
            sys.exit(f"nothing was laid out in {tree}:\n{done.stderr.decode()}")
        deepest = {"task": 0, "worker": 0, "command": 0}
        for place, count in map(str.split, target.read_text().splitlines()):
            deepest[place] = max(deepest[place], int(count))
        return max(deepest["command"], deepest["task"] + deepest["worker"])


def figures(tree: Path, with_frames: bool) -> dict[str, str]:
    """Return all figures of a checkout, as they are printed."""
    package, tests = tree / "aidgen", tree / "tests"
    lines = sources(package)
    comments = sum(line.lstrip().startswith("#") for line in lines)
    calls, on_tags = expressions(package)
    uses, bindings = placeholders(package)
    table = {
        "lines of aidgen/": f"{len(lines):,}",
        "lines of tests/": f"{len(sources(tests)):,}",
        "files of aidgen/": str(len(modules(package))),
        "records that leave their room, HTML to file": str(records(package)),
        "longest import chain": str(longest_chain(package)),
        "regular expressions (on tags)": f"{calls} ({on_tags})",
        "placeholder names: uses (bindings)": f"{uses:,} ({bindings:,})",
        "lines of comments": f"{comments / len(lines):.1%}",
        "asserts against imported constants": str(mirrored_asserts(tests)),
        "names in more than one module": str(shared_names(package)),
        "patches of the engine": str(patches(package)),
    }
    return table | (
        {"frames from a command to the engine": str(frames(tree))} if with_frames else {}
    )


def main() -> None:
    """Measure the trees that are named, or this one."""
    words = [word for word in sys.argv[1:] if word != "--frames"]
    trees = [Path(word).resolve() for word in words] or [Path(__file__).resolve().parents[1]]
    columns = [figures(tree, "--frames" in sys.argv) for tree in trees]
    for name in columns[0]:
        print(f"{name:46}", *(f"{column[name]:>14}" for column in columns))


if __name__ == "__main__":
    main()
