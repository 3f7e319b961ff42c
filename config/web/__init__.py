"""The web process: its server, its gate and the frame of all its answers."""
