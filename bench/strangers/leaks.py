"""Ways in which a pack may try to run something, to read what is not its own, or to reach out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial

from strangers.watched import SECRET, Place, Ran, place, run

Trick = Callable[[Place], None]

# Escapes from a sandbox of Jinja, of Python objects, of pydantic models.
_GLOBALS = "__init__.__globals__"
_OS = "os.popen('id > {outside}/ran').read()"
_RUN = "__import__('os').system('id > {outside}/ran')"
ESCAPES = (
    *(f"{name}.{_GLOBALS}.{_OS}" for name in ("cycler", "joiner", "namespace", "lipsum")),
    *(f"{name}.{_GLOBALS}['__builtins__']['exec'](\"{_RUN}\")" for name in ("cycler", "self")),
    "lipsum.__globals__['os'].system('id > {outside}/ran')",
    "self.__class__.__mro__[-1].__subclasses__()",
    "''.__class__.__mro__[1].__subclasses__()",
    "()|attr('__class__')|attr('__base__')|attr('__subclasses__')()",
    "''|attr(['__cla','ss__']|join)",
    "''['__class__']",
    "''|attr('\\x5f\\x5fclass\\x5f\\x5f')",
    "'{{0.__class__}}'.format(1)",
    "'{{a.__init__.__globals__}}'.format_map({{'a': cycler}})",
    "('%s' % self).format(self).__class__",
    "self._TemplateReference__context.environment",
    "self.__init__.__globals__",
    "self.__dict__",
    "caller.__globals__",
    "range.__self__",
    "dict.__base__.__subclasses__()",
    "dict.fromkeys.__self__.__mro__",
    "[].append.__self__.__class__",
    "(1).__class__.__base__",
    "config.__class__",
    "request.application.__globals__",
    "get_flashed_messages.__globals__",
    "url_for.__globals__",
    "css.__globals__",
    "css.__wrapped__",
    "css.__code__.co_consts",
    "css.__closure__",
    "icon.__globals__.open('{outside}/secret.yaml').read()",
    "canon.parse_raw(\"cos\\nsystem\\n(S'id > {outside}/ran'\\ntR.\", proto='pickle', "
    "allow_pickle=True)",
    "canon.parse_file('{outside}/secret.yaml')",
    "(canon.game.editions.values()|list)[0].parse_file('{outside}/secret.yaml').title",
    "canon.model_construct.__func__.__globals__",
    "canon.__class__.__init__",
    "canon.model_fields",
    "canon.model_json_schema()",
    "canon.model_copy(update={{'locale': 'xx'}})",
    "canon.__pydantic_validator__",
    "aid.schema()",
    "aid.construct()",
    "texts.canon.__class__",
    "texts.__class__.__mro__",
    "words.of.__class__",
    "sections[0].__class__.__init__.__globals__",
    "kind.view.__globals__",
    "kind.__class__",
    "charts.__class__.__mro__",
    "language.__class__",
    "(x for x in ()).gi_frame.f_back.f_globals",
    "''.join.__self__",
    "'a'.encode().__class__",
    "[1,2]|map(attribute='__class__')|list",
    "[1,2]|groupby('__class__')|list",
    "[1]|selectattr('__class__.__mro__')|list",
    "[1]|sort(attribute='__class__')",
    "[1]|sum(attribute='__class__')",
    "[1]|unique(attribute='__class__')|list",
    "[1]|map('attr', '__class__')|list",
    "[''] |map('format', cycler)|list",
)
DOORS = ("templates/flow/page.html", "templates/records.html", "templates/flow/style.css")
INCLUDES = (
    *("../../../outside/secret.yaml", "{outside}/secret.yaml", "..\\\\outside\\\\secret.yaml"),
    *("ours/../../outside/secret.yaml", "flow/../../../outside/secret.yaml", "/etc/passwd"),
    *("file://{outside}/secret.yaml", "./../../outside/secret.yaml", "ours//etc/passwd"),
)
REACHING = (
    *('<img alt="" src="{url}">', '<img alt="" src="file://{outside}/secret.yaml">'),
    *('<img alt="" src="../outside/secret.yaml">', '<link rel="stylesheet" href="{url}">'),
    *('<link rel="attachment" href="file://{outside}/secret.yaml">', '<embed src="{url}">'),
    *('<a rel="attachment" href="{url}">x</a>', '<object data="{url}"></object>'),
    *('<iframe src="{url}"></iframe>', "<style>@import '{url}';</style>"),
    *("<style>@import url(file://{outside}/secret.yaml);</style>", "<script src='{url}'></script>"),
    *("<p style='background: url({url})'>x</p>", "<p style='list-style: url({url})'>x</p>"),
    "<style>@font-face {{font-family: x; src: url({url})}} p {{font-family: x}}</style><p>x</p>",
    "<style>@color-profile x {{src: url({url})}}</style>",
    "<style>p::before {{content: url({url})}}</style><p>x</p>",
    "<svg xmlns='http://www.w3.org/2000/svg'><image href='{url}' width='9' height='9'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg'><use href='{url}#x'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg'><style>@import '{url}';</style></svg>",
    '<base href="{url}"><img alt="" src="x.png">',
    '<meta http-equiv="refresh" content="0;url={url}">',
    '<img alt="" src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'>'
    "<image href='{url}'/></svg>\">",
    '<!DOCTYPE html [<!ENTITY x SYSTEM "file://{outside}/secret.yaml">]><p>&x;</p>',
)
TEXTS = (
    *("![x]({url})", "[x]({url})", "<img src={url}>", "<script>x</script>", "{{{{ canon }}}}"),
    *("{{% include '/etc/passwd' %}}", "[x](file://{outside}/secret.yaml)", "<{url}>"),
    *("[x](javascript:alert(1))", "&#60;img src={url}&#62;", "${{jndi:ldap://127.0.0.1:{port}/a}}"),
    *("!!python/object/apply:os.system", "`id`", "$(id)", "{{game_data.__class__}}"),
)
NAMES = ("../../outside/x", "/tmp/x", "a/b", "a\\\\b", "..", ".", "a\\0b", "a b", "-rf", "con:")


def tricks() -> Iterator[tuple[str, Trick]]:
    """Yield the name of each vector, and what it does to a pack."""
    yield from _templates()
    yield from _records()
    yield from _links()


def _templates() -> Iterator[tuple[str, Trick]]:
    for number, escape in enumerate(ESCAPES):
        for door in DOORS:
            body = "<p>{{{{ " + escape + " }}}}</p>"
            yield f"escape {number} {door}: {escape[:50]}", partial(_template, door, body)
    for include in INCLUDES:
        for word in ("include", "import", "extends"):
            tail = " as x" if word == "import" else ""
            body = "{{% " + word + ' "' + include + '"' + tail + " %}}"
            yield f"{word} {include}", partial(_template, DOORS[0], body)
    for body in REACHING:
        yield f"reach {body[:60]}", partial(_template, DOORS[0], body)


def _records() -> Iterator[tuple[str, Trick]]:
    for text in TEXTS:
        yield f"text {text[:40]}", partial(_text, text)
    for name in NAMES:
        yield f"aid {name}", partial(_named, "  plan: {", f'  "{name}": {{')
        yield f"kind {name}", partial(_named, "kind: flow", f'kind: "{name}"')
        yield (
            f"paper {name}",
            partial(_named, "kind: flow, paper: A4", f'kind: flow, paper: "{name}"'),
        )


def _links() -> Iterator[tuple[str, Trick]]:
    for door in ("content/mini/zz.yaml", "locales/fr/mini.po", "templates/words.yaml", *DOORS):
        for target in ("{outside}/secret.yaml", "/dev/zero", "/dev/tty", "/proc/self/environ"):
            yield f"link {door} {target}", partial(_link, door, target)
        yield f"pipe {door}", partial(_pipe, door)
    for folder in ("content/other", "locales/fr", "templates", "templates/flow"):
        yield f"link {folder}", partial(_link, folder, "{outside}")
    for folder in ("mini", "mini/en", ".shelf", "thumbnails", "held-back", "index.html"):
        yield f"out {folder}", partial(_out, folder)


def _filled(where: Place, text: str) -> str:
    url = f"http://127.0.0.1:{where.port}/x"
    return text.format(outside=where.outside, url=url, port=where.port)


def _template(door: str, body: str, where: Place) -> None:
    where.put(door, _filled(where, body))


def _text(text: str, where: Place) -> None:
    quoted = _filled(where, text).replace("'", "''")
    where.change("content/mini/rules.yaml", "Move 2 fields.", f"'{quoted}'")


def _named(old: str, new: str, where: Place) -> None:
    where.change("content/mini/aids.yaml", old, new)


def _link(door: str, target: str, where: Place) -> None:
    path = where.pack / door
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(_filled(where, target))


def _pipe(door: str, where: Place) -> None:
    path = where.pack / door
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)


def _out(folder: str, where: Place) -> None:
    path = where.out / folder
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(where.outside)


def attempt(name: str, trick: Trick) -> tuple[str, list[str]]:
    """Return the name of a vector, and what it got that it should not have."""
    with place() as where:
        try:
            trick(where)
        except (OSError, ValueError):
            return name, ["cannot be tried here"]
        before = where.outside_now()
        words = ("--pack", str(where.pack), "--out", str(where.out))
        ran = run(
            where, "build", *words, "--aid", "plan", "--jobs", "1", "--limits", "cpu_seconds=20"
        )
        found = list(_got(ran))
        if where.outside_now() != before:
            found.append("wrote outside")
    return name, found


def _got(ran: Ran) -> Iterator[str]:
    yield from (f"did {seen}" for seen in ran.seen)
    if SECRET in ran.said:
        yield "reported a secret"
    if ran.has_traceback:
        yield f"traceback: {ran.said[-300:]}"
    if ran.code not in (0, 1, 2, 3):
        yield f"exit code {ran.code}"
    if "\x1b" in ran.said:
        yield "a raw control character"
