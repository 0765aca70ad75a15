"""Pictures with what was read in them, and the score beside."""
