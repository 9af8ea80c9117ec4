"""Tiny Mach-O files, and the app around them, for the tests of the macOS bundle."""

import struct
from pathlib import Path

from bundling.macos.ad_hoc import sign
from bundling.macos.info_plist import write_descriptions
from bundling.macos.macho import ARM64, EXECUTABLE
from bundling.target import Tree, macos_tree

X86_64 = 0x01000007
LIBRARY = 6
_TEXT_SIZE = 0x4000
_BUILD_VERSION, _SEGMENT, _RPATH, _LOAD = 0x32, 0x19, 0x8000001C, 0xC
_MACOS = 1


def macho(
    *,
    cpu: int = ARM64,
    file_type: int = LIBRARY,
    system: tuple[int, int] = (14, 0),
    libraries: tuple[str, ...] = ("/usr/lib/libSystem.B.dylib",),
    search_paths: tuple[str, ...] = (),
    code: bytes = b"code",
) -> bytes:
    """Return a thin, unsigned Mach-O file with a page of code."""
    linkedit = b"names" * 4
    commands = [
        _segment(b"__TEXT", 0, _TEXT_SIZE, _section(len(code))),
        _segment(b"__LINKEDIT", _TEXT_SIZE, len(linkedit)),
        struct.pack("<6I", _BUILD_VERSION, 24, _MACOS, system[0] << 16 | system[1] << 8, 0, 0),
        *(_named(_LOAD, 24, name) for name in libraries),
        *(_named(_RPATH, 12, name) for name in search_paths),
    ]
    body = b"".join(commands)
    head = struct.pack("<8I", 0xFEEDFACF, cpu, 0, file_type, len(commands), len(body), 0, 0)
    text = (head + body).ljust(_TEXT_SIZE - len(code), b"\0") + code
    return text + linkedit


def fat(*parts: bytes) -> bytes:
    """Return a file with these thin ones as its slices."""
    found, at = b"", 0x1000
    index = struct.pack(">2I", 0xCAFEBABE, len(parts))
    for part in parts:
        (cpu,) = struct.unpack_from("<I", part, 4)
        index += struct.pack(">5I", cpu, 0, at + len(found), len(part), 12)
        found += part
    return index.ljust(at, b"\0") + found


def small_app(out: Path) -> Tree:
    """Make an app with an unsigned launcher and library, text files and a link."""
    tree = macos_tree(out)
    for folder in (tree.launcher.parent, tree.libraries, tree.app, tree.packages / "native"):
        folder.mkdir(parents=True)
    launcher = macho(file_type=EXECUTABLE, libraries=("@executable_path/../Frameworks/one.dylib",))
    tree.launcher.write_bytes(launcher)
    tree.launcher.chmod(0o755)
    (tree.libraries / "one.dylib").write_bytes(macho(code=b"one"))
    (tree.packages / "native/two.so").write_bytes(macho(code=b"two"))
    (tree.app / "main.py").write_text("print()")
    (tree.app / "link.py").symlink_to("main.py")
    write_descriptions(tree.root / "Contents", "1.2.3")
    return tree


def signed(**options) -> bytes:
    """Return a tiny Mach-O file with an ad-hoc signature."""
    return sign(macho(**options), "test")


def _segment(name: bytes, offset: int, size: int, section: bytes = b"") -> bytes:
    memory = -(-size // 0x4000) * 0x4000
    head = struct.pack("<2I16s", _SEGMENT, 72 + len(section), name)
    place = struct.pack("<4Q", offset, memory, offset, size)
    return head + place + struct.pack("<4I", 7, 5, int(bool(section)), 0) + section


def _section(size: int) -> bytes:
    offset = _TEXT_SIZE - size
    names = struct.pack("<16s16s", b"__text", b"__TEXT")
    return names + struct.pack("<2Q8I", offset, size, offset, 0, 0, 0, 0, 0, 0, 0)


def _named(kind: int, start: int, name: str) -> bytes:
    text = name.encode() + b"\0"
    size = -(-(start + len(text)) // 8) * 8
    return (struct.pack("<3I", kind, size, start).ljust(start, b"\0") + text).ljust(size, b"\0")
