"""What the documents say is so: their examples are read, and their commands are known."""

from __future__ import annotations

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import click
import pytest

from aidgen import BUNDLED_PACK
from aidgen.cli import COMMANDS, main
from aidgen.cli.program import EPILOG
from aidgen.layout.faults import FINDINGS
from aidgen.page.kinds import KINDS
from aidgen.pipeline.settings import all_shops
from tests.commands import aidgen

DOCS = sorted([*BUNDLED_PACK.glob("*.md"), *BUNDLED_PACK.glob("docs/**/*.md")])
REFERENCE = sorted(BUNDLED_PACK.glob("docs/reference/*.md"))
EXAMPLE = re.compile(r"```yaml\n# ([a-z0-9-]+\.yaml)\n(.*?)```", re.DOTALL)
PACK = re.compile(r"```yaml\n# (my-games/[a-z0-9/.-]+)\n(.*?)```", re.DOTALL)
FILE = re.compile(
    r"^`((?:content|templates)/[^`]+)`:\n\n```\w+\n(.*?)```", re.DOTALL | re.MULTILINE
)
RECIPE = re.compile(r"(?<!`:\n\n)```yaml\n(.*?)```", re.DOTALL)
# [words](page.md#heading), the page or the heading left out; no address of the web.
LINK = re.compile(r"\[[^\]]*\]\((?!http|mailto)([\w./-]*)(?:#([\w-]+))?\)")
# The table of kinds of findings, between two comments.
LISTED_FINDINGS = re.compile(
    r"(?<=`./run test --update` writes this table from aidgen/layout/faults.py -->\n)"
    r"(.*?)(?=<!-- end of findings -->)",
    re.DOTALL,
)
COMMAND = re.compile(r"(?:/run|`aidgen) ((?:i18n )?[a-z0-9-]*[a-z0-9])([^`\n#]*)")
OF_RUN = {"test", "lint", "fmt", "lock", "release"}


def test_the_examples_of_the_format_are_one_whole_game(tmp_path: Path) -> None:
    folder = tmp_path / "content" / "night-ferry"
    folder.mkdir(parents=True)
    text = "".join(path.read_text(encoding="utf-8") for path in REFERENCE)
    for name, example in EXAMPLE.findall(text):
        (folder / name).write_text(example, encoding="utf-8")
    assert len(list(folder.iterdir())) > 10
    result = aidgen("check", "--pack", tmp_path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith(": 1 game, 1 language: no problems found\n")


def test_the_kinds_of_findings_are_documented_with_their_classes(update: bool) -> None:
    page = BUNDLED_PACK / "docs" / "reference" / "checks.md"
    rows = [f"| {of} | {kind} | {what} |" for kind, (of, what) in sorted(FINDINGS.items())]
    classes = ("fault", "doubt", "advice", "note")
    rows.sort(key=lambda row: classes.index(row.split()[1]))
    table = "\n".join(["| class | kind | what it means |", "|---|---|---|", *rows]) + "\n"
    text = page.read_text(encoding="utf-8")
    if update:
        page.write_text(LISTED_FINDINGS.sub(lambda _: table, text), encoding="utf-8")
    found = LISTED_FINDINGS.search(page.read_text(encoding="utf-8"))
    assert found is not None
    assert found[0] == table, "run `./run test --update`"


def test_the_game_of_the_readme_is_a_whole_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (BUNDLED_PACK / "README.md").read_text(encoding="utf-8")
    ((name, game),) = PACK.findall(text)
    (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / name).write_text(game, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "my-games")
    result = aidgen("check")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{tmp_path}/my-games: 1 game, 1 language: no problems found\n"


def test_the_first_game_is_well_at_each_step_and_so_is_the_cookbook(tmp_path: Path) -> None:
    pack = tmp_path / "lantern-race"
    assert aidgen("new", pack, "--with", "cards", "--no-build").exit_code == 0
    for page in ("tutorial/first-game", "how-to/cookbook"):
        text = (BUNDLED_PACK / "docs" / f"{page}.md").read_text(encoding="utf-8")
        for picture in re.findall(r"!\[[^\]]+\]\((\S+)\)", text):
            assert (BUNDLED_PACK / "docs" / page).parent.joinpath(picture).is_file()
        for name, content in FILE.findall(text):
            (pack / name).parent.mkdir(parents=True, exist_ok=True)
            (pack / name).write_text(content, encoding="utf-8")
        for number, example in enumerate(RECIPE.findall(text)):
            path = pack / "content" / "lantern-race" / f"recipe-{number}.yaml"
            path.write_text(example, encoding="utf-8")
        result = aidgen("check", "--pack", pack)
        assert (result.exit_code, result.stderr) == (0, ""), page
    folder = tmp_path / "out"
    wanted = ("build", "--pack", pack, "--out", folder, "--aid", "book", "--aid", "tokens")
    result = aidgen(*wanted)
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(list(folder.rglob("*.pdf"))) == 2


def test_the_exit_codes_of_the_readme_are_those_of_the_help() -> None:
    text = (BUNDLED_PACK / "README.md").read_text(encoding="utf-8")
    codes = {int(code) for code in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)}
    assert codes == {0, 1, 2, 3, 130, 141, 143}
    assert codes == {int(code) for code in re.findall(r"(\d+) [a-z]", EPILOG.split("Warnings")[0])}


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_commands_and_options_that_are_named_exist(path: Path) -> None:
    for words, rest in COMMAND.findall(path.read_text(encoding="utf-8")):
        if words in OF_RUN:
            continue
        command: click.Command = main
        context = click.Context(main)
        for word in words.split():
            assert isinstance(command, click.Group)
            assert word in command.list_commands(context), f"`{words}` in {path.name}"
            command = command.get_command(context, word) or command
        known = {option for given in command.params for option in given.opts}
        options = set(re.findall(r"--[a-z-]+", rest))
        assert options <= known | {"--help"}, f"`{words}{rest}` in {path.name}"


# Options of other programs that a page names.
OTHERS_OPTIONS = {
    *("--network", "--userns", "--user"),  # of Podman and Docker
    *("--nthreads", "--memory-limit"),  # of Dask
    *("--quick", "--update"),  # of ./run test
}
NAMED_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
NAMED_PATH = re.compile(r"(?:aidgen|tests|bench|docs|examples|\.github)/[\w./-]+")
# A module below aidgen/, as ARCHITECTURE.md names it, or a test with its name.
NAMED_MODULE = re.compile(r"([a-z_]+/[a-z_/]+\.py)(?:::(\w+))?")
NAMED_CONSTANT = re.compile(r"[A-Z][A-Z0-9]*_[A-Z0-9_]+")
PAGES = [*DOCS, BUNDLED_PACK / "bench" / "README.md"]


def sources(*patterns: str) -> str:
    """Return the text of all files of these patterns."""
    paths = [path for pattern in patterns for path in sorted(BUNDLED_PACK.glob(pattern))]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def all_options(command: click.Command) -> set[str]:
    """Return the options of a command and of all commands below it."""
    context = click.Context(command)
    names = command.list_commands(context) if isinstance(command, click.Group) else []
    inner = [command.get_command(context, name) for name in names]  # type: ignore[attr-defined]
    known = {option for given in command.params for option in given.opts}
    return known.union(*map(all_options, inner))


def named(pattern: re.Pattern[str]) -> set[tuple[str, str]]:
    """Return each page with what it names between backticks that has this form as a whole."""
    return {
        (path.name, name)
        for path in PAGES
        for name in re.findall(r"`([^`\n]+)`", prose(path))
        if pattern.fullmatch(name)
    }


def test_options_that_are_named_exist() -> None:
    known = all_options(main) | OTHERS_OPTIONS | {"--help"}
    known |= {f"--{name}" for name in re.findall(r'"--([a-z-]+)"', sources("bench/**/*.py"))}
    styles = sources("templates/**/*.css", "templates/**/*.html", "aidgen/page/**/*.py")
    known |= set(re.findall(r"--[a-z-]+(?=:)|(?<=var\()--[a-z-]+", styles))
    assert {
        (path.name, option)
        for path in PAGES
        for words in re.findall(r"`([^`\n]+)`", prose(path))
        for option in NAMED_OPTION.findall(words)
        if option not in known
    } == set()


def test_files_that_are_named_exist() -> None:
    paths = named(NAMED_PATH)
    assert len(paths) > 20
    assert {pair for pair in paths if not (BUNDLED_PACK / pair[1]).exists()} == set()
    missing = set()
    for page, name in named(NAMED_MODULE):
        module, _, test = name.partition("::")
        places = [BUNDLED_PACK / folder / module for folder in (".", "aidgen", "bench")]
        texts = [place.read_text(encoding="utf-8") for place in places if place.is_file()]
        if not any(not test or f"def {test}(" in text for text in texts):
            missing.add((page, name))
    assert missing == set()


def test_constants_that_are_named_exist() -> None:
    known = set(NAMED_CONSTANT.findall(sources("aidgen/**/*.py", "tests/*.py", "run")))
    assert {pair for pair in named(NAMED_CONSTANT) if pair[1] not in known} == set()


def test_every_bench_is_documented() -> None:
    text = sources("bench/README.md", "CONTRIBUTING.md")
    benches = {
        path.name
        for path in (BUNDLED_PACK / "bench").glob("*.py")
        if "__main__" in path.read_text(encoding="utf-8")
    }
    assert {name for name in benches if name not in text} == set()


def test_each_kind_of_aid_has_its_files_and_is_documented() -> None:
    aids, templates = (sources(f"docs/reference/{name}.md") for name in ("aids", "templates"))
    packs = sources("tests/packs/*/content/*/*.yaml")
    lacking = {
        (kind, place)
        for kind in KINDS
        for place, there in {
            "docs/reference/aids.md": f"\n| `{kind}` |" in aids,
            "docs/reference/templates.md": f"`{kind}" in templates,
            "tests/packs/mini/content/mini/aids.yaml": re.search(rf"kind: {kind}\b", packs),
            f"templates/{kind}/style.css": (BUNDLED_PACK / f"templates/{kind}/style.css").is_file(),
            f"tests/golden/{kind}.html": (BUNDLED_PACK / f"tests/golden/{kind}.html").is_file(),
        }.items()
        if not there
    }
    assert lacking == set()


def test_tables_of_shops_are_complete() -> None:
    shops = all_shops(BUNDLED_PACK)
    page = (BUNDLED_PACK / "docs" / "how-to" / "print-shops.md").read_text(encoding="utf-8")
    table = "".join(line for line in page.splitlines() if line.startswith("|"))
    assert [shop for shop in shops if f"`{shop}`" not in table] == []
    help_text = aidgen("export", "--help").stdout
    assert [shop for shop in shops if shop not in help_text.replace("\n", " ")] == []


def prose(path: Path) -> str:
    """Return a page without its examples; names within a line stay."""
    return re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def anchors(path: Path) -> set[str]:
    """Return what the headings of a page are called in links."""
    found = re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_links_lead_to_pages_and_headings_that_there_are(path: Path) -> None:
    for page, anchor in LINK.findall(re.sub(r"`[^`\n]*`", "", prose(path))):
        to = path.parent / page if page else path
        assert to.exists(), page
        assert not anchor or anchor in anchors(to), f"{page}#{anchor}"


def script(name: str) -> ModuleType:
    """Return a script that lies beside the documents."""
    spec = spec_from_file_location(name, BUNDLED_PACK / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    sys.modules[name] = found  # its records look for themselves there
    spec.loader.exec_module(found)
    return found


def test_our_drawings_are_as_they_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawings = script("drawings")
    for folder in (BUNDLED_PACK / "assets").rglob("*/"):
        (tmp_path / folder.relative_to(BUNDLED_PACK / "assets")).mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr(drawings, "ASSETS", tmp_path)
    for name in ("expedition", "gloomhaven", "loot", "argosia", "icons"):
        getattr(drawings, name)()
    drawn = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(drawn) >= 12
    for path in drawn:
        assert (
            path.read_bytes() == (BUNDLED_PACK / "assets" / path.relative_to(tmp_path)).read_bytes()
        )


def test_the_promises_are_about_every_command() -> None:
    page = (BUNDLED_PACK / "docs" / "reference" / "security.md").read_text(encoding="utf-8")
    listed = re.search(r"Given an unknown pack(.*?)\n\n", page, re.DOTALL)
    assert listed
    named = set(re.findall(r"`([a-z0-9-]+)[ a-z]*`", listed[1]))
    assert named == set(COMMANDS)
