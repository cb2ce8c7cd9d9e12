"""Makes game/assets/fonts/ from the Nunito fonts of an npm package.

Run with fonttools installed:  python web/fonts/make.py
It packs the package with npm, checks it, and keeps the characters below in two weights.
"""

import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

PACKAGE = "@expo-google-fonts/nunito"
VERSION = "0.4.2"
SHA256 = "0587c2bb273575fcd9238db5ea4405a65cb4f7ae8fcadfbef059c1b16ef8e773"
WEIGHTS = {"regular": "package/600SemiBold/Nunito_600SemiBold.ttf", "bold": "package/800ExtraBold/Nunito_800ExtraBold.ttf"}
LICENCE = "package/LICENSE_FONT"
TARGET = Path(__file__).resolve().parents[2] / "game" / "assets" / "fonts"

# Latin with its extensions for the languages of Europe, Cyrillic, punctuation, and the signs that the game uses.
RANGES = [(0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x400, 0x45F), (0x490, 0x491), (0x2010, 0x2014), (0x2018, 0x201E)]
SIGNS = "•…‹›€№™←↑→↓−×÷≈≠≤≥∞✓²³½ẞ"


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(
            ["npm", "pack", "--silent", f"{PACKAGE}@{VERSION}"], cwd=folder, check=True, capture_output=True, text=True
        ).stdout.split()[-1]
        archive = (Path(folder) / packed).read_bytes()
    if hashlib.sha256(archive).hexdigest() != SHA256:
        print(f"{PACKAGE} {VERSION} is not the archive that this script knows", file=sys.stderr)
        return 1
    TARGET.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for name, member in WEIGHTS.items():
            (TARGET / f"{name}.ttf").write_bytes(smaller(_member(files, member)))
        (TARGET / "LICENSE.txt").write_bytes(_member(files, LICENCE))
    return 0


def smaller(font_bytes: bytes) -> bytes:
    """The font with the wanted characters only, without hinting and layout tables that SDL does not read."""
    font = TTFont(io.BytesIO(font_bytes), recalcTimestamp=False)
    options = subset.Options(hinting=False, layout_features=["kern"], name_IDs=[0, 1, 2, 13, 14], notdef_outline=True,
                             glyph_names=False, recalc_timestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[c for first, last in RANGES for c in range(first, last + 1)] + [ord(c) for c in SIGNS])
    cutter.subset(font)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def _member(files: tarfile.TarFile, name: str) -> bytes:
    file = files.extractfile(name)
    if file is None:
        raise FileNotFoundError(name)
    return file.read()


if __name__ == "__main__":
    sys.exit(main())
