"""Makes tagged PDFs from HTML: the only room that knows the engine's boxes.

Entry points: `typeset.typeset` sets a page and reports what does not fit, `tags.tagged` writes its
tags, `engine.warm` initializes the engine, `copyfit.copyfit` finds the largest size that fits.
"""
