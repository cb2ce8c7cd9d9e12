import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.layout import Insets, Rect, stack, zoom

lengths = st.floats(0, 4000)
rects = st.builds(Rect, st.floats(-50, 50), st.floats(-50, 50), lengths, lengths)


@given(rects, lengths, st.floats(0, 30))
def test_taking_from_one_side_leaves_the_rest(rect: Rect, size: float, gap: float) -> None:
    for take in (rect.take_top, rect.take_bottom, rect.take_left, rect.take_right):
        strip, rest = take(size, gap)
        assert not strip.inset(1e-6).overlaps(rest)
        for part in (strip, rest):
            assert part.w >= 0
            assert part.h >= 0
            assert rect.x - 1e-6 <= part.x
            assert rect.y - 1e-6 <= part.y
            assert part.right <= rect.right + 1e-6
            assert part.bottom <= rect.bottom + 1e-6


@given(rects, st.integers(1, 9), st.floats(0, 5))
def test_columns_fill_the_width(rect: Rect, count: int, gap: float) -> None:
    columns = rect.columns(count, gap)
    assert len(columns) == count
    assert columns[0].x == rect.x
    if rect.w > gap * count:
        assert abs(columns[-1].right - rect.right) < 1e-6


def test_weights_share_what_the_gaps_leave() -> None:
    wide, narrow = Rect(0, 0, 310, 10).columns([2, 1], 10)
    assert (wide.w, narrow.x, narrow.w) == (200, 210, 100)
    assert [row.y for row in Rect(0, 5, 10, 90).rows(3)] == [5, 35, 65]


@given(rects.filter(lambda r: r.w > 1 and r.h > 1), st.floats(0.2, 5))
def test_fitted_keeps_the_aspect_and_touches_two_sides(rect: Rect, aspect: float) -> None:
    inner = rect.fitted(aspect)
    assert abs(inner.w - inner.h * aspect) < 1e-6 * max(1, inner.w)
    assert inner.w <= rect.w + 1e-9
    assert inner.h <= rect.h + 1e-9
    assert abs(inner.w - rect.w) < 1e-6 or abs(inner.h - rect.h) < 1e-6


def test_insets_and_stack() -> None:
    assert Rect(0, 0, 100, 200).without(Insets(20, 1, 30, 2)) == Rect(2, 20, 97, 150)
    assert [r.y for r in stack(Rect(0, 100, 50, 10), [20, 30], gap=5)] == [100, 125]


def test_a_point_on_a_shared_edge_belongs_to_one_of_two_neighbours() -> None:
    left, right = Rect(0, 0, 20, 10).columns(2)
    assert [left.contains(10, 5), right.contains(10, 5)] == [False, True]


@pytest.mark.parametrize(
    ("width", "height", "by"),
    [(360, 740, 1), (280, 653, 1), (480, 280, 1), (820, 1180, 1), (1440, 900, 1), (1920, 1080, 1.15), (3840, 2160, 2.05),
     (2160, 3840, 2.05), (2560, 1080, 1.15), (300, 300, 0.9375), (140, 600, 0.5), (60, 60, 0.5)],
)  # fmt: skip
def test_what_is_drawn_is_larger_in_a_very_large_window_and_smaller_in_a_very_small_one(
    width: float, height: float, by: float
) -> None:
    assert zoom(width, height) == pytest.approx(by)


@given(st.floats(200, 8000), st.floats(200, 8000), st.floats(1, 2))
def test_a_larger_window_has_more_room_and_nothing_smaller(width: float, height: float, more: float) -> None:
    before, after = zoom(width, height), zoom(width * more, height * more)
    assert after >= before
    assert width * more / after >= width / before - width * 0.05
