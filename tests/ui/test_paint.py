"""Drawing lands on device pixels and looks the same whichever way it is cached."""

from itertools import pairwise

import pygame
import pytest

from game.ui import icons, tiles
from game.ui.cache import SurfaceCache
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.theme import DARK, LIGHT, Colour

RATIOS = [1.0, 1.25, 1.5, 2.0, 2.625, 3.0]
RED, BLUE = (200, 20, 30), (10, 30, 200)


def canvas(width: float, height: float, ratio: float) -> Painter:
    painter = Painter(pygame.Surface((round(width * ratio), round(height * ratio))), ratio, LIGHT)
    painter.clear()
    return painter


def at(painter: Painter, x: int, y: int) -> Colour:
    r, g, b, _ = painter.surface.get_at((x, y))
    return r, g, b


@pytest.mark.parametrize("ratio", RATIOS)
def test_neighbours_meet_without_gap_or_overlap(ratio: float) -> None:
    painter = canvas(100, 20, ratio)
    cells = Rect(3.3, 0, 93.1, 20).columns(10)
    boxes = [painter.box(cell) for cell in cells]
    for left, right in pairwise(boxes):
        assert left.right == right.x
    assert max(b.w for b in boxes) - min(b.w for b in boxes) <= 1


@pytest.mark.parametrize("ratio", RATIOS)
def test_edges_are_sharp(ratio: float) -> None:
    painter = canvas(60, 60, ratio)
    rect = Rect(10, 10, 37, 31)
    painter.rounded(rect, 8, RED)
    box = painter.box(rect)
    middle_x, middle_y = box.centerx, box.centery
    for inside, outside in (
        ((box.x, middle_y), (box.x - 1, middle_y)), ((box.right - 1, middle_y), (box.right, middle_y)),
        ((middle_x, box.y), (middle_x, box.y - 1)), ((middle_x, box.bottom - 1), (middle_x, box.bottom)),
    ):
        assert at(painter, *inside) == RED
        assert at(painter, *outside) == LIGHT.background


def test_corners_are_round_and_soft() -> None:
    painter = canvas(40, 40, 2)
    painter.rounded(Rect(0, 0, 40, 40), 10, RED)
    assert at(painter, 0, 0) == LIGHT.background
    shades = {at(painter, x, y) for x in range(20) for y in range(20)} - {RED, LIGHT.background}
    assert len(shades) > 8, "the edge of the corner is anti-aliased"


@pytest.mark.parametrize("ratio", RATIOS)
def test_an_outline_stays_inside_and_leaves_the_middle(ratio: float) -> None:
    painter = canvas(60, 60, ratio)
    rect = Rect(10, 10, 40, 40)
    painter.outline(rect, 9, 3, BLUE)
    box, t = painter.box(rect), painter.length(3)
    for step in range(t):
        assert at(painter, box.x + step, box.centery) == BLUE
        assert at(painter, box.centerx, box.bottom - 1 - step) == BLUE
    assert at(painter, box.x + t, box.centery) == LIGHT.background
    assert at(painter, box.x - 1, box.centery) == LIGHT.background


def test_alpha_mixes_with_the_ground() -> None:
    painter = canvas(20, 20, 1)
    painter.fill(Rect(0, 0, 20, 20), (0, 0, 0))
    painter.fill(Rect(0, 0, 10, 20), (200, 100, 50), alpha=128)
    for got, wanted in zip(at(painter, 5, 5), (100, 50, 25), strict=True):
        assert abs(got - wanted) <= 1
    assert at(painter, 15, 5) == (0, 0, 0)


def test_fading_one_block_leaves_the_next_one_whole() -> None:
    painter = canvas(60, 20, 1)
    tiles.block(painter, Rect(0, 0, 20, 20), 2)
    tiles.block(painter, Rect(20, 0, 20, 20), 2, alpha=60)
    tiles.block(painter, Rect(40, 0, 20, 20), 2)
    assert at(painter, 10, 10) == LIGHT.family(2) == at(painter, 50, 10)
    assert at(painter, 30, 10) not in (LIGHT.family(2), LIGHT.background)


def test_a_block_with_known_ground_looks_as_one_without() -> None:
    known, unknown = canvas(40, 40, 2), canvas(40, 40, 2)
    for painter, ground in ((known, LIGHT.board), (unknown, None)):
        painter.clear(LIGHT.board)
        tiles.block(painter, Rect(3, 3, 30, 30), 1, pattern=True, ground=ground)
    for x in range(80):
        for y in range(80):
            difference = [abs(a - b) for a, b in zip(at(known, x, y), at(unknown, x, y), strict=True)]
            assert max(difference) <= 16, (x, y)  # soft edges only


@pytest.mark.parametrize("ratio", RATIOS)
def test_a_part_shows_exactly_what_direct_drawing_does(ratio: float) -> None:
    def draw(painter: Painter) -> None:
        for index, cell in enumerate(Rect(7.3, 5.1, 60, 11).columns(5)):
            tiles.block(painter, cell.inset(0.7), index)
        painter.line(7.3, 30, 60, 30, 1, RED)
        painter.outline(Rect(8, 18, 50, 9), 3, 2, BLUE)
        painter.icon("undo", Rect(40, 20, 20, 20), RED)
        painter.text("Ag 12", Rect(8, 20, 50, 20))

    direct, kept = canvas(90, 50, ratio), canvas(90, 50, ratio)
    draw(direct)
    box = kept.box(Rect(5.5, 3.2, 70.4, 40))
    image = pygame.Surface(box.size)
    image.fill(LIGHT.background)
    draw(kept.part(image, box))
    kept.picture(image, 5.5, 3.2)
    assert pygame.image.tobytes(direct.surface, "RGB") == pygame.image.tobytes(kept.surface, "RGB")


def test_shifting_moves_and_clipping_cuts() -> None:
    painter = canvas(40, 40, 2)
    with painter.clip(Rect(0, 0, 40, 20)), painter.shifted(0, 10):
        painter.fill(Rect(5, 0, 10, 30), RED)
    assert at(painter, 12, 19) == LIGHT.background
    assert at(painter, 12, 20) == RED == at(painter, 12, 39)
    assert at(painter, 12, 40) == LIGHT.background
    painter.fill(Rect(30, 30, 5, 5), BLUE)
    assert at(painter, 62, 62) == BLUE


@pytest.mark.parametrize("name", sorted(icons.ICONS))
def test_icons_fill_their_square_and_stay_inside(name: str) -> None:
    for side in (16, 20, 26, 72):
        image = icons.mask(name, side)
        drawn = image.get_bounding_rect(min_alpha=40)
        assert drawn.w >= side * 0.4
        assert max(drawn.w, drawn.h) >= side * 0.6
        edge = [image.get_at((i, j)).a for i in range(side) for j in (0, side - 1)]
        edge += [image.get_at((j, i)).a for i in range(side) for j in (0, side - 1)]
        assert max(edge) < 60, "it is cut off at an edge"


def test_marks_differ_in_shape_not_only_in_colour() -> None:
    shapes = set()
    kinds: tuple[tiles.Mark, ...] = ("preview", "faint", "illegal")
    for kind in kinds:
        painter = canvas(40, 40, 1)
        tiles.mark(painter, Rect(0, 0, 40, 40), kind)
        ground = at(painter, 8, 20)
        shapes.add(tuple(at(painter, x, y) == ground for x in range(6, 34) for y in range(6, 34)))
    assert len(shapes) == 3


def test_the_cache_keeps_to_its_bytes_and_forgets_the_oldest() -> None:
    cache = SurfaceCache(10_000)
    made: list[int] = []

    def get(number: int) -> None:
        def make() -> pygame.Surface:
            made.append(number)
            return pygame.Surface((25, 25), pygame.SRCALPHA)

        cache.get(number, make)

    for number in (1, 2, 3, 1, 4, 5):
        get(number)
    assert cache.size <= 10_000
    get(1)
    assert made == [1, 2, 3, 4, 5], "what was used lately is still there"
    get(2)
    assert made[-1] == 2
    for number in range(100):
        get(number)
    assert cache.size <= 10_000


def test_a_dark_picture_is_not_taken_from_the_light_cache() -> None:
    pictures = []
    for theme in (LIGHT, DARK):
        painter = Painter(pygame.Surface((40, 40)), 1, theme)
        painter.clear()
        tiles.empty(painter, Rect(0, 0, 20, 20))
        tiles.block(painter, Rect(20, 0, 20, 20), 0, ground=theme.board)
        painter.shadow(Rect(5, 20, 20, 10), 3)
        pictures.append(painter)
    assert at(pictures[0], 10, 10) == LIGHT.cell
    assert at(pictures[1], 10, 10) == DARK.cell
    assert at(pictures[1], 30, 10) == DARK.family(0)
