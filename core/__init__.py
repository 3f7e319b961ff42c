"""Code that all apps share and that knows no game. It imports none of the other apps."""
