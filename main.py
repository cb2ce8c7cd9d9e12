# /// script
# requires-python = ">=3.11"
# dependencies = ["pygame-ce"]
# ///
"""Starts the game: the file that pygbag looks for."""

import asyncio

import pygame  # noqa: F401  pygbag reads this file's imports to know what to load

from game.app import main

asyncio.run(main())
