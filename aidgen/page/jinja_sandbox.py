"""The sandbox of all templates: the syntax they may use and the values they may reach.

Time and memory are not limited here: templates are rendered in a process that has such limits.
"""

from __future__ import annotations

import operator
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from types import CodeType
from typing import Any, NoReturn

from jinja2 import (
    BaseLoader,
    DictLoader,
    StrictUndefined,
    Template,
    TemplateNotFound,
    Undefined,
    nodes,
)
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError, TemplateError, TemplateSyntaxError
from jinja2.runtime import BlockReference, Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace, missing
from jinja2.visitor import NodeTransformer

from aidgen.page import filters
from aidgen.page.allowlist import suspicious
from aidgen.page.filters import MAPPINGS, SEQUENCE_TYPES, STRINGS, Method
from aidgen.page.views import View
from aidgen.problems import did_you_mean

NAMED = 8
"""How many names of a record or mapping the hint about an unknown name lists: one line."""
SUFFIXES = (".html", ".css", ".svg")
"""Of files that are templates."""
_NODES = """
    Template Output TemplateData Extends For If Macro CallBlock FilterBlock With Block Include
    Import FromImport Assign AssignBlock Name NSRef Const Tuple List Dict Pair Keyword CondExpr
    Filter Test Call Getitem Getattr Slice Concat Compare Operand Mul Div FloorDiv Add Sub Mod
    And Or Not Neg Pos
"""
NODES = frozenset(_NODES.split())
"""The Jinja syntax that a template may use: only what is known to be harmless."""
TRACE_MARK = re.compile("\ue010(.*?):([0-9]+)\ue011")
"""Names the file and line that write the output after it; no text may have these characters."""
COMPILED_TEMPLATES = 512
"""How many compiled templates a process keeps: ours, and those of a few packs."""
LARGEST_NUMBER = 10**15
"""The largest number that a template may compute: up to here a float is exact."""
TEMPLATE_NAME = re.compile(r"_?|[a-zA-Z][a-zA-Z0-9_]*", re.ASCII)
"""Names in templates; a leading underscore could reach Python's own."""


class Sandbox(ImmutableSandboxedEnvironment):
    """An environment whose templates reach views, mappings, texts, loops and macros only."""

    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%", "**"})

    def __init__(
        self,
        loader: BaseLoader,
        functions: Mapping[str, Callable[..., object]],
        *,
        traced: bool = False,
    ) -> None:
        """Create the environment of the templates that `loader` finds; they may call `functions`.

        If it is `traced`, templates write a mark before each output: their file and line.
        """
        super().__init__(
            loader=loader,
            undefined=_Nothing,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=_check_output,
            optimized=False,  # an error in a constant that Jinja folds has no line
        )
        self.template_class = _Template
        self._traced = traced
        self.filters = {**filters.FILTERS, **filters.OPERATORS}
        self.tests = dict(filters.TESTS)
        self.globals = dict(functions)
        self._functions = frozenset(map(id, functions.values()))

    # Syntax of templates -------------------------------------------------------------------------

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        for line, message in suspicious(source, is_html=not (name or "").endswith(".css")):
            raise TemplateSyntaxError(message, line, name, filename)
        tree = super()._parse(source, name, filename)
        _Rules(name, filename).visit(tree)
        return _Tracer(filename or "").visit(tree) if self._traced else tree

    def compile(self, source: Any, name: Any = None, filename: Any = None, *_: Any) -> Any:
        """Return a template as Python; raises TemplateSyntaxError."""
        return _compile(source, name, filename, self._traced)

    def compile_anew(self, source: str, name: str | None, file: str | None) -> CodeType:
        """Return a template as Python, whether it was compiled before or not."""
        code: CodeType
        try:
            with warnings.catch_warnings(action="ignore"):  # about the code that Jinja generates
                code = super().compile(source, name, file)
        except TemplateError:
            raise
        except Exception as error:  # of Jinja or Python, without a line
            deep = isinstance(error, RecursionError | SyntaxError | MemoryError)
            message = "is nested too deeply" if deep else f"cannot be read: {error}"
            raise TemplateSyntaxError(message, 1, name, file) from None
        return code

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: Any = None,
    ) -> Template:
        """Return a template; raises TemplateNotFound if it is none."""
        if type(name) not in STRINGS or not str(name).endswith(SUFFIXES):
            raise TemplateNotFound(str(filters.check_printable(name)))
        return super().get_template(str(name), parent, globals)

    def select_template(
        self,
        names: Iterable[str | Template],
        parent: str | None = None,
        globals: Any = None,
    ) -> Template:
        """Return the first template that there is; raises TemplateNotFound if it is none."""
        return super().select_template(list(filters.iterable(names)), parent, globals)

    # What it reaches ------------------------------------------------------------------------------

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return what `obj.attribute` is; undefined if there is nothing that may be reached."""
        kind = type(obj)
        if kind is View:
            return self._field(obj, attribute)
        if kind in MAPPINGS and attribute in filters.MAPPING_METHODS:
            return Method(filters.MAPPING_METHODS[attribute], obj)
        if kind in STRINGS and attribute in filters.TEXT_METHODS:
            return Method(filters.TEXT_METHODS[attribute], obj)
        if kind is LoopContext:
            if attribute in filters.LOOP.split():
                return getattr(obj, attribute)
            if attribute in filters.LOOP_METHODS:
                return Method(filters.LOOP_METHODS[attribute], obj)
        return self._item(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return what `obj[argument]` is; undefined if there is nothing that may be reached."""
        return self._field(obj, argument) if type(obj) is View else self._item(obj, argument)

    def _field(self, view: View, name: object) -> object:
        try:
            return view.field(name)
        except (KeyError, TypeError):
            return self.undefined(obj=view, name=str(filters.check_printable(name)))

    def _item(self, obj: Any, name: Any) -> Any:
        kind = type(obj)
        try:
            if kind in MAPPINGS:
                return obj[name]
            if (kind in SEQUENCE_TYPES or kind in STRINGS) and type(name) in (int, slice):
                return obj[name]
            if kind is Namespace and TEMPLATE_NAME.fullmatch(name):
                return getattr(obj, name)
            if kind is TemplateModule and TEMPLATE_NAME.fullmatch(name):
                return vars(obj)[name]
        except (LookupError, TypeError, AttributeError):
            pass
        if isinstance(obj, Undefined):
            str(obj)  # names the missing value
        return self.undefined(obj=obj, name=str(filters.check_printable(name)))

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Refuse all attributes but those above."""
        return False

    def is_safe_callable(self, obj: Any) -> bool:
        """Tell whether something can be called: a listed function or method, or a macro."""
        return type(obj) in (Method, Macro, BlockReference) or id(obj) in self._functions

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """Call what can be called; raises SecurityError if it is something else."""
        if not __self.is_safe_callable(__obj):
            raise filters.refused(__obj, "cannot be called")
        return __context.call(__obj, *args, **kwargs)

    # What it works out ----------------------------------------------------------------------------

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Return what numbers, texts and lists come to; raises SecurityError of what does not."""
        if operator == "+" and type(left) in STRINGS and type(right) in STRINGS:
            return left + right
        if operator == "+" and type(left) in SEQUENCE_TYPES and type(right) in SEQUENCE_TYPES:
            return [*left, *right]
        if operator not in ARITHMETIC:
            raise SecurityError(f"`{operator}` is not for templates")
        value = ARITHMETIC[operator](filters.number(left), filters.number(right))
        if not abs(value) <= LARGEST_NUMBER:
            raise SecurityError("a number is too large")
        return value


@lru_cache(COMPILED_TEMPLATES)
def _compile(source: str, name: str | None, file: str | None, traced: bool) -> CodeType:
    """Compile a template, which comes out the same in every environment of the same tracing."""
    return Sandbox(DictLoader({}), {}, traced=traced).compile_anew(source, name, file)


def _check_output(value: object) -> object:
    """Return a printed value; raises SecurityError for a missing one."""
    if value is None:
        raise SecurityError(filters.NOTHING_THERE.format("cannot be printed"))
    return filters.check_printable(value)


class _Nothing(StrictUndefined):
    """A missing value; any operation on it raises an error that names it."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        obj, name = self._undefined_obj, self._undefined_name
        if self._undefined_hint or obj is missing:
            return super()._undefined_message
        what = obj.kind if type(obj) is View else filters.value_kind(obj)
        names = obj.names if type(obj) is View else obj if type(obj) in MAPPINGS else ()
        known = sorted(one for one in names if isinstance(one, str))
        hint = did_you_mean(str(name), known) or (_list_names(known) if known else "")
        return f"{what} has no `{name}`{hint and f'; {hint}'}"


def _list_names(names: list[str]) -> str:
    """Return the names that exist; the first ones if there are many."""
    some = ", ".join(f"`{name}`" for name in names[:NAMED])
    return f"it has {some}{' and more' if len(names) > NAMED else ''}"


ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}
"""What may be done with two numbers."""


class _Template(Template):
    """A template that runs again for each import, so that it keeps no state from page to page."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        return self.make_module()


class _Rules(NodeTransformer):
    """Refuses syntax that is not for templates, and checks what `~` and filter blocks print."""

    def __init__(self, name: str | None, filename: str | None) -> None:
        self._file = name, filename

    def visit(self, node: nodes.Node, *args: Any, **options: Any) -> Any:
        """Check a node and all nodes within it."""
        kind = type(node).__name__
        if kind not in NODES:
            self._refuse(node, f"`{SYNTAX.get(kind, kind.lower())}` is not for templates")
        for name in _node_names(node):
            if not TEMPLATE_NAME.fullmatch(name):
                self._refuse(node, f"`{name}` is no name for templates")
        if isinstance(node, nodes.Filter | nodes.Test):
            self._check_filter(node)
        return super().visit(node, *args, **options)

    def visit_For(self, node: nodes.For) -> nodes.For:  # noqa: N802 - Jinja's name
        """Check the iterable of a loop."""
        if node.recursive:
            self._refuse(node, "`recursive` is not for templates")
        self.generic_visit(node)
        node.iter = _filter_node(node.iter, "_iterable")
        return node

    def visit_FilterBlock(self, node: nodes.FilterBlock) -> nodes.FilterBlock:  # noqa: N802
        """Check the output of a filter block."""
        self.generic_visit(node)
        node.filter = _filter_node(node.filter, "_string")
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Expr:  # noqa: N802 - Jinja's name
        """Check what `~` joins."""
        self.generic_visit(node)
        return _filter_node(nodes.Tuple(node.nodes, "load", lineno=node.lineno), "_concat")

    def _check_filter(self, node: nodes.Filter | nodes.Test) -> None:
        """Refuse an unknown filter or test."""
        is_filter = isinstance(node, nodes.Filter)
        known = filters.FILTERS if is_filter else filters.TESTS
        if node.name not in known:
            said = f"`|{node.name}`" if is_filter else f"`is {node.name}`"
            hint = did_you_mean(node.name, known)
            self._refuse(node, f"{said} is not for templates{hint and f'; {hint}'}")

    def _refuse(self, node: nodes.Node, message: str) -> NoReturn:
        lines = [part.lineno for part in (node, *node.find_all(nodes.Node)) if part.lineno]
        line = lines[0] if lines else 1
        raise TemplateSyntaxError(message, line, *self._file)


class _Tracer(NodeTransformer):
    """Puts a mark before each output of a template: the file and line that write it."""

    def __init__(self, file: str) -> None:
        self._file = file

    def visit_Output(self, node: nodes.Output) -> nodes.Output:  # noqa: N802 - Jinja's name
        """Put a mark before each part of an output."""
        self.generic_visit(node)
        node.nodes = [part for inner in node.nodes for part in (self._mark(inner), inner)]
        return node

    def _mark(self, node: nodes.Node) -> nodes.Expr:
        return nodes.TemplateData(f"\ue010{self._file}:{node.lineno}\ue011", lineno=node.lineno)


def _filter_node(expression: Any, name: str, *args: nodes.Expr) -> nodes.Filter:
    line = expression.lineno
    return nodes.Filter(expression, name, list(args), [], None, None, lineno=line)


def _node_names(node: nodes.Node) -> Iterator[str]:
    """Yield the names that a node defines or uses."""
    for value in (getattr(node, key, None) for key in ("name", "attr", "key", "target")):
        if type(value) is str and not isinstance(node, nodes.Filter | nodes.Test):
            yield value
    asked = node.arg if isinstance(node, nodes.Getitem) else None
    if isinstance(asked, nodes.Const) and str(asked.value).startswith("_"):
        yield str(asked.value)
    for pair in getattr(node, "names", ()) if isinstance(node, nodes.FromImport) else ():
        yield from (pair,) if isinstance(pair, str) else pair


SYNTAX = {
    "Scope": "autoescape",
    "Pow": "**",
    "ExprStmt": "do",
}
"""The syntax that is refused, in a template author's words."""
