"""Translucent groups and patterns of what the engine typeset, before it is split."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pikepdf

from aidgen.assets.papers import IDENTITY, Matrix, invert, multiply

NAMING_RESOURCES = {
    "Do": "/XObject",
    "gs": "/ExtGState",
    "sh": "/Shading",
    "scn": "/Pattern",
    "SCN": "/Pattern",
    "cs": "/ColorSpace",
    "CS": "/ColorSpace",
}
"""The operators that name a resource other than a font, and its kind (ISO 32000-1, annex A)."""
ALPHA_KEYS = ("/ca", "/CA")


def drop_idle_states(document: pikepdf.Pdf) -> None:
    """Remove graphics states that change nothing from the pages and forms of `document`.

    The engine sets an opacity of 1 around everything; print shops take that for transparency, and
    Ghostscript makes a bitmap of such a page.
    """
    seen: set[Any] = set()
    for page in document.pages:
        streams: list[tuple[Any, Any]] = [(page, page.Resources)]
        for stream, resources in streams:
            is_page = isinstance(stream, pikepdf.Page)
            # A form is painted in the opacity that is set around it, unless it is a group.
            opaque = dict.fromkeys(ALPHA_KEYS, 1.0) if is_page or "/Group" in stream else {}
            code = pikepdf.parse_content_stream(stream)
            kept = list(_without_idle_states(code, resources, opaque))
            if len(kept) < len(code):
                content = pikepdf.unparse_content_stream(kept)
                if is_page:
                    stream.Contents = document.make_stream(content)
                else:
                    stream.write(content)
            for form in resources.get("/XObject", pikepdf.Dictionary()).values():
                if form.get("/Subtype") == "/Form" and form.objgen not in seen:
                    seen.add(form.objgen)
                    streams.append((form, form.get("/Resources", pikepdf.Dictionary())))


def _without_idle_states(
    code: Iterable[Any], resources: Any, start: dict[str, float]
) -> Iterator[Any]:
    """Yield instructions but those that set an opacity which is set already, as at the `start`."""
    opacities = [dict(start)]
    for instruction in code:
        operator = str(instruction.operator)
        if operator == "q":
            opacities.append(dict(opacities[-1]))
        elif operator == "Q" and len(opacities) > 1:
            opacities.pop()
        elif operator == "gs":
            state = resources.ExtGState[instruction.operands[0]]
            sets = {key: float(state[key]) for key in ALPHA_KEYS if key in state}
            if set(state.keys()) <= {"/Type", *sets} and sets.items() <= opacities[-1].items():
                continue
            opacities[-1] |= sets
        yield instruction


def group_drawings(document: pikepdf.Pdf) -> None:
    """Put each marked drawing in a translucent group of `document` into a group of its own.

    Groups with marked content are replaced by their content. Shapes of a drawing that overlap would
    show through each other then, and its patterns would lose their place, which is the group's.
    """
    seen: set[Any] = set()  # pages share their resources
    for page in document.pages:
        forms: Any = page.Resources.get("/XObject", pikepdf.Dictionary())
        groups = [*forms.values()]
        for group in groups:
            if group.objgen not in seen and _has_marked_content(group):
                seen.add(group.objgen)
                groups += group.Resources.get("/XObject", pikepdf.Dictionary()).values()
                code = list(_grouped_code(document, group))
                group.write(pikepdf.unparse_content_stream(code))


def _grouped_code(document: pikepdf.Pdf, group: Any) -> Iterator[Any]:
    """Yield the instructions of a group, with one for each marked drawing."""
    drawn: list[Any] | None = None
    start, depth = IDENTITY, 0
    for instruction, matrix in with_matrices(pikepdf.parse_content_stream(group)):
        operator = str(instruction.operator)
        depth -= operator == "EMC"
        if drawn is None:
            yield instruction
        elif depth:
            drawn.append(instruction)
        else:
            if _is_drawing(drawn, group.Resources):
                form = _drawing_form(document, group, start, drawn)
                name = pikepdf.Name(f"/Drawn{len(group.Resources.XObject)}")
                group.Resources.XObject[name] = form
                drawn = [_instruction("Do", name)]
            yield from (*drawn, instruction)
            drawn = None
        if operator in ("BDC", "BMC"):
            if not depth:
                drawn, start = [], matrix
            depth += 1


def _is_drawing(code: Sequence[Any], resources: Any) -> bool:
    """Tell whether marked content paints something, and no text, whose glyphs are read."""
    forms = resources.get("/XObject", pikepdf.Dictionary())
    operators = {str(each.operator) for each in code}
    inner = (forms[str(each.operands[0])] for each in code if str(each.operator) == "Do")
    return bool(code) and "BT" not in operators and not any(map(_has_marked_content, inner))


def _drawing_form(document: pikepdf.Pdf, group: Any, start: Matrix, code: Sequence[Any]) -> Any:
    """Return a group that draws what `code` does in another, after the transformation `start`."""
    resources: dict[str, dict[str, Any]] = {}
    names: dict[tuple[str, str], pikepdf.Name] = {}
    inner = [_instruction("cm", *start)]
    for each in code:
        kind = NAMING_RESOURCES.get(str(each.operator), "")
        named = str(each.operands[-1]) if kind else ""
        if named not in group.Resources.get(kind or "/XObject", {}):
            inner.append(each)
            continue
        # Named in the order of use: the engine's names depend on what else it typesets.
        name = names.setdefault((kind, named), pikepdf.Name(f"/Part{len(names)}"))
        resources.setdefault(kind, {})[str(name)] = group.Resources[kind][named]
        inner.append(_instruction(str(each.operator), *each.operands[:-1], name))
    return document.make_stream(
        pikepdf.unparse_content_stream(inner),
        Type=pikepdf.Name.XObject,
        Subtype=pikepdf.Name.Form,
        BBox=group.BBox,
        Matrix=_written(invert(start)),
        Group=group.Group,
        Resources=pikepdf.Dictionary(
            {kind: pikepdf.Dictionary(known) for kind, known in resources.items()}
        ),
    )


def flatten_groups(document: pikepdf.Pdf) -> None:
    """Replace groups that contain marked content by their content, on the pages of `document`."""
    for page in document.pages:
        forms: Any = page.Resources.get("/XObject", pikepdf.Dictionary())
        if any(map(_has_marked_content, forms.values())):
            code = list(_FlatPage(page.Resources).code(page, page.Resources, 1.0))
            page.Contents = document.make_stream(pikepdf.unparse_content_stream(code))


def _has_marked_content(form: Any) -> bool:
    """Tell whether a group, or one within it, contains marked content."""
    if form.get("/Subtype") != "/Form":
        return False
    inner = form.get("/Resources", pikepdf.Dictionary()).get("/XObject", pikepdf.Dictionary())
    return b"/MCID" in form.read_bytes() or any(map(_has_marked_content, inner.values()))


@dataclass(frozen=True)
class _FlatPage:
    """The resources of a page, which those of its groups join."""

    resources: Any

    def code(self, stream: Any, own: Any, alpha: float) -> Iterator[Any]:
        """Yield the instructions of a page or of a group, whose resources are `own`.

        `alpha` is the factor from the groups around it.
        """
        alphas = [alpha]
        for instruction in pikepdf.parse_content_stream(stream):
            operator, operands = str(instruction.operator), instruction.operands
            named = str(operands[-1]) if operator in NAMING_RESOURCES else ""
            thing = own.get(NAMING_RESOURCES[operator], {}).get(named) if named else None
            if operator == "q":
                alphas.append(alphas[-1])
            elif operator == "Q":
                alphas.pop()
            elif operator == "gs" and thing is not None and "/ca" in thing:
                alphas[-1] = alpha * float(thing.ca)
            if operator == "Do" and thing is not None and _has_marked_content(thing):
                yield _instruction("q")
                yield from self.code(thing, thing.Resources, alphas[-1])
                yield _instruction("Q")
            elif thing is None or (own.objgen == self.resources.objgen and alpha == 1.0):
                yield instruction
            else:
                name = self._add_resource(NAMING_RESOURCES[operator], thing, alpha)
                yield _instruction(operator, *operands[:-1], name)

    def _add_resource(self, kind: str, thing: Any, alpha: float) -> pikepdf.Name:
        """Return the name under which a resource of a group joins those of the page."""
        if kind == "/ExtGState" and alpha != 1.0:
            faint = {key: alpha * float(thing[key]) for key in ALPHA_KEYS if key in thing}
            thing = pikepdf.Dictionary({**dict(thing.items()), **faint})
        if kind not in self.resources:
            self.resources[kind] = pikepdf.Dictionary()
        # Names are unique on a page, whatever the kind of resource.
        name = pikepdf.Name(f"/Flat{kind[1:]}{len(self.resources[kind])}")
        self.resources[kind][name] = thing
        return name


def _instruction(operator: str, *operands: Any) -> Any:
    return pikepdf.ContentStreamInstruction(operands, pikepdf.Operator(operator))


# Patterns -----------------------------------------------------------------------------------------

PATH_OPERATORS = ("m", "l", "c", "v", "y", "h", "re", "W", "W*")
FILL_OPERATORS = ("f", "F", "f*", "B", "B*", "b", "b*")
STROKE_OPERATORS = ("S", "s", "B", "B*", "b", "b*")


@dataclass(frozen=True)
class _Paint:
    """The state of a content stream: the transformation, and the patterns to paint with."""

    matrix: Matrix = IDENTITY
    fill: Any = None
    stroke: Any = None
    mask: Any = None
    """The graphics state that masks what is painted with a pattern."""


def anchor_patterns(document: pikepdf.Pdf) -> None:
    """Paint each pattern of the pages of `document` within a form.

    A pattern is anchored to its page, whatever is transformed; within a form, it is anchored to the
    form. So it moves with its piece when that is placed (ISO 32000-1, 8.7.3.1).
    """
    for page in document.pages:
        if "/Pattern" in page.Resources:
            code = list(_anchored_code(document, page))
            page.Contents = document.make_stream(pikepdf.unparse_content_stream(code))


def _anchored_code(document: pikepdf.Pdf, page: Any) -> Iterator[Any]:
    states, path = [_Paint()], list[Any]()
    for instruction in pikepdf.parse_content_stream(page):
        operator = str(instruction.operator)
        if operator in PATH_OPERATORS:
            path.append(instruction)
        elif operator not in (*FILL_OPERATORS, *STROKE_OPERATORS, "n"):
            # The engine sets a graphics state between a path and its painting.
            if not _follow_state(states, instruction, page.Resources):
                yield instruction
        else:
            state = states[-1]
            fill = state.fill if operator in FILL_OPERATORS else None
            stroke = state.stroke if operator in STROKE_OPERATORS else None
            if fill is None and stroke is None:
                yield from (*path, instruction)
            else:
                form = _pattern_form(document, page, state)
                code = [*_form_start(state), *path, instruction]
                form.write(pikepdf.unparse_content_stream(code))
                yield _instruction("Do", page.add_resource(form, pikepdf.Name.XObject))
            path = []


def _follow_state(states: list[_Paint], instruction: Any, resources: Any) -> bool:
    """Follow an instruction; tell whether each form makes up for it."""
    operator, operands, state = str(instruction.operator), instruction.operands, states[-1]
    if operator == "q":
        states.append(state)
    elif operator == "Q":
        states.pop()
    elif operator == "cm":
        a, b, c, d, e, f = (float(number) for number in operands)
        states[-1] = replace(state, matrix=multiply((a, b, c, d, e, f), state.matrix))
    elif operator in FILL_COLOURS:
        states[-1] = replace(state, fill=_named_pattern(operands, resources.Pattern))
    elif operator in STROKE_COLOURS:
        states[-1] = replace(state, stroke=_named_pattern(operands, resources.Pattern))
    elif operator == "gs" and _is_mask(operands[0], state, resources):
        states[-1] = replace(state, mask=operands[0])
        return True
    colours = (*FILL_COLOURS, *STROKE_COLOURS)
    return operator in colours and _names_pattern(operands, resources.Pattern)


def _is_mask(name: Any, state: _Paint, resources: Any) -> bool:
    """Tell whether a graphics state masks what is painted with a pattern."""
    has_pattern = state.fill is not None or state.stroke is not None
    return has_pattern and "/SMask" in resources.ExtGState[name]


def _names_pattern(operands: Any, patterns: Any) -> bool:
    """Tell whether a colour, or a colour space, is one of patterns."""
    is_space = len(operands) == 1 and operands[0] == pikepdf.Name.Pattern
    return is_space or _named_pattern(operands, patterns) is not None


def _named_pattern(operands: Any, patterns: Any) -> Any:
    """Return the name of the pattern that a colour is; None if it is none."""
    named = operands[-1] if len(operands) else None
    return named if isinstance(named, pikepdf.Name) and str(named) in patterns else None


def _form_start(state: _Paint) -> Iterator[Any]:
    pattern = pikepdf.Name.Pattern
    if state.fill is not None:
        yield _instruction("cs", pattern)
        yield _instruction("scn", FILL_NAME)
    if state.stroke is not None:
        yield _instruction("CS", pattern)
        yield _instruction("SCN", STROKE_NAME)
    yield _instruction("cm", *state.matrix)
    if state.mask is not None:
        yield _instruction("gs", MASK_NAME)


def _pattern_form(document: pikepdf.Pdf, page: Any, state: _Paint) -> Any:
    """Return a form whose units are those of the page, with the patterns to paint with."""
    known = page.Resources.Pattern
    painted = ((FILL_NAME, state.fill), (STROKE_NAME, state.stroke))
    own = {"/Pattern": {name: known[old] for name, old in painted if old is not None}}
    if state.mask is not None:
        own["/ExtGState"] = {MASK_NAME: page.Resources.ExtGState[state.mask]}
    left, bottom, right, top = (float(str(edge)) for edge in page.mediabox)
    form = document.make_stream(b"")
    form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    form.BBox = _written((left - 1, bottom - 1, right + 1, top + 1))
    form.Matrix = _written(invert(state.matrix))
    form.Resources = pikepdf.Dictionary(
        {
            kind: pikepdf.Dictionary({str(name): each for name, each in named.items()})
            for kind, named in own.items()
        }
    )
    return form


def _written(numbers: Sequence[float]) -> Any:
    """Return numbers as they are once a file has been read again."""
    listed = " ".join(f"{number:.9f}".rstrip("0").rstrip(".") for number in numbers)
    return pikepdf.Object.parse(f"[{listed}]".replace("-0 ", "0 ").encode())


FILL_NAME, STROKE_NAME, MASK_NAME = map(pikepdf.Name, ("/Fill", "/Stroke", "/Mask"))
"""The names of the resources of such a form, whatever the engine called them on the page."""
FILL_COLOURS = ("sc", "scn", "g", "rg", "k", "cs")
STROKE_COLOURS = ("SC", "SCN", "G", "RG", "K", "CS")


def with_matrices(instructions: Iterable[Any]) -> Iterator[tuple[Any, Matrix]]:
    """Yield instructions, each with the transformation that is in force."""
    matrices: list[Matrix] = [IDENTITY]
    for instruction in instructions:
        operator = str(instruction.operator)
        if operator == "q":
            matrices.append(matrices[-1])
        elif operator == "Q":
            matrices.pop()
        elif operator == "cm":
            a, b, c, d, e, f = (float(number) for number in instruction.operands)
            matrices[-1] = multiply((a, b, c, d, e, f), matrices[-1])
        yield instruction, matrices[-1]
