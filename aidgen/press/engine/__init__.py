"""Everything that touches WeasyPrint: laying out documents, and reading their boxes."""
