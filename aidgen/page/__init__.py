"""Renders a localized game with the templates: HTML that carries its own promises."""
