"""The player's things in one place: store, settings, bests, and the rounds in their slots."""

from __future__ import annotations

import os
from collections.abc import Callable

from game.profile.kept import KeptRound, load_round
from game.profile.scores import NAME as SCORES
from game.profile.scores import Result, Scores, Standing, combination, merge_standings
from game.profile.settings import Settings
from game.profile.store import PREFIX, Saved, Storage, Store
from game.rules.modes import CLASSIC, Mode, Options, OptionValue
from game.rules.record import Record, daily_seed
from game.rules.round import Move, Outcome, Place, Refusal, Status

Day = Callable[[], str]
"""Gives a calendar day as YYYY-MM-DD."""


def fresh_seed() -> str:
    """A seed that no other round has."""
    return os.urandom(8).hex()


class Player:
    """What is kept of one player on this device, and the only way by which rounds change."""

    def __init__(self, storage: Storage, today: Day, new_seed: Callable[[], str] = fresh_seed) -> None:
        self.store = Store(storage, {SCORES: merge_standings})
        self.settings = Settings(self.store)
        self.scores = Scores(self.store)
        self.today = today
        """The calendar day of the player's clock."""
        self._new_seed = new_seed
        self._rounds: dict[str, KeptRound | None] = {}
        self.update_ready = False
        """Whether the page offers a newer version."""

    # -- rounds ------------------------------------------------------------------------------------

    def kept(self, slot: str) -> KeptRound | None:
        """The round in the slot, or None where there is none that can be read."""
        if slot not in self._rounds:
            self._rounds[slot] = load_round(self.store, slot)
        return self._rounds[slot]

    def daily(self) -> KeptRound | None:
        """Classic's daily round of today; one of an earlier day has only its result kept."""
        kept = self.kept(slot_of(CLASSIC, Options(daily=self.today())))
        if kept is None or not self.expired(kept):
            return kept
        self._file(kept)
        return None

    def expired(self, kept: KeptRound) -> bool:
        """Whether the round is a daily whose day is over (rules, "Mode classic", Daily)."""
        return kept.record.options.daily not in (None, self.today())

    def begin(self, mode: Mode, given: dict[str, OptionValue]) -> KeptRound:
        """A new round, written at once; it takes the place of the one in its slot."""
        options = mode.options(given)
        seed = daily_seed(options.daily) if options.daily else self._new_seed()
        slot = slot_of(mode, options)
        best = self.scores.of(combination(mode.name, options)).best
        kept = KeptRound.start(slot, Record(mode, options, seed), best)
        self._rounds[slot] = kept
        kept.write(self.store)
        return kept

    def begin_classic(self) -> KeptRound:
        """A new classic round with the options chosen in the menu."""
        return self.begin(CLASSIC, self.classic_choice())

    def begin_daily(self) -> KeptRound:
        """Today's daily from its first hand."""
        return self.begin(CLASSIC, {"daily": self.today()})

    def classic_choice(self) -> dict[str, OptionValue]:
        """The options of classic as the menu stands."""
        values = self.settings.now
        chosen: dict[str, OptionValue] = {
            "level": values.text("level"),
            "board": values.number("board"),
            "undo": values.text("undo"),
        }
        if chosen["level"] == "custom":
            chosen |= {
                "rotation": values.flag("rotation"),
                "dealing": values.text("dealing"),
                "mix": values.text("mix"),
            }
        return chosen

    def standing(self, kept: KeptRound) -> Standing:
        """What is kept for rounds with these options."""
        return self.scores.of(_combination(kept))

    def play(self, kept: KeptRound, move: Move) -> Outcome | Refusal:
        """Makes a move; an accepted one is written, then counted, before this returns."""
        first = not kept.counted and isinstance(move, Place)
        kept.counted = kept.counted or first
        result = kept.play(move, self.store)
        if isinstance(result, Refusal):
            kept.counted = kept.counted and not first
            return result
        name = _combination(kept)
        if first:
            self.scores.count_game(name)
        self.scores.reach(name, kept.round.score)
        if kept.round.status is not Status.PLAYING:
            self._file(kept)
        return result

    def _file(self, kept: KeptRound) -> None:
        """Writes the result of a round that has ended; again after an undo replaces it."""
        name, result = _combination(kept), _result(kept)
        if kept.touched and result not in self.scores.of(name).recent:
            self.scores.finish(name, result)

    # -- storage -----------------------------------------------------------------------------------

    def changed_elsewhere(self, key: str | None) -> None:
        """Another tab wrote this key (None: it cleared everything)."""
        if key is None or key == PREFIX + SCORES:
            self.scores.reload()

    def load_other(self, kept: KeptRound) -> KeptRound | None:
        """Gives up this tab's round for the one that another tab wrote."""
        self.store.take_theirs(kept.slot)
        self._rounds.pop(kept.slot, None)
        return self.kept(kept.slot)

    def keep_mine(self, kept: KeptRound) -> None:
        """Overwrites what another tab wrote with this tab's round, because the player said so."""
        self.store.take_theirs(kept.slot)
        kept.write(self.store)

    def replace_unreadable(self, kept: KeptRound) -> Saved:
        """Gives up an unreadable record for this tab's round, because the player said so."""
        self.store.reset(kept.slot)
        return kept.write(self.store)


def slot_of(mode: Mode, options: Options) -> str:
    """The name under which such a round is kept; a daily never displaces a free round."""
    parts = [mode.name]
    if mode.name == "sessions":
        parts.append(str(options.board))
    if options.daily is not None:
        parts.append("daily")
    return "round/" + "-".join(parts)


def _combination(kept: KeptRound) -> str:
    return combination(kept.record.mode.name, kept.record.options)


def _result(kept: KeptRound) -> Result:
    record, round = kept.record, kept.round
    id = record.options.daily or record.seed or ""
    tally = round.tally
    return Result(id, round.score, round.lines, tally.longest_streak, int(kept.seconds))
