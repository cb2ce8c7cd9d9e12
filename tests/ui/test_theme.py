"""Everyone can read it: contrast by the numbers of WCAG 2."""

import pytest

from game.ui.theme import THEMES, Theme, contrast, mixed

TEXT, SHAPE = 4.5, 3.0
each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES.keys())


def test_contrast_knows_its_ends() -> None:
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    assert contrast((90, 90, 90), (90, 90, 90)) == 1


@each_theme
def test_text_is_readable_where_it_stands(theme: Theme) -> None:
    for ground in (theme.background, theme.panel, theme.pressed):
        assert contrast(theme.text, ground) >= 7, ground
        assert contrast(theme.muted, ground) >= TEXT, ground
    for ground in (theme.accent, theme.accent_pressed):
        assert contrast(theme.on_accent, ground) >= TEXT
    for ground in (theme.background, theme.panel):
        assert contrast(theme.warning, ground) >= TEXT
        assert contrast(theme.accent, ground) >= TEXT


@each_theme
def test_shapes_stand_out_from_their_ground(theme: Theme) -> None:
    for ground in (theme.background, theme.panel):
        assert contrast(theme.panel_edge, ground) >= SHAPE
        assert contrast(theme.focus, ground) >= SHAPE
    for cell in (theme.cell, theme.cell_other):
        for index, colour in enumerate(theme.families):
            assert contrast(colour, cell) >= SHAPE, f"family {index}"
        for edge in (theme.preview_edge, theme.illegal_edge, theme.mint_edge, theme.box_line):
            assert contrast(edge, cell) >= SHAPE
        assert max(contrast(theme.lines, cell), contrast(theme.lines_edge, cell)) >= SHAPE
    assert contrast(theme.box_line, theme.board) >= SHAPE, "boxes are told from the gaps between cells"
    assert contrast(theme.preview_edge, theme.preview) >= SHAPE
    assert contrast(theme.illegal_edge, theme.illegal) >= SHAPE
    assert contrast(theme.mint_edge, theme.mint) >= SHAPE
    assert contrast(theme.lines, theme.lines_edge) >= SHAPE


@each_theme
def test_line_outline_stands_out_from_every_block(theme: Theme) -> None:
    for colour in theme.families:
        assert max(contrast(theme.lines, colour), contrast(theme.lines_edge, colour)) >= 2


@each_theme
def test_families_differ_from_each_other(theme: Theme) -> None:
    assert len(theme.families) == 8
    for i, a in enumerate(theme.families):
        for b in theme.families[:i]:
            assert sum(abs(x - y) for x, y in zip(a, b, strict=True)) >= 60, (a, b)


def test_mixed_goes_from_one_to_the_other() -> None:
    assert mixed((0, 10, 20), (100, 110, 120), 0) == (0, 10, 20)
    assert mixed((0, 10, 20), (100, 110, 120), 0.5) == (50, 60, 70)
    assert mixed((0, 10, 20), (100, 110, 120), 1) == (100, 110, 120)
