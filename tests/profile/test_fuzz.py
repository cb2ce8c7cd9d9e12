"""Some thousands of random and mutated saves; tests/profile/fuzz.py runs a million by hand."""

from __future__ import annotations

from tests.profile.fuzz import run


def test_no_save_breaks_a_loader_or_is_overwritten() -> None:
    run(2_500, seed=42)
