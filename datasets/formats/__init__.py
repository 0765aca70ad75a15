"""Label formats, each read and written."""
