"""What page, press and proof share: a document, its layout, what it promises, and its faults."""
