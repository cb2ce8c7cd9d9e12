"""Sessions of a player: the one that is kept, the next, today's (rules, "Mode sessions")."""

from __future__ import annotations

from collections.abc import Sequence

from game.profile.keeping import session_slot
from game.profile.kept import KeptRound
from game.profile.player import Player
from game.rules.modes import SESSIONS, OptionValue
from game.rules.sequences import SEQUENCES


def opened(player: Player, board: int, daily: bool) -> KeptRound:
    """The session of that board kept, whatever its day and state, or else a new one."""
    kept = player.kept(session_slot(board, daily))
    if kept is not None:
        return kept
    return begin(player, board, daily, player.progress(board, daily).now.following)


def begin(player: Player, board: int, daily: bool, sequence: int, agreed: Sequence[KeptRound] = ()) -> KeptRound:
    """A new session: today's daily, or practice of the sequence (from 0). `agreed` as in :meth:`Player.begin`."""
    given: dict[str, OptionValue] = {"board": board}
    given |= {"daily": player.today_utc()} if daily else {"sequence": sequence}
    return player.begin(SESSIONS, given, agreed)


def following(player: Player, kept: KeptRound, agreed: Sequence[KeptRound] = ()) -> KeptRound:
    """Today's daily after a daily, the following sequence after a practice."""
    options = kept.record.options
    sequence = ((options.sequence or 0) + 1) % SEQUENCES
    return begin(player, options.board or 0, options.daily is not None, sequence, agreed or [kept])
