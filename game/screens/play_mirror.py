"""The play screen in words: for the text mirror, the position line and the published state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.rules.dealing import SLOTS
from game.rules.record import position_fields
from game.rules.round import Status
from game.screens import dayover
from game.screens.aim import Preview
from game.screens.faces import result_words
from game.words import number, say
from game.words.sentences import piece_name, refusal_sentence

if TYPE_CHECKING:
    from game.screens.aiming import AimingScreen
    from game.screens.play import PlayScreen

CELL = "cell:"
"""Begins the action of a cell, which its row and column end."""
_STEPS = {"aim.up": (-1, 0), "aim.down": (1, 0), "aim.left": (0, -1), "aim.right": (0, 1)}


def slot_label(screen: AimingScreen, slot: int) -> str:
    """What a slot of the hand is called ("Piece 2: L of 4 cells, fits")."""
    round = screen.kept.round
    piece = round.hand[slot]
    if piece is None:
        return say("piece.slot.empty", number=slot + 1)
    state = "piece.fits" if round.fits(slot) else "piece.no_space"
    if slot == screen.selected:
        state = "piece.chosen"
    return say("piece.slot", number=slot + 1, piece=piece_name(piece), state=say(state))


def position_text(screen: AimingScreen) -> str:
    """Where the chosen piece aims and what a placement there would do."""
    aimed = screen.preview()
    if aimed is None:
        return say("mirror.nothing")
    row, column = aimed.origin
    if aimed.refusal is not None:
        verdict = refusal_sentence(aimed.refusal, screen.kept.round)
    elif aimed.clears:
        units = len(aimed.clears)
        key = "mirror.verdict.clears.one" if units == 1 else "mirror.verdict.clears"
        verdict = say(key, units=units)
    else:
        verdict = say("mirror.verdict.fits")
    name = piece_name(aimed.piece)
    text = say("mirror.position", piece=name, row=row + 1, column=column + 1, verdict=verdict)
    return text[:1].upper() + text[1:]


def preview_state(screen: PlayScreen, aimed: Preview | None) -> dict[str, Any] | None:
    """The preview as the page publishes it."""
    if aimed is None:
        return None
    refusal = aimed.refusal
    return {
        "slot": aimed.slot,
        "origin": list(aimed.origin),
        "legal": aimed.legal,
        "reason": refusal.reason.value if refusal else None,
        "sentence": refusal_sentence(refusal, screen.kept.round) if refusal else None,
        "cells": [list(cell) for cell in screen.kept.round.board.cells(aimed.cells)],
        "clears": [[unit.kind.value, unit.index] for unit in aimed.clears],
        "faint": screen.armed is not None,
    }


def state(screen: PlayScreen) -> dict[str, Any]:
    """What is published about the screen (interfaces.md, §3)."""
    kept, board = screen.kept, screen.plan.board
    return {
        "mode": kept.record.mode.name,
        "options": kept.record.options.chosen(),
        "selected": screen.selected,
        "target": list(screen.target) if screen.target else None,
        "preview": preview_state(screen, screen.preview()),
        **position_fields(kept.round),
        **({"status": Status.OVER.value} if dayover.closed(screen) else {}),
        "best": screen.best(),
        "moves": len(kept.record.moves),
        "can_undo": kept.round.can_undo,
        "saved": kept.saved.value,
        "results": screen.results,
        "message": screen.message,
        "info": screen.face.info_words(screen),
        "grid": {"rect": [board.x, board.y, board.w, board.h], "size": kept.round.board.size},
    }


def mirror(screen: PlayScreen) -> dict[str, Any]:
    """The whole screen as text and buttons (interfaces.md, §3)."""
    round = screen.kept.round
    actions = screen.controls.actions()
    if screen.results:
        # Drawn twice, where the eye looks for it; once is enough to be told.
        actions = [action for action in actions if action["id"] != "over.menu"]
    else:
        hand_ids = {f"hand:{slot}" for slot in range(SLOTS)}
        actions = [action for action in actions if action["id"] not in hand_ids]
        aiming = screen.selected is not None
        actions += [
            {"id": id, "label": say(key), "enabled": aiming}
            for id, key in (
                ("aim.up", "mirror.up"),
                ("aim.down", "mirror.down"),
                ("aim.left", "mirror.left"),
                ("aim.right", "mirror.right"),
                ("aim.place", "mirror.place"),
                ("aim.cancel", "mirror.cancel"),
            )
        ]
    return {
        "title": say("title"),
        "texts": screen.controls.texts(),
        "status": result_words(screen) if screen.results else _figures(screen),
        "board": _board(screen),
        "hand": [
            {
                "id": f"hand:{slot}",
                "label": slot_label(screen, slot),
                "enabled": round.hand[slot] is not None and screen.kept.in_play,
            }
            for slot in range(SLOTS)
        ],
        "position": "" if screen.results else position_text(screen),
        "actions": actions,
    }


def _figures(screen: PlayScreen) -> str:
    round = screen.kept.round
    return say(
        "mirror.status",
        score=number(round.score),
        best=number(screen.best()),
        lines=number(round.lines),
        info=screen.face.info_words(screen),
    )


def _board(screen: PlayScreen) -> dict[str, Any]:
    """Every cell in words; pressing one places the chosen piece with its origin there."""
    round = screen.kept.round
    board, position, size = round.board, round.position, round.board.size
    piece = None if screen.selected is None else round.hand[screen.selected]
    origins = 0 if piece is None else piece.origins(board, position)

    def cell(row: int, column: int) -> dict[str, Any]:
        bit = board.bit(row, column)
        filled, fits = "filled" if position & bit else "empty", ".fits" if origins & bit else ""
        label = say(f"mirror.cell.{filled}{fits}", row=row + 1, column=column + 1)
        return {"label": label, "action": f"{CELL}{row},{column}"}

    cells = [[cell(row, column) for column in range(size)] for row in range(size)]
    return {"rows": size, "cols": size, "label": say("mirror.board", size=size), "cells": cells}


def do(screen: PlayScreen, action: str) -> bool:
    """Acts on a button of the text mirror that is no widget of the canvas."""
    if screen.controls.dialog or screen.results:
        return False
    if action.startswith("hand:"):
        screen.choose(int(action[-1]), keyboard=True)
    elif action in _STEPS:
        screen.step(*_STEPS[action])
    elif action.startswith(CELL):
        row, _, column = action.removeprefix(CELL).partition(",")
        screen.place_at((int(row), int(column)))
    elif action == "aim.place":
        screen.confirm()
    elif action == "aim.cancel":
        screen.cancel()
    else:
        return False
    return True
