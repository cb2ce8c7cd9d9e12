"""The screens that others lead to, by name; each is loaded when somebody goes there."""

from __future__ import annotations

from collections.abc import Callable

from game.profile.player import Player
from game.ui.screen import Context, Screen

Back = Callable[[], Screen]
Door = Callable[[Context, Player, Back], Screen]


def door(name: str) -> Door:
    """How to make the screen of that name. Raises KeyError for one that there is not."""
    return DOORS[name]()


def _classic() -> Door:
    from game.screens.classic import ClassicScreen

    return ClassicScreen


def _sessions() -> Door:
    from game.screens.sessions import SessionsScreen

    return SessionsScreen


def _settings() -> Door:
    from game.screens.settings import SettingsScreen

    return SettingsScreen


def _help() -> Door:
    from game.screens.help import HelpScreen

    return HelpScreen


def _statistics() -> Door:
    from game.screens.statistics import StatisticsScreen

    return StatisticsScreen


def _stickers() -> Door:
    from game.screens.stickers import StickersScreen

    return StickersScreen


def _backup() -> Door:
    from game.screens.backup import BackupScreen

    return BackupScreen


def _practice() -> Door:
    from game.screens.practice import PracticeScreen

    return PracticeScreen


def _analyzer() -> Door:
    from game.screens.analyzer import AnalyzerScreen

    return AnalyzerScreen


DOORS: dict[str, Callable[[], Door]] = {
    "classic": _classic,
    "sessions": _sessions,
    "settings": _settings,
    "help": _help,
    "statistics": _statistics,
    "stickers": _stickers,
    "backup": _backup,
    "practice": _practice,
    "analyzer": _analyzer,
}
