"""Cards chosen by what they say: `level <= 3 and fire in tags`, walked and never run."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction

from aidgen.game.records import Card

LONGEST = 200
"""Characters of a choice."""
# Words, numbers, texts in quotes, comparisons and parentheses
LETTERS = re.compile(r"[\w\s.\-<>=!()'\"]*")


def chosen(card: Card, only: str | None) -> bool:
    """Tell whether a card is one of those that `only` asks for; all are if it asks nothing.

    Raises ValueError if it is no choice.
    """
    return only is None or bool(_value(_tree(only), card))


def names(only: str) -> frozenset[str]:
    """Return the names that a choice compares with something; raises ValueError if it is none."""
    found = set()
    for node in ast.walk(_tree(only)):
        if isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
            found |= {side.id for side in sides[:1] if isinstance(side, ast.Name)}
            if any(isinstance(op, (ast.In, ast.NotIn)) for op in node.ops):
                found -= {side.id for side in sides[:1] if isinstance(side, ast.Name)}
    return frozenset(found)


def _tree(only: str) -> ast.expr:
    try:
        if len(only) <= LONGEST and LETTERS.fullmatch(only):
            return ast.parse(only.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    raise ValueError(f"`{only[:LONGEST]}` is no choice of cards")


def _value(node: ast.expr, card: Card) -> object:
    if isinstance(node, ast.BoolOp):
        values = (bool(_value(one, card)) for one in node.values)
        return all(values) if isinstance(node.op, ast.And) else any(values)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return not _value(node.operand, card)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return _compared(node, card)
    raise ValueError(f"`{ast.unparse(node)}` has no place in a choice of cards")


def _compared(node: ast.Compare, card: Card) -> bool:
    (op,), (right,) = node.ops, node.comparators
    if isinstance(op, (ast.In, ast.NotIn)):
        if not (isinstance(right, ast.Name) and right.id == "tags"):
            raise ValueError(f"`{ast.unparse(right)}` has no words in it, expected `tags`")
        return (_word(node.left) in card.tags) == isinstance(op, ast.In)
    if type(op) not in COMPARED or not isinstance(node.left, ast.Name):
        raise ValueError(f"`{ast.unparse(node)}` compares no field with a number or word")
    known, asked = _known(card, node.left.id), _word(right)
    if isinstance(known, Fraction) and isinstance(asked, Fraction):
        return COMPARED[type(op)](known, asked)
    if isinstance(op, (ast.Eq, ast.NotEq)):
        return (known is not None and str(known) == str(asked)) == isinstance(op, ast.Eq)
    return False


def _known(card: Card, name: str) -> object:
    """Return what a card says under a name: a number, a word, or nothing."""
    if name in ("deck", "module"):
        return getattr(card, name)
    if name == "copies":
        return Fraction(card.copies)
    value = card.fields.get(name)
    raw = getattr(value, "raw", None)
    return raw if isinstance(raw, Fraction) else value


def _word(node: ast.expr) -> Fraction | str:
    """Return the number or word that something is compared with."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    minus = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    plain = node.operand if isinstance(node, ast.UnaryOp) and minus else node
    if isinstance(plain, ast.Constant) and type(plain.value) in (int, float):
        return Fraction(str(plain.value)) * (-1 if minus else 1)
    raise ValueError(f"`{ast.unparse(node)}` is no number and no word")


COMPARED: Mapping[type[ast.cmpop], Callable[[Fraction, Fraction], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
