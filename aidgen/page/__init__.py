"""A localized game poured into templates: one HTML text that carries what it promises."""
