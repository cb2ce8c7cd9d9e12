"""Sentences about moves and pieces, made from what the rules say happened."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.modes import Term, Undo
from game.rules.pieces import Piece
from game.rules.round import Outcome, Place, Reason, Refusal, Rotate, Round
from game.words import number, say


def piece_name(piece: Piece) -> str:
    """What a player calls the piece ("bar of 5", "L of 4 cells")."""
    shape = piece.shape or ""
    if piece.size == 1:
        return say("piece.single")
    if shape.startswith("I"):
        return say("piece.bar", cells=piece.size)
    if shape in ("O4", "O9"):
        return say("piece.square", cells=piece.size)
    if shape == "2×3":
        return say("piece.rectangle")
    if shape == "X5":
        return say("piece.plus")
    if shape in ("L3", "V5"):
        return say("piece.corner", cells=piece.size)
    if shape:
        return say("piece.named", letter=shape[0], cells=piece.size)
    return say("piece.other", cells=piece.size)


def refusal_sentence(refusal: Refusal, round: Round | None = None) -> str:
    """Why the move was not made, for the player; a refused undo is explained by the round."""
    facts = refusal.facts
    if refusal.reason is Reason.OUTSIDE and refusal.piece is not None:
        plural = {0: ".none", 1: ".one"}.get(int(facts["left"]), "")
        key = f"refused.outside.{facts['axis']}{plural}"
        return say(key, left=facts["left"], needs=facts["needs"], piece=piece_name(refusal.piece))
    if refusal.reason is Reason.OCCUPIED:
        return say("refused.occupied", row=int(facts["row"]) + 1, column=int(facts["column"]) + 1)
    if refusal.reason is Reason.NO_UNDO and round is not None:
        if round.rules.undo is Undo.OFF:
            return say("refused.no-undo.off")
        return say("refused.no-undo.used" if round.undone else "refused.no-undo")
    return say(f"refused.{refusal.reason}")


def outcome_sentence(outcome: Outcome, before: Round) -> str:
    """What the move did, for the polite live region."""
    if isinstance(outcome.move, Rotate):
        return say("said.rotated")
    if not isinstance(outcome.move, Place):
        return say("said.undone")
    points, units = number(outcome.points), len(outcome.cleared)
    if units:
        key = "said.cleared.one" if units == 1 else "said.cleared.many"
        sentence = say(key, units=units, points=points)
    else:
        sentence = say(f"said.placed.{'one' if outcome.points == 1 else 'many'}", points=points)
    return sentence + _streak_words(outcome, before) + (say("said.dealt") if outcome.dealt else "")


def terms_sentence(outcome: Outcome) -> str:
    """The points term by term, for a move that has more than one; empty for any other."""
    if len(outcome.terms) < 2:
        return ""
    return say("said.terms", terms=terms_words(outcome.terms), points=number(outcome.points))


def points_words(terms: Sequence[Term]) -> str:
    """The points of a placement: part by part where there are several."""
    points = sum(term.points for term in terms)
    if len(terms) < 2:
        return say(f"said.placed.{'one' if points == 1 else 'many'}", points=number(points))
    return say("said.terms", terms=terms_words(terms), points=number(points))


def terms_words(terms: Sequence[Term]) -> str:
    """The parts of a move's points, with what each was counted for."""
    return " + ".join(_term_words(term) for term in terms)


def _term_words(term: Term) -> str:
    key = f"term.{term.name}" + (".one" if term.count == 1 else "")
    words = say(key, count=term.count, base=number(term.base))
    return words + (say("term.factor", factor=term.factor) if term.factor > 1 else "")


def _streak_words(outcome: Outcome, before: Round) -> str:
    streak = outcome.round.streak
    if outcome.cleared and streak.count > 1:
        return say("said.streak", streak=streak.count)
    if streak.grace and not before.streak.grace:
        return say("said.warning")
    if before.streak.count and not streak.count:
        return say("said.streak_lost")
    return ""
