import pytest

from game.ui.animation import LONGEST_STEP, Animator, ease_in_out, ease_out, linear, overshoot


def test_a_timeline_goes_from_0_to_1_and_is_over() -> None:
    animator = Animator()
    assert animator.due() is None
    animator.start("place", 200, ease=linear)
    assert animator.due() == 0
    animator.tick(10.0)
    assert animator.progress("place") == 0
    animator.tick(10.05)
    assert animator.progress("place") == pytest.approx(0.25)
    animator.tick(10.14)
    animator.tick(10.21)
    assert animator.progress("place") == 1
    assert not animator.running("place")
    assert animator.due() is None


def test_delay_holds_the_beginning() -> None:
    animator = Animator()
    animator.start("points", 100, delay=100, ease=linear)
    for now in (0.0, 0.05, 0.1):
        animator.tick(now)
    assert animator.progress("points") == pytest.approx(0)
    animator.tick(0.15)
    assert animator.progress("points") == pytest.approx(0.5)


def test_finish_jumps_to_the_end_and_calls_done_once() -> None:
    done: list[str] = []
    animator = Animator()
    animator.start("a", 200, done=lambda: done.append("a"))
    animator.start("b", 200, done=lambda: done.append("b"))
    animator.tick(0)
    animator.finish("a")
    animator.finish("a")
    assert done == ["a"]
    animator.finish()
    assert done == ["a", "b"]
    assert animator.progress("b") == 1


def test_nothing_moves_under_reduced_motion() -> None:
    done: list[str] = []
    animator = Animator()
    animator.reduced = True
    animator.start("a", 200, done=lambda: done.append("a"))
    assert done == ["a"]
    assert animator.due() is None


def test_a_hidden_tab_does_not_swallow_the_animation() -> None:
    animator = Animator()
    animator.start("sweep", 1000, ease=linear)
    animator.tick(0)
    animator.tick(0.1)
    animator.tick(500)
    assert animator.progress("sweep") == pytest.approx(0.1 + LONGEST_STEP)


def test_a_clock_that_stands_still_or_steps_back_is_harmless() -> None:
    animator = Animator()
    animator.start("a", 100, ease=linear)
    for now in (5, 5, 4):
        animator.tick(now)
    assert animator.progress("a") == 0


def test_done_may_start_the_next_one() -> None:
    animator = Animator()
    animator.start("a", 50, done=lambda: animator.start("b", 50))
    animator.tick(0)
    animator.tick(0.06)
    assert animator.running("b")
    assert animator.progress("b") == 0


def test_starting_after_a_rest_begins_at_0() -> None:
    animator = Animator()
    animator.start("a", 50)
    animator.tick(0)
    animator.tick(0.09)
    animator.start("b", 100, ease=linear)
    animator.tick(0.17)
    assert animator.progress("b") == 0


@pytest.mark.parametrize("ease", [linear, ease_out, ease_in_out, overshoot])
def test_easings_begin_and_end_where_they_should(ease: object) -> None:
    assert callable(ease)
    assert ease(0.0) == pytest.approx(0)
    assert ease(1.0) == pytest.approx(1)


def test_what_was_finished_is_drawn_once_more() -> None:
    animator = Animator()
    animator.start("one", 200)
    animator.tick(1.0)
    animator.finish()
    assert animator.tick(1.01)
    assert not animator.tick(1.02)
