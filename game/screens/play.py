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
from game.screens import hinting, leaving, play_mirror, play_view, saving
from game.screens.aim import Origin, Preview, first_target, inside, landing, playable_slot, preview
from game.screens.board_view import BoardPicture
from game.screens.colours import Colours
from game.screens.faces import face_of
from game.screens.gesture import Aim, Cancel, Choose, Drag, Drop, Gestures, Meaning, Tap
from game.screens.heard import ENDS, sound_of
from game.screens.over import build_over
from game.screens.play_layout import PlayLayout, play_layout, spread
from game.ui.animation import overshoot
from game.ui.input import Intent, Key, Pointer, PointerKind
from game.ui.layout import Rect
from game.ui.paint import Painter
from game.ui.screen import Context, Screen, View
from game.ui.widgets import Button
from game.words import number, say
from game.words.sentences import outcome_sentence, refusal_sentence, terms_sentence

ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
SIDEWAYS = 100
"""More columns than any board has: to the edge."""
BUZZ_MS = 8
"""How long a placement vibrates, in milliseconds."""
LONGEST_PAUSE = 60.0
"""A longer time without a move does not count as time played, in seconds."""
WORDS_FROM = 92.0
"""Buttons that are narrower show their icon alone, in CSS pixels."""
LEFTOVER_SECONDS = 1.1
"""How long the hand that fits nowhere is shown before the result takes its place."""


class PlayScreen(Screen):
    """Holds what is only under the cursor; every move goes through the player's one door."""

    name = "play"
    plan: PlayLayout

    def __init__(self, context: Context, player: Player, kept: KeptRound) -> None:
        super().__init__(context)
        self.player = player
        self.kept = kept
        self.face = face_of(kept.record.mode.name)
        self.measured: tuple[Position, Health] | None = None
        """The health of the board as last measured, and of which position."""
        self.colours = Colours(kept)
        self.gestures = Gestures()
        self.selected: int | None = None
        self.target: Origin | None = None
        self.drag: Drag | None = None
        self.armed: Origin | None = None
        """Where a finger has asked once; the same spot a second time places."""
        self.message = ""
        self.trouble = False
        """Whether the message is a refusal."""
        self.last: Outcome | None = None
        """The latest move, which an animation may be showing."""
        self.picture = BoardPicture()
        self.badge: str | None = None
        """The sticker just earned, shown as long as the notice of it."""
        self.results = not kept.in_play
        """Whether the result stands where the hand was."""
        self.guide = hinting.Guide()
        self._results_at: float | None = None
        self._moved_at: float | None = None
        self.controls.arrows = self.results

    # -- building ----------------------------------------------------------------------------------

    def build(self, view: View) -> None:
        settings = self.player.settings.now
        self.plan = play_layout(view.safe, self.kept.round.board.size, self.face.pad, settings.flag("left_handed"))
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
        if self.kept.saved is not Saved.KEPT:
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
            "new": ("restart", lambda: leaving.ask_new(self), True, self.kept.touched),
            "restart": ("restart", lambda: leaving.ask_restart(self), True, self.kept.touched),
            "book": ("star", lambda: leaving.open_beside(self, "stickers"), True, True),
            "hint": ("bulb", self.hint, hinting.offers_hint(self), self.kept.in_play),
        }
        wanted = [(id, table[id]) for id in self.face.actions if table[id][2]]
        places = spread(self.plan.actions, len(wanted))
        for (id, (icon, press, _, enabled)), place in zip(wanted, places, strict=True):
            label = say(f"play.{id}")
            text = label if place.w >= WORDS_FROM else ""
            self.controls.add(Button(id, label, place, press, icon=icon, text=text, enabled=enabled))

    def _build_pad(self, row: Rect) -> None:
        *arrows, place = row.columns([1, 1, 1, 1, 2.2], 6)
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

    def rebuild(self) -> None:
        """Places the widgets anew after a change of what can be pressed."""
        self.layout(self.view)

    def enter(self) -> None:
        self._moved_at = None
        if self.kept.saved is not Saved.KEPT:
            saving.say_where_it_lives(self)

    # -- intents -----------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        if self.controls.dialog:
            return self.controls.handle(intent)
        if isinstance(intent, Pointer):
            return self._pointer(intent)
        if isinstance(intent, Key):
            return self._key(intent)
        return self.controls.handle(intent)

    def _pointer(self, pointer: Pointer) -> bool:
        if pointer.phase == "down":
            self.animator.finish()
            self._end_leftover()
        if self.results:
            return self.controls.handle(pointer)
        hovering = pointer.phase in ("hover", "leave")
        if hovering:
            self.controls.handle(pointer)
        round = self.kept.round
        meaning = self.gestures.read(pointer, self.plan, round.board.size, round.hand)
        if meaning is None and not self.gestures.active and not hovering:
            return self.controls.handle(pointer)
        self._act(meaning)
        return True

    def _act(self, meaning: Meaning | None) -> None:
        if isinstance(meaning, Choose):
            self.choose(meaning.slot)
        elif isinstance(meaning, Aim):
            self._aim(meaning.cell, meaning.kind)
        elif isinstance(meaning, Tap):
            self._tap(meaning.cell, meaning.kind)
        elif isinstance(meaning, Drag):
            self._carry(meaning)
        elif isinstance(meaning, Drop):
            self._drop(meaning.at)
        elif isinstance(meaning, Cancel):
            self.cancel()

    def _key(self, key: Key) -> bool:
        if not key.repeat:
            self.animator.finish()
            self._end_leftover()
        action = key.action
        if action == "undo":
            self.undo()
        elif self.results:
            return self.controls.handle(key)
        elif action in ("slot1", "slot2", "slot3"):
            self.choose(int(action[-1]) - 1, keyboard=True)
        elif action in ARROWS:
            self.step(*ARROWS[action])
        elif action in ("home", "end"):
            self.step(0, -SIDEWAYS if action == "home" else SIDEWAYS)
        elif action == "rotate":
            self.rotate()
        elif action == "hint" and hinting.offers_hint(self):
            self.hint()
        elif action == "cancel" and (self.selected is not None or self.drag):
            self.cancel()
        elif action == "confirm" and self.controls.focus is None:
            self.confirm()
        else:
            return self.controls.handle(key)
        return True

    # -- choosing and aiming -----------------------------------------------------------------------

    def choose(self, slot: int, keyboard: bool = False) -> None:
        """Takes up the piece of a slot; choosing it again turns it, or puts it down."""
        if self.kept.round.hand[slot] is None or not self.kept.in_play:
            return
        if slot == self.selected:
            if self.kept.round.rules.rotation:
                self.rotate()
            elif not keyboard:
                self.cancel()
            return
        self._select(slot)
        self._sound("pick")
        self.target = first_target(self.kept.round, slot, self.target) if keyboard else None
        if keyboard:
            self.tell(play_mirror.position_text(self))
            return
        fits = self.kept.round.fits(slot)
        self.tell(say("play.aim" if fits else "play.no_space"), announce=False)
        self.context.announce(play_mirror.slot_label(self, slot))

    def _select(self, slot: int | None) -> None:
        self.selected, self.armed, self.drag = slot, None, None
        self.rebuild()

    def step(self, down: int, right: int) -> None:
        """Moves the aim by cells; with no piece in hand the first that fits is taken up."""
        self.controls.focus = None
        if self.selected is None:
            self._take_first()
            return
        piece = self.kept.round.hand[self.selected]
        assert piece is not None, "a chosen slot has a piece"
        if self.target is None:
            self.target = first_target(self.kept.round, self.selected, None)
        else:
            row, column = self.target
            self.target = inside(self.kept.round.board, piece, (row + down, column + right))
        self._aimed()

    def _take_first(self) -> None:
        slot = playable_slot(self.kept.round)
        if slot is not None:
            self.choose(slot, keyboard=True)

    def _aim(self, cell: Origin | None, kind: PointerKind) -> None:
        if self.selected is None or (cell is None and kind == "touch"):
            return
        if self.target != cell and self.armed != cell:
            self.armed = None
        if self.target != cell:
            self.target = cell
            self.dirty = True

    def _aimed(self) -> None:
        self.armed = None
        self.dirty = True
        self.tell(play_mirror.position_text(self))

    def preview(self) -> Preview | None:
        """What a placement at the aim would do."""
        if self.selected is None or self.target is None:
            return None
        return preview(self.kept.round, self.selected, self.target)

    def cancel(self) -> None:
        """Puts the piece down; nothing is placed."""
        self.target = None
        self._select(None)
        self.tell(say("play.choose"), announce=False)

    def confirm(self) -> None:
        """Places at the aim, for keys and buttons."""
        if self.selected is None:
            self._take_first()
        elif self.target is None:
            self.step(0, 0)
        else:
            self._place(self.target, keyboard=True)

    def _tap(self, cell: Origin, kind: PointerKind) -> None:
        if self.selected is None:
            self.tell(say("play.choose"))
            return
        self.target = cell
        asks_first = kind == "touch" and self.player.settings.now.flag("confirm_touch")
        if asks_first and self.armed != cell:
            self.armed = cell
            self.tell(play_mirror.position_text(self))
            if (aimed := self.preview()) and aimed.legal:
                self.tell(say("play.confirm"), announce=False)
            return
        self._place(cell)

    def _carry(self, drag: Drag) -> None:
        lifted, before = self.drag is None, self.target
        if lifted:
            self.selected, self.armed = drag.slot, None
        self.drag = drag
        self.target = self._landing(drag)
        if lifted or self.target != before:
            self.dirty = True
        else:
            self.moved()

    def _landing(self, drag: Drag) -> Origin | None:
        board = self.plan.board
        cell = board.w / self.kept.round.board.size
        return landing(self.kept.round, drag.slot, (drag.y - board.y) / cell, (drag.x - board.x) / cell)

    def _drop(self, drag: Drag) -> None:
        target = self._landing(drag)
        self.drag = None
        if target is None:
            self.cancel()
        else:
            self._place(target)
            if self.selected is not None:
                # Refused: the piece goes back to the hand, and the reason stays to be read.
                self.target = None
                self._select(None)

    # -- moves -------------------------------------------------------------------------------------

    def _place(self, origin: Origin, keyboard: bool = False) -> None:
        if self.selected is None:
            return
        result = self._make(Place(self.selected, *origin))
        if isinstance(result, Refusal):
            return
        if self.guided:
            self.player.settings.change(guide_seen=True)
        self.target = origin if keyboard else None
        self._select(None)
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
            self.results = self.controls.arrows = False
            self._results_at = None
            self._select(None)

    def _make(self, move: Place | Rotate | TakeBack) -> Outcome | Refusal:
        """Every move of the player: through the door, written, then told."""
        before = self.kept.round
        if self.player.expired(self.kept):
            self.tell(say("play.daily_expired"), trouble=True)
            return Refusal(Reason.OVER, move)
        self._count_time()
        result = self.player.play(self.kept, move)
        self._sound(sound_of(result))
        if isinstance(result, Refusal):
            self.tell(refusal_sentence(result, before), trouble=result.reason is not Reason.OVER)
            return result
        self.colours.follow(result)
        self.last = result
        self.tell(terms_sentence(result) or outcome_sentence(result, before), announce=False)
        self.context.announce(outcome_sentence(result, before))
        if self.kept.saved is not Saved.KEPT:
            saving.say_where_it_lives(self)
        self._celebrate()
        if result.round.status is not Status.PLAYING:
            self._end()
        return result

    def _celebrate(self) -> None:
        for name in self.player.new_stickers:
            self._sound("sticker")
            self.badge = name
            self.animator.start("sticker", 260, ease=overshoot)
            self.notice(say("play.sticker.earned", name=say(f"stickers.{name}")))

    def _sound(self, name: str | None) -> None:
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
        key = "over.title" if self.kept.round.status is Status.OVER else "over.complete"
        self.context.announce(say(key))
        self._results_at = self._now + LEFTOVER_SECONDS
        self.message = say(key)

    def _end_leftover(self) -> None:
        if self._results_at is not None:
            self._results_at = None
            self._sound(ENDS.get(self.kept.round.status))
            self.results = self.controls.arrows = True
            self.rebuild()

    def tick(self, now: float) -> float | None:
        due = super().tick(now)
        if self.guide.thinking:
            self.guide.think(self)
            return 0.0
        if self._results_at is None:
            return due
        left = self._results_at - now
        if left <= 0:
            self._end_leftover()
            return super().tick(now)
        return left if due is None else min(due, left)

    # -- around the round --------------------------------------------------------------------------

    def open_round(self, kept: KeptRound) -> None:
        self.context.go(PlayScreen(self.context, self.player, kept))

    def hint(self) -> None:
        """Shows what could be done next; places nothing."""
        if self.face.searches:
            self.guide.ask(self)
        else:
            hinting.any_spot(self)

    def point_at(self, slot: int, origin: Origin | None) -> None:
        """Takes up a piece and aims it, for the player to look at."""
        self._select(slot)
        self.target = origin

    def more(self) -> None:
        """What else can be done with this round."""
        from game.screens.more import open_more

        open_more(self)

    def tell(self, sentence: str, trouble: bool = False, announce: bool = True) -> None:
        self.message, self.trouble = sentence, trouble
        self.dirty = True
        if announce and sentence:
            self.context.announce(sentence)

    def save_here(self) -> None:
        """Tries again to save a round that lives in this tab only."""
        saving.save_here(self)

    def page_event(self, event: Mapping[str, Any]) -> None:
        if event["kind"] == "visible":
            self._moved_at = None
        elif event["kind"] == "storage":
            before = self.kept.saved
            self.player.changed_elsewhere(event.get("key"))
            self.dirty = True
            if self.kept.saved is not before:
                saving.say_where_it_lives(self)
                self.rebuild()
        elif event["kind"] == "update":
            self.player.update_ready = True

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
