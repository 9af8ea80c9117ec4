"""Removes from a bundle what no part of Duologue uses: the only list of such files."""

import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bundling.target import Target, Tree


@dataclass(frozen=True)
class Unused:
    """`patterns` are those of `Path.glob`, from the folder of packages; `but` names files that
    stay. With `importing`, only modules go that cannot be imported without that package. An entry
    for one target alone names it."""

    reason: str
    patterns: tuple[str, ...]
    but: tuple[str, ...] = ()
    target: str = ""
    importing: str = ""


# The modules of Qt that the window imports.
BINDINGS = ("Core", "DBus", "Gui", "PrintSupport", "Svg", "Widgets")
# The platform needs these besides.
QT = (*BINDINGS, "XcbQpa", "WaylandClient", "WlShellIntegration", "OpenGL")
PLATFORMS = (
    *("xcb.so", "wayland.so", "offscreen.so", "minimal.so"),
    *("cocoa.dylib", "offscreen.dylib", "minimal.dylib"),
)
QT_PLUGINS = (
    *("platforms", "styles", "imageformats", "iconengines", "printsupport", "platformthemes"),
    *("platforminputcontexts", "xcbglintegrations", "wayland-shell-integration"),
    *("wayland-graphics-integration-client", "wayland-decoration-client"),
)


def _whole(*packages: str) -> tuple[str, ...]:
    return (*packages, *(f"{name}-*.dist-info" for name in packages))


UNUSED = (
    Unused(
        "Data sets for training, which mlx-vlm depends on and only its trainer imports.",
        (
            *_whole("datasets", "pandas", "pyarrow", "dill", "multiprocess", "xxhash"),
            "_multiprocess",
        ),
    ),
    Unused("Only audio models and training use it.", (*_whole("scipy"), "scipy.libs")),
    Unused("Programs of packages.", ("bin", "share/man")),
    Unused("Tests of packages.", ("*/tests", "*/test", "numpy/*/tests", "numpy/*/*/tests")),
    Unused(
        "For programs that compile against a package.",
        (
            *("mlx/include", "mlx/share", "PySide6/include", "PySide6/typesystems", "PySide6/glue"),
            *("shiboken6/include", "numpy/_core/include", "numpy/_core/lib", "numpy/f2py"),
            *("**/*.pyi", "**/*.pxd", "**/*.h", "**/*.hpp", "**/*.cmake", "**/*.a"),
        ),
    ),
    Unused("Qt Quick, which no window uses.", ("PySide6/Qt/qml", "PySide6/libpyside6qml*")),
    Unused(
        "Texts of Qt's own dialogs in other languages.",
        ("PySide6/Qt/translations/*",),
        ("qtbase_de.qm", "qtbase_en.qm", "qt_de.qm", "qt_en.qm"),
    ),
    Unused(
        "Tools of Qt for developers.",
        (
            *("PySide6/Qt/metatypes", "PySide6/Qt/libexec", "PySide6/doc", "PySide6/scripts"),
            *("PySide6/*.app", "PySide6/lupdate", "PySide6/lrelease", "PySide6/lconvert"),
            *("PySide6/qml*", "PySide6/balsam*", "PySide6/qsb", "PySide6/svgtoqml"),
            *("PySide6/designer", "PySide6/linguist", "PySide6/assistant", "PySide6/QtAsyncio"),
            *("PySide6/resources", "PySide6/Qt/resources"),
        ),
    ),
    Unused(
        "Modules of Qt that no window imports.",
        ("PySide6/Qt/lib/*.framework",),
        tuple(f"Qt{name}.framework" for name in QT),
        "macos",
    ),
    Unused(
        "Modules of Qt that no window imports.",
        ("PySide6/Qt/lib/libQt6*.so*",),
        tuple(f"libQt6{name}.so.6" for name in QT),
        "linux",
    ),
    Unused(
        "Bindings of modules of Qt that no window imports.",
        ("PySide6/Qt*.abi3.so",),
        tuple(f"Qt{name}.abi3.so" for name in BINDINGS),
    ),
    Unused(
        "Screens without a window system.",
        ("PySide6/Qt/plugins/platforms/*",),
        tuple(f"libq{name}" for name in PLATFORMS),
    ),
    Unused("Plugins of Qt for what no window does.", ("PySide6/Qt/plugins/*",), QT_PLUGINS),
    Unused(
        "Reads PDF as images by a module of Qt that is not here; pypdfium2 reads them.",
        ("PySide6/Qt/plugins/imageformats/*qpdf*",),
    ),
    Unused(
        "Formats of images that nothing here reads: Pillow reads those that people open.",
        tuple(f"PySide6/Qt/plugins/imageformats/*q{name}.*" for name in ("icns", "tga", "wbmp")),
    ),
    Unused(
        "A keyboard on the screen, which needs Qt Quick.",
        ("PySide6/Qt/plugins/platforminputcontexts/*virtualkeyboard*",),
    ),
    Unused(
        "PyTorch models of transformers: the models that run are those of mlx-lm and mlx-vlm.",
        (
            *("transformers/models/*/modeling_*.py", "transformers/models/*/modular_*.py"),
            "transformers/models/*/convert_*.py",
        ),
        ("modeling_auto.py",),
    ),
    Unused(
        "PyTorch is not in the bundle, so these modules fail as soon as they are imported.",
        ("transformers/**/*.py",),
        importing="torch",
    ),
    Unused(
        "Speech: Duologue takes no audio. The models that see and hear import the codecs.",
        tuple(f"mlx_audio/{name}" for name in ("tts", "sts", "stt", "music", "server*", "vad")),
    ),
    Unused("Classifiers of faces.", ("cv2/data",)),
    Unused(
        "A window of OpenCV, which Duologue does not open.",
        ("cv2/qt", "opencv_python.libs/libQt5XcbQpa*"),
    ),
    Unused(
        "Xet, a way of download that Duologue turns off: its own downloads resume.",
        ("hf_xet", "hf_xet-*.dist-info"),
    ),
    Unused("Left by the installation.", ("**/__pycache__", "**/RECORD", "**/direct_url.json")),
)


def prune(tree: Tree, target: Target, entries: Iterable[Unused] = UNUSED) -> int:
    """Remove the unused files of the packages. Return their bytes."""
    removed = 0
    for entry in entries:
        if entry.target in ("", target.name):
            removed += sum(_remove(path) for path in found(entry, tree.packages))
    return removed


def found(entry: Unused, packages: Path) -> Iterator[Path]:
    for pattern in entry.patterns:
        for path in sorted(packages.glob(pattern)):
            if path.name not in entry.but and _imports(path, entry.importing):
                yield path


def _imports(module: Path, package: str) -> bool:
    """Return True if a module always imports `package`: not inside a condition or a function."""
    statement = rf"^(import|from) {package}\b"
    return not package or bool(re.search(statement, module.read_text("utf-8"), re.MULTILINE))


def _remove(path: Path) -> int:
    if path.is_dir() and not path.is_symlink():
        size = sum(it.lstat().st_size for it in path.rglob("*") if not it.is_dir())
        shutil.rmtree(path)
        return size
    size = path.lstat().st_size if path.exists() or path.is_symlink() else 0
    path.unlink(missing_ok=True)
    return size
