"""Reading a camera: frames, tiles followed from frame to frame, steady readings, a window."""
