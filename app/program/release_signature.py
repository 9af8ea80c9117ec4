"""Checks that a release comes from its publisher.

A release has two more assets. `SHA256SUMS` lists the checksums of all others as `sha256sum` writes
them: 64 hexadecimal digits, two spaces, the name. `SHA256SUMS.sig` is the Ed25519 signature of its
bytes, 64 bytes in Base64 on one line. With OpenSSL 3 and the private key in key.pem:

    openssl pkeyutl -sign -rawin -inkey key.pem -in SHA256SUMS | base64 -w0 > SHA256SUMS.sig
    openssl pkey -in key.pem -pubout -outform DER | tail -c 32 | base64 > resources/release_key.pub

The public key ships with the program. Without the file, nothing is downloaded.
"""

import base64
import re
from pathlib import Path

from app.base.paths import RESOURCES
from engine.system.files import read_file

KEY_FILE = RESOURCES / "release_key.pub"
SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
MAX_SUMS, MAX_SIGNATURE = 1 << 16, 1 << 10
_KEY_BYTES = 32
_LINE = re.compile(r"([0-9a-f]{64}) [ *](.+)")


def public_key(path: Path = KEY_FILE) -> bytes:
    """Return the publisher's key, b"" if there is none."""
    try:
        found = _decoded(read_file(path, MAX_SIGNATURE))
    except OSError:
        return b""
    return found if len(found) == _KEY_BYTES else b""


def is_signed(sums: bytes, signature: bytes, key: bytes) -> bool:
    """Return True if `signature`, in Base64, is that of `sums` by the owner of `key`."""
    # Imported on a worker thread, since it takes 60 ms.
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
        Ed25519PublicKey,
    )

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(_decoded(signature), sums)
    except (InvalidSignature, ValueError):
        return False
    return True


def checksum_of(sums: bytes, name: str) -> str:
    """Return the checksum of a file, "" if it is not listed or listed twice."""
    lines = sums.decode("utf-8", "replace").splitlines()
    found = [it[1] for line in lines if (it := _LINE.fullmatch(line)) and it[2] == name]
    return found[0] if len(found) == 1 else ""


def _decoded(text: bytes) -> bytes:
    try:
        return base64.b64decode(text.strip(), validate=True)
    except ValueError:
        return b""
