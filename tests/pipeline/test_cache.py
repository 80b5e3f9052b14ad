"""The cache: finished work is got as it was put, or not at all, under a digest of its inputs."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aidgen.layout.document import Document, Printed
from aidgen.pipeline import cache, fingerprints, seal
from aidgen.pipeline.cache import TYPESETTING_CODE, Cache, document_key
from aidgen.sandbox.output import write_file

KEY = "ab" * 32
PRINTED = Printed(pdf=b"%PDF whole" * 99)


@pytest.mark.parametrize(
    "damage",
    [
        lambda entry: entry[:-1],
        lambda entry: b"",
        lambda entry: entry[:32],
        lambda entry: bytes([entry[0] ^ 1]) + entry[1:],
        lambda entry: entry[:-1] + bytes([entry[-1] ^ 1]),
    ],
)
def test_what_is_not_whole_counts_as_nothing_and_heals(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    Cache(tmp_path).put(KEY, PRINTED)
    path = tmp_path / "ab" / KEY
    path.write_bytes(damage(path.read_bytes()))
    assert Cache(tmp_path).get(KEY, Printed) is None
    Cache(tmp_path).put(KEY, PRINTED)
    assert Cache(tmp_path).get(KEY, Printed) == PRINTED


def test_what_another_user_has_put_counts_as_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the cache in a `build` that came with a pack, whose entries have whole digests."""
    Cache(tmp_path).put(KEY, PRINTED)
    (tmp_path / "cd").mkdir()
    (tmp_path / "ab" / KEY).rename(tmp_path / "cd" / ("cd" * 32))
    assert Cache(tmp_path).get("cd" * 32, Printed) is None, "under the name of another"
    Cache(tmp_path).put(KEY, PRINTED)
    monkeypatch.setattr("aidgen.pipeline.seal._secret", lambda: b"another")
    assert Cache(tmp_path).get(KEY, Printed) is None


def test_a_secret_that_another_process_makes_at_the_same_moment_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_later(path: Path, content: bytes, root: Path, **options: Any) -> bool:
        path.parent.mkdir()
        path.write_bytes(b"1" * 32)
        return write_file(path, content, root, **options)

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(seal, "write_file", write_later)
    assert seal._secret.__wrapped__() == b"1" * 32


# Keys --------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _fresh_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    for function in (cache.typesetting_program, cache.engine_versions):
        function.cache_clear()


def test_a_document_has_a_key_of_its_content_and_of_what_typesets_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = Document("<p>A</p>")
    key = document_key(page)
    assert document_key(Document("<p>A</p>")) == key
    assert document_key(Document("<p>B</p>")) != key
    cache.typesetting_program.cache_clear()
    monkeypatch.setattr(fingerprints, "code_digest", lambda modules: "changed")
    assert document_key(page) != key


@pytest.mark.parametrize(
    ("function", "versions"),
    [("library_versions", {"pango": "9.9.9"}), ("installed_versions", {"pyphen": "9.9"})],
)
def test_keys_go_by_the_versions_of_libraries(
    function: str, versions: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = cache.typesetting_program()
    cache.typesetting_program.cache_clear()
    cache.engine_versions.cache_clear()
    monkeypatch.setattr(fingerprints, function, lambda: versions)
    assert cache.typesetting_program() != before


def test_a_changed_line_changes_the_digest_of_code(tmp_path: Path) -> None:
    (tmp_path / "press").mkdir()
    (tmp_path / "press" / "a.py").write_text("a = 1\n")
    before = fingerprints.code_digest(["press"], tmp_path)
    (tmp_path / "press" / "a.py").write_text("a = 2\n")
    assert fingerprints.code_digest(["press"], tmp_path) != before
    with pytest.raises(OSError, match="nothing is not in "):
        fingerprints.code_digest(["nothing"], tmp_path)


def test_all_that_typesetting_imports_is_in_its_keys() -> None:
    """Rendering and joining are done again for each job: their code is not in a document's key."""
    modules = {
        ".".join(("aidgen", *path.relative_to(fingerprints.PROGRAM).with_suffix("").parts)): path
        for path in fingerprints.PROGRAM.rglob("*.py")
    }
    starts = [name for name in modules if name.startswith(("aidgen.press.", "aidgen.proof."))]
    seen: set[str] = set()
    while starts:
        name = starts.pop()
        if name in modules and name not in seen:
            seen.add(name)
            tree = ast.parse(modules[name].read_bytes())
            nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
            starts += [str(node.module) for node in nodes]
            starts += [f"{node.module}.{alias.name}" for node in nodes for alias in node.names]
    assert len(seen) > 20
    names = (name.removesuffix(".py").replace("/", ".") for name in TYPESETTING_CODE)
    listed = tuple(f"aidgen.{name}." for name in names)
    assert [name for name in seen if not f"{name}.".startswith(listed)] == []
