"""What a PDF says of itself: title, language, author, and that it is PDF/UA-1 (ISO 14289-1)."""

from __future__ import annotations

from xml.sax.saxutils import escape

import pikepdf

from aidgen.page.composed import Facts

MAKER = "aidgen"
XMP = """<?xpacket begin="\N{ZERO WIDTH NO-BREAK SPACE}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" \
xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" \
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<rdf:Description rdf:about="" pdfuaid:part="1" pdf:Producer="{maker}">
<xmp:CreatorTool>{maker}</xmp:CreatorTool>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{description}</rdf:li></rdf:Alt>\
</dc:description>
</rdf:Description></rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
"""The metadata of a PDF (ISO 16684-1)."""


def say_facts(document: pikepdf.Pdf, facts: Facts) -> None:
    """Write into `document` what it says of itself."""
    said = {"title": facts.title, "author": facts.author, "description": facts.description}
    xmp = XMP.format(maker=MAKER, **{name: escape(text) for name, text in said.items()})
    metadata = document.make_stream(xmp.encode())
    metadata.Type, metadata.Subtype = pikepdf.Name.Metadata, pikepdf.Name.XML
    root = document.Root
    root.Metadata = metadata
    root.Lang = facts.language
    root.MarkInfo = pikepdf.Dictionary(Marked=True)
    root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
    if facts.backwards:
        root.ViewerPreferences.Direction = pikepdf.Name.R2L
    info = document.docinfo
    info["/Title"], info["/Author"], info["/Subject"] = said.values()
    info["/Creator"], info["/Producer"] = MAKER, MAKER
