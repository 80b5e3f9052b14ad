"""What is known of the texts of an aid that stands open."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest

from aidgen.game.context import Context
from aidgen.pipeline.pack import Pack
from aidgen.pipeline.po_files import step
from aidgen.problems import InputError
from aidgen.serve.texts import Edit, describe_text, list_texts, save_text
from aidgen.serve.view import OpenView, ViewId
from aidgen.serve.worker_pool import PreviewPool
from tests.mini import change

RULES, PO = "content/mini/rules.yaml", "locales/fr/mini.po"
GENDERS = '\nmsgctxt "ui.genders"\nmsgid "-"\nmsgstr "masculin|féminin"\n'
TEXT = "mini.rules.dark.text"
VARIANT = Context.read(f"{TEXT}#féminin")


@pytest.fixture
def gendered(pack: Path) -> Path:
    """Mini with a rule that speaks of a condition, in a French that goes by gender."""
    change(pack, RULES, "Heroes see half as far.", "'{states.tired} heroes see half as far.'")
    (pack / "locales/fr/ui.po").write_text(GENDERS, encoding="utf-8")
    list(step(Pack(pack), "fr"))
    return pack


@pytest.fixture
def view(gendered: Path, tmp_path: Path) -> OpenView:
    """The cards of Mini in French, laid out and not proved."""
    found = OpenView(ViewId("mini", "deck", "fr"), PreviewPool(tmp_path / "out"), lambda _: None)
    poured = found._render(Pack(gendered))
    found.rendered, found.sides = poured, poured.guess.sides
    return found


def test_a_text_is_followed_by_its_variants(view: OpenView, gendered: Path) -> None:
    rows = {str(row["context"]): row for row in list_texts(view, Pack(gendered))}
    names = list(rows)
    assert names[names.index(TEXT) + 1] == str(VARIANT)
    assert (rows[str(VARIANT)]["variant"], rows[TEXT]["variant"]) == ("féminin", "")
    assert rows[str(VARIANT)]["state"] == "missing"
    assert "mini.states.tired.title#gender" in names


def test_of_a_variant_the_translation_alone_can_be_edited(view: OpenView, gendered: Path) -> None:
    known = describe_text(view, Pack(gendered), VARIANT, read_only=False)
    source, translation = known["source"], known["translation"]
    assert isinstance(source, dict)
    assert isinstance(translation, dict)
    assert source["forms"] == ("{states.tired} heroes see half as far.",)
    assert (source["editable"], translation["editable"]) == (False, True)
    words = "Une héroïne {states.tired} voit moitié moins loin."
    save_text(Pack(gendered), "mini", "fr", Edit(VARIANT, "translation", (words,), ("",)))
    entries = {one.msgctxt: one.msgstr for one in polib.pofile(str(gendered / PO))}
    assert (entries[str(VARIANT)], entries[TEXT]) == (words, "")
    with pytest.raises(InputError, match="has no gender variants"):
        save_text(Pack(gendered), "mini", "fr", Edit(VARIANT, "source", ("x",), ("",)))


def test_a_file_of_windows_stays_one(gendered: Path) -> None:
    path = gendered / PO
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    edit = Edit(Context.read(TEXT), "translation", ("Les héros voient mal.",), ("",))
    save_text(Pack(gendered), "mini", "fr", edit)
    text = path.read_bytes()
    assert text.count(b"\n") == text.count(b"\r\n")
    assert "Les héros voient mal.".encode() in text
