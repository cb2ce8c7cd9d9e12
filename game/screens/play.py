"""The play screen: one round under the player's hands. Serves every mode; what differs is data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.coach.health import Health
from game.profile.kept import KeptRound
from game.profile.player import Player
from game.profile.store import Saved
from game.rules.board import Position
from game.rules.dealing import SLOTS
from game.rules.modes import Undo
from game.rules.round import Outcome, Place, Reason, Refusal, Rotate, Status, TakeBack
from game.screens import dayover, hinting, leaving, play_mirror, play_view, saving
from game.screens.aim import Origin, first_target, inside, playable_slot
from game.screens.aiming import ARROWS, AimingScreen
from game.screens.board_view import BoardPicture
from game.screens.colours import Colours
from game.screens.events import hear
from game.screens.faces import face_of, over_title, result_words
from game.screens.heard import ENDS, sound_of
from game.screens.over import build_over, with_room
from game.screens.play_layout import on_pixels, pad_places, play_layout, spread
from game.ui.animation import overshoot
from game.ui.input import Key
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.screen import Context, View, sooner
from game.ui.widgets import Button
from game.words import number, say
from game.words.sentences import outcome_sentence, refusal_sentence, terms_sentence

BUZZ_MS = 8
"""How long a placement vibrates, in milliseconds."""
LONGEST_PAUSE = 60.0
"""A longer time without a move does not count as time played, in seconds."""
WORDS_FROM = 92.0
"""Buttons that are narrower show their icon alone, in CSS pixels."""
LEFTOVER_SECONDS = 1.1
"""How long the hand that fits nowhere is shown before the result takes its place."""


class PlayScreen(AimingScreen):
    """Holds what is only under the cursor; every move goes through the player's one door."""

    name = "play"

    def __init__(self, context: Context, player: Player, kept: KeptRound) -> None:
        super().__init__(context, player, kept)
        self.face = face_of(kept.record.mode.name)
        self.measured: tuple[Position, Health] | None = None
        """The health of the board as last measured, and of which position."""
        self.colours = Colours(kept)
        self.last: Outcome | None = None
        """The latest move, which an animation may be showing."""
        self.picture = BoardPicture()
        self.badge: str | None = None
        """The sticker just earned, shown as long as the notice of it."""
        self.guide = hinting.Guide()
        self._results_at: float | None = None
        self._moved_at: float | None = None
        self.controls.arrows = self.results

    # -- building ----------------------------------------------------------------------------------

    def build(self, view: View) -> None:
        settings = self.player.settings.now
        size, mirrored = self.kept.round.board.size, settings.flag("left_handed")
        self.plan = play_layout(view.safe, size, self.face.pad, mirrored, view.ratio)
        if self.results:
            self.plan = on_pixels(with_room(self.plan), size, view.ratio)
        menu = Button(
            "menu", say("play.menu"), self.plan.menu, lambda: leaving.open_menu(self), kind="plain", icon="menu", text=""
        )
        self.controls.add(menu)
        more = Button("more", say("more.title"), self.plan.more, self.more, kind="plain", icon="more", text="")
        self.controls.add(more)
        if self.results:
            build_over(self)
            return
        for slot in range(SLOTS):
            self.controls.add(play_view.HandSlot(self, slot))
        self._build_actions()
        if self.plan.pad is not None:
            self._build_pad(self.plan.pad)
        _, place = play_view.message_places(self)
        if self.unsaved is not None:
            here = Button("save-here", say("notice.here_only.retry"), place, self.save_here, size=14)
            self.controls.add(here)
        elif self.guided:
            close = Button("guide.close", say("notice.close"), place, self.end_guide, kind="plain", icon="close", text="")
            self.controls.add(close)

    def _build_actions(self) -> None:
        round = self.kept.round
        table = {
            "rotate": ("rotate", self.rotate, round.rules.rotation, self.selected is not None),
            "undo": ("undo", self.undo, round.rules.undo is not Undo.OFF, round.can_undo),
            "new": ("play", lambda: leaving.ask_new(self), True, self.kept.touched),
            "restart": ("restart", lambda: leaving.ask_restart(self), True, self.kept.touched),
            "book": ("star", lambda: leaving.open_beside(self, "stickers"), True, True),
            "hint": ("bulb", self.hint, self.hints, self.kept.in_play),
        }
        wanted = [(id, table[id]) for id in self.face.actions if table[id][2]]
        places = spread(self.plan.actions, len(wanted))
        for (id, (icon, press, _, enabled)), place in zip(wanted, places, strict=True):
            label = say(f"play.{id}")
            text = "" if place.w < WORDS_FROM else say("play.new.short") if (id, place.w < 140) == ("new", True) else label
            self.controls.add(Button(id, label, place, press, icon=icon, text=text, enabled=enabled))

    def _build_pad(self, row: Rect) -> None:
        *arrows, place = pad_places(row)
        for name, rect in zip(("left", "up", "down", "right"), arrows, strict=True):
            button = Button(f"aim.{name}", say(f"mirror.{name}"), rect, self._stepper(name), icon=name, text="")
            self.controls.add(button)
        aimed = self.selected is not None
        text = say("mirror.place")
        self.controls.add(Button("aim.place", text, place, self.confirm, kind="primary", enabled=aimed, size=16))

    def _stepper(self, name: str) -> Callable[[], None]:
        return lambda: self.step(*ARROWS[name])

    @property
    def guided(self) -> bool:
        """Whether the first moves are explained where messages stand."""
        return not self.player.settings.now.flag("guide_seen")

    def end_guide(self) -> None:
        """The player knows how to move."""
        self.player.settings.change(guide_seen=True)
        self.rebuild()

    def enter(self) -> None:
        self._moved_at = None
        if self.unsaved is not None:
            saving.say_where_it_lives(self)
        dayover.look(self)

    # -- moves -------------------------------------------------------------------------------------

    def place(self, origin: Origin, keyboard: bool = False) -> None:
        if self.selected is None:
            return
        result = self._make(Place(self.selected, *origin))
        if isinstance(result, Refusal):
            return
        if self.guided:
            self.player.settings.change(guide_seen=True)
        self.target = origin if keyboard else None
        self.select(None)
        if keyboard and self.kept.in_play:
            slot = playable_slot(self.kept.round)
            if slot is not None:
                self.selected = slot
                self.target = first_target(self.kept.round, slot, origin)
                self.rebuild()
        play_view.animate(self, result)

    def rotate(self) -> None:
        """Turns the chosen piece."""
        slot = self.selected
        if slot is None:
            self.tell(say("play.choose"))
            return
        result = self._make(Rotate(slot))
        if isinstance(result, Outcome) and result.piece is not None:
            self.armed = None
            if self.target is not None:
                self.target = inside(result.round.board, result.piece, self.target)
            self.rebuild()

    def undo(self) -> None:
        """Takes the latest placement back."""
        result = self._make(TakeBack())
        if isinstance(result, Outcome):
            self.target = None
            self.show_results(False)
            self.select(None)

    def _make(self, move: Place | Rotate | TakeBack) -> Outcome | Refusal:
        """Every move of the player: through the door, written, then told."""
        before = self.kept.round
        if dayover.closed(self):
            dayover.look(self)
            return Refusal(Reason.OVER, move)
        self._count_time()
        result = self.player.play(self.kept, move)
        self.sound(sound_of(result))
        if isinstance(result, Refusal):
            self.tell(refusal_sentence(result, before), trouble=result.reason is not Reason.OVER)
            return result
        self.colours.follow(result)
        self.last = result
        self.tell(terms_sentence(result) or outcome_sentence(result, before), announce=False)
        self.context.announce(outcome_sentence(result, before))
        if self.unsaved is not None:
            saving.say_where_it_lives(self)
        self._celebrate()
        if result.round.status is not Status.PLAYING:
            self._end()
        return result

    def _celebrate(self) -> None:
        for name in self.player.new_stickers:
            self.sound("sticker")
            self.badge = name
            self.animator.start("sticker", 260, ease=overshoot)
            self.notice(say("play.sticker.earned", name=say(f"stickers.{name}")))

    def sound(self, name: str | None) -> None:
        if name:
            self.context.sounds.play(name)
        if name and name.startswith(("place", "clear")) and self.player.settings.now.flag("vibration"):
            self.context.host.vibrate(BUZZ_MS)

    def _count_time(self) -> None:
        now = self.context.host.now()
        if self._moved_at is not None:
            self.kept.seconds += min(now - self._moved_at, LONGEST_PAUSE)
        self._moved_at = now

    def _end(self) -> None:
        self._results_at = self._now + LEFTOVER_SECONDS
        self.message = over_title(self)
        self.context.announce(self.message)
        saving.ask_to_persist(self)

    def interrupt(self) -> bool:
        self.animator.finish()
        ended = self._results_at is not None
        self._end_leftover()
        return ended

    def _end_leftover(self) -> None:
        if self._results_at is not None:
            self.sound(ENDS.get(self.kept.round.status))
            self.show_results(True)
            self.context.announce(result_words(self))

    def show_results(self, shown: bool) -> None:
        """Puts the result where the hand was, or the hand back."""
        self._results_at = None
        self.results = self.controls.arrows = shown
        self.rebuild()

    def tick(self, now: float) -> float | None:
        due = super().tick(now)
        if self.guide.thinking:
            self.guide.think(self)
            return 0.0
        dayover.look(self)
        if self._results_at is None:
            return sooner(due, dayover.due(self))
        left = self._results_at - now
        if left <= 0:
            self._end_leftover()
            return super().tick(now)
        return sooner(left, due)

    # -- around the round --------------------------------------------------------------------------

    def key(self, key: Key) -> bool:
        if super().key(key):
            return True
        back = key.action == "cancel" and key.source == "key"
        if back:
            self.go_back()
        return back

    def go_back(self) -> None:
        """Escape that nothing else wanted; the round is kept as it is."""
        leaving.open_menu(self)

    def open_round(self, kept: KeptRound) -> None:
        self.context.go(PlayScreen(self.context, self.player, kept))

    @property
    def hints(self) -> bool:
        return hinting.offers_hint(self)

    def hint(self) -> None:
        """Shows what could be done next; places nothing."""
        if self.face.searches:
            self.guide.ask(self)
        else:
            hinting.any_spot(self)

    def point_at(self, slot: int, origin: Origin | None) -> None:
        """Takes up a piece and aims it, for the player to look at."""
        self.select(slot)
        self.target = origin

    def more(self) -> None:
        """What else can be done with this round."""
        from game.screens.more import open_more

        open_more(self)

    @property
    def unsaved(self) -> Saved | None:
        """Why the board lives in this tab only; None where it is kept, or where nothing can be done with it any longer."""
        saved = self.kept.saved
        counted = saved is Saved.CONFLICT and not self.player.at_stake(self.kept)
        return None if saved is Saved.KEPT or counted else saved

    def save_here(self) -> None:
        """Tries again to save a round that lives in this tab only."""
        saving.save_here(self)

    def page_event(self, event: Mapping[str, Any]) -> None:
        before = self.kept.saved
        hear(self.player, event)
        self.player.look(self.kept)
        self.dirty = True
        self.controls.renew()
        if self.kept.saved is not before:
            saving.say_what_became_of_it(self)
        if event["kind"] == "visible":
            self._moved_at = None
            dayover.look(self)

    # -- drawing and telling -----------------------------------------------------------------------

    def paint(self, painter: Painter) -> None:
        play_view.paint(self, painter)

    def paint_above(self, painter: Painter) -> None:
        play_view.paint_above(self, painter)

    def cursor(self) -> str:
        return "grabbing" if self.drag else super().cursor()

    def do(self, action: str) -> bool:
        return play_mirror.do(self, action) or super().do(action)

    def mirror(self) -> dict[str, Any]:
        return play_mirror.mirror(self)

    def state(self) -> dict[str, Any]:
        return play_mirror.state(self)

    def best(self) -> int:
        """The best of this round's combination, this round included."""
        return max(self.player.standing(self.kept).best, self.kept.round.score)

    def best_words(self) -> str:
        return number(self.best())
