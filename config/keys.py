"""Keys for local use: one secret kept in a file, and keys derived from it.

Production takes its keys from the environment and does not use this module.
"""

import base64
import os
import secrets
from pathlib import Path

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def kept(path: Path) -> str:
    """The secret in the file `path`; created with mode 0600 if the file does not exist."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Written to a temporary file and linked, so that two first starts agree on one complete key.
    aside = path.with_name(f"{path.name}.{os.getpid()}")
    if not path.exists():
        handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(handle, "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(aside, path)
        except FileExistsError:
            pass
        finally:
            aside.unlink()
    return path.read_text().strip()


def derived(secret: str, purpose: str) -> str:
    """32 bytes derived from `secret` for one purpose (HKDF-SHA256), in base64."""
    hkdf = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"cardhouse:" + purpose.encode())
    return base64.b64encode(hkdf.derive(secret.encode())).decode()
