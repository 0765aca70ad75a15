"""What is printed on tiles: faces drawn by our own code, by fonts, or from artwork folders."""
