"""The HTML that templates may write and pages may contain: none of it runs or loads anything.

A page is parsed with a grammar stricter than any browser's. Anything else is refused, so that
nothing is markup for a browser and text for us.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape

_TAGS = """
    a abbr address article aside b bdi bdo blockquote body br caption cite code col colgroup
    data dd del dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 head header hgroup
    hr html i img ins kbd li mark meta nav ol p picture pre q rp rt ruby s samp search
    section small source span strong sub sup table tbody td tfoot th thead time tr u ul var wbr
    svg g path circle ellipse line polyline polygon rect text tspan textpath defs lineargradient
    radialgradient stop clippath mask pattern marker symbol use image desc
"""
TAGS = frozenset(_TAGS.split())
"""The elements of pages, besides `style` and `title`: none of them runs or loads anything."""
_ATTRIBUTES = """
    abbr align alt border cellpadding cellspacing charset cite class cols colspan content
    datetime decoding dir headers height hidden id itemid itemprop itemscope itemtype lang
    loading name reversed role rowspan scope sizes span start summary tabindex title translate
    type valign value width xmlns xmlns:xlink xml:lang xml:space version viewbox x y x1 y1 x2 y2
    cx cy r rx ry fx fy d dx dy fill fill-opacity fill-rule opacity stroke stroke-width
    stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
    stroke-opacity transform points offset stop-color stop-opacity gradientunits
    gradienttransform patternunits patterntransform clippathunits maskunits preserveaspectratio
    direction text-anchor dominant-baseline alignment-baseline font-family font-size font-weight
    font-style font-variant letter-spacing word-spacing textlength lengthadjust rotate clip-path
    clip-rule mask marker-start marker-mid marker-end markerwidth markerheight refx refy orient
    spreadmethod pathlength overflow display visibility color
"""
ATTRIBUTES = frozenset(_ATTRIBUTES.split())
"""The attributes that an element may have with any value, besides `data-` and `aria-` ones."""
STYLED = frozenset({"style", "fill", "stroke", "clip-path", "mask", "marker-start", "marker-end"})
MEASURE, SPAN, ORDINAL = r"\d{1,4}(?:\.\d{1,20})?", r"[1-9]\d{0,2}", r"-?\d{1,4}"
NUMERIC = {
    "data-fill": (re.compile(MEASURE, re.ASCII), "a number of millimetres"),
    "data-row": (re.compile(rf"(?:{MEASURE})?", re.ASCII), "a number, or nothing"),
    **dict.fromkeys(
        ("colspan", "rowspan", "span"), (re.compile(SPAN, re.ASCII), "a whole number from 1 to 999")
    ),
    **dict.fromkeys(
        ("start", "value"), (re.compile(ORDINAL, re.ASCII), "a whole number of up to 4 digits")
    ),
}
"""Attributes that are read as numbers: the pattern of their values, and what to call it."""
SET_LATER = "data-unit"
"""The attribute that pieces get after the templates have written them."""
ADDRESSES = frozenset({"href", "src", "xlink:href"})
"""Attributes that name an address."""
PICTURE = r"data:image/(?:png|jpeg|gif|webp|svg\+xml)[;,]"
# Within a page, beside it (no scheme, no host), or a picture in the page itself.
NEAR_ADDRESS = re.compile(
    rf"\s*(?:{PICTURE}|#|(?![\s/\\]*[/\\]{{2}})[^:\x00-\x20]*(?:[?#]|$))", re.I
)
# Where a reader may be led by a click.
WEB_LINK = re.compile(r"https?://|mailto:", re.I)
# An attribute and its value: quoted, or bare.
VALUE = r"""(?:"[^"]*+"|'[^']*+'|[^\s"'=<>`]++)"""
HTML_ATTRIBUTE = re.compile(rf"\s+([a-zA-Z_:][\w:.-]*+)(?:\s*+=\s*+({VALUE}))?", re.ASCII)
HTML_TAG = re.compile(rf"</?[a-zA-Z][a-zA-Z0-9]*+(?:{HTML_ATTRIBUTE.pattern})*\s*+/?>", re.ASCII)
# What most tags are, judged at once: ours, with attributes that do nothing.
COMMON = (
    r"</?(?:a|article|caption|circle|code|dd|div|dl|dt|em|figure|g|h[1-6]|header|footer|li|nav"
    r"|ol|p|path|rect|section|small|span|strong|svg|table|tbody|td|text|th|thead|tr|ul)"
    r"(?: (?:class|data-(?!(?:fill|row|unit)\b)[a-z]+|lang|scope|[dxyr]|c[xy]|aria-hidden)"
    r"""(?:="[^"<]*+")?)* ?/?>"""
)
# Words, and tags of that sort, so many at a time: each is remembered while others are looked for.
QUIET = re.compile(rf"(?:[^<]++|{COMMON}){{0,999}}")
# A comment ends where no browser doubts it; words in a title or style sheet have no tags.
READ = re.compile(
    r"<!--(?!-?>)[^<>]*?-->|<!DOCTYPE html>"
    r"|<title>[^<]*+</title>|<style>(?P<sheet>[^<]*+)(?:</style>|\Z)"
)


def harmful(html: str) -> tuple[int, str] | None:
    """Return where in the HTML of a page something could run or be loaded, and what; or nothing."""
    at = 0
    while (at := _after_quiet(html, at)) < len(html):
        read, tag = READ.match(html, at), HTML_TAG.match(html, at)
        if read:
            message = _sheet(read["sheet"]) if read["sheet"] else ""
        else:
            message = _tag(tag[0]) if tag else "`<` begins no tag; write `&lt;`"
        if message:
            return at, message
        at = _end_of_match(read or tag)
    return None


def _after_quiet(html: str, at: int) -> int:
    """Return where what does nothing ends, from a place on."""
    while (end := _end_of_match(QUIET.match(html, at))) > at:
        at = end
    return at


def _end_of_match(found: re.Match[str] | None) -> int:
    return found.end() if found else 0


def harmful_sheet(css: str) -> tuple[int, str] | None:
    """Return where in a style sheet something could be loaded or end it, and what; or nothing."""
    if "<" in css:
        return css.index("<"), "`<` ends a style sheet"
    message = _sheet(css)
    return (max(0, css.find(message.partition("`")[2][:-1])), message) if message else None


@lru_cache(4096)
def _tag(tag: str) -> str:
    """Return what a tag could run or load; empty if nothing."""
    name = re.split(r"[\s/>]", tag.lstrip("</"), maxsplit=1)[0].lower()
    if name not in TAGS:
        return f"`<{name}>` has no place in a page"
    for attribute, value in HTML_ATTRIBUTE.findall(tag):
        message = _attribute(name, attribute.lower(), unescape(value.strip("\"'")))
        if message:
            return message
    return ""


def _attribute(tag: str, name: str, value: str) -> str:
    if name in STYLED:
        return _sheet(value)
    if name in ADDRESSES:
        allowed = NEAR_ADDRESS.match(value) or (
            tag == "a" and name == "href" and WEB_LINK.match(value)
        )
        if tag in ("a", "use") and re.match(r"\s*data:", value, re.I):
            allowed = None
        return "" if allowed else f"`{name}` leads out of the page"
    if name == SET_LATER:
        return f"`{name}` is written by aidgen alone"
    if name in NUMERIC and not NUMERIC[name][0].fullmatch(value):
        return f"`{name}` has to be {NUMERIC[name][1]}"
    known = name in ATTRIBUTES or name.startswith(("data-", "aria-"))
    return "" if known else f"`{name}` has no place in a page"


# A sign written by its number in CSS, or protected by a backslash.
ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.)|\n)", re.S)
CSS_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.S)
NAMESPACE = re.compile(r"http://www\.w3\.org/(?:2000/svg|1999/xlink)")
FETCHED = re.compile(
    r"@import|expression\s*\(|-moz-binding|behavior\s*:|\b(?:javascript|vbscript|file|https?|ftp"
    r"|blob|filesystem)\s*:|data:(?!image/|font/)|[(\"'\s,]//",
    re.I,
)


@lru_cache(256)
def _sheet(css: str) -> str:
    """Return what a style sheet loads from outside the page; empty if nothing."""
    plain = NAMESPACE.sub("", css)
    for text in (
        plain,
        ESCAPE.sub(_decode_escape, plain),
        CSS_COMMENT.sub("", ESCAPE.sub(_decode_escape, plain)),
    ):
        if match := FETCHED.search(text):
            return f"a style sheet has no `{match[0].strip()}`"
    return ""


def _decode_escape(found: re.Match[str]) -> str:
    if found[1]:
        code = int(found[1], 16)
        return chr(code) if 0 < code < 0x110000 else "\ufffd"
    return found[2] or ""


# What a template has no reason to write anywhere in its source.
RUNNING = re.compile(
    r"<\s*/?\s*(?P<tag>script|iframe|frame|frameset|object|embed|applet|link|base|form|input|button"
    r"|textarea|select|noscript|template|plaintext|xmp|foreignObject|animate|set|audio|video|math)\b"
    r"|(?P<event>[\s\"'/]on[a-z]{3,}\s*=\s*[\"'a-z])|(?P<meta>http-equiv|srcdoc\s*=|formaction)"
    r"|(?P<url>(?:java|vb)script\s*:|data:text/html)",
    re.I,
)
RUNNING_SHEET = re.compile(
    r"(?P<tag></?\s*(?:style|script))|(?P<url>(?:java|vb)script\s*:|@import)", re.I
)
JINJA_BLOCK = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.S)


def suspicious(source: str, *, is_html: bool) -> Iterator[tuple[int, str]]:
    """Yield the lines of a template that write what could run, and what that is."""
    for found in (RUNNING if is_html else RUNNING_SHEET).finditer(
        JINJA_BLOCK.sub(_blank_out, source)
    ):
        line = source.count("\n", 0, found.start() + len(found[0]) - len(found[0].lstrip())) + 1
        said = " ".join(found[0].split())[:40]
        yield line, f"`{said}` is not for templates: nothing in a page runs or is loaded"


def _blank_out(block: re.Match[str]) -> str:
    """Return lines as a block of a template has them, and nothing in them."""
    return re.sub(r"[^\n]", " ", block[0])
