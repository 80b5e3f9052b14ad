"""What a tongue says and how it is written: numbers, comparisons, spaces, quotes, order."""
