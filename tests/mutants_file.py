"""Mutants of what a PDF holds beside its pages, and of what leads through it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pikepdf

from tests.opened import Document, NoPlace, parsed


def _script() -> pikepdf.Dictionary:
    return pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")


def _opens_with_script(document: Document) -> None:
    document.pdf.Root.OpenAction = _script()


def _named_script(document: Document) -> None:
    names = document.pdf.Root.get("/Names", pikepdf.Dictionary())
    names.JavaScript = pikepdf.Dictionary(Names=["a", _script()])
    document.pdf.Root.Names = names


def _launches(document: Document) -> None:
    launch = pikepdf.Dictionary(S=pikepdf.Name.Launch, F="sh")
    document.chance.choice((document.pdf.Root, document.page.obj)).AA = pikepdf.Dictionary(O=launch)


def _attached(document: Document) -> None:
    document.pdf.attachments["a.txt"] = b"attached"


def _form(document: Document) -> None:
    document.pdf.Root.AcroForm = pikepdf.Dictionary(Fields=[])


def _encrypted(document: Document) -> None:
    allowed = pikepdf.Permissions(print_lowres=False, print_highres=False)
    document.encryption = pikepdf.Encryption(owner="x", user="", allow=allowed)


def _layer(content: str, usage: str) -> Callable[[Document], None]:
    """Draw something in a layer that is seen on the screen alone, or printed alone."""

    def act(document: Document) -> None:
        pdf = document.pdf
        state = pikepdf.Dictionary({f"/{usage}State": pikepdf.Name.OFF})
        layer = pdf.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.OCG, Name="a", Usage=pikepdf.Dictionary({f"/{usage}": state})
            )
        )
        event = pikepdf.Dictionary(
            Event=pikepdf.Name(f"/{usage}"), OCGs=[layer], Category=[pikepdf.Name(f"/{usage}")]
        )
        pdf.Root.OCProperties = pikepdf.Dictionary(
            OCGs=[layer], D=pikepdf.Dictionary(Order=[layer], AS=[event])
        )
        document.page.Resources.Properties = pikepdf.Dictionary(L=layer)
        show = document.pick()
        if content:
            x, y, width, size = document.box(show)
            place = f"{x:.2f} {y - size:.2f} {width:.2f} {1.4 * size:.2f}"
            white = f"/OC /L BDC q 1 g {place} re f Q EMC"
            document.code[show.end + 1 : show.end + 1] = parsed(white, pdf)
        else:
            document.code[show.end + 1 : show.end + 1] = parsed("EMC", pdf)
            document.code[show.begin : show.begin] = parsed("/OC /L BDC", pdf)
        document.write()

    return act


def _box(name: str) -> Callable[[Document], None]:
    def act(document: Document) -> None:
        left, bottom, right, top = (float(edge) for edge in document.page.MediaBox)
        by = document.chance.choice((9, 30))
        document.page[name] = pikepdf.Array([left + by, bottom, right, top - by])

    return act


def _bookmarks(document: Document) -> list[Any]:
    queue, found = [document.pdf.Root.Outlines.get("/First")], []
    while queue:
        item: Any = queue.pop()
        if item is not None:
            found.append(item)
            queue += [item.get("/First"), item.get("/Next")]
    return found


def _bookmark_renamed(document: Document) -> None:
    document.chance.choice(_bookmarks(document)).Title = "Another heading"


def _bookmark_elsewhere(document: Document) -> None:
    item = document.chance.choice(_bookmarks(document))
    page, kind, x, y, zoom = item.Dest
    others = [other.obj for other in document.pdf.pages if other.obj.objgen != page.objgen]
    if others:
        item.Dest = [document.chance.choice(others), kind, x, y, zoom]
    else:
        item.Dest = [page, kind, x, float(y) - 90, zoom]


def _bookmark_dropped(document: Document) -> None:
    found = [item for item in _bookmarks(document) if "/Next" in item]
    if not found:
        raise NoPlace
    item = document.chance.choice(found)
    after = item.Next
    if "/Next" in after:
        item.Next = after.Next
    else:
        del item["/Next"]


def _bookmark_acts(document: Document) -> None:
    item = document.chance.choice(_bookmarks(document))
    del item["/Dest"]
    item.A = _script()


def _links(document: Document) -> list[Any]:
    found = [note for page in document.pdf.pages for note in page.get("/Annots", ())]
    if not found:
        raise NoPlace
    return found


def _link_elsewhere(document: Document) -> None:
    notes = _links(document)
    note = document.chance.choice(notes)
    others = [other.Dest for other in notes if str(other.Dest) != str(note.Dest)]
    if others:
        note.Dest = document.chance.choice(others)
    else:
        page, *place = note.Dest
        pages = [other.obj for other in document.pdf.pages if other.obj.objgen != page.objgen]
        note.Dest = [document.chance.choice(pages), *place]


def _link_dropped(document: Document) -> None:
    pages = [page for page in document.pdf.pages if "/Annots" in page]
    if not pages:
        raise NoPlace
    page = document.chance.choice(pages)
    lost = str(document.chance.choice(list(page.Annots)).Dest)
    page.Annots = pikepdf.Array([note for note in page.Annots if str(note.Dest) != lost])


def _link_added(document: Document) -> None:
    action = pikepdf.Dictionary(S=pikepdf.Name.URI, URI="https://example.org")
    note = pikepdf.Dictionary(
        Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[9, 9, 90, 90], A=action
    )
    notes = document.page.get("/Annots", pikepdf.Array())
    notes.append(document.pdf.make_indirect(note))
    document.page.Annots = notes


def _link_acts(document: Document) -> None:
    note = document.chance.choice(_links(document))
    note.A = _script()


FILE: dict[str, Callable[[Document], None]] = {
    "script when opened": _opens_with_script,
    "script by name": _named_script,
    "launches a program": _launches,
    "file attached": _attached,
    "form to fill in": _form,
    "encrypted without print": _encrypted,
    "text not printed": _layer("", "Print"),
    "white box printed alone": _layer("white", "View"),
    "TrimBox moved": _box("/TrimBox"),
    "BleedBox moved": _box("/BleedBox"),
    "ArtBox added": _box("/ArtBox"),
    "bookmark renamed": _bookmark_renamed,
    "bookmark elsewhere": _bookmark_elsewhere,
    "bookmark dropped": _bookmark_dropped,
    "bookmark with a script": _bookmark_acts,
    "link elsewhere": _link_elsewhere,
    "links to a place dropped": _link_dropped,
    "link added": _link_added,
    "link with a script": _link_acts,
}
"""What is done to the file around its pages."""
