from __future__ import annotations

import re
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import jinja2
import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment

from aidgen.game.data import GameData
from aidgen.game.load import BUNDLED_PACK
from aidgen.page import filters, views
from aidgen.page.allowlist import harmful, harmful_sheet
from aidgen.page.environment import render_template
from aidgen.page.kinds import KINDS
from aidgen.page.render import render
from aidgen.page.render_state import RenderState
from aidgen.page.views import View, plain_value
from aidgen.pipeline.pool import WorkerPool
from aidgen.problems import InputError
from aidgen.sandbox.limits import STANDARD, Limits
from tests.doors import (
    ESCAPES,
    FILES,
    LEAK,
    MARK,
    RUNNING,
    RUNNING_SHEETS,
    Door,
    door,
    poured,
    watched,
)


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stranger")


SOON = 0.1
"""Seconds of processor time after which an endless template is stopped."""


def in_worker(file: str, root: Path, sources: Sequence[str]) -> dict[str, str]:
    """Return how a template of a file is not refused, by its source, with the limits of workers."""
    door(file, root)  # known to all workers then
    with WorkerPool(1, STANDARD, method="fork") as workers:
        return workers.submit(escapes, file, root, sources).result()


def escapes(file: str, root: Path, sources: Sequence[str]) -> dict[str, str]:
    met = {source: refused(door(file, root), root, source) for source in sources}
    return {source: how for source, how in met.items() if how}


def refused(door: Door, root: Path, source: str) -> str:
    """Say what is wrong with how a template is met at its door; empty if it is refused there."""
    begun = time.process_time()
    try:
        made = door.pour(root, within(door.file, source), SOON)
    except AssertionError as noticed:
        return str(noticed)
    except InputError as error:
        (problem,) = error.problems
        where, said = problem.where, str(problem)
    else:
        return f"is poured: {made[:80]!r}"
    if where.file != f"templates/{door.file}" or where.line not in range(1, 4):
        return f"is refused elsewhere: {problem}"
    if LEAK.search(said) or "\n" in said:
        return f"tells of the process: {problem}"
    seconds = time.process_time() - begun
    return f"takes {seconds} s" if seconds > 5 else ""


def within(file: str, source: str) -> str:
    """Return a template that says `source` where it is poured: of the macros, in `marks`."""
    if file != "records.html":
        return f"\n{source}\n"
    called = re.findall(
        r"{% macro (\w+\(.*\)) -?%}",
        (BUNDLED_PACK / "templates" / file).read_text(encoding="utf-8"),
    )
    begin = "{% macro marks(record) %}"
    macros = source.startswith("{% macro")
    said = f"{source}\n{begin}" if macros else f"{begin}\n{source}"
    called.remove("marks(record)")
    rest = "".join(f"{{% macro {one} %}}{{% endmacro %}}" for one in called)
    return f"{said}\n{{% endmacro %}}\n{rest}"


WHOLE = ("sheet/page.html", "cards/face.html", "sheet/style.css", "book/body.html")
"""Doors of each sort, at which all escapes are tried; at others, those of a part in turn."""
PART = 6


@pytest.mark.parametrize("file", FILES)
def test_no_escape_that_is_known_leads_out_of_any_template(root: Path, file: str) -> None:
    tried = ESCAPES if file in WHOLE else ESCAPES[FILES.index(file) % PART :: PART]
    assert len(set(tried)) >= (150 if file in WHOLE else 20)
    assert in_worker(file, root, tried) == {}


@pytest.mark.parametrize("file", FILES)
def test_nothing_that_runs_is_written_by_any_template(root: Path, file: str) -> None:
    sources = RUNNING_SHEETS if file.endswith(".css") else RUNNING
    assert in_worker(file, root, sources) == {}


def test_every_template_of_every_kind_is_a_door(root: Path) -> None:
    kinds = {str(variables.get("kind", "")) for variables, _ in poured().values()}
    assert kinds == {*KINDS}
    assert {door(file, root).file for file in FILES} == set(FILES)
    assert {"records.html", "base.css", "cards/style.css"} <= set(FILES)


RUN = "{{ cycler.__init__.__globals__.os.popen('true').close() }}"


def test_the_probe_would_notice_code_that_runs() -> None:
    """A plain environment does what ours refuses, and is noticed."""
    with watched() as noticed:
        jinja2.Environment().from_string(RUN).render()
    assert any("subprocess.Popen" in one for one in noticed)
    with watched() as noticed:
        jinja2.Environment().from_string("{{ f('/etc/passwd').close() }}").render(f=open)
    assert any(one.startswith("open") for one in noticed)


def test_the_probe_would_notice_what_jinjas_own_sandbox_lets_through(mini: GameData) -> None:
    """Models have methods that unpickle: a sandbox that hands them out runs what a pack says."""
    payload = "cos\\nsystem\\n(S'true'\\ntR."
    source = f'{{{{ canon.parse_raw("{payload}", proto="pickle", allow_pickle=True) }}}}'
    sandbox = ImmutableSandboxedEnvironment().from_string(source)
    with watched() as noticed, pytest.warns(match="deprecated"), suppress(Exception):
        sandbox.render(canon=mini)
    assert any("os.system" in one for one in noticed)


def test_the_probe_would_notice_what_is_poured(root: Path) -> None:
    assert refused(door("book/body.html", root), root, "<p>x</p>").startswith("is poured")
    assert "is refused elsewhere" in refused(door("book/body.html", root), root, "\n\n\n" + MARK)


# What templates get


def reachable(value: object, seen: set[int], depth: int = 0) -> set[type]:
    """Return the sorts of things that can be reached from a value by way of views."""
    if id(value) in seen or depth > 12:
        return set()
    seen.add(id(value))
    kinds = {type(value)}
    inner: list[object] = []
    if isinstance(value, View):
        inner = [value.field(name) for name in value.names]
    elif type(value) in filters.MAPPINGS:
        inner = list(value.values())  # type: ignore[attr-defined]
    elif type(value) in filters.SEQUENCE_TYPES:
        inner = list(value)  # type: ignore[call-overload]
    for one in inner:
        kinds |= reachable(one, seen, depth + 1)
    return kinds


def test_templates_get_plain_data_and_nothing_else() -> None:
    kinds: set[type] = set()
    for variables, _ in poured().values():
        for value in variables.values():
            kinds |= reachable(plain_value(value), set())
    assert kinds <= {*views.PLAIN_TYPES, View, *filters.MAPPINGS, tuple}
    assert View in kinds


def test_a_view_is_frozen_and_has_no_items(mini: GameData) -> None:
    view = View(mini)
    for name in ("_record", "_seen", "game"):
        with pytest.raises(AttributeError):
            setattr(view, name, 1)
    with pytest.raises(KeyError):
        view.field("places")
    with pytest.raises(TypeError):
        iter(view)  # type: ignore[call-overload]
    assert view.field("game") is view.field("game")


def test_what_no_template_may_have_is_not_shown() -> None:
    for value in (object(), Path("x"), len, jinja2, Exception()):
        with pytest.raises(TypeError, match="not for templates"):
            plain_value(value)


def test_every_name_that_is_given_to_templates_is_a_field() -> None:
    for kind, names in views.FIELDS.items():
        known = {*getattr(kind, "model_fields", ()), *dir(kind)}
        known |= set(getattr(kind, "__dataclass_fields__", ()))
        assert set(names.split()) <= known, kind


# What is harmless


@pytest.mark.parametrize("html", RUNNING)
def test_html_that_runs_is_seen_in_a_finished_page(html: str) -> None:
    if "{" in html.replace("{ ", "").replace("p {", "") and "{#" not in html:
        pytest.skip("is reported when it has been poured")
    assert harmful(html.replace("{# #}", ""))


@pytest.mark.parametrize("css", [css for css in RUNNING_SHEETS if "{%" not in css])
def test_a_style_sheet_that_loads_is_seen(css: str) -> None:
    assert harmful_sheet(css.replace("{# #}", ""))


@pytest.mark.parametrize(
    "html",
    [
        "<p class='a' data-x>a &lt; b &amp; c > d</p>",
        '<table><tr><td colspan=2 headers="a b">x</td></tr></table>',
        "<p>On = 3, once = 4, javascript: a word</p>",
        '<a href="#x">x</a><a href="mini/en/a.pdf">x</a><a href="https://x.test">x</a>',
        '<img src="data:image/png;base64,AAAA" alt="x"><img src="thumbnails/a.png">',
        "<!-- a comment --><!DOCTYPE html><br/><hr />",
        '<svg viewBox="0 0 1 1"><title>x &lt; y</title><path d="M0 0" fill="url(#a)"/></svg>',
        '<p style="width:3mm;--height:2mm">x</p>',
        "<style>p > a::before { content: '\\201c'; background: url(data:image/png;base64,AA) }",
    ],
)
def test_html_that_only_shows_is_let_through(html: str) -> None:
    assert harmful(html) is None


@pytest.mark.parametrize("before", ["", "<b>", "word <b>"])
def test_a_page_of_any_length_is_read_to_its_end(before: str) -> None:
    html = before + "<p>word <i>x</i> y</p>" * 2_000
    assert harmful(html) is None
    assert harmful(f"{html}<script>") == (len(html), "`<script>` has no place in a page")


def test_a_page_of_any_length_is_read_in_linear_time() -> None:
    for html in ("<p " * 100_000, "<" * 300_000, "<a" + " " * 300_000, "<p a='" * 60_000):
        begun = time.process_time()
        assert harmful(html)
        assert time.process_time() - begun < 2


def test_what_runs_in_a_text_of_the_game_is_printed(mini: GameData) -> None:
    title = "</style><script>alert(1)</script> {{ 7 * 7 }} <img onerror=x>"
    game = mini.game.model_copy(update={"title": type(mini.game.title)(title)})
    for aid in mini.aids:
        render(mini.model_copy(update={"game": game}), aid, (BUNDLED_PACK,))


# Limits

LONG = "{% for a in range(200000) %}"
DOUBLED = (
    "{% set n = namespace(x='a') %}{% for a in range(40) %}{% set n.x = n.x ~ n.x %}{% endfor %}"
)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (f"{LONG * 3}{{% endfor %}}{{% endfor %}}{{% endfor %}}", "runs for too long"),
        (f"{LONG * 2}{{{{ a }}}}{{% endfor %}}{{% endfor %}}", "runs for too long"),
        (f"{DOUBLED}{{{{ n.x }}}}", "needs more than .* bytes of memory .*memory_bytes"),
        ("{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}", "calls itself without end"),
    ],
)
def test_a_limit_is_named_at_the_line_that_reaches_it(
    root: Path, source: str, message: str
) -> None:
    door("cards/face.html", root)
    with WorkerPool(1, STANDARD, method="fork") as workers:
        seconds = SOON if "long" in message else 20.0
        future = workers.submit(limit_reached, root, source, seconds)
        assert re.match(rf"templates/cards/face.html:2: .*{message}", future.result())


def limit_reached(root: Path, source: str, seconds: float) -> str:
    with pytest.raises(InputError) as raised:
        door("cards/face.html", root).pour(root, f"\n{source}", seconds)
    return str(raised.value)


def test_our_longest_book_stays_far_below_the_limits(expedition: GameData) -> None:
    render(expedition, "rulebook", (BUNDLED_PACK,), limits=Limits(html=STANDARD.html // 8))


def test_what_an_aid_is_made_of_has_a_limit_as_a_whole(expedition: GameData) -> None:
    whole = sum(
        len(piece.inner) for piece in render(expedition, "rulebook", (BUNDLED_PACK,)).pieces
    )
    with pytest.raises(InputError, match=r"writes HTML of more than .* `--limits html="):
        render(expedition, "rulebook", (BUNDLED_PACK,), limits=Limits(html=whole - 1))


def test_a_template_keeps_nothing_from_one_page_to_the_next(root: Path) -> None:
    """What a macro has counted on one page does not show on another."""
    one = door("cards/foot.html", root)
    lib = root / "templates" / "lib.html"
    lib.parent.mkdir(exist_ok=True)
    lib.write_text(
        "{% set n = namespace(x=0) %}{% macro c() %}{% set n.x = n.x + 1 %}{{ n.x }}{% endmacro %}"
    )
    source = "{% import 'lib.html' as l %}{{ l.c() }}{{ l.c() }}"
    assert [one.pour(root, source), one.pour(root, source)] == ["12", "12"]
    (root / "templates" / one.file).write_text(source)
    made = [
        render_template(one.entry, one.variables, (root, BUNDLED_PACK), one.poured)
        for _ in range(2)
    ]
    (root / "templates" / one.file).unlink()
    lib.unlink()
    assert made == ["12", "12"]


DEEP = 3_000
NESTED = {
    "parentheses": "{{ " + "(" * DEEP + "1" + ")" * DEEP + " }}",
    "lists": "{{ " + "[" * DEEP + "]" * DEEP + " }}",
    "mappings": "{{ " + "{1:" * DEEP + "1" + "}" * DEEP + " }}",
    "conditions": "{% if true %}" * DEEP + "x" + "{% endif %}" * DEEP,
    "loops": "{% for a in [1] %}" * DEEP + "x" + "{% endfor %}" * DEEP,
    "blocks": "".join(f"{{% block a{i} %}}" for i in range(DEEP)) + "{% endblock %}" * DEEP,
    "filters": "{{ 1" + "|abs" * DEEP + " }}",
    "items": "{{ aid" + "[0]" * DEEP + " }}",
    "not": "{{ " + "not " * DEEP + "1 }}",
    "minus": "{{ " + "-" * DEEP + "1 }}",
    "sums": "{{ 1" + " + 1" * DEEP + " }}",
    "calls": "{{ " + "range(" * DEEP + "1" + ")" * DEEP + " }}",
    "otherwise": "{{ " + "1 if 0 else " * DEEP + "1 }}",
}


@pytest.mark.parametrize("name", NESTED)
@pytest.mark.parametrize("file", ["page.html", "style.css"])
def test_what_is_nested_too_deeply_is_one_problem(name: str, file: str, tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / file).write_text(NESTED[name], encoding="utf-8")
    try:
        render_template(file, {"aid": 1}, (tmp_path, BUNDLED_PACK), RenderState())
    except InputError as refused:
        (problem,) = refused.problems
        assert str(problem).startswith(f"templates/{file}:1: error: template: ")
        assert "recursion" not in str(problem)
        assert "Error" not in str(problem)
    else:
        assert name == "sums"  # which Jinja does not nest
