"""All that touches WeasyPrint: documents laid out, and what the engine knows of their boxes."""
