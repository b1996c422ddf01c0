"""
Sets of fonts that a browser sees instead of the machine's own.

No height and no place on a page may depend on the fonts that a system has.
"""

from pathlib import Path

FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path.home() / ".local/share/fonts",
)

SETS = {
    "wide": ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    "narrow": ("LiberationSansNarrow-Regular.ttf", "LiberationSansNarrow-Bold.ttf"),
    "typewriter": ("DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"),
}
"""File names of the only fonts that there are."""

CONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""


def only(name: str, folder: Path) -> dict[str, str]:
    """
    Return the environment in which a browser sees one set of fonts only.

    Args:
        name: One of `SETS`.
        folder: An empty folder to keep it in.
    """
    for file in SETS[name]:
        found = _find(file)
        (folder / found.name).symlink_to(found)
    config = folder / "fonts.conf"
    config.write_text(CONFIG.format(folder=folder))
    return {"FONTCONFIG_FILE": str(config)}


def _find(file: str) -> Path:
    # Where Liberation Sans comes without its narrow cut, it is narrow enough.
    for name in (file, file.replace("Narrow", "")):
        for folder in FOLDERS:
            for found in folder.rglob(name):
                return found
    raise AssertionError(f"no {file}: tools/fonts.sh sees to it")
