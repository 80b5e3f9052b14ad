"""Records and rows that are drawn from other records, so that each thing is written once.

They are put where YAML would have them, with quotations of what they are drawn from. A text that is
nothing but a quotation, as `{states.fear}`, is the text that it names, and is translated there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

from pydantic import ValidationError

from aidgen.game.context import Context
from aidgen.game.data import KINDS_OF_RECORD, GameData, rewrite
from aidgen.game.figures import Figure, as_yaml
from aidgen.game.records import FROM, THIS, RecordRows
from aidgen.game.schema import explain_errors
from aidgen.game.source import Source, Steps
from aidgen.game.spreadsheet_rows import below, replace_at, row_grids
from aidgen.game.texts import PLACEHOLDER, TERM_FORMS, Text
from aidgen.problems import InputError, Problem, Where, did_you_mean

SIDES = ("front", "back")
# The kinds of record that list others in their contents; each may take the lists of those before.
LISTING = ("sections", "aids", "cards")
# What is drawn from a record beside its title; a group of records, as a block is, lends them, too.
LENT = ("icon", "module", "contents")
REF_HINT = "as in `states.fear`, `states.poison-*` or a list of them"


def draw(read: Source, problems: list[Problem]) -> None:
    """Put what the records of a game draw from others into its data, which nobody else has."""
    data: Any = read.data
    drawing = _Drawing(data, read, problems)
    drawing.pair_opposites()
    drawing.extend_decks()
    for kind in (*(kind for kind in KINDS_OF_RECORD if kind not in LISTING), *LISTING):
        if not isinstance(data.get(kind), dict):
            continue
        data[kind] = dict(drawing.records(kind, data[kind]))
        if kind in LISTING:
            data[kind] = drawing.contents(data[kind], (kind,))
        if kind == "aids":
            drawing.draw_blocks()
    for path, types, rows in list(row_grids(data)):
        keys = _mapping(rows) if types else {}
        # What names records is no row: `from` is misspelt.
        is_named = any(isinstance(part, str) and "." in part for part in keys.values())
        if is_named or FROM in keys:
            data |= replace_at(data, path, drawing.rows(path, types, rows))


class _Drawing:
    def __init__(self, data: dict[str, Any], read: Source, problems: list[Problem]) -> None:
        self.data, self.read, self.problems = data, read, problems

    def _report(self, path: Steps, message: str, hint: str) -> None:
        while path not in self.read.places:
            path = path[:-1]
        self.problems.append(Problem(self.read.places[path], message, hint))

    def pair_opposites(self) -> None:
        """Make opposites of both states where one names the other."""
        records = _mapping(self.data.get("states"))
        states = {name: state for name, state in records.items() if isinstance(state, dict)}
        pairs: dict[str, str] = {}
        for name, state in states.items():
            if "opposite" not in state:
                continue
            path, opposite = ("states", name, "opposite"), as_yaml(state["opposite"])
            if opposite not in states.keys() - {name}:
                hint = did_you_mean(opposite.removeprefix("states."), states.keys() - {name})
                message = f"unknown state `{opposite}`"
                message = f"`{name}` is its own opposite" if opposite == name else message
                self._report(path, message, hint)
                continue
            for each, its in ((name, opposite), (opposite, name)):
                if pairs.setdefault(each, its) != its:
                    message = f"`{each}` is the opposite of `{pairs[each]}` already"
                    self._report(path, message, "name each pair once")
        paired = {name: {**states[name], "opposite": its} for name, its in pairs.items()}
        self.data |= {"states": {**records, **paired}} if paired else {}

    def extend_decks(self) -> None:
        """Give each deck what it does not say from the deck that it is like."""
        decks = _mapping(self.data.get("decks"))
        heirs = {name: deck for name, deck in decks.items() if "like" in _mapping(deck)}
        written = {name: deck for name, deck in decks.items() if name not in heirs}
        for name, deck in heirs.items():
            like = as_yaml(deck["like"])
            if like not in written:
                hint = did_you_mean(like, written)
                self._report(("decks", name, "like"), f"`{like}` is no deck without `like`", hint)
            parent = _mapping(written.get(like))
            fields = {**_mapping(parent.get("fields")), **_mapping(deck.get("fields"))}
            heirs[name] = {**parent, **deck, "fields": fields}
            for places in (self.read.places, self.read.keys):
                inherited = below(("decks", like), places).items()
                places |= {("decks", name, *steps): where for steps, where in inherited} | places
        # Texts are translated where they are first, with the deck that has them.
        self.data |= {"decks": written | heirs} if heirs else {}

    def _records(self, kind: str) -> Mapping[str, Any]:
        """Return the records of a kind, and the blocks of aids as `aid.block`."""
        records: Any = self.data.get(kind) if kind in KINDS_OF_RECORD else None
        if not isinstance(records, dict):
            return {}
        holders = ((name, record) for name, record in records.items() if kind == "aids")
        blocks = ((name, _mapping(_mapping(aid).get("blocks"))) for name, aid in holders)
        return records | {
            f"{aid}.{name}": each for aid, held in blocks for name, each in held.items()
        }

    def _refs(self, path: Steps, typed: Any) -> list[str]:
        """Return the records that are named at `path`, in a list or by patterns of their ids."""
        refs: list[str] = []
        if typed == []:
            self._report(path, "found an empty list, expected records", REF_HINT)
        for pattern in map(as_yaml, typed if isinstance(typed, list) else [typed]):
            kind, _, name = pattern.partition(".")
            ids = [*self._records(kind)]
            chosen = [each for each in ids if fnmatchcase(each, name)]
            if not chosen:
                hint = did_you_mean(name, ids) or REF_HINT
                self._report(path, f"found no record `{pattern}`", hint)
            refs += (f"{kind}.{each}" for each in chosen)
        return [*dict.fromkeys(refs)]

    # Records

    def records(self, kind: str, records: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield the records of a kind: in place of one `from` others, one for each of these."""
        for name, record in records.items():
            if not isinstance(record, dict):
                yield name, record
            elif FROM in record:
                yield from self._drawn_records((kind, name), record)
            else:
                yield name, self._sides((kind, name), record) if kind == "cards" else record

    def _drawn_records(
        self, path: tuple[str, str], record: Mapping[str, Any]
    ) -> Iterator[tuple[str, Any]]:
        (kind, name), typed, copies = path, record[FROM], record.get("copies")
        ids = {ref: ref.partition(".")[2] for ref in self._refs((*path, FROM), typed)}
        if ids.pop(f"{kind}.{name}", None):
            self._report((*path, FROM), f"`{kind}.{name}` leads back to itself", "")
        is_one = isinstance(typed, str) and "*" not in typed
        alike = [(places, below(path, places)) for places in (self.read.places, self.read.keys)]
        for number, (ref, its_id) in enumerate(ids.items(), 1):
            drawn = (kind, name if is_one else f"{name}-{its_id}")
            if drawn != path and drawn in self.read.places:
                for at in (drawn, (*path, FROM)):
                    message = f"`{kind}.{drawn[1]}` is both written and drawn from `{ref}`"
                    self._report(at, message, "give one another id")
                continue
            for places, inner in alike:
                places |= {(*drawn, *steps): where for steps, where in inner.items()}
            quotes = {"number": str(number), "id": its_id, THIS: ref}
            filled = _put_in({key: part for key, part in record.items() if key != FROM}, quotes)
            if isinstance(copies, dict):
                filled["copies"] = copies.get(its_id, 1)
            if kind == "cards":
                yield drawn[1], self._sides(path, filled, ref)
            else:
                yield drawn[1], {**self._names(ref), **filled}
        for unknown in copies.keys() - ids.values() if isinstance(copies, dict) else ():
            hint = did_you_mean(unknown, ids.values())
            self._report((*path, "copies", unknown), f"`{unknown}` is not drawn here", hint)

    def _sides(self, path: Steps, card: Mapping[str, Any], ref: str = "") -> Mapping[str, Any]:
        """Return a card whose sides have the title and icon of their records, or else of `ref`."""
        sides = {side: card[side] for side in SIDES if side in card}
        if ref:
            sides = {"front": {}, **(sides or {"back": {"contents": [ref]}})}
        for side, face in sides.items():
            if isinstance(face, dict) and face.keys() != {"image"}:
                names = self._names(ref) if ref else {}
                sides[side] = self._taking((*path, side), face) if FROM in face else names | face
        return {**card, **sides}

    def draw_blocks(self) -> None:
        """Give the blocks of aids what they take from records, and from blocks before them."""
        for name, aid in self.data["aids"].items():
            blocks = _mapping(_mapping(aid).get("blocks"))
            look = {"look": aid["look"]} if blocks and "look" in aid else {}
            for key, block in blocks.items():
                if isinstance(block, dict):
                    blocks[key] = {**look, **self._taking(("aids", name, "blocks", key), block)}

    def _taking(self, path: Steps, node: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a block, or the side of a card, with what it takes if it is `from` a record."""
        if FROM not in node:
            return node
        ref = next(iter(self._refs((*path, FROM), node[FROM])), "")
        if ref and FROM in self._fields(ref):
            message = f"`{ref}` comes later, and is drawn itself"
            self._report((*path, FROM), message, "name what it is drawn from")
        taken = {"contents": [ref], **self._names(ref)} if ref else {}
        return taken | {key: part for key, part in node.items() if key != FROM}

    def _names(self, ref: str) -> dict[str, Any]:
        """Return what is taken from a record: its title, icon and expansion, and what it lists."""
        fields = self._fields(ref)
        names = {key: fields[key] for key in LENT if fields.get(key)}
        # A block need not have a title.
        is_titled = not ref.startswith("aids.") or "title" in fields
        return {**({"title": f"{{{ref}}}"} if is_titled else {}), **names}

    def _fields(self, ref: str) -> Mapping[str, Any]:
        kind, _, its_id = ref.partition(".")
        record = _mapping(self._records(kind).get(its_id))
        return {**_mapping(record.get("fields")), **record}

    def contents(self, node: Any, path: Steps) -> Any:
        """Return a part of the data with the records that patterns in its contents stand for."""
        if not isinstance(node, dict):
            return node
        new = {key: self.contents(part, (*path, key)) for key, part in node.items()}
        listed = node.get("contents")
        if isinstance(listed, list) and any("*" in str(ref) for ref in listed):
            places, path = self.read.places, (*path, "contents")
            placed: list[tuple[object, Where]] = []
            listed = [*listed]
            for at, ref in enumerate(node["contents"]):
                refs = [ref]
                if "*" in str(ref):
                    # What is listed itself, or by a pattern before, has its place there.
                    refs = [each for each in self._refs((*path, at), ref) if each not in listed]
                    listed += refs
                placed += ((each, places[(*path, at)]) for each in refs)
            places.update({(*path, at): where for at, (_, where) in enumerate(placed)})
            new["contents"] = [ref for ref, _ in placed]
        return new

    # Rows

    def rows(self, path: Steps, types: Mapping[str, str], typed: object) -> Mapping[str, Any]:
        """Return the rows that are drawn `from` records, named as these are, or counted."""
        places = below(path, self.read.places)
        try:
            drawn = RecordRows.model_validate(typed)
        except ValidationError as error:
            read = Source(self.read.file, typed, places, below(path, self.read.keys))
            self.problems += explain_errors(error, read, RecordRows)
            return {}
        refs = self._refs((*path, FROM), [*drawn.records])
        first, *others = types
        fields = [*types] if types[first] == "text" else others
        rows: dict[str, list[object]] = {}
        for number, ref in enumerate(refs, 1):
            its_id = ref.partition(".")[2] if types[first] == "text" else str(number)
            cells = (self._cell(ref, field) for field in fields)
            rows[its_id] = ["na" if cell is None else cell for cell in cells]
            where = self.read.places[tuple(ref.split("."))]
            steps = [(*path, its_id), *((*path, its_id, at) for at in range(len(fields)))]
            self.read.places.update(dict.fromkeys(steps, where))
        # A part of a table may have none with a field that another part's have.
        alike = (f"{kind}.*" for kind in {ref.split(".")[0] for ref in refs})
        known = {
            name for each in alike for ref in self._refs(path, each) for name in self._fields(ref)
        }
        for field in fields:
            if field not in known | {"title"}:
                hint = did_you_mean(field, known) or f"possible: {', '.join(sorted(known))}"
                self._report((*path[:2], "columns", field), f"no record has `{field}`", hint)
        return rows

    def _cell(self, ref: str, field: str) -> object:
        if field == "title":
            return f"{{{ref}}}"
        value = self._fields(ref).get(field)
        if field == "icon" and value:
            return f":{value}:"
        # Words are quoted, so that they are translated once; a number is the same in all languages.
        is_number = value is None or Figure.read(value) is not None
        return value if is_number else f"{{{ref}.{field}}}"


def _mapping(node: Any) -> dict[str, Any]:
    """Return a part of the data if it is a mapping, and an empty one if not."""
    return node if isinstance(node, dict) else {}


def _put_in(node: Any, quotes: Mapping[str, str]) -> Any:
    """Return a part of a record with what it quotes of the record that it is drawn from."""
    if isinstance(node, dict):
        return {key: _put_in(part, quotes) for key, part in node.items()}
    if isinstance(node, list):
        return [_put_in(part, quotes) for part in node]
    if not isinstance(node, str) or node == THIS:
        return quotes[THIS] if node == THIS else node

    def put(quote: re.Match[str]) -> str:
        name, dot, field = quote[1].partition(".")
        is_this = name == THIS
        return f"{{{quotes[THIS]}{dot}{field}}}" if is_this else quotes.get(quote[1], quote[0])

    return PLACEHOLDER.sub(put, node)


def resolve_quotations(game_data: GameData) -> GameData:
    """Return a game in which each text that is a quotation alone is the text that it names.

    Raises InputError for texts that quote each other.
    """
    quotations = ((at, text) for at, text in game_data.texts() if PLACEHOLDER.fullmatch(text))
    ends = {context: _follow(game_data, context, text) for context, text in quotations}
    message = "this quotation leads back to itself"
    if circles := [context for context, end in ends.items() if end is None]:
        raise InputError(Problem(game_data.where(context), message) for context in circles)
    drawn = {context: end for context, end in ends.items() if end and end[0] != context}
    if not drawn:
        return game_data
    sources = {context: at for context, (at, _) in drawn.items()}
    places = {context: game_data.where(at) for context, at in sources.items()}
    about = {"drawn": sources, "places": {**game_data.places, **places}}
    whole: GameData = rewrite(
        game_data.model_copy(update=about),
        game_data.at(),
        lambda context, leaf: drawn[context][1] if context in drawn else leaf,
    )
    return whole


def _follow(game_data: GameData, context: Context, text: Text) -> tuple[Context, Text] | None:
    """Return where the text is written that a quotation leads to; None if it leads in a circle."""
    passed = {context}
    while quote := PLACEHOLDER.fullmatch(text):
        target = game_data.title(quote[1])
        if target is None or target[0].name in TERM_FORMS:
            break
        if target[0] in passed:
            return None
        context, text = target
        passed.add(context)
    return context, text
