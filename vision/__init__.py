"""From pixels to a reading: images, tiles found and named, rows, and the hand they make."""
