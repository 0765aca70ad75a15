"""Where the tiles lie: rows, hands, tables."""
