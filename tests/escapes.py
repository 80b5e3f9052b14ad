"""What is tried at a sandbox of Jinja, and a probe that notices what code of a stranger does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def watched() -> Iterator[list[str]]:
    """Notice meanwhile what a process does when code of a stranger runs: commands, files, nets."""
    noticed: list[str] = []
    _WATCHING.append(noticed)
    try:
        yield noticed
    finally:
        _WATCHING.remove(noticed)


_WATCHING: list[list[str]] = []
RUNS = ("os.system", "os.exec", "os.posix_spawn", "os.fork", "subprocess.Popen", "pty.spawn")
REACHES = ("socket.connect", "socket.getaddrinfo", "urllib.Request", "ctypes.dlopen")
CHANGES = ("os.remove", "os.rename", "os.mkdir", "shutil.rmtree", "pickle.find_class")


def _hook(event: str, args: tuple[object, ...]) -> None:
    if _WATCHING and (
        event in (*RUNS, *REACHES, *CHANGES)
        or (event == "open" and "etc/" in str(args[0]) and "localtime" not in str(args[0]))
    ):
        _WATCHING[-1].append(f"{event} {args}")


sys.addaudithook(_hook)

RUN = "popen('echo ran').read()"
ESCAPES = [
    # The globals of Jinja's own functions and classes.
    "{{ cycler.__init__.__globals__.os." + RUN + " }}",
    "{{ joiner.__init__.__globals__.os." + RUN + " }}",
    "{{ lipsum.__globals__['os']." + RUN + " }}",
    "{{ lipsum.__globals__.__builtins__.open('/etc/passwd').read() }}",
    "{{ namespace.__init__.__globals__.os." + RUN + " }}",
    "{{ namespace(a=1).__init__.__globals__ }}",
    "{{ dict.__base__.__subclasses__() }}",
    "{{ range.__class__.__base__.__subclasses__() }}",
    "{{ css.__globals__ }}",
    "{{ icon.__globals__['_archive'] }}",
    "{{ find.__globals__ }}",
    "{{ page_of['__glo' ~ 'bals__'] }}",
    # Classes, by way of what is at hand.
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ ''['__class__']['__mro__'][1] }}",
    "{{ ''['__cl' ~ 'ass__'] }}",
    "{{ [].__class__.__base__ }}",
    "{{ {}.__class__.__base__ }}",
    "{{ ().__class__.__bases__[0].__subclasses__() }}",
    "{{ (1).__class__.from_bytes }}",
    "{{ true.__class__ }}",
    "{{ 1.0.hex() }}",
    "{{ (1).real.to_bytes(4) }}",
    "{{ ''|attr('__class__') }}",
    "{{ ''|attr('\\x5f\\x5fclass\\x5f\\x5f') }}",
    "{{ [''] |map(attribute='__class__')|list }}",
    "{{ [{'a': 1}]|groupby('a') }}",
    "{{ ['a']|sort(attribute='__class__') }}",
    "{{ ['a']|selectattr('__class__')|list }}",
    "{{ ['a']|sum(attribute='__class__') }}",
    "{{ ['a']|unique(attribute='__class__')|list }}",
    "{{ ['a']|map('attr', '__class__')|list }}",
    "{{ ['{.__class__}']|map('format', 1)|list }}",
    # Formatting, which asks for attributes.
    "{{ '{0.__class__.__init__.__globals__}'.format(range) }}",
    "{{ '{x.__class__}'.format_map({'x': range}) }}",
    "{{ ''.format }}",
    "{{ '%s'|format(range) }}",
    "{{ '%(a)s' % {'a': range} }}",
    "{{ '%999999999d' % 1 }}",
    "{{ ('{0.__class__}'|escape).format(range) }}",
    "{{ 'a'.join([1]) }}",
    "{{ 'a'.encode() }}",
    "{{ 'a'.translate({97: range}) }}",
    "{{ 'a'.maketrans('a', 'b') }}",
    # Jinja's own objects.
    "{{ self }}",
    "{{ self.__init__.__globals__ }}",
    "{{ self._TemplateReference__context }}",
    "{{ self['_TemplateReference__context'] }}",
    "{{ self['_TemplateReference' ~ '__context'].environment }}",
    "{% for a in [1] %}{{ loop }}{% endfor %}",
    "{% for a in [1] %}{{ loop.__class__ }}{% endfor %}",
    "{% for a in [1] %}{{ loop._iterable }}{% endfor %}",
    "{% for a in [1] %}{{ loop['_under' ~ 'fined'] }}{% endfor %}",
    "{% for a in [1] %}{{ loop.cycle.__globals__ }}{% endfor %}",
    "{% for a in [1] %}{{ loop.cycle['function'] }}{% endfor %}",
    "{% for a in [1] recursive %}{{ loop([2]) }}{% endfor %}",
    "{% macro m() %}{% endmacro %}{{ m.__class__ }}",
    "{% macro m() %}{% endmacro %}{{ m._func.__globals__ }}",
    "{% macro m() %}{% endmacro %}{{ m['_environment'] }}",
    "{% macro m() %}{% endmacro %}{{ m['_envi' ~ 'ronment'] }}",
    "{% macro m() %}{{ caller.__class__ }}{% endmacro %}{% call m() %}{% endcall %}",
    "{% macro m() %}{{ varargs.__class__ }}{{ kwargs.__class__ }}{% endmacro %}{{ m(1, a=1) }}",
    "{% macro m(a) %}{{ a }}{% endmacro %}{{ m(m) }}",
    "{% macro m() %}{{ kwargs }}{% endmacro %}{{ m(a=range) }}",
    "{% block b %}{{ super.__class__ }}{% endblock %}",
    "{% block b %}{{ super._context }}{% endblock %}",
    "{% block b %}{{ self.b['_stack'] }}{% endblock %}",
    "{{ nothing.__class__ }}",
    "{{ nothing['__class__'] }}",
    "{{ nothing._fail_with_undefined_error }}",
    "{{ (nothing|default('')).__class__ }}",
    "{{ ('' if false).__class__ }}",
    "{{ ('' if false)['_undefined_' ~ 'exception'] }}",
    "{{ namespace(a=1)._Namespace__attrs }}",
    "{{ namespace(a=1)['_Namespace' ~ '__attrs'] }}",
    "{% set n = namespace() %}{% set n.__class__ = 1 %}{{ n }}",
    "{% set n = namespace() %}{% set n._Namespace__attrs = {} %}{{ n.a }}",
    "{{ {}.items().mapping }}",
    "{{ {}.update({'a': 1}) }}",
    "{{ {}.setdefault('a', 1) }}",
    "{{ {}.get.__self__ }}",
    "{{ [].append(1) }}",
    "{{ [].sort }}",
    "{% import 'records.html' as r %}{{ r.__dict__ }}",
    "{% import 'records.html' as r %}{{ r['__di' ~ 'ct__'] }}",
    "{% import 'records.html' as r %}{{ r._body_stream }}",
    "{% from 'records.html' import __class__ %}{{ __class__ }}",
    "{% import 'os' as os %}{{ os." + RUN + " }}",
    "{% from 'os' import popen %}{{ popen('echo ran') }}",
    "{% extends range %}",
    "{% include range %}",
    "{% include [range, icon] %}",
    "{% import range as r %}",
    "{{ debug() }}",
    "{% debug %}",
    "{% do [].append(1) %}",
    "{% trans %}{{ range }}{% endtrans %}",
    "{{ await range }}",
    "{{ gettext.__globals__ }}",
    "{{ request.application.__globals__ }}",
    "{{ config }}",
    "{{ context }}",
    "{{ environment }}",
    "{{ __builtins__ }}",
    "{{ _POURED }}",
    # What stands behind functions, views and texts.
    "{{ icon }}",
    "{{ [icon] }}",
    "{{ [icon]|join }}",
    "{{ icon|string }}",
    "{{ icon ~ '' }}",
    "{{ icon('sword').__html__.__func__ }}",
    "{{ icon('sword').unescape() }}",
    "{{ icon('sword').format }}",
    "{{ canon }}{{ sections }}",
    "{{ canon.parse_raw('x') }}{{ sections[0].parse_raw('x') }}",
    "{{ canon.parse_file('/etc/passwd') }}{{ sections[0].parse_file('/etc/passwd') }}",
    "{{ canon.model_fields }}{{ sections[0].model_fields }}",
    "{{ canon.model_copy() }}{{ sections[0].model_copy() }}",
    "{{ canon.json() }}{{ sections[0].json() }}",
    "{{ canon.places }}{{ sections[0].places }}",
    "{{ canon.find }}{{ sections[0].find }}",
    "{{ canon._record }}{{ sections[0]._record }}",
    "{{ canon['_rec' ~ 'ord'] }}{{ sections[0]['_rec' ~ 'ord'] }}",
    "{{ canon['field'] }}{{ sections[0]['field'] }}",
    "{{ canon.game.title.context }}{{ sections[0].title.context }}",
    "{{ canon.game.title.wordings }}{{ sections[0].title.wordings }}",
    "{{ canon.game.title.__setattr__ }}{{ sections[0].title.__setattr__ }}",
    "{{ canon.words.__class__ }}{{ sections[0].words.__class__ }}",
    "{{ words.texts }}{{ words['texts'].canon }}",
    "{{ words.of }}{{ sections[0].words.of }}",
    "{{ texts.canon }}",
    "{{ canon[0:1] }}{{ sections[0][0:1] }}",
    "{% for a in canon %}{% endfor %}{% for a in sections[0] %}{% endfor %}",
    "{{ canon() }}{{ sections[0]() }}",
    "{{ canon|list }}{{ sections[0]|list }}",
    "{{ canon|tojson }}",
    "{{ canon|pprint }}",
    "{{ canon|xmlattr }}",
    "{{ 'a'|urlize }}",
    "{{ {'on': 'x'}|xmlattr }}",
    "{{ 'a'|wordwrap(1, wrapstring='<script>') }}",
    "{{ 'a'|indent(99999) }}",
    "{{ 'a'|center(999999999) }}",
    "{{ ''|random }}",
    "{{ 'a' is callable }}",
    "{{ 'a' is filter }}",
    "{{ 'a' is sameas 'a' }}",
    "{{ icon('sword', _loop_vars={}) }}",
    "{{ icon(**{'_loop_vars': 1}) }}",
    # Files.
    "{% include '/etc/passwd' %}",
    "{% include '../../../../../../etc/passwd' %}",
    "{% include '..\\\\..\\\\x.html' %}",
    "{% include 'words.yaml' %}",
    "{% include './../content/mini/game.yaml' %}",
    "{% include 'ours/../../pyproject.toml' %}",
    "{{ css('../../pyproject.toml') }}",
    "{{ css('/etc/passwd') }}",
    "{{ css('a\\0.css') }}",
    "{{ icon('../../../etc/passwd') }}",
    # Without end.
    "{{ 7**7**7**7 }}",
    "{{ 'a' * 10000000000 }}",
    "{{ [1] * 10000000000 }}",
    "{% for a in range(1000000000) %}{% endfor %}",
    "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}",
    "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}",
    "{% macro a(n) %}{% if n %}{{ a(n - 1) }}{{ a(n - 1) }}{% endif %}{% endmacro %}{{ a(30) }}",
    "{% set n = namespace(x='aaaaaaaa') %}{% for a in range(60) %}{% set n.x = n.x ~ n.x %}"
    "{% endfor %}",
    "{% set n = namespace(x='aaaaaaaa') %}{% for a in range(60) %}{% set n.x = n.x + n.x %}"
    "{% endfor %}",
    "{% set n = namespace(x='aaaaaaaa') %}{% for a in range(60) %}{% set y %}{{ n.x }}{{ n.x }}"
    "{% endset %}{% set n.x = y %}{% endfor %}",
    "{% set n = namespace(x='aaaaaaaa') %}{% for a in range(60) %}"
    "{% set n.x = n.x.replace('a', n.x) %}{% endfor %}",
    "{% set n = namespace(x=[1, 1]) %}{% for a in range(60) %}{% set n.x = n.x + n.x %}"
    "{% endfor %}",
    "{% set n = namespace(x=10) %}{% for a in range(60) %}{% set n.x = n.x * n.x %}{% endfor %}",
    "{{ 'a'|replace('', 'a' ~ ('b'|replace('b', 'c')))|round }}",
    "{{ " + "(" * 300 + "1" + ")" * 300 + " }}",
    "{% for a in [1] %}" * 25 + "{% endfor %}" * 25,
    "{{ a" + ".a" * 3000 + " }}",
    # Unescaped, by name.
    "{{ '<b>'|safe }}",
    "{{ '<b>'|forceescape }}",
    "{{ '<b>'|striptags }}",
    "{% autoescape false %}{{ '<b>' }}{% endautoescape %}",
    "{% autoescape true %}{% endautoescape %}",
    "{{ Markup('<b>') }}",
    "{{ '<b>'.__html__() }}",
]
"""What has been tried against Jinja and at our own data: nothing of it may do anything."""
