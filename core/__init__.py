"""What all apps share and no game knows. Imports nothing of the other apps."""
