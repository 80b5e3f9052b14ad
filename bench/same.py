"""Do two checkouts build the same files? Compares the SHA-256 of every PDF, HTML page and manifest.

    .venv/bin/python bench/same.py TREE_A TREE_B

Each tree is a checkout, or a file that `--record` wrote. Every pack is built in all its languages
and in five variants, with empty caches: the games that ship with aidgen, the examples and the test
packs. Stops with 1 and lists what differs. `--quick` builds one game and the test pack, in two
variants.

`--content TREE` takes content, translations and pictures from another checkout, so that only a
change of the code shows.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

PACKS = (".", "examples/ember-keep", "tests/packs/mini", "tests/packs/wide")
VARIANTS = (
    (),
    ("--paper", "letter", "--ink", "low"),
    ("--large",),
    ("--fillable", "--booklet", "--gap", "4", "--bleed", "2"),
    ("--languages",),
)
KINDS = {".pdf", ".html", ".json"}
CONTENT = ("content", "locales", "assets", "examples", "tests/packs")
VERSIONS = "versions"
"""The key of a manifest that names the program and its libraries: it differs when the code does."""


def main() -> None:
    """Read the command line, build, compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trees", nargs="+", metavar="TREE", help="a checkout, or a recorded file")
    parser.add_argument("--quick", action="store_true", help="one game, two variants")
    parser.add_argument("--record", type=Path, help="write the digests of one tree to a file")
    parser.add_argument("--content", type=Path, help="a checkout to take the content from")
    asked = parser.parse_args()
    digests = [_digests(Path(tree), asked.quick, asked.content) for tree in asked.trees]
    if asked.record:
        asked.record.write_text(json.dumps(digests[0], indent=1), encoding="utf-8")
    if len(digests) == 1:
        print(f"{len(digests[0])} files")
        return
    before, after = digests
    lines = [
        *(f"only in {asked.trees[0]}: {name}" for name in sorted(before.keys() - after.keys())),
        *(f"only in {asked.trees[1]}: {name}" for name in sorted(after.keys() - before.keys())),
        *(
            f"differs: {name}"
            for name in sorted(before.keys() & after.keys())
            if before[name] != after[name]
        ),
    ]
    print("\n".join(lines) or f"the same {len(before)} files")
    sys.exit(bool(lines))


def _digests(tree: Path, quick: bool, content: Path | None) -> dict[str, str]:
    if tree.is_file():
        recorded: dict[str, str] = json.loads(tree.read_text(encoding="utf-8"))
        return recorded
    with tempfile.TemporaryDirectory(prefix="aidgen-same-") as folder:
        if content is not None:
            tree = _with_content(tree.resolve(), content.resolve(), Path(folder) / "tree")
        found: dict[str, str] = {}
        for words, pack, out in _builds(tree.resolve(), quick, Path(folder)):
            found |= _built(tree.resolve(), pack, words, out)
        return found


def _with_content(code: Path, content: Path, target: Path) -> Path:
    """Return a copy of the code with the content of another checkout."""
    for name in ("aidgen", "templates", "calibration", "pyproject.toml"):
        source = code / name
        if source.is_dir():
            shutil.copytree(source, target / name)
        else:
            shutil.copy(source, target / name)
    for name in CONTENT:
        shutil.copytree(content / name, target / name)
    return target


def _builds(tree: Path, quick: bool, folder: Path) -> Iterator[tuple[list[str], Path, Path]]:
    packs = PACKS[::2] if quick else PACKS
    variants = VARIANTS[:2] if quick else VARIANTS
    for number, name in enumerate(packs):
        pack = tree / name
        for count, variant in enumerate(variants):
            words = [*variant]
            if variant == ("--languages",):
                words += ["fr+en"]
            if quick and name == ".":
                words += ["gloomhaven"]
            yield words, pack, folder / f"{number}-{count}"


def _built(tree: Path, pack: Path, words: list[str], out: Path) -> dict[str, str]:
    with tempfile.TemporaryDirectory(prefix="aidgen-cache-") as cache:
        places = {"PYTHONPATH": str(tree), "XDG_CACHE_HOME": cache, "XDG_CONFIG_HOME": cache}
        run = [sys.executable, "-P", "-m", "aidgen", "build", *words, "--out", str(out)]
        if pack != tree:
            run += ["--pack", str(pack)]
        ended = subprocess.run(
            run, cwd=tree, env=os.environ | places, capture_output=True, text=True, check=False
        )
    name = f"{pack.relative_to(tree)} {' '.join(words)}".strip()
    print(f"{name}: exit {ended.returncode}", file=sys.stderr)
    if ended.returncode == 2:  # the variant applies to no aid of the pack
        return {}
    if ended.returncode > 2:
        sys.exit(ended.stderr)
    found = {
        f"{name}: {path.relative_to(out)}": _digest(path)
        for path in sorted(out.rglob("*"))
        if path.suffix in KINDS and not any(part.startswith(".") for part in path.parts)
    }
    shutil.rmtree(out)
    return found


def _digest(path: Path) -> str:
    content = path.read_bytes()
    if path.suffix == ".json":
        content = json.dumps(_without_versions(json.loads(content))).encode()
    return hashlib.sha256(content).hexdigest()


def _without_versions(node: object) -> object:
    if isinstance(node, dict):
        return {key: _without_versions(value) for key, value in node.items() if key != VERSIONS}
    return [_without_versions(value) for value in node] if isinstance(node, list) else node


if __name__ == "__main__":
    main()
