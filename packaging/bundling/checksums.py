"""Writes, signs and verifies the checksums of a release; the app checks them before an update.

    python packaging/bundling/checksums.py make-key release_key.pem   once, by a maintainer
    python packaging/bundling/checksums.py write dist/release         in the release workflow
    python packaging/bundling/checksums.py verify dist/release        anybody

`SHA256SUMS` is in the form of `sha256sum`, `SHA256SUMS.sig` the Ed25519 signature of its bytes in
Base64 on one line. `write` signs if DUOLOGUE_SIGNING_KEY has the private key. The public key is
`resources/release_key.pub`; without it, the app offers no update.
"""

import base64
import hashlib
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from bundling.target import ROOT

SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
KEY_VARIABLE = "DUOLOGUE_SIGNING_KEY"
PUBLIC_KEY = ROOT / "resources" / "release_key.pub"


class Wrong(Exception):
    """The checksums, the signature or a key cannot be used; the message says why."""


def make_key(private: Path, public: Path = PUBLIC_KEY) -> None:
    """Write a new pair of keys. Raises FileExistsError rather than replacing one."""
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    if public.exists():
        raise FileExistsError(f"{public} is there already.")
    # The private one first: a public key alone, once released, is one that nobody can sign for.
    with os.fdopen(os.open(private, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(pem)
    with public.open("xb") as file:
        file.write(base64.b64encode(key.public_key().public_bytes_raw()) + b"\n")


def write(folder: Path, pem: str, public: Path = PUBLIC_KEY) -> bool:
    """Write the checksums of all files in `folder`, and sign them if there is a private key.
    Return True if they are signed. Raises Wrong."""
    for name in (SUMS, SIGNATURE):
        (folder / name).unlink(missing_ok=True)
    lines = [f"{_sha256(it)}  {it.name}\n" for it in sorted(folder.iterdir()) if it.is_file()]
    sums = "".join(lines).encode()
    (folder / SUMS).write_bytes(sums)
    if not pem.strip():
        return False
    key = _private_key(pem)
    if key.public_key().public_bytes_raw() != _public_bytes(public):
        raise Wrong(f"{KEY_VARIABLE} is not the key that {public.name} belongs to.")
    (folder / SIGNATURE).write_bytes(base64.b64encode(key.sign(sums)) + b"\n")
    return True


def verify(folder: Path, public: Path = PUBLIC_KEY) -> None:
    """Raise Wrong unless the signature is right, and each file that is there is listed with its
    checksum."""
    sums, signature = (folder / SUMS).read_bytes(), (folder / SIGNATURE).read_bytes()
    try:
        key = Ed25519PublicKey.from_public_bytes(_public_bytes(public))
        key.verify(base64.b64decode(signature.strip(), validate=True), sums)
    except (InvalidSignature, ValueError) as error:
        raise Wrong(f"{SIGNATURE} is not the signature of the publisher.") from error
    published = {line[66:]: line[:64] for line in sums.decode().splitlines()}
    for file in sorted(it for it in folder.iterdir() if it.is_file()):
        if file.name not in (SUMS, SIGNATURE) and published.get(file.name) != _sha256(file):
            raise Wrong(f"{file.name} is not the file that was published.")


def _private_key(pem: str) -> Ed25519PrivateKey:
    try:
        key = load_pem_private_key(pem.encode(), None)
    except (ValueError, TypeError) as error:
        raise Wrong(f"{KEY_VARIABLE} is not a private key in PEM without a password.") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise Wrong(f"{KEY_VARIABLE} is not an Ed25519 key.")
    return key


def _public_bytes(path: Path) -> bytes:
    if not path.is_file():
        raise Wrong(f"{path} is missing. Make a pair of keys first: checksums.py make-key FILE")
    return base64.b64decode(path.read_bytes().strip(), validate=True)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def main(command: str, place: str) -> int:
    try:
        if command == "make-key":
            make_key(Path(place))
            print(f"Put the contents of {place} into the secret {KEY_VARIABLE}, then delete it.")
        elif command == "write":
            signed = write(Path(place), os.environ.get(KEY_VARIABLE, ""))
            print(f"{SUMS} is {'signed' if signed else f'not signed: {KEY_VARIABLE} is not set'}.")
        elif command == "verify":
            verify(Path(place))
            print("The signature and the checksums are right.")
        else:
            raise Wrong(f"{command} is not make-key, write or verify.")
    except (Wrong, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
