"""HTML made into a tagged PDF: the only room that knows the engine's boxes.

Doors: `typeset.typeset` sets a page and tells what does not fit, `tags.tagged` writes its tags,
`engine.warm` pays for the engine beforehand, `copyfit.copyfit` finds the largest size that fits.
"""
