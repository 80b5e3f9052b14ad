"""A game as data: YAML read with its places, the records it makes, and what follows from them."""
