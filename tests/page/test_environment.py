"""Templates of strangers: what they try does nothing, and ends with one line."""

from __future__ import annotations

import re
from pathlib import Path

import jinja2
import pytest

from aidgen import BUNDLED_PACK
from aidgen.game.data import GameData
from aidgen.game.figures import Figure
from aidgen.game.texts import Text
from aidgen.page.filters import RenderState
from aidgen.page.markdown import Texts, fixed_words
from aidgen.page.render import render
from aidgen.page.templates import render_template
from aidgen.page.views import Record, plain_value
from aidgen.pipeline.pool import WorkerPool
from aidgen.problems import InputError
from aidgen.sandbox.limits import Limits, cpu_time
from tests.escapes import ESCAPES, watched

LEAK = re.compile(r"<(?:class|module)\b|root:x?:")
"""What is printed of the process if a template sees into it."""
LITTLE = Limits(memory_bytes=600_000_000)
"""With less memory than the standard, what hoards it comes to its end soon."""


def written(mini: GameData, root: Path, source: str, seconds: float = 20.0) -> str:
    """Return the HTML of a template of a pack that has the game and a section at hand."""
    (root / "templates" / "own.html").write_text(source, encoding="utf-8")
    texts = Texts(mini, frozenset())
    variables = {
        "canon": mini,
        "sections": tuple(mini.sections.values()),
        "aid": next(iter(mini.aids.values())),
        "words": fixed_words(texts),
    }
    with cpu_time(seconds, RuntimeError("runs for too long")):
        return render_template("own.html", variables, (root, BUNDLED_PACK), RenderState(texts))


def reported(mini: GameData, root: Path, source: str, seconds: float = 20.0) -> str:
    """Return what is said of a template; "" if it is rendered."""
    try:
        written(mini, root, source, seconds)
    except InputError as error:
        (problem,) = error.problems
        return str(problem)
    return ""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a pack with a folder for templates."""
    (tmp_path / "templates").mkdir()
    return tmp_path


def tried(mini: GameData, root: Path) -> list[str]:
    """Return the escapes that do something, print something of the process, or crash."""
    wrong = []
    for source in ESCAPES:
        with watched() as noticed:
            try:
                said = written(mini, root, source, 0.1)
            except InputError as error:
                (problem,) = error.problems
                said = str(problem)
        if noticed or LEAK.search(said):
            wrong.append(f"{source}: {noticed} {said[:200]}")
    return wrong


def test_no_escape_that_is_known_leads_out(mini: GameData, root: Path) -> None:
    assert len(set(ESCAPES)) > 150
    with WorkerPool(1, LITTLE) as workers:
        assert workers.submit(tried, mini, root).result() == []


def reachable(value: object) -> set[type]:
    """Return the types of all values in plain data."""
    items: object = ()
    if isinstance(value, dict):
        items = value.values()
    elif isinstance(value, tuple):
        items = value
    return {type(value)}.union(*map(reachable, items))  # type: ignore[call-overload]


def test_templates_get_plain_data(mini: GameData) -> None:
    scalars = {str, Text, int, float, bool, type(None)}
    figures = {kind for kind in reachable(plain_value(mini)) if issubclass(kind, Figure)}
    assert reachable(plain_value(mini)) <= scalars | figures | {dict, tuple, Record}
    for value in (object(), Path("x"), len, jinja2, Exception()):
        with pytest.raises(TypeError, match="not for templates"):
            plain_value(value)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("{{ aid.titel }}", "aid has no `titel`; did you mean `title`?"),
        ("{{ sections[0].titel }}", "section has no `titel`; did you mean `title`?"),
        ("{{ sections[0] }}", "section cannot be printed"),
        ("{{ aid.blocks }}", "a mapping cannot be printed"),
        ("{{ aid.image }}", "nothing cannot be printed; ask first whether there is something"),
        ("{{ find('rules.strat') }}", "found no record `rules.strat`; did you mean `rules.start`?"),
        ("{{ icon('swrod') }}", "found no icon `swrod`; did you mean `sword`?"),
        ("{{ aid.title|lien }}", "found no filter `lien` (did you mean `line`?)"),
        ("{% include 'own.css' %}", "found no template `own.css`"),
    ],
)
def test_a_mistake_is_named_at_its_line(
    mini: GameData, root: Path, source: str, message: str
) -> None:
    said = reported(mini, root, f"\n{source}")
    assert re.match(r"templates/own\.html:2(:\d+)?: error: template: ", said), said
    assert message in said


def test_a_field_comes_before_a_method_of_its_name(mini: GameData, root: Path) -> None:
    assert written(mini, root, "{{ canon.values is mapping }}") == "True"


LONG = "{% for a in range(90000) %}"
DOUBLED = (
    "{% set n = namespace(x='a') %}{% for a in range(40) %}{% set n.x = n.x ~ n.x %}{% endfor %}"
)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (f"{LONG * 3}{{% endfor %}}{{% endfor %}}{{% endfor %}}", "runs for too long"),
        (f"{DOUBLED}{{{{ n.x }}}}", "needs more than .* bytes of memory .*memory_bytes"),
        ("{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}", "calls itself without end"),
    ],
)
def test_a_limit_is_named_at_the_line_that_reaches_it(
    mini: GameData, root: Path, source: str, message: str
) -> None:
    with WorkerPool(1, LITTLE) as workers:
        seconds = 0.5 if "long" in message else 20.0
        said = workers.submit(reported, mini, root, f"\n{source}", seconds).result()
    assert re.match(rf"templates/own.html:2: .*{message}", said), said


def test_a_template_keeps_nothing_from_one_page_to_the_next(mini: GameData, root: Path) -> None:
    """What a macro has counted on one page does not show on another."""
    lib = root / "templates" / "lib.html"
    lib.write_text(
        "{% set n = namespace(x=0) %}{% macro c() %}{% set n.x = n.x + 1 %}{{ n.x }}{% endmacro %}"
    )
    source = "{% import 'lib.html' as l %}{{ l.c() }}{{ l.c() }}"
    assert [written(mini, root, source) for _ in range(2)] == ["12", "12"]


DEEP = 3_000


@pytest.mark.parametrize(
    "source",
    [
        "{{ " + "(" * DEEP + "1" + ")" * DEEP + " }}",
        "{{ " + "[" * DEEP + "]" * DEEP + " }}",
        "{% if true %}" * DEEP + "x" + "{% endif %}" * DEEP,
        "{% for a in [1] %}" * DEEP + "x" + "{% endfor %}" * DEEP,
        "{{ 1" + "|abs" * DEEP + " }}",
        "{{ " + "-" * DEEP + "1 }}",
    ],
    ids=lambda source: source[:12],
)
def test_what_is_nested_too_deeply_is_one_line(mini: GameData, root: Path, source: str) -> None:
    said = reported(mini, root, source)
    assert said == "templates/own.html:1: error: template: is nested too deeply"


def test_what_runs_in_a_text_of_the_game_is_printed(mini: GameData) -> None:
    title = "</style><script>alert(1)</script> {{ 7 * 7 }} <img onerror=x>"
    game = mini.game.model_copy(update={"title": Text(title)})
    changed = mini.model_copy(update={"game": game})
    for aid in mini.aids:
        rendered = render(changed, aid, (BUNDLED_PACK,))
        assert not any("<script" in document.html for document in rendered.documents)
