"""Asks of a document that was laid out and written: does it fit, say and show what it promises?

`verify.verify` asks four questions, a module each: `fit`, `words`, `contrast`, `file`. `pictures`
draws pages, for people to see.
"""
