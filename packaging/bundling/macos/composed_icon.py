"""Compiles the icon with its dark and tinted looks, which macOS 26 shows; on a Mac with Xcode.

The drawings are taken apart as Icon Composer wants them: the ground as a gradient, which the system
shapes and lights, and the voices as a layer above it. Only a Mac confirms this module. Without
Xcode, the app has the icon of `icns` in all looks.
"""

import json
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from bundling.icon_images import ICON
from bundling.macos.info_plist import ASSETS, NAME
from bundling.target import MACOS_FLOOR
from bundling.tools import BuildFailed, run

DRAWINGS = {
    "": ICON,
    "dark": ICON.with_stem("app-dark"),
    "tinted": ICON.with_stem("app-tinted"),
}
_GROUND = re.compile(r'<linearGradient id="ground".*?</linearGradient>', re.DOTALL)
_COLOR = re.compile(r'stop-color="#(\w{6})"')
_PATH = re.compile(r"<path .*?/>", re.DOTALL)
# The ground fills all of the icon there, without the margin of the drawings.
_VIEW, _INNER_VIEW = 'viewBox="0 0 1024 1024"', 'viewBox="100 100 824 824"'


def compile_icon(resources: Path) -> str:
    """Write Assets.car into the folder Resources. Return a sentence for the log of the build."""
    if sys.platform != "darwin":
        return "Icon: one look, as only a Mac with Xcode compiles the others."
    with tempfile.TemporaryDirectory() as place:
        source = Path(place, f"{NAME}.icon")
        write_document(source)
        form = ("--platform", "macosx", "--minimum-deployment-target", MACOS_FLOOR)
        names = ("--app-icon", NAME, "--output-partial-info-plist", Path(place, "icon.plist"))
        out = Path(place, "out")
        out.mkdir()
        try:
            run("xcrun", "actool", source, "--compile", out, *form, *names)
            shutil.move(out / ASSETS, resources)
        except (BuildFailed, OSError) as error:
            return f"Icon: one look, as the others could not be compiled: {error}"
    return "Icon: light, dark and tinted, compiled by actool."


def write_document(folder: Path) -> None:
    """Write the icon as a document of Icon Composer."""
    (folder / "Assets").mkdir(parents=True)
    for look, drawing in DRAWINGS.items():
        (folder / "Assets" / _layer_name(look)).write_text(_voices(drawing), encoding="utf-8")
    layer = {
        "name": "voices",
        "image-name-specializations": _by_look(_layer_name),
        "glass": False,
    }
    document = {
        "fill-specializations": _by_look(_ground),
        "groups": [{"layers": [layer], "shadow": {"kind": "neutral", "opacity": 0.3}}],
        "supported-platforms": {"squares": ["macOS"]},
    }
    (folder / "icon.json").write_text(json.dumps(document, indent=1), encoding="utf-8")


def _by_look(value: Any) -> list[dict[str, Any]]:
    looks: list[dict[str, Any]] = [{"appearance": look} if look else {} for look in DRAWINGS]
    return [{**look, "value": value(look.get("appearance", ""))} for look in looks]


def _layer_name(look: str) -> str:
    return f"voices-{look}.svg" if look else "voices.svg"


def _ground(look: str) -> dict[str, list[str]]:
    """Return the two colors of the ground as Icon Composer writes them."""
    found = _GROUND.search(DRAWINGS[look].read_text(encoding="utf-8"))
    colors = _COLOR.findall(found[0]) if found else []
    parts = [[int(color[at : at + 2], 16) / 255 for at in (0, 2, 4)] for color in colors]
    words = ("srgb:" + ",".join(f"{part:.5f}" for part in (*each, 1)) for each in parts)
    return {"linear-gradient": list(words)}


def _voices(drawing: Path) -> str:
    """Return a drawing without its ground and the edge of it."""

    def kept(found: re.Match[str]) -> str:
        ground = 'url(#ground)"' in found[0] or 'fill="none"' in found[0]
        return "" if ground else found[0]

    text = _PATH.sub(kept, drawing.read_text(encoding="utf-8"))
    return text.replace(_VIEW, _INNER_VIEW)
