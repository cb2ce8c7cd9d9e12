"""The player's things in one place: store, settings, bests, stickers, and the rounds in their slots."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from game.profile.envelope import parse_json
from game.profile.glance import Glance
from game.profile.keeping import SLOTS, Day, combination, day_of_slot, is_slot, keeping_of, session_slot, slot_of, slots_on
from game.profile.kept import KeptRound, Relation, continues, load_round, relation, restore
from game.profile.practice import NAME as PRACTICE
from game.profile.practice import PracticeProgress
from game.profile.progress import PREFIX as PROGRESS
from game.profile.progress import SessionProgress
from game.profile.scores import PREFIX as SCORES
from game.profile.scores import Result, Scores, Standing
from game.profile.settings import NAME as SETTINGS
from game.profile.settings import Settings
from game.profile.shared import Shared
from game.profile.stickers import StickerBook
from game.profile.store import PREFIX, Saved, Storage, Store, open_text
from game.profile.worth import KIND as BACKUP_KIND
from game.profile.worth import NAME as BACKUP
from game.rules.modes import CLASSIC, MODES, Mode, OptionValue
from game.rules.record import Record, daily_seed
from game.rules.round import Move, Outcome, Reason, Refusal, Status

__all__ = ["Player", "combination", "slot_of"]

Today = Callable[[], str]
"""Gives a calendar day as YYYY-MM-DD."""


def fresh_seed() -> str:
    """A seed that no other round has."""
    return os.urandom(8).hex()


def _today_utc() -> str:
    return time.strftime("%Y-%m-%d", time.gmtime())


class Elsewhere(NamedTuple):
    """What another tab has stored in the place of a round."""

    glance: Glance
    relation: Relation
    """What it is to the round of this tab."""


class Player:
    """What is kept of one player on this device, and the only way by which rounds change."""

    def __init__(
        self,
        storage: Storage,
        today: Today,
        new_seed: Callable[[], str] = fresh_seed,
        *,
        today_utc: Today = _today_utc,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = Store(storage)
        self.settings = Settings(self.store)
        self.scores = Scores(self.store)
        self.stickers = StickerBook(self.store)
        self.today = today
        """The calendar day of the player's clock."""
        self.today_utc = today_utc
        """The calendar day in Greenwich."""
        self._new_seed = new_seed
        self._clock = clock
        self._rounds: dict[str, KeptRound | None] = {}
        self._glances: dict[str, tuple[str, Glance | None]] = {}
        """What was last read of a slot, and from which text."""
        self._progress: dict[str, SessionProgress] = {}
        self._practice: PracticeProgress | None = None
        self._backups: Shared[int] | None = None
        self.new_stickers: tuple[str, ...] = ()
        """What the latest move has earned."""
        self.update_ready = False
        """Whether the page offers a newer version."""
        self.asked_to_persist = False
        """Whether the browser has been asked not to erase what is kept."""

    # -- rounds ------------------------------------------------------------------------------------

    def slots(self) -> list[str]:
        """The slots in which a round may lie."""
        dailies = {name for name in self.store.all_names() if day_of_slot(name)}
        return [*SLOTS, *sorted(dailies)]

    def kept(self, slot: str) -> KeptRound | None:
        """The round in the slot, or None where there is none that can be read."""
        if self._rounds.get(slot) is None:
            kept = load_round(self.store, slot)
            if kept is None and not self.store.reached(slot):
                return None
            self._rounds[slot] = kept
            if kept is not None:
                self._settle(kept)
        return self._rounds[slot]

    def glance(self, slot: str) -> Glance | None:
        """What a menu shows of the slot: cheap, where :meth:`kept` replays the whole round."""
        kept = self._rounds.get(slot)
        if kept is not None:
            return Glance.of(kept)
        text = self.store.stored_text(slot)
        known = self._glances.get(slot)
        if known is None or known[0] != text or self.store.holds(slot):
            known = self._glances[slot] = text, self._read_glance(slot)
        return known[1]

    def _read_glance(self, slot: str) -> Glance | None:
        payload = self.store.load(slot)
        if payload is None:
            return None
        try:
            return Glance.read(slot, payload)
        except ValueError:
            # Reading all of it sets it aside.
            kept = self.kept(slot)
            return None if kept is None else Glance.of(kept)

    def glances(self, mode: Mode) -> list[Glance]:
        """What a menu shows of the mode's rounds; of dailies that have a slot for each day, today's alone."""
        slots = slots_on(mode, self.day_of(mode))
        return [glance for slot in slots if (glance := self.glance(slot)) is not None]

    def latest(self) -> KeptRound | None:
        """The round played last of those that can still be played."""
        glances = [glance for mode in MODES.values() for glance in self.glances(mode) if glance.in_play]
        for glance in sorted(glances, key=lambda each: each.played, reverse=True):
            kept = self.kept(glance.slot)
            if kept is not None and kept.in_play and not self.expired(kept):
                return kept
        return None

    def in_the_way(self, slot: str, agreed: Sequence[KeptRound] = ()) -> KeptRound | None:
        """A round in play whose place a new one in the slot would take, of this tab or of another; None where there is nothing
        to give up but what its player has agreed to give up, as it stands or as it stood before."""
        for found in (self.kept(slot), self._beneath(slot)):
            if found is None or not (found.in_play and found.touched):
                continue
            if not any(continues(each.record, found.record) for each in agreed):
                return found
        return None

    def _beneath(self, slot: str) -> KeptRound | None:
        """The round that is stored where this tab holds another one."""
        if not self.store.holds(slot):
            return None
        try:
            return restore(slot, open_text(slot, self.store.stored_text(slot)).payload)
        except ValueError:
            return None

    def begin(self, mode: Mode, given: dict[str, OptionValue], agreed: Sequence[KeptRound] = ()) -> KeptRound:
        """A new round, written at once; it takes the place of the one in its slot.

        `agreed` are the rounds that its player has agreed to give up. Another one in play stays there, such as one that another
        tab has stored since: ``saved`` says CONFLICT then.
        """
        options = mode.options(given)
        seed = daily_seed(options.daily) if options.daily else self._new_seed()
        slot = slot_of(mode, options)
        # What the one before has reached is taken in, too, should it never have been looked at.
        in_the_way = self.in_the_way(slot, agreed)
        if in_the_way is not None:
            self.store.mistrust(slot)
        elif self._beneath(slot) is not None:
            # What it has reached still counts.
            self.store.drop(slot)
            self._rounds.pop(slot, None)
            self.kept(slot)
        best = self.scores.of(combination(mode, options)).best
        kept = KeptRound.start(slot, Record(mode, options, seed), best, self.now())
        self._rounds[slot] = kept
        kept.write(self.store)
        return kept

    def restart(self, kept: KeptRound, agreed: Sequence[KeptRound] = ()) -> KeptRound:
        """The same again from its first hand: the same daily or sequence, or a new round with these options."""
        return self.begin(kept.record.mode, kept.record.options.chosen(), agreed or [kept])

    def play(self, kept: KeptRound, move: Move) -> Outcome | Refusal:
        """Makes a move; an accepted one is written, then counted, before this returns.

        A daily whose day is over is over.
        """
        self.new_stickers = ()
        if self.expired(kept):
            self.close(kept)
            return Refusal(Reason.OVER, move)
        result = kept.make(move)
        if isinstance(result, Refusal):
            return result
        kept.played = self.now()
        if self._rounds.get(kept.slot) is not kept:
            # Another tab has written meanwhile: this board goes on, apart, until the player has chosen.
            self._rounds[kept.slot] = kept
            self.store.mistrust(kept.slot)
        if kept.write(self.store) is Saved.KEPT and self.store.here_only:
            self._retry_records()
        self.new_stickers = self._settle(kept)
        return result

    def _settle(self, kept: KeptRound, closed: bool = False) -> tuple[str, ...]:
        """Takes a round into the bests, the counts and the stickers; returns the stickers it has newly earned.

        It changes nothing when called again: so a kill between a move's writes is made good at the next
        look at the round.
        """
        if not kept.placed:
            return ()
        keeping, round = keeping_of(kept.record.mode), kept.round
        ended = closed or not kept.in_play
        moves, streak = len(kept.record.moves), round.tally.longest_streak
        result = Result(kept.played, kept.id, round.score, round.lines, streak, int(kept.seconds), moves, ended)
        self.scores.note(keeping.combination(kept.record.options), result, kept.peak)
        if keeping.progress and ended:
            sequence, complete = kept.record.options.sequence or 0, round.status is Status.COMPLETE
            self._progress_of(kept.slot).note(sequence, round.score, complete, kept.played)
        return self.stickers.award(0, kept.most_lines) if keeping.stickers else ()

    def standing(self, kept: KeptRound) -> Standing:
        """What is kept for rounds with these options."""
        return self.scores.of(combination(kept.record.mode, kept.record.options))

    def now(self) -> int:
        """Seconds since 1970 UTC."""
        return max(0, int(self._clock()))

    # -- dailies -----------------------------------------------------------------------------------

    def day_of(self, mode: Mode) -> str:
        """Today, by the calendar that the mode's dailies follow."""
        return self.today() if keeping_of(mode).day is Day.LOCAL else self.today_utc()

    def expired(self, kept: KeptRound) -> bool:
        """Whether the round is a daily that cannot be continued: its day is over (rules, "Mode classic")."""
        return keeping_of(kept.record.mode).daily_ends and self.of_another_day(kept)

    def of_another_day(self, kept: KeptRound) -> bool:
        """Whether it is a daily of another day than today."""
        day = kept.record.options.daily
        return day is not None and day != self.day_of(kept.record.mode)

    def close(self, kept: KeptRound) -> None:
        """Counts a daily whose day is over as a round that has ended; one of a day to come goes on then."""
        day = kept.record.options.daily
        self._settle(kept, closed=day is not None and day < self.day_of(kept.record.mode))

    def give_up(self, kept: KeptRound) -> None:
        """Removes a round that is stored; what it has reached stays counted, so it goes only once that is stored too."""
        self._settle(kept, closed=True)
        counted = not self.scores.record(combination(kept.record.mode, kept.record.options)).unsaved
        if counted and not self.store.changed(kept.slot) and self.store.reset(kept.slot):
            self._rounds.pop(kept.slot, None)

    # -- classic -----------------------------------------------------------------------------------

    def begin_classic(self, agreed: Sequence[KeptRound] = ()) -> KeptRound:
        """A new classic round with the options chosen in the menu."""
        return self.begin(CLASSIC, self.classic_choice(), agreed)

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

    # -- progress ----------------------------------------------------------------------------------

    def progress(self, board: int, daily: bool) -> SessionProgress:
        """What was reached in the 24 sequences of that board and kind."""
        return self._progress_of(session_slot(board, daily))

    @property
    def practice(self) -> PracticeProgress:
        """The lessons that were done."""
        if self._practice is None:
            self._practice = PracticeProgress(self.store)
        return self._practice

    @property
    def backups(self) -> Shared[int]:
        """How many games the latest backup holds."""
        if self._backups is None:
            self._backups = Shared(self.store, BACKUP, BACKUP_KIND)
        return self._backups

    def _progress_of(self, slot: str) -> SessionProgress:
        if slot not in self._progress:
            self._progress[slot] = SessionProgress(self.store, slot.removeprefix("round/"))
        return self._progress[slot]

    # -- storage -----------------------------------------------------------------------------------

    def changed_elsewhere(self, key: str | None) -> None:
        """Another tab wrote this key (None: it cleared everything).

        A round under play stays as it is on this tab's board; its ``saved`` says CONFLICT then, and the
        screen that shows it asks the player which to keep.
        """
        if key is None:
            for name in (SETTINGS, *SLOTS, *self._rounds, *self._records()):
                self.changed_elsewhere(PREFIX + name)
            self._hold_all()
            return
        name = key.removeprefix(PREFIX)
        if name == SETTINGS:
            self.settings.heard()
        elif is_slot(name):
            self._round_changed(name)
        elif (record := self._records().get(name)) is not None:
            record.heard()

    def _hold_all(self) -> None:
        """Everything has been removed. What this tab knows lives here alone now; the next move or "Save now" stores it again."""
        for slot, kept in self._rounds.items():
            if kept is not None and kept.touched and not self.store.stored_text(slot):
                self._hold(kept)
        for record in self._records().values():
            record.removed()

    def _hold(self, kept: KeptRound) -> None:
        self.store.hold(kept.slot, kept.text())
        kept.saved = Saved.HERE_ONLY

    @property
    def contested(self) -> list[str]:
        """The slots of boards that live in this tab only because another tab has stored another round in their place."""
        return sorted(
            slot for slot, kept in self._rounds.items() if kept and kept.saved is Saved.CONFLICT and self.store.holds(slot)
        )

    def _round_changed(self, slot: str) -> None:
        kept = self._rounds.get(slot)
        if kept is None:
            return
        if self.store.holds(slot):
            # Something else may be in the way now, or nothing any longer, or just this.
            if not self._recognized(kept):
                kept.write(self.store)
        elif self.store.changed(slot) and self.store.stored_text(slot):
            kept.saved = Saved.CONFLICT
            if load_round(self.store, slot) is None:
                # No round at all: what this tab has is the only one.
                kept.write(self.store)
            elif not self._recognized(kept):
                # Nothing of this tab would be lost: whoever asks for the slot gets the other tab's round.
                del self._rounds[slot]

    def _recognized(self, kept: KeptRound) -> bool:
        """Takes up what is stored where it is this very round: brought back by a backup, say."""
        there = self.elsewhere(kept)
        if there is None or there.relation is not Relation.SAME:
            return False
        self.store.drop(kept.slot)
        self.store.stored(kept.slot)
        self._rounds[kept.slot], kept.saved = kept, Saved.KEPT
        return True

    def look(self, kept: KeptRound) -> None:
        """Finds out whether another round is stored in the place of one that is shown: news of other tabs may come late."""
        if kept.saved is Saved.CONFLICT:
            if not self._recognized(kept) and not self.store.stored_text(kept.slot):
                # Neither is stored any longer.
                self._rounds[kept.slot] = kept
                self._hold(kept)
        elif self._rounds.get(kept.slot) is kept and not self.store.holds(kept.slot):
            self._round_changed(kept.slot)

    def at_stake(self, kept: KeptRound) -> bool:
        """Whether it matters which board is kept: not where nothing can be done with it any longer; what it has reached is
        counted."""
        return kept.open and not self.expired(kept)

    def _records(self) -> dict[str, Shared[Any]]:
        """The records in use that tabs share, by name."""
        records: list[Shared[Any]] = [self.stickers.record, *self.scores.records()]
        records += [each.record for each in self._progress.values()]
        if self._practice is not None:
            records.append(self._practice.record)
        if self._backups is not None:
            records.append(self._backups)
        return {each.name: each for each in records}

    def check(self) -> None:
        """Reads everything that is kept: those that cannot be read are known then (``store.set_aside``)."""
        for name in self.store.all_names():
            if is_slot(name):
                self.kept(name)
            elif name.startswith(SCORES):
                self.scores.of(name.removeprefix(SCORES))
            elif name.startswith(PROGRESS):
                self._progress_of("round/" + name.removeprefix(PROGRESS))
            elif name == PRACTICE:
                self.practice.record.heard()
            else:
                self.store.peek(name)

    def retry(self) -> bool:
        """Tries again to write all that lives in this tab only; True when nothing is left.

        What another tab has overwritten, or what lies beside an unreadable record, waits for the player.
        """
        for kept in self._rounds.values():
            if kept is not None and self.store.holds(kept.slot):
                kept.write(self.store)
        self._retry_records()
        return not self.store.here_only

    def _retry_records(self) -> None:
        for record in self._records().values():
            if record.unsaved:
                record.save()
            elif not self.store.reached(record.name):
                record.heard()
        if self.settings.unsaved:
            self.settings.change()

    def elsewhere(self, kept: KeptRound) -> Elsewhere | None:
        """What another tab has stored in the place of this round; nothing of it is taken over. None when it cannot be read."""
        try:
            payload = open_text(kept.slot, self.store.stored_text(kept.slot)).payload
            here = parse_json(kept.text())
            assert isinstance(here, dict), "payloads are objects"
            return Elsewhere(Glance.read(kept.slot, payload), relation(here, payload))
        except ValueError:
            return None

    def would_vanish(self, kept: KeptRound) -> bool:
        """Whether this board is gone once no screen shows it: another tab has stored one in its place that does not go on
        from it, and here it has not been played on since."""
        self.look(kept)
        if self._rounds.get(kept.slot) is kept or kept.saved is not Saved.CONFLICT:
            return False
        if not (kept.touched and self.at_stake(kept)):
            return False
        other = self.elsewhere(kept)
        return other is None or other.relation is not Relation.FURTHER

    def load_other(self, kept: KeptRound) -> KeptRound | None:
        """Gives up this tab's round for the one that another tab wrote. None, and it stays, when that cannot be read."""
        other = self._other(kept)
        if other is None:
            self._rounds[kept.slot] = kept
            kept.write(self.store)
        return other

    def _other(self, kept: KeptRound) -> KeptRound | None:
        self.store.drop(kept.slot)
        self._rounds.pop(kept.slot, None)
        return self.kept(kept.slot)

    def keep_mine(self, kept: KeptRound) -> None:
        """Overwrites what another tab wrote with this tab's round, because the player said so."""
        # What the other has reached still counts.
        self._other(kept)
        self._rounds[kept.slot] = kept
        kept.write(self.store)

    def replace_unreadable(self, kept: KeptRound) -> Saved:
        """Gives up an unreadable record for this tab's round, because the player said so."""
        self.store.reset(kept.slot)
        self._rounds[kept.slot] = kept
        return kept.write(self.store)

    def reset(self, name: str) -> bool:
        """Removes one unreadable record, because the player said so; what this tab knows takes its place.

        False when the storage refuses.
        """
        if not self.store.reset(name):
            return False
        kept, record = self._rounds.get(name), self._records().get(name)
        if kept is not None:
            kept.write(self.store)
        elif record is not None:
            record.save()
        elif name == SETTINGS:
            self.settings.change()
        return True

    def reload(self, names: Collection[str]) -> None:
        """These records were exchanged on purpose: what this tab knew of them counts no more."""
        for slot in [slot for slot in self._rounds if slot in names]:
            del self._rounds[slot]
        for name, record in self._records().items():
            if name in names:
                record.replaced()
        if SETTINGS in names:
            self.settings.replaced()
