"""Tables of numbers for a terminal, and the budgets that some of them are held against."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

Cell = str | float | int | None


@dataclass
class Table:
    """Rows under a head. Numbers stand right, a ratio to a budget is written as a percentage."""

    title: str
    head: Sequence[str]
    rows: list[Sequence[Cell]] = field(default_factory=list)
    note: str = ""

    def add(self, *cells: Cell) -> None:
        """One more row."""
        self.rows.append(cells)

    def lines(self) -> Iterable[str]:
        """The table as text, without a blank line at its end."""
        texts = [list(self.head), *([_text(cell) for cell in row] for row in self.rows)]
        widths = [max(len(row[column]) for row in texts) for column in range(len(self.head))]
        numeric = [all(not isinstance(row[column], str) for row in self.rows) for column in range(len(self.head))]
        yield self.title
        for number, row in enumerate(texts):
            cells = [cell.rjust(w) if right else cell.ljust(w) for cell, w, right in zip(row, widths, numeric, strict=True)]
            yield "  " + "  ".join(cells).rstrip()
            if number == 0:
                yield "  " + "  ".join("-" * width for width in widths)
        if self.note:
            yield f"  {self.note}"


def _text(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:.1f}" if abs(cell) >= 10 else f"{cell:.2f}"
    return f"{cell:,}" if isinstance(cell, int) else cell


def of_budget(value: float, budget: float) -> str:
    """How much of a budget a value takes."""
    return f"{value / budget:.0%} of {_text(budget)}"
