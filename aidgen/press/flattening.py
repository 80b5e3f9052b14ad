"""Groups that the engine draws half transparent, drawn on the page itself.

What is marked in a group of its own (ISO 32000-1, 14.7.4.3) would keep its number wherever the
group is drawn, so that a page could not be cut at it. Each object of such a group is made as
transparent as the group was: where two of them lie on each other, the lower one shines through.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pikepdf

NAMING = {
    "Do": "/XObject",
    "gs": "/ExtGState",
    "sh": "/Shading",
    "scn": "/Pattern",
    "SCN": "/Pattern",
    "cs": "/ColorSpace",
    "CS": "/ColorSpace",
}
"""The operators that name a resource, fonts apart, and of which kind it is."""
ALPHAS = ("/ca", "/CA")


def flatten(document: pikepdf.Pdf) -> None:
    """Draw what is marked in groups of the pages of `document` without them."""
    for page in document.pages:
        forms: Any = page.Resources.get("/XObject", pikepdf.Dictionary())
        if any(map(_is_marked, forms.values())):
            code = list(_Flat(page.Resources).code(page, page.Resources, 1.0))
            page.Contents = document.make_stream(pikepdf.unparse_content_stream(code))


def _is_marked(form: Any) -> bool:
    """Tell whether something is marked in a group, or in one within it."""
    if form.get("/Subtype") != "/Form":
        return False
    inner = form.get("/Resources", pikepdf.Dictionary()).get("/XObject", pikepdf.Dictionary())
    return b"/MCID" in form.read_bytes() or any(map(_is_marked, inner.values()))


@dataclass(frozen=True)
class _Flat:
    """The resources of a page, which those of its groups join."""

    resources: Any

    def code(self, stream: Any, own: Any, alpha: float) -> Iterator[Any]:
        """Yield the instructions of a page or of a group, whose resources are `own`.

        `alpha` is what the groups around it are multiplied by.
        """
        alphas = [alpha]
        for instruction in pikepdf.parse_content_stream(stream):
            operator, operands = str(instruction.operator), instruction.operands
            named = str(operands[-1]) if operator in NAMING else ""
            thing = own.get(NAMING[operator], {}).get(named) if named else None
            if operator == "q":
                alphas.append(alphas[-1])
            elif operator == "Q":
                alphas.pop()
            elif operator == "gs" and thing is not None and "/ca" in thing:
                alphas[-1] = alpha * float(thing.ca)
            if operator == "Do" and thing is not None and _is_marked(thing):
                yield _instruction("q")
                yield from self.code(thing, thing.Resources, alphas[-1])
                yield _instruction("Q")
            elif thing is None or (own.objgen == self.resources.objgen and alpha == 1.0):
                yield instruction
            else:
                name = self._joined(NAMING[operator], thing, alpha)
                yield _instruction(operator, *operands[:-1], name)

    def _joined(self, kind: str, thing: Any, alpha: float) -> pikepdf.Name:
        """Return the name under which a resource of a group joins those of the page."""
        if kind == "/ExtGState" and alpha != 1.0:
            faint = {key: alpha * float(thing[key]) for key in ALPHAS if key in thing}
            thing = pikepdf.Dictionary({**dict(thing.items()), **faint})
        if kind not in self.resources:
            self.resources[kind] = pikepdf.Dictionary()
        # No two of a page are called alike, whatever they are.
        name = pikepdf.Name(f"/Flat{kind[1:]}{len(self.resources[kind])}")
        self.resources[kind][name] = thing
        return name


def _instruction(operator: str, *operands: Any) -> Any:
    return pikepdf.ContentStreamInstruction(operands, pikepdf.Operator(operator))
