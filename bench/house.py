"""How large the house is, and how plain: one line a measure, of one checkout or two side by side.

    python bench/house.py [TREE [TREE]]

Needs the standard library alone, so that any checkout can be measured, an old one too.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

NOT_PARTICIPLES = frozenset(
    re.findall(
        r"\w+",
        """embed need feed speed seed shed unfold spread bleed indeed string heading spacing padding
        setting meaning rating ring encoding warning listing landing rounding kerning ending wing
        king spring building drawing painting recording mapping spelling reading binding thing
        sibling""",
    )
)
"""Nouns and verbs that end as a participle does."""


IRREGULAR = frozenset(
    re.findall(
        r"\w+",
        """found made told said known begun done gone seen laid put drawn shown written given taken
        kept left lost held met sent built bound spoken heard spelt thought brought bought caught
        taught sold paid meant felt dealt led fed bred bent lent spent split grown thrown blown
        flown broken chosen frozen hidden ridden risen driven eaten fallen forgotten
        gotten beaten bitten shaken stolen sworn torn worn woven wound
        ground again away alone anew aside apart beside
        behind beyond facing twofold other own one odd wrong strange missing""",
    )
)
"""Participles and adverbs that end otherwise."""


@lru_cache(maxsize=2)
def modules(tree: Path) -> dict[str, ast.Module]:
    """Return the modules of a checkout's package, parsed."""
    return {
        ".".join(path.relative_to(tree).with_suffix("").parts): ast.parse(path.read_bytes())
        for path in sorted((tree / "aidgen").rglob("*.py"))
    }


def lines(tree: Path) -> int:
    """Return how many lines of Python there are."""
    return sum(path.read_bytes().count(b"\n") for path in (tree / "aidgen").rglob("*.py"))


def imports(tree: Path) -> dict[str, set[str]]:
    """Return which modules of the package each one imports, `import_module` included."""
    known = modules(tree)
    return {
        name: {found for found in _imported(module, known) if found != name}
        for name, module in known.items()
    }


def _imported(module: ast.Module, known: dict[str, ast.Module]) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield from (name for name in (inner, str(node.module)) if name in known)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in known:
            yield node.value


def longest_chain(tree: Path) -> int:
    """Return how many modules the longest chain of imports has."""
    known = imports(tree)
    depths: dict[str, int] = {}

    def depth(name: str, above: frozenset[str]) -> int:
        if name not in depths:
            inner = known[name] - above
            depths[name] = 1 + max((depth(one, above | {name}) for one in inner), default=0)
        return depths[name]

    sys.setrecursionlimit(10_000)
    return max(depth(name, frozenset()) for name in known)


def defined(tree: Path) -> dict[str, set[str]]:
    """Return each name defined at the top of a module, with the modules that define it."""
    homes: dict[str, set[str]] = defaultdict(set)
    for module, parsed in modules(tree).items():
        for node in parsed.body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                homes[node.name].add(module)
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    for part in ast.walk(target):
                        if isinstance(part, ast.Name):
                            homes[part.id].add(module)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                homes[node.target.id].add(module)
    return homes


def shared_names(tree: Path) -> dict[str, set[str]]:
    """Return the names that more than one module defines; `command` is the protocol of commands."""
    return {
        name: homes
        for name, homes in defined(tree).items()
        if len(homes) > 1 and name != "command" and not name.startswith("__")
    }


def functions(tree: Path) -> list[str]:
    """Return the name of every function and method, dunders and properties apart."""
    return [
        node.name.strip("_")
        for module in modules(tree).values()
        for node in ast.walk(module)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and not node.name.startswith("__")
    ]


def participles(tree: Path) -> list[str]:
    """Return the functions that are named by a bare participle, as `settled` or `pouring`."""
    return [name for name in functions(tree) if is_participle(name)]


def is_participle(name: str) -> bool:
    """Tell whether a name is a bare participle or adverb: `settled`, `twofold`, `found`."""
    if "_" in name or name in NOT_PARTICIPLES:
        return False
    return bool(re.fullmatch(r"[a-z]{2,}(?:ed|ing)", name)) or name in IRREGULAR


def patches(tree: Path) -> tuple[int, int]:
    """Return how many patches of other packages there are, and how many of them are for speed.

    A patch is a line `patch_…(` or an entry of the tables `PATCHES` and `SPEEDUPS`.
    """
    counts = [0, 0]
    for parsed in modules(tree).values():
        for node in parsed.body:
            if isinstance(node, (ast.Assign, ast.AnnAssign)):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if isinstance(target, ast.Name) and isinstance(node.value, (ast.Tuple, ast.List)):
                    if target.id == "PATCHES":
                        counts[0] += len(node.value.elts)
                    elif target.id == "SPEEDUPS":
                        counts[0] += len(node.value.elts)
                        counts[1] += len(node.value.elts)
    return counts[0], counts[1]


def cache_layers(tree: Path) -> str:
    """Return how many layers of caching on disk the table CACHE_LAYERS lists; "-" without one.

    tests/pipeline/test_cache.py compares the table with the modules that store something.
    """
    for parsed in modules(tree).values():
        for node in parsed.body:
            if (
                isinstance(node, ast.AnnAssign)
                and isinstance(node.value, ast.Dict)
                and ast.unparse(node.target) == "CACHE_LAYERS"
            ):
                return str(len(node.value.keys))
    return "-"


def measures(tree: Path) -> dict[str, str]:
    """Return all measures of a checkout, as they are printed."""
    named = functions(tree)
    classes = [name for name in shared_names(tree) if name.lstrip("_")[:1].isupper()]
    classes = [name for name in classes if not name.lstrip("_").isupper()]
    all_patches, for_speed = patches(tree)
    return {
        "lines of aidgen/": f"{lines(tree):,}",
        "files": str(len(modules(tree))),
        "longest import chain": str(longest_chain(tree)),
        "names in more than one module": str(len(shared_names(tree))),
        "classes in more than one module": str(len(classes)),
        "functions named by a participle": f"{100 * len(participles(tree)) / len(named):.1f} %",
        "patches (for speed)": f"{all_patches} ({for_speed})",
        "cache layers": cache_layers(tree),
    }


def main() -> None:
    """Measure the trees that are named, or this one."""
    trees = [Path(name) for name in sys.argv[1:]] or [Path(__file__).resolve().parents[1]]
    columns = [measures(tree.resolve()) for tree in trees]
    for name in columns[0]:
        print(f"{name:34}", *(f"{column[name]:>10}" for column in columns))


if __name__ == "__main__":
    main()
