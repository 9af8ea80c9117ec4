"""Writes the licences of all parts into a bundle, and refuses parts that its terms do not allow.

Why a macOS bundle goes out under the GPL, and a Linux bundle does not: LICENSING.md.
"""

import json
import re
from pathlib import Path

from bundling.components import (
    TERMS,
    Component,
    Unlicensed,
    all_components,
    licences_in,
    standard,
)
from bundling.target import LINUX, MACOS, Target, Tree

TEXTS = "THIRD_PARTY_LICENCES.txt"
# Licences whose terms the GPL 3 allows to be combined with it, by the lists of the FSF and Debian.
GPL_COMPATIBLE = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-2-Clause-Patent", "BSD-3-Clause"),
        *("BSD-3-Clause-Clear", "CC0-1.0", "CNRI-Python", "FTL", "GPL-2.0-or-later"),
        *("GPL-3.0-only", "GPL-3.0-or-later", "HPND", "HPND-sell-variant", "IJG", "ISC", "Imlib2"),
        *("LGPL-2.0-or-later", "LGPL-2.1-or-later", "LGPL-3.0-only", "LGPL-3.0-or-later", "MIT"),
        *("MIT-0", "MIT-CMU", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Unicode-3.0", "Unlicense", "WTFPL"),
        *("X11", "X11-distribute-modifications-variant", "Zlib", "blessing", "bzip2-1.0.6"),
        *("libpng-2.0", "libtiff"),
        # The profile of colors inside Qt, which Debian has in main, inside programs under the GPL.
        "LicenseRef-ICC-License",
    }
)
# The licence of a bundle as a whole.
LICENCE_OF = {MACOS.name: "GPL-3.0-or-later", LINUX.name: "Apache-2.0"}
# Its terms in words, and the text that has them.
TERMS_OF = {
    MACOS.name: (
        f"{LICENCE_OF[MACOS.name]} as a whole, Apache-2.0 for its own source",
        "GPL-3.0",
    ),
    LINUX.name: (
        f"{LICENCE_OF[LINUX.name]}, libraries by others under their own licenses",
        "Apache-2.0",
    ),
}


def write_licences(tree: Tree, target: Target, version: str) -> list[Component]:
    """Write `licences.json` for the window About, the same as plain text, and the terms. Return
    the components. Raises Unlicensed."""
    components = all_components(tree)
    refuse(components, target)
    terms, text = TERMS_OF[target.name]
    offer = notice(components, target, version)
    whole = Component("Duologue", version, terms, f"{offer}\n\n{standard(text)}")
    listed = [
        {"name": it.name, "version": it.version, "licence": it.licence, "text": it.text}
        for it in (whole, *components)
    ]
    found = {"terms": terms, "components": listed}
    _write(tree.app / "licences.json", json.dumps(found, ensure_ascii=False, indent=1) + "\n")
    _write(tree.app / TEXTS, "\n".join(map(_section, components)))
    _write(tree.app / "NOTICE.txt", offer)
    _write(tree.app / "LICENSE", standard("Apache-2.0"))
    if target == MACOS:
        _write(tree.app / "COPYING", standard("GPL-3.0"))
    return components


def refuse(components: list[Component], target: Target) -> None:
    """Raise Unlicensed for parts that may not go into a bundle of this target."""
    fits = gpl_compatible if target == MACOS else free_of_gpl
    wrong = [f"{it.name} ({it.licence})" for it in components if not fits(it.licence)]
    if wrong:
        terms = TERMS_OF[target.name][0]
        raise Unlicensed(f"The {target.name} bundle is under {terms}; that excludes {wrong}.")


def gpl_compatible(licence: str) -> bool:
    """Return True if each part of an SPDX expression has an alternative that the GPL 3 allows."""
    return all(not GPL_COMPATIBLE.isdisjoint(licences_in(it)) for it in _parts(licence))


def free_of_gpl(licence: str) -> bool:
    """Return True if each part of an SPDX expression has an alternative other than the GPL. The
    exception for GCC's runtime libraries allows any program."""
    return all(
        "GCC-exception" in part or any(not it.startswith("GPL") for it in licences_in(part))
        for part in _parts(licence)
    )


def notice(components: list[Component], target: Target, version: str) -> str:
    """Return the text that says under which terms a bundle goes out and where its source is."""
    text = (TERMS / f"notice_{target.name}.txt").read_text(encoding="utf-8")
    gpl = [f"  {it.name} {it.version} ({it.licence})" for it in components if "GPL" in it.licence]
    return text.replace("{version}", version).replace("{components}", "\n".join(gpl))


def _parts(licence: str) -> list[str]:
    return re.split(r"\s+AND\s+", licence)


def _section(component: Component) -> str:
    title = f"{component.name} {component.version} ({component.licence})"
    return f"{'=' * 80}\n{title}\n{'=' * 80}\n\n{component.text}\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
