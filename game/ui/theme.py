"""Colours and sizes. A theme is data; nothing else in the game names a colour."""

from typing import NamedTuple

Colour = tuple[int, int, int]

# Text sizes in CSS pixels.
SMALL, BODY, LEAD, TITLE, DISPLAY = 14.0, 17.0, 20.0, 28.0, 44.0
# The smallest side of anything that is pressed, in CSS pixels.
TARGET = 44.0
GAP = 12.0
RADIUS = 12.0


class Theme(NamedTuple):
    """Every colour of one look. Names say the use, never the hue."""

    name: str
    dark: bool
    background: Colour
    panel: Colour
    """Cards, dialogs, quiet buttons."""
    panel_edge: Colour
    pressed: Colour
    """A panel or quiet button while it is held down, and a chosen segment's ground."""
    text: Colour
    muted: Colour
    """Text that is less important; still readable."""
    accent: Colour
    """Primary buttons and what is chosen."""
    accent_pressed: Colour
    on_accent: Colour
    focus: Colour
    """The ring around the widget that the keyboard is on."""
    board: Colour
    """The ground between the cells."""
    cell: Colour
    """An empty cell."""
    cell_other: Colour
    """An empty cell of every other box, where a board has boxes."""
    box_line: Colour
    """The bold lines between boxes."""
    warning: Colour
    preview: Colour
    """Where the piece would land."""
    preview_edge: Colour
    lines: Colour
    """The thick outline around lines that would clear."""
    lines_edge: Colour
    """The thin dark casing of that outline, which makes it stand out on anything."""
    illegal: Colour
    illegal_edge: Colour
    mint: Colour
    mint_edge: Colour
    shadow: Colour
    families: tuple[Colour, ...]
    """One colour for each family of pieces."""
    box_share: float = 0.05
    """How wide the lines between boxes are, of a cell."""

    @property
    def framed(self) -> bool:
        """Whether panels are told from the background by their edges alone."""
        return self.panel == self.background

    def family(self, index: int) -> Colour:
        """The colour of a piece family; indices past the last one start again."""
        return self.families[index % len(self.families)]


LIGHT = Theme(
    name="light", dark=False,
    background=(244, 238, 227), panel=(253, 250, 244), panel_edge=(142, 129, 108), pressed=(233, 223, 205),
    text=(43, 39, 34), muted=(102, 93, 80),
    accent=(41, 98, 130), accent_pressed=(30, 76, 103), on_accent=(255, 255, 255), focus=(23, 92, 171),
    board=(222, 211, 192), cell=(250, 246, 238), cell_other=(239, 231, 216), box_line=(122, 109, 88),
    warning=(190, 40, 46), preview=(196, 224, 246), preview_edge=(38, 116, 173),
    lines=(247, 187, 22), lines_edge=(140, 88, 0), illegal=(250, 206, 212), illegal_edge=(186, 45, 75),
    mint=(196, 236, 215), mint_edge=(26, 127, 84), shadow=(74, 58, 34),
    families=(
        (196, 84, 62), (178, 118, 22), (108, 132, 46), (34, 132, 96),
        (30, 126, 150), (62, 104, 178), (124, 88, 170), (176, 76, 124),
    ),
)

DARK = Theme(
    name="dark", dark=True,
    background=(25, 31, 40), panel=(36, 44, 56), panel_edge=(112, 126, 146), pressed=(50, 61, 77),
    text=(236, 239, 243), muted=(167, 178, 193),
    accent=(122, 190, 224), accent_pressed=(92, 163, 200), on_accent=(12, 24, 34), focus=(145, 205, 255),
    board=(17, 22, 29), cell=(41, 50, 64), cell_other=(51, 62, 79), box_line=(138, 152, 173),
    warning=(255, 122, 118), preview=(58, 96, 132), preview_edge=(130, 196, 244),
    lines=(255, 203, 61), lines_edge=(20, 15, 0), illegal=(104, 50, 66), illegal_edge=(255, 138, 162),
    mint=(38, 98, 76), mint_edge=(112, 222, 174), shadow=(0, 0, 0),
    families=(
        (232, 124, 100), (224, 170, 78), (158, 186, 92), (88, 190, 150),
        (88, 186, 210), (124, 160, 232), (176, 146, 226), (226, 134, 178),
    ),
)

HIGH_CONTRAST = Theme(
    name="contrast", dark=True,
    background=(0, 0, 0), panel=(0, 0, 0), panel_edge=(255, 255, 255), pressed=(60, 60, 60),
    text=(255, 255, 255), muted=(225, 225, 225),
    accent=(255, 224, 64), accent_pressed=(214, 184, 20), on_accent=(0, 0, 0), focus=(0, 229, 255),
    board=(140, 140, 140), cell=(0, 0, 0), cell_other=(46, 46, 46), box_line=(255, 255, 255), box_share=0.11,
    warning=(255, 128, 128), preview=(0, 70, 120), preview_edge=(120, 210, 255),
    lines=(255, 224, 0), lines_edge=(0, 0, 0), illegal=(110, 0, 40), illegal_edge=(255, 140, 175),
    mint=(0, 84, 52), mint_edge=(90, 255, 180), shadow=(0, 0, 0),
    families=(
        (255, 122, 92), (255, 190, 50), (184, 224, 70), (70, 224, 150),
        (60, 214, 255), (130, 170, 255), (206, 156, 255), (255, 140, 205),
    ),
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK, HIGH_CONTRAST)}


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """The colour `share` (0 to 1) of the way from a to b."""
    return (round(a[0] + (b[0] - a[0]) * share), round(a[1] + (b[1] - a[1]) * share), round(a[2] + (b[2] - a[2]) * share))


def contrast(a: Colour, b: Colour) -> float:
    """The WCAG contrast ratio of two colours, 1 to 21."""
    bright, dim = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _luminance(colour: Colour) -> float:
    def linear(channel: int) -> float:
        value = channel / 255
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
