"""Asks of a document that was laid out and written: does it fit, say and show what it promises?

`verify.verify` asks four questions, a module each: `fit`, `words`, `contrast`, `file`. `pages`
gives advice on how pages look; `pictures` draws them, for people to see.
"""
