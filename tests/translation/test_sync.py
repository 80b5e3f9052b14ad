"""PO files and templates: whatever becomes of the source, no translator's word is lost."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import polib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aidgen import BUNDLED_PACK
from aidgen.game.data import GameData
from aidgen.game.load import games, load
from aidgen.language import grammar
from aidgen.problems import InputError
from aidgen.translation.po import texts_of
from aidgen.translation.sync import sync, template
from tests.mini import change, read

PO = "locales/fr/mini.po"
RULES = "content/mini/rules.yaml"
OURS_PO = sorted(BUNDLED_PACK.glob("locales/*/*.po"))
OURS_POT = [*games(BUNDLED_PACK), "ui"]
START = "mini.rules.start.text"


def synced(pack: Path, locale: str = "fr") -> polib.POFile:
    """Bring a PO file of Mini into step, and return what it then holds."""
    path = pack / "locales" / locale / "mini.po"
    path.parent.mkdir(exist_ok=True)
    path.write_text(sync(read(pack), "mini", locale, path), encoding="utf-8")
    return polib.pofile(str(path))


def entry(po: polib.POFile, context: str) -> polib.POEntry:
    (found,) = (one for one in po if one.msgctxt == context)
    return found


def msgfmt(path: Path) -> str:
    """Return what gettext finds wrong with a file."""
    assert shutil.which("msgfmt"), "msgfmt is missing: `./run test` installs gettext"
    given = ["msgfmt", "-c", "-o", "/dev/null", str(path)]
    done = subprocess.run(given, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


@cache
def game_data_of(domain: str) -> GameData:
    return load(BUNDLED_PACK, games(BUNDLED_PACK)[0] if domain == "ui" else domain)


# Our own files


@pytest.mark.parametrize("path", OURS_PO, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_our_files_are_in_step(path: Path) -> None:
    text = sync(game_data_of(path.stem), path.stem, path.parent.name, path)
    assert text == path.read_text(encoding="utf-8"), "run `./run i18n sync`"
    assert msgfmt(path) == ""


@pytest.mark.parametrize("domain", OURS_POT)
def test_our_templates_are_fresh_and_gettext_and_polib_read_them(domain: str) -> None:
    path = BUNDLED_PACK / "locales" / f"{domain}.pot"
    committed = path.read_text(encoding="utf-8")
    assert committed == template(game_data_of(domain), domain), "run `./run i18n extract`"
    assert msgfmt(path) == ""
    po = polib.pofile(str(path), wrapwidth=78)
    assert str(po) == committed
    contexts = [str(context) for context, _ in texts_of(game_data_of(domain), domain)]
    assert [one.msgctxt for one in po] == contexts
    assert not any(one.msgstr or any(one.msgstr_plural.values()) for one in po)


@pytest.mark.parametrize(
    ("domain", "locale"),
    [
        ("expedition", "ar"),  # it has most forms
        *(("ui", locale) for locale in ("ar", "pl", "ja", "pt_BR", "hsb", "sr_Latn")),
    ],
)
def test_new_languages_begin_with_files_that_gettext_and_polib_read(
    tmp_path: Path, domain: str, locale: str
) -> None:
    path = tmp_path / "new.po"
    text = sync(game_data_of(domain), domain, locale, path)
    path.write_text(text, encoding="utf-8")
    assert msgfmt(path) == ""
    po = polib.pofile(str(path), wrapwidth=78)
    assert str(po) == text
    assert po.metadata["Language"] == locale
    assert po.metadata["Plural-Forms"] == grammar.plural_header(locale)
    forms = {len(one.msgstr_plural) for one in po if one.msgid_plural}
    assert forms <= {grammar.form_count(locale)}
    assert sync(game_data_of(domain), domain, locale, path) == text


# What an entry tells its translator


def test_every_text_is_listed_once_with_role_place_and_flag(pack: Path) -> None:
    po = synced(pack)
    game_data = read(pack)
    contexts = [one.msgctxt for one in po]
    assert contexts == [str(context) for context, _ in game_data.texts()]
    assert len(set(contexts)) == len(contexts)
    start = entry(po, START)
    assert start.comment == "a rule, in full\n{health} is 12"
    assert start.occurrences == [(RULES, "6")]
    assert start.flags == ["python-brace-format"]


def test_a_note_of_the_author_goes_with_the_texts_below_it(pack: Path) -> None:
    change(
        pack,
        RULES,
        "  fight:\n    title: Fight\n",
        "  # translators: a fight is between\n  # two heroes\n"
        "  fight:\n    title: Fight  # translators: a noun\n",
    )
    po = synced(pack)
    assert entry(po, "mini.rules.fight.title").comment == (
        "title of a rule\na fight is between two heroes\na noun"
    )
    assert entry(po, "mini.rules.fight.example").comment == (
        "example of a rule\na fight is between two heroes"
    )
    assert "fight is between" not in entry(po, START).comment


def test_a_limit_is_reported_in_words_and_to_tools(pack: Path) -> None:
    title = entry(synced(pack), "mini.states.tired.title")
    assert title.comment == "name of a condition, at most 32 characters"
    assert title.flags == ["max-length:32"]


def test_the_words_of_the_templates_have_their_place_and_notes(mini: GameData) -> None:
    text = template(mini, "ui")
    po = polib.pofile(text)
    (place,) = entry(po, "ui.idioms").occurrences
    assert place[0] == "templates/words.yaml"
    assert entry(po, "ui.idioms").comment.startswith("your phrases with one of the words above")


# What becomes of a translation


def test_translations_comments_headers_and_flags_are_kept(pack: Path) -> None:
    change(pack, PO, "#, python-brace-format\n", "#, python-brace-format, no-wrap\n")
    change(
        pack, PO, '"Last-Translator: Somebody\\n"', '"Last-Translator: Somebody\\n"\n"X-A: 1\\n"'
    )
    po = synced(pack)
    assert po.header == "A comment of the translator."
    assert po.metadata["Last-Translator"] == "Somebody"
    assert po.metadata["X-A"] == "1"
    start, guess = entry(po, START), entry(po, "mini.rules.guess.text")
    assert start.msgstr == "Chaque héros a {health} points de vie & une *épée*."
    assert start.flags == ["no-wrap", "python-brace-format"]
    assert guess.tcomment == "The translator was here."
    assert guess.msgstr == "La tanière est mal éclairée !"
    assert guess.previous_msgid == "The den is dim."
    assert guess.flags == ["fuzzy"]


def test_headers_are_set_right(pack: Path) -> None:
    change(pack, PO, '"X-Source-Language: en\\n"', '"X-Source-Language: xx\\n"')
    change(
        pack,
        PO,
        '"Language: fr\\n"',
        '"Language: fr-FR\\n"\n"Plural-Forms: nplurals=9; plural=n;\\n"',
    )
    headers = synced(pack).metadata
    assert headers["X-Source-Language"] == "en"
    assert headers["Language"] == "fr"
    assert headers["Plural-Forms"] == "nplurals=2; plural=(n > 1);"


def test_a_changed_text_becomes_fuzzy_with_its_previous_words(pack: Path) -> None:
    for words in ("A hero has", "Some hero has"):  # the second time, the first words still count
        change(pack, RULES, "Every hero has" if words[0] == "A" else "A hero has", words)
        start = entry(synced(pack), START)
        assert start.msgid.startswith(words)
        assert start.previous_msgid == "Every hero has {health} health & a *sword*."
        assert start.msgstr.startswith("Chaque héros a")
        assert "fuzzy" in start.flags
        assert "msgid_plural" not in (pack / PO).read_text(encoding="utf-8")


def test_a_fuzzy_mark_that_is_removed_takes_the_previous_words_with_it(pack: Path) -> None:
    change(pack, PO, "#, fuzzy\n", "")
    guess = entry(synced(pack), "mini.rules.guess.text")
    assert (guess.flags, guess.previous_msgid) == ([], None)


def test_a_removed_text_becomes_obsolete_and_comes_back(pack: Path) -> None:
    rules = pack / RULES
    before = rules.read_text(encoding="utf-8")
    line = next(line for line in before.split("\n") if line.startswith("  start:"))
    rules.write_text(before.replace(line + "\n", ""), encoding="utf-8")
    gone = entry(synced(pack), START)
    assert gone.obsolete
    assert gone.msgstr.startswith("Chaque héros a")
    rules.write_text(before, encoding="utf-8")
    back = entry(synced(pack), START)
    assert not back.obsolete
    assert back.flags == ["python-brace-format"]
    assert back.msgstr.startswith("Chaque héros a")


def test_a_renamed_record_takes_its_translation_along(pack: Path) -> None:
    change(pack, RULES, "  start: {title", "  beginning: {title")
    po = synced(pack)
    moved = entry(po, "mini.rules.beginning.text")
    assert moved.msgstr.startswith("Chaque héros a")
    assert moved.flags == ["python-brace-format"]
    assert START not in [one.msgctxt for one in po]


def test_a_text_that_gets_another_role_takes_its_translation_along_to_be_read(pack: Path) -> None:
    change(pack, PO, '#, fuzzy\n#| msgid "The den is dim."\n', "")
    before, after = "guess: {title: Guess, text", "dim: {title: Guess, text: Dim., brief"
    change(pack, RULES, before, after)
    moved = entry(synced(pack), "mini.rules.dim.brief")
    assert moved.msgstr == "La tanière est mal éclairée !"
    assert moved.tcomment == "The translator was here."
    assert "fuzzy" in moved.flags
    assert moved.previous_msgctxt == "mini.rules.guess.text"
    assert msgfmt(pack / PO) == ""


def test_a_duplicate_leaves_the_first_its_translation(pack: Path) -> None:
    text = '  start: {title: Start, text: "Every hero has {health} health & a *sword*."'
    change(pack, RULES, text, text.replace("start", "again") + "}\n" + text)
    po = synced(pack)
    assert entry(po, START).msgstr.startswith("Chaque héros a")
    assert entry(po, "mini.rules.again.text").msgstr == ""
    assert entry(po, "mini.rules.again.text").msgid == entry(po, START).msgid


def test_a_file_that_holds_an_entry_twice_is_refused(pack: Path) -> None:
    text = (pack / PO).read_text(encoding="utf-8")
    start = text[text.index("#. a rule, in full") : text.index("# The translator was")]
    (pack / PO).write_text(f"{text}\n{start}", encoding="utf-8")
    with pytest.raises(InputError, match=rf"`{START}` appears twice, first at line 17"):
        synced(pack)


def test_what_it_writes_is_guarded_by_gettext(pack: Path) -> None:
    synced(pack)
    assert msgfmt(pack / PO) == ""
    change(pack, PO, "Chaque héros a {health} points", "Chaque héros a des points")
    assert "format specification" in msgfmt(pack / PO)


# Texts with forms

DRAW = 'text: {one: "Draw {health} card.", other: "Draw {health} cards."}'


@pytest.fixture
def counted(pack: Path) -> Path:
    """Mini with a text that goes by a number, translated into no language yet."""
    change(pack, RULES, "text: The den is dark.", DRAW)
    shutil.rmtree(pack / "locales")
    (pack / "locales").mkdir()
    return pack


def in_polish(counted: Path, *forms: str) -> Path:
    """Write the three forms of its text into a PO file for Polish, and return that."""
    path = counted / "locales" / "pl" / "mini.po"
    synced(counted, "pl")
    text = path.read_text(encoding="utf-8")
    for i, words in enumerate(forms):
        text = text.replace(f'msgstr[{i}] ""', f'msgstr[{i}] "{{health}} {words}"')
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(("locale", "forms"), [("fr", 2), ("pl", 3), ("ar", 6), ("ja", 1)])
def test_a_text_with_forms_has_as_many_as_the_language(
    counted: Path, locale: str, forms: int
) -> None:
    draw = entry(synced(counted, locale), "mini.rules.guess.text")
    assert (draw.msgid, draw.msgid_plural) == ("Draw {health} card.", "Draw {health} cards.")
    assert draw.msgstr_plural == dict.fromkeys(range(forms), "")
    assert msgfmt(counted / "locales" / locale / "mini.po") == ""


def test_a_text_that_gets_forms_keeps_its_translation_in_each(pack: Path) -> None:
    change(pack, PO, '#, fuzzy\n#| msgid "The den is dim."\n', "")
    change(pack, RULES, "text: The den is dark.", DRAW)
    draw = entry(synced(pack), "mini.rules.guess.text")
    assert draw.msgstr_plural == dict.fromkeys(range(2), "La tanière est mal éclairée !")
    assert draw.previous_msgid == "The den is dark."
    assert "fuzzy" in draw.flags


def test_a_text_that_loses_its_forms_keeps_that_of_its_number(counted: Path) -> None:
    in_polish(counted, "kartę", "karty", "kart")
    change(counted, RULES, DRAW, 'text: "Draw {health} cards."')
    draw = entry(synced(counted, "pl"), "mini.rules.guess.text")
    assert draw.msgstr == "{health} kart"
    assert draw.tcomment == "formerly: {health} kartę\nformerly: {health} karty"
    assert "fuzzy" in draw.flags


def test_forms_of_another_count_are_kept_and_looked_at_again(counted: Path) -> None:
    """As where an editor has counted in the way of another language."""
    text = in_polish(counted, "une carte", "des cartes", "trop").read_text(encoding="utf-8")
    other = counted / "locales" / "fr" / "mini.po"
    other.parent.mkdir()
    other.write_text(text.replace("Language: pl", "Language: fr"), encoding="utf-8")
    draw = entry(synced(counted, "fr"), "mini.rules.guess.text")
    assert draw.msgstr_plural == {0: "{health} une carte", 1: "{health} des cartes"}
    assert draw.tcomment == "formerly: {health} trop"
    assert "fuzzy" in draw.flags


# Whatever is done to the source


class Work:
    """A game of rules alone, and its translator, who fills what is empty and notes what was."""

    def __init__(self, pack: Path) -> None:
        self.pack = pack
        self.path = pack / "locales" / "pl" / "mini.po"
        self.rules: dict[str, tuple[str, object]] = {"a": ("one", "First.")}
        self.written: list[str] = []
        self.fresh = 0

    def new(self, start: str) -> str:
        self.fresh += 1
        return f"{start}{self.fresh}"

    def pick(self, choice: int) -> str:
        names = list(self.rules)
        return names[choice % len(names)] if names else self.add(choice)

    def add(self, choice: int) -> str:
        name = self.new("r")
        self.rules[name] = (("one", "two")[choice % 2], self.new("Text "))
        return name

    def retext(self, choice: int) -> None:
        name = self.pick(choice)
        self.rules[name] = (self.rules[name][0], self.new("Text "))

    def rename(self, choice: int) -> None:
        self.rules[self.new("r")] = self.rules.pop(self.pick(choice))

    def move(self, choice: int) -> None:
        name = self.pick(choice)
        self.rules[name] = ("two" if self.rules[name][0] == "one" else "one", self.rules[name][1])

    def reorder(self, choice: int) -> None:
        name = self.pick(choice)
        self.rules[name] = self.rules.pop(name)

    def delete(self, choice: int) -> None:
        self.rules.pop(self.pick(choice))

    def duplicate(self, choice: int) -> None:
        self.rules[self.new("r")] = self.rules[self.pick(choice)]

    def return_(self, choice: int) -> None:
        """Give a rule an id, and a text, that others have or had."""
        self.rules[f"r{1 + choice % 9}"] = ("one", f"Text {1 + choice % 7}")

    def count(self, choice: int) -> None:
        name = self.pick(choice)
        file, text = self.rules[name]
        if isinstance(text, str):
            forms = {"one": f"{text} of {{n}}", "other": f"{text}s of {{n}}"}
            self.rules[name] = (file, forms)
        else:
            self.rules[name] = (file, self.new("Text "))

    def save(self) -> GameData:
        folder = self.pack / "content" / "mini"
        for file in ("one", "two"):
            listed = {
                name: {"title": "Title", "text": text}
                for name, (where, text) in self.rules.items()
                if where == file
            }
            content = json.dumps({"rules": listed})
            (folder / f"{file}.yaml").write_text(content, encoding="utf-8")
        return load(self.pack, "mini")

    def translate(self) -> None:
        """Fill what is empty, and leave a comment and a flag with it."""
        po = polib.pofile(str(self.path), wrapwidth=78)
        for one in po:
            if one.obsolete or not one.msgctxt.endswith(".text"):
                continue
            if one.msgid_plural and not any(one.msgstr_plural.values()):
                forms = {place: self.new("Słowa {n} ") for place in one.msgstr_plural}
                one.msgstr_plural = forms
                self.written += forms.values()
            elif not one.msgid_plural and not one.msgstr:
                one.msgstr = self.new("Słowa ")
                self.written.append(one.msgstr)
            else:
                continue
            if one.tcomment:
                continue
            one.tcomment = self.new("Remark ")
            one.flags.append("no-wrap")
            self.written.append(one.tcomment)
        po.save(str(self.path))


EDITS: dict[str, Callable[[Work, int], object]] = {
    "add": Work.add,
    "count": Work.count,
    "delete": Work.delete,
    "duplicate": Work.duplicate,
    "move": Work.move,
    "rename": Work.rename,
    "reorder": Work.reorder,
    "return": Work.return_,
    "text": Work.retext,
}


def said(po: polib.POFile) -> Iterator[str]:
    """Yield all that a translator wrote."""
    for one in po:
        yield from (one.msgstr, *one.msgstr_plural.values())
        for line in one.tcomment.split("\n"):
            yield line.removeprefix("formerly: ")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack with a game that has no texts of rules yet, and a folder for its translation."""
    pack = tmp_path_factory.mktemp("work")
    (pack / "content" / "mini").mkdir(parents=True)
    (pack / "locales" / "pl").mkdir(parents=True)
    game = {"id": "mini", "title": "Mini", "language": "en", "editions": {}}
    head = {"game": game | {"credits": "Me.", "notice": "None."}, "values": {"n": 3}}
    (pack / "content/mini/game.yaml").write_text(json.dumps(head), encoding="utf-8")
    return pack


@given(
    edits=st.lists(
        st.tuples(st.sampled_from(sorted(EDITS)), st.integers(0, 20), st.booleans()), max_size=14
    )
)
@settings(max_examples=40)
def test_no_edit_of_the_source_loses_what_a_translator_wrote(
    begun: Path, edits: list[tuple[str, int, bool]]
) -> None:
    work = Work(begun)
    work.path.unlink(missing_ok=True)
    for edit, choice, saved in [("reorder", 0, True), *edits]:
        EDITS[edit](work, choice)
        if not saved:
            continue
        game_data = work.save()
        work.path.write_text(sync(game_data, "mini", "pl", work.path), encoding="utf-8")
        work.translate()
        text = sync(game_data, "mini", "pl", work.path)
        work.path.write_text(text, encoding="utf-8")
        po = polib.pofile(text)
        missing = set(work.written) - set(said(po))
        assert not missing, f"{missing} lost by {edit}"
        kept = sum("no-wrap" in one.flags for one in po)
        assert kept == sum(word.startswith("Remark") for word in work.written)
        assert [one.msgctxt for one in po if not one.obsolete] == [
            str(context) for context, _ in game_data.texts()
        ]
        assert sync(game_data, "mini", "pl", work.path) == text
    assert msgfmt(work.path) == ""


def test_a_new_name_and_wording_make_a_translation_fuzzy_until_taken_back(pack: Path) -> None:
    before = entry(synced(pack), START)
    change(pack, RULES, "  start: {title", "  begin: {title")
    change(pack, RULES, "health & a *sword*", "health & one *sword*")
    moved = entry(synced(pack), "mini.rules.begin.text")
    assert (moved.fuzzy, moved.msgstr, moved.previous_msgid) == (True, before.msgstr, before.msgid)
    change(pack, RULES, "  begin: {title", "  start: {title")
    change(pack, RULES, "health & one *sword*", "health & a *sword*")
    after = entry(synced(pack), START)
    assert (after.fuzzy, after.msgstr, after.previous_msgid) == (False, before.msgstr, None)
