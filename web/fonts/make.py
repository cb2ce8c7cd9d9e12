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
from collections.abc import Iterator
from itertools import pairwise
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

PACKAGE = "@expo-google-fonts/nunito"
VERSION = "0.4.2"
SHA256 = "0587c2bb273575fcd9238db5ea4405a65cb4f7ae8fcadfbef059c1b16ef8e773"
WEIGHTS = {"regular": "package/600SemiBold/Nunito_600SemiBold.ttf", "bold": "package/800ExtraBold/Nunito_800ExtraBold.ttf"}
LICENCE = "package/LICENSE_FONT"
TARGET = Path(__file__).resolve().parents[2] / "game" / "assets" / "fonts"

# Latin with its extensions for the languages of Europe, Cyrillic, punctuation, and the signs that the game uses.
RANGES = [(0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x400, 0x45F), (0x490, 0x491), (0x2010, 0x2014), (0x2018, 0x201E)]
SIGNS = "•…‹›€№™−×÷≈≠≤≥∞²³½ẞ"
# Kerning is kept for pairs of these, from so many thousandths of an em on.
KERNED = [(0x21, 0x7E), (0xDF, 0xFF), (0x410, 0x44F), (0x2018, 0x201E)]
LEAST_KERNING = 20
# Signs that the font lacks, drawn as lines through points: on a grid of 600 by 600, y upwards from the baseline.
DRAWN: dict[str, list[list[tuple[int, int]]]] = {
    "←": [[(530, 330), (80, 330)], [(260, 510), (80, 330), (260, 150)]],
    "→": [[(70, 330), (520, 330)], [(340, 510), (520, 330), (340, 150)]],
    "↑": [[(300, 80), (300, 570)], [(120, 390), (300, 570), (480, 390)]],
    "↓": [[(300, 600), (300, 110)], [(120, 290), (300, 110), (480, 290)]],
    "✓": [[(90, 330), (240, 150), (520, 560)]],
    "\N{NARROW NO-BREAK SPACE}": [],
}
WIDTHS = {"\N{NARROW NO-BREAK SPACE}": 160}
STROKE = {"regular": 84, "bold": 116}


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
            (TARGET / f"{name}.ttf").write_bytes(smaller(_member(files, member), STROKE[name]))
        (TARGET / "LICENSE.txt").write_bytes(_member(files, LICENCE))
    return 0


def smaller(font_bytes: bytes, stroke: int) -> bytes:
    """The font with the wanted characters only, the drawn signs added, and its kerning in the table that SDL reads."""
    font = TTFont(io.BytesIO(font_bytes), recalcTimestamp=False)
    options = subset.Options(hinting=False, layout_features=["kern"], name_IDs=[0, 1, 2, 13, 14], notdef_outline=True,
                             glyph_names=False, recalc_timestamp=False, drop_tables=["DSIG", "STAT", "GSUB", "GDEF"])
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[c for first, last in RANGES for c in range(first, last + 1)] + [ord(c) for c in SIGNS])
    cutter.subset(font)
    add_kerning_table(font)
    for sign, lines in DRAWN.items():
        add_sign(font, sign, lines, stroke)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def add_kerning_table(font: TTFont) -> None:
    """Put the kerning of GPOS into a plain "kern" table and drop GPOS: without HarfBuzz, SDL knows only the former."""
    names = font.getBestCmap()
    kerned = {names[c] for first, last in KERNED for c in range(first, last + 1) if c in names}
    pairs: dict[tuple[str, str], int] = {}
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            for pair, value in _pairs(getattr(table, "ExtSubTable", table), kerned):
                pairs.setdefault(pair, value)
    table = KernTable_format_0()
    table.coverage = 1
    table.kernTable = {pair: value for pair, value in pairs.items() if abs(value) >= LEAST_KERNING}
    font["kern"] = kern = newTable("kern")
    kern.version, kern.kernTables = 0, [table]
    del font["GPOS"]


def _pairs(table: Any, kerned: set[str]) -> Iterator[tuple[tuple[str, str], int]]:
    """The pairs of one GPOS table and how much closer they stand. The first table that knows a pair decides."""
    firsts = kerned & set(table.Coverage.glyphs)
    if table.Format == 1:
        for first, pairset in zip(table.Coverage.glyphs, table.PairSet, strict=True):
            for record in pairset.PairValueRecord:
                if first in kerned and record.SecondGlyph in kerned:
                    yield (first, record.SecondGlyph), _advance(record.Value1)
        return
    for first in firsts:
        row = table.Class1Record[table.ClassDef1.classDefs.get(first, 0)].Class2Record
        for second in kerned:
            yield (first, second), _advance(row[table.ClassDef2.classDefs.get(second, 0)].Value1)


def _advance(value: Any) -> int:
    return getattr(value, "XAdvance", 0) or 0


def add_sign(font: TTFont, sign: str, lines: list[list[tuple[int, int]]], stroke: int) -> None:
    """Draw a sign with lines of one thickness, round at ends and joints."""
    name = f"uni{ord(sign):04X}"
    pen = TTGlyphPen(None)
    for line in lines:
        for x, y in line:
            _polygon(pen, [(x + stroke / 2 * cos(a * pi / 8), y - stroke / 2 * sin(a * pi / 8)) for a in range(16)])
        for (x0, y0), (x1, y1) in pairwise(line):
            length = hypot(x1 - x0, y1 - y0)
            dx, dy = (y1 - y0) / length * stroke / 2, (x0 - x1) / length * stroke / 2
            _polygon(pen, [(x0 - dx, y0 - dy), (x1 - dx, y1 - dy), (x1 + dx, y1 + dy), (x0 + dx, y0 + dy)])
    glyph = pen.glyph()
    if lines:
        glyph.flags[0] |= 0x40  # outlines overlap
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"].glyphs[name] = glyph
    left = min((x for line in lines for x, _ in line), default=0) - stroke // 2 if lines else 0
    font["hmtx"].metrics[name] = (WIDTHS.get(sign, 600), left)
    font["maxp"].numGlyphs += 1
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[ord(sign)] = name


def _polygon(pen: TTGlyphPen, points: list[tuple[float, float]]) -> None:
    pen.moveTo((round(points[0][0]), round(points[0][1])))
    for x, y in points[1:]:
        pen.lineTo((round(x), round(y)))
    pen.closePath()


def _member(files: tarfile.TarFile, name: str) -> bytes:
    file = files.extractfile(name)
    if file is None:
        raise FileNotFoundError(name)
    return file.read()


if __name__ == "__main__":
    sys.exit(main())
