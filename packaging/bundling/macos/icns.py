"""Composes the icon file of the app out of PNG images."""

import struct

from bundling.icon_images import png

# The types of the entries with their pixels; some sizes stand twice, for screens of two ratios.
TYPES = {
    "ic11": 32,
    "ic12": 64,
    "ic07": 128,
    "ic13": 256,
    "ic08": 256,
    "ic14": 512,
    "ic09": 512,
    "ic10": 1024,
}


def icns() -> bytes:
    """Return the icon of the app in all sizes that Finder and the Dock show."""
    images = {size: png(size) for size in sorted(set(TYPES.values()))}
    body = b""
    for kind, size in TYPES.items():
        body += struct.pack(">4sI", kind.encode(), 8 + len(images[size])) + images[size]
    return struct.pack(">4sI", b"icns", 8 + len(body)) + body
