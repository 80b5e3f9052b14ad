"""The environment of all templates: what they can say, and what they can reach, is named here."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import GeneratorType
from typing import Any, NoReturn

from jinja2 import BaseLoader, StrictUndefined, Template, TemplateNotFound, Undefined, nodes
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError, TemplateSyntaxError
from jinja2.runtime import BlockReference, Context, LoopContext, Macro
from jinja2.utils import Namespace, missing
from jinja2.visitor import NodeTransformer

from aidgen.page import filters
from aidgen.page.allowlist import suspicious
from aidgen.page.budget import NUMBER
from aidgen.page.compiling import Compiling
from aidgen.page.filters import MAPPINGS, ROWS, STRINGS, Method
from aidgen.page.render_state import Trail, Written, current_state
from aidgen.page.views import View
from aidgen.problems import did_you_mean

NAMED = 8
"""How many names of a record or mapping are told to who asks for another one: a line of them."""
SUFFIXES = (".html", ".css", ".svg")
"""Of files that are templates."""
_NODES = """
    Template Output TemplateData Extends For If Macro CallBlock FilterBlock With Block Include
    Import FromImport Assign AssignBlock Name NSRef Const Tuple List Dict Pair Keyword CondExpr
    Filter Test Call Getitem Getattr Slice Concat Compare Operand Mul Div FloorDiv Add Sub Mod
    And Or Not Neg Pos
"""
NODES = frozenset(_NODES.split())
"""What a template may say, as Jinja calls it: no more than is known to be harmless."""
NODE = 16
"""Parts of a loop's body that are a step of each turn."""
NAME = re.compile(r"_?|[a-zA-Z][a-zA-Z0-9_]*", re.ASCII)
"""Names in templates; one with a line in front could be one of Python's own."""


class Sandbox(Compiling):
    """Templates that reach views, mappings, texts, and Jinja's own loops and macros: no more."""

    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%", "**"})

    def __init__(self, loader: BaseLoader, functions: Mapping[str, Callable[..., object]]) -> None:
        """Take where templates are looked for, and the functions that they may call."""
        super().__init__(
            loader=loader,
            undefined=_Nothing,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=_printed,
            optimized=False,  # what it works out before it pours has no line, and no budget
        )
        self.template_class = _Poured
        self.filters = {**filters.FILTERS, **filters.WITHIN}
        self.tests = dict(filters.TESTS)
        self.globals = dict(functions)
        self._functions = frozenset(map(id, functions.values()))

    # What a template says -------------------------------------------------------------------------

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        for line, message in suspicious(source, is_html=not (name or "").endswith(".css")):
            raise TemplateSyntaxError(message, line, name, filename)
        tree = super()._parse(source, name, filename)
        rules = _Rules(self, name, filename)
        rules.visit(tree)
        return tree

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: Any = None,
    ) -> Template:
        """Return a template; raises TemplateNotFound if it is none."""
        if type(name) not in STRINGS or not str(name).endswith(SUFFIXES):
            raise TemplateNotFound(str(filters.shown(name)))
        current_state().budget.spend(1)
        return super().get_template(str(name), parent, globals)

    def select_template(
        self,
        names: Iterable[str | Template],
        parent: str | None = None,
        globals: Any = None,
    ) -> Template:
        """Return the first template that there is; raises TemplateNotFound if it is none."""
        current_state().budget.spend(len(filters.through(names)))
        return super().select_template(list(names), parent, globals)

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
            return self.undefined(obj=view, name=str(filters.shown(name)))

    def _item(self, obj: Any, name: Any) -> Any:
        kind = type(obj)
        try:
            if kind in MAPPINGS:
                return obj[name]
            if (kind in ROWS or kind in STRINGS) and type(name) in (int, slice):
                return obj[name]
            if kind is Namespace and NAME.fullmatch(name):
                return getattr(obj, name)
            if kind is TemplateModule and NAME.fullmatch(name):
                return vars(obj)[name]
        except (LookupError, TypeError, AttributeError):
            pass
        if isinstance(obj, Undefined):
            str(obj)  # says what is not there
        return self.undefined(obj=obj, name=str(filters.shown(name)))

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Say that no attribute can be reached but those above."""
        return False

    def is_safe_callable(self, obj: Any) -> bool:
        """Tell whether something can be called: a function or method that is named, or a macro."""
        return type(obj) in (Method, Macro, BlockReference) or id(obj) in self._functions

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """Call what can be called; raises SecurityError if it is something else."""
        if not __self.is_safe_callable(__obj):
            if isinstance(__obj, Undefined):
                str(__obj)
            raise SecurityError(f"{filters.called(__obj)} cannot be called")
        budget = current_state().budget
        budget.enter(_code(__obj))
        try:
            value = __context.call(__obj, *args, **kwargs)
            if type(__obj) is Macro:
                _note(__obj, str(value))
            return value
        finally:
            budget.leave()

    # What it works out ----------------------------------------------------------------------------

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Return what numbers, texts and lists come to; raises SecurityError of what does not."""
        if operator == "+" and type(left) in STRINGS and type(right) in STRINGS:
            current_state().budget.write(len(left) + len(right))
            return left + right
        if operator == "+" and type(left) in ROWS and type(right) in ROWS:
            current_state().budget.gather(len(left) + len(right))
            return [*left, *right]
        if operator not in ARITHMETIC:
            raise SecurityError(f"`{operator}` is not for templates")
        value = ARITHMETIC[operator](filters.number(left), filters.number(right))
        if not abs(value) <= NUMBER:
            raise SecurityError("a number is too large")
        return value

    def concat(self, pieces: Iterable[str]) -> str:
        """Return pieces of output as one text, and pay for it."""
        return current_state().budget.joined(pieces)


def _printed(value: object) -> object:
    """Return what is printed by itself; raises SecurityError of nothing, which is no word."""
    if value is None:
        raise SecurityError(filters.NOTHING.format("cannot be printed"))
    return filters.shown(value)


class _Nothing(StrictUndefined):
    """What is not there; it says so when something is done with it."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        obj, name = self._undefined_obj, self._undefined_name
        if self._undefined_hint or obj is missing:
            return super()._undefined_message
        what = obj.kind if type(obj) is View else filters.called(obj)
        names = obj.names if type(obj) is View else obj if type(obj) in MAPPINGS else ()
        known = sorted(one for one in names if isinstance(one, str))
        hint = did_you_mean(str(name), known) or (_listed(known) if known else "")
        return f"{what} has no `{name}`{hint and f'; {hint}'}"


def _listed(names: list[str]) -> str:
    """Say which names there are; of many, the first."""
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


def _code(obj: Any) -> int:
    """Return how many bytes of Python a macro or block is."""
    if type(obj) is Macro:
        return len(obj._func.__code__.co_code)
    if type(obj) is BlockReference:
        return len(obj._stack[obj._depth].__code__.co_code)
    return 0


def _note(macro: Macro, text: str) -> None:
    """Note what a macro wrote, and where it stands."""
    trail = current_state().trail
    if trail is not None:
        code = macro._func.__code__
        template = macro._func.__globals__["__jinja_template__"]
        line = template.get_corresponding_lineno(code.co_firstlineno + 1)
        trail.macros.append(Written(text, code.co_filename, line))


def _noted(pieces: Iterator[str], trail: Trail) -> Iterator[str]:
    """Yield what a template writes, and note by which file and line it is written."""
    for piece in pieces:
        inner: object = pieces
        file, line = "", 1
        while isinstance(inner, GeneratorType):
            frame = inner.gi_frame
            template = frame.f_globals.get("__jinja_template__") if frame else None
            if frame and template:
                file, line = template.filename, template.get_corresponding_lineno(frame.f_lineno)
            inner = inner.gi_yieldfrom
        trail.pieces.append(Written(piece, file, line))
        yield piece


class _Poured(Template):
    """A template that goes into the budget when it is poured, and keeps nothing afterwards."""

    @classmethod
    def _from_namespace(cls, environment: Any, namespace: Any, globals: Any) -> Template:
        template = super()._from_namespace(environment, namespace, globals)
        root = template.root_render_func
        code = len(root.__code__.co_code)

        def entered(context: Context) -> Iterator[str]:
            budget, trail = current_state().budget, current_state().trail
            budget.enter(code)
            try:
                yield from root(context) if trail is None else _noted(root(context), trail)
            finally:
                budget.leave()

        template.root_render_func = entered
        return template

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        return self.make_module()


class _Rules(NodeTransformer):
    """Refuses what a template may not say, and has it pay for what it does."""

    def __init__(self, environment: Sandbox, name: str | None, filename: str | None) -> None:
        self._environment, self._file = environment, (name, filename)

    def visit(self, node: nodes.Node, *args: Any, **options: Any) -> Any:
        """Look at a node and all within it."""
        said = type(node).__name__
        if said not in NODES:
            self._refuse(node, f"`{WRITTEN.get(said, said.lower())}` is not for templates")
        for name in _names(node):
            if not NAME.fullmatch(name):
                self._refuse(node, f"`{name}` is no name for templates")
        if isinstance(node, nodes.Filter | nodes.Test):
            self._known(node)
        return super().visit(node, *args, **options)

    def visit_For(self, node: nodes.For) -> nodes.For:  # noqa: N802 - Jinja's name
        """Have each turn of a loop paid."""
        if node.recursive:
            self._refuse(node, "`recursive` is not for templates")
        weight = 1 + sum(1 for part in node.body for _ in part.find_all(nodes.Node)) // NODE
        self.generic_visit(node)
        node.iter = _filtered(node.iter, "_each", nodes.Const(weight, lineno=node.lineno))
        return node

    def visit_FilterBlock(self, node: nodes.FilterBlock) -> nodes.FilterBlock:  # noqa: N802
        """Have a filter around a part of a template make a text of it."""
        self.generic_visit(node)
        node.filter = _filtered(node.filter, "_said")
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Expr:  # noqa: N802 - Jinja's name
        """Have `~` make texts of what is for print."""
        self.generic_visit(node)
        return _filtered(nodes.Tuple(node.nodes, "load", lineno=node.lineno), "_joined")

    def visit_Compare(self, node: nodes.Compare) -> nodes.Compare:  # noqa: N802 - Jinja's name
        """Have comparisons of long texts paid."""
        self.generic_visit(node)
        for operand in node.ops:
            if not isinstance(operand.expr, nodes.Const):
                operand.expr = _filtered(operand.expr, "_weighed")
        return node

    def _known(self, node: nodes.Filter | nodes.Test) -> None:
        """Refuse a filter or test that is none of ours."""
        is_filter = isinstance(node, nodes.Filter)
        known = filters.FILTERS if is_filter else filters.TESTS
        if node.name not in known:
            said = f"`|{node.name}`" if is_filter else f"`is {node.name}`"
            hint = did_you_mean(node.name, known)
            self._refuse(node, f"{said} is not for templates{hint and f'; {hint}'}")

    def _refuse(self, node: nodes.Node, message: str) -> NoReturn:
        lines = [one.lineno for one in (node, *node.find_all(nodes.Node)) if one.lineno]
        line = lines[0] if lines else 1
        raise TemplateSyntaxError(message, line, *self._file)


def _filtered(expression: Any, name: str, *args: nodes.Expr) -> nodes.Filter:
    line = expression.lineno
    return nodes.Filter(expression, name, list(args), [], None, None, lineno=line)


def _names(node: nodes.Node) -> Iterator[str]:
    """Yield the names that a node gives or asks for."""
    for value in (getattr(node, key, None) for key in ("name", "attr", "key", "target")):
        if type(value) is str and not isinstance(node, nodes.Filter | nodes.Test):
            yield value
    asked = node.arg if isinstance(node, nodes.Getitem) else None
    if isinstance(asked, nodes.Const) and str(asked.value).startswith("_"):
        yield str(asked.value)
    for pair in getattr(node, "names", ()) if isinstance(node, nodes.FromImport) else ():
        yield from (pair,) if isinstance(pair, str) else pair


WRITTEN = {
    "Scope": "autoescape",
    "Pow": "**",
    "ExprStmt": "do",
}
"""How what is refused is written in a template."""
