"""The shape of the house: who may import whom, where each library lives, what is explained."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

from aidgen.assets.options import PrintOptions

PACKAGE = Path(__file__).parents[1] / "aidgen"
ROOMS = {
    "cli": (9, "click rich"),
    "serve": (8, "starlette uvicorn watchfiles"),
    "pipeline": (7, "msgspec distributed"),
    "rules": (6, ""),
    "translation": (6, "polib"),
    "press": (6, "weasyprint pydyf pikepdf pyphen fontTools PIL"),
    "proof": (6, "pikepdf pypdfium2 PIL"),
    "language": (5, "babel icu"),
    "page": (5, "jinja2 markdown_it markupsafe tinycss2 icu"),
    "imposition": (4, ""),
    "layout": (4, ""),
    "game": (3, "yaml pydantic pydantic_core openpyxl"),
    "assets": (3, "fontTools uharfbuzz PIL tinycss2 cssselect2 msgspec"),
    "sandbox": (2, ""),
    "problems": (1, ""),
}
"""Each room, its floor, and the libraries that it may know.

A room imports rooms on lower floors alone: those of one floor never import each other.
"""

LATE = {
    "aidgen.assets.rasters",  # loads Pillow, for pictures that are no drawings
    "aidgen.sandbox.output",  # for a command that is not already done
    "openpyxl",  # for a game with workbooks
    *("rich.console", "rich.progress"),  # for a terminal
    *("aidgen.rules", "aidgen.page.theme"),  # for the check of a game that has changed
    *("aidgen.pipeline.options", "aidgen.pipeline.preflight"),  # kinds, which a check leaves alone
    *("aidgen.cli.fitting", "aidgen.pipeline.cluster"),
}
"""What is imported only when it is needed, besides WeasyPrint."""

MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.parent != PACKAGE or path.stem in ROOMS
}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
LONGEST_FUNCTION, LONGEST_FILE = 60, 800
"""In lines: no longer than it reads well."""


@cache
def trees() -> dict[str, ast.Module]:
    """Return all modules as they are parsed."""
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def room(module: str) -> str:
    """Return the room of a module, by its full name."""
    return module.split(".")[1] if "." in module else ""


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield the full name of every module that is imported anywhere below a node."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else str(node.module)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            yield from (str(name.value) for name in node.args if isinstance(name, ast.Constant))


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield every function with the module it stands in."""
    for module, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, FUNCTIONS):
                yield module, node


def test_a_room_imports_only_rooms_on_lower_floors() -> None:
    floors = {name: floor for name, (floor, _) in ROOMS.items()}
    inner = [
        (room(module), room(name))
        for module, tree in trees().items()
        for name in imports(tree)
        if name.startswith("aidgen.")
    ]
    assert len(set(inner)) > len(ROOMS)
    across = {pair for pair in inner if len(set(pair)) == 2}
    assert {pair for pair in across if floors[pair[0]] <= floors[pair[1]]} == set()


def test_print_options_are_obeyed_in_one_module() -> None:
    """Others choose them and ask for them; what obeys them later is handed what they mean."""
    names = {field.name for field in fields(PrintOptions)} | {"made", "name", "only"}
    readers = {
        module
        for module, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in names
        if ast.unparse(node.value).rpartition(".")[2] == "options"
    }
    choosing = {f"aidgen.pipeline.{name}" for name in ("changes", "options", "plan")}
    asking = {"aidgen.cli.build", "aidgen.cli.print"}
    assert readers == {"aidgen.page.render"} | choosing | asking


def test_no_module_leads_back_to_itself() -> None:
    leads = {
        module: {name for name in imports(tree) if name in MODULES and name != module}
        for module, tree in trees().items()
    }
    while leads:
        ends = {module for module, onward in leads.items() if not onward & leads.keys()}
        assert ends, f"in a circle: {sorted(leads)}"
        leads = {module: onward for module, onward in leads.items() if module not in ends}


def test_a_library_is_known_in_its_rooms_alone() -> None:
    known = {(name, library) for name, (_, listed) in ROOMS.items() for library in listed.split()}
    ours = sys.stdlib_module_names | {"aidgen"}
    used = {
        (room(module), name.split(".")[0])
        for module, tree in trees().items()
        for name in imports(tree)
        if name.split(".")[0] not in ours
    }
    assert (used - known, known - used) == (set(), set())


def test_only_the_engine_folder_imports_weasyprint() -> None:
    importers = {
        module.rpartition(".")[0]
        for module, tree in trees().items()
        for name in imports(tree)
        if name.split(".")[0] == "weasyprint"
    }
    assert importers == {"aidgen.press.engine"}


def test_nothing_is_imported_late_but_the_engine() -> None:
    late = {(room(module), name) for module, function in functions() for name in imports(function)}
    assert {name for _, name in late if not name.startswith("weasyprint")} == LATE


def test_only_the_command_line_prints_and_exits() -> None:
    printing = {
        (room(module), ast.unparse(node.func))
        for module, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("print", "exit", "sys.exit", "input", "quit")
    }
    assert {name for name, _ in printing} <= {"cli"}


def test_public_names_and_rooms_are_explained() -> None:
    for module, tree in trees().items():
        assert ast.get_docstring(tree), f"{module} has no docstring"
        for node in tree.body:
            if isinstance(node, (*FUNCTIONS, ast.ClassDef)) and not node.name.startswith("_"):
                assert ast.get_docstring(node), f"{module}.{node.name} has no docstring"


def test_functions_and_files_are_of_a_size_that_one_takes_in() -> None:
    lengths = {
        f"{module}.{function.name}": (function.end_lineno or 0) - function.lineno + 1
        for module, function in functions()
    }
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FUNCTION} == {}
    files = {name: path.read_text(encoding="utf-8").count("\n") for name, path in MODULES.items()}
    assert {name: lines for name, lines in files.items() if lines > LONGEST_FILE} == {}


def test_no_module_is_called_by_what_says_nothing() -> None:
    names = {name.rpartition(".")[2] for name in MODULES}
    assert {"utils", "helpers", "common", "manager"} & names == set()


PAGE = (PACKAGE.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")


def test_the_page_about_the_house_has_its_rooms_and_their_libraries() -> None:
    rows = {}
    for row in re.findall(
        r"^\| (\d) \| `([a-z]+)[^`]*` \|[^|]*(?:`[^`]*`[^|]*)*\|([^|]*)\|$", PAGE, re.M
    ):
        rows[row[1]] = int(row[0]), {word.strip() for word in row[2].split(",") if word.strip()}
    assert {name: floor for name, (floor, _) in rows.items()} == {
        name: floor for name, (floor, _) in ROOMS.items()
    }
    homes: dict[str, list[str]] = {
        library: [] for _, listed in ROOMS.values() for library in listed.split()
    }
    for name, (_, listed) in ROOMS.items():
        for library in listed.split():
            homes[library].append(name)
    for name, (_, libraries) in rows.items():
        for library in libraries:
            assert homes[library] == [name], library
    alone = {library for library, rooms in homes.items() if len(rooms) == 1}
    reported = {library for _, libraries in rows.values() for library in libraries}
    assert alone - reported <= {"pydantic_core"}


WRITING_METHODS = (
    *("write_text", "write_bytes", "touch", "mkdir", "rename", "symlink_to", "hardlink_to"),
    *("unlink", "rmdir", "lchmod", "chmod"),
)
WRITING_MODULES = ("os", "shutil", "tempfile")
READING_FLAGS = {
    *("os.O_RDONLY", "os.O_NONBLOCK", "os.O_CLOEXEC"),
    *("os.O_DIRECTORY", "os.O_NOFOLLOW"),
}
READING_CALLS = (
    *("close", "stat", "lstat", "fstat", "walk", "fwalk", "scandir", "listdir", "fsync"),
    *("urandom", "fsencode", "fsdecode", "getuid", "getpid", "getppid", "kill", "_exit", "dup2"),
    *("cpu_count", "gettempdir", "fork", "pipe", "read", "waitpid", "waitstatus_to_exitcode"),
    *("getpriority", "setpriority"),
)
MODES = re.compile(r"[rwaxbt+]*[wax+][rwaxbt+]*")


def writes(call: ast.Call) -> str:
    """Return what a call is that could change a file system; nothing if it could not."""
    done = ast.unparse(call.func)
    name = done.rpartition(".")[2]
    given = [*call.args, *(word.value for word in call.keywords)]
    if done == "os.open":
        return "" if {*ast.unparse(call.args[1]).split(" | ")} <= READING_FLAGS else done
    if name == "open":
        modes = [str(one.value) for one in given if isinstance(one, ast.Constant)]
        return done if any(map(MODES.fullmatch, modes)) else ""
    if name == "replace":  # that of a text has two arguments, that of a record names them
        return done if done == "os.replace" or (len(given) == 1 and not call.keywords) else ""
    if done.partition(".")[0] in WRITING_MODULES and done.count(".") == 1:
        return "" if name in READING_CALLS else done
    return done if name in WRITING_METHODS and "." in done else ""


def test_one_module_writes_files() -> None:
    found = {
        (module.removeprefix("aidgen."), done)
        for module, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and (done := writes(node))
    }
    assert found >= {("sandbox.output", done) for done in ("os.open", "path.unlink")}
    assert {one for one in found if one[0] != "sandbox.output"} == {
        # This user's own folder of fonts.
        *(("assets.fonts", done) for done in ("folder.mkdir", "scratch.unlink")),
        *(("assets.fonts", done) for done in ("scratch.symlink_to", "scratch.replace")),
        ("assets.families", "folder.mkdir"),
        *(("pipeline.pool", "os.open"), ("cli.program", "os.open")),  # /dev/null
        # What becomes of its own process, and what it asks of the one that waits for it.
        *(("sandbox.jail", done) for done in ("open", "os.open", "os.getgid", "os.strerror")),
        *(("sandbox.guard", "os.write"), ("sandbox.places", "folder.mkdir")),
        ("cli.confinement", "folder.mkdir"),
        ("cli.serve", "tempfile.TemporaryDirectory"),
        ("cli.doctor", "shutil.which"),
        # What Ghostscript reads and writes is in a folder of the process.
        *(("press.pdfx", done) for done in ("shutil.which", "source.write_bytes")),
    }


OTHERWISE_NAMED = {
    "assets": "arcs folding instances tiling",
    "cli": "commands drafts packs reports",
    "game": "bad_cases",
    "imposition": "booklet",
    "language": (
        "comparisons data_files languages_agree linear marks number_words order plurals "
        "pseudo said_otherwise sort_order typography unsure"
    ),
    "page": (
        "boards book_layout books boxes breadth breaks covers dialect documented "
        "first_game golden heads hyphenation icon_sheet icon_titles layouts leaflets "
        "looks marking new_kind numbers options own_kinds ruling standees tokens"
    ),
    "pipeline": "calibration layers mended scripts snapshot tables",
    "rules": "check grids theme",
    "sandbox": "strangers",
    "serve": "live public",
    "translation": "messages waivers",
}
"""Files of tests, by room, that bear no module's name: a list to shrink, not to grow."""


def test_files_of_tests_are_named_after_modules() -> None:
    files = {path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py")}
    rooms = {(path.parts[0], name) for path in files for name in (*path.parts[1:-1], path.stem)}
    rooms |= {(room, name) for room, names in OTHERWISE_NAMED.items() for name in names.split()}
    tests = {
        (path.parent.name, path.stem.removeprefix("test_"))
        for path in (PACKAGE.parent / "tests").glob("*/test_*.py")
    }
    assert len(tests) > 100
    assert tests - rooms == set()
