"""Tests of the browser runtime: its event loop, its stand-ins, its artefact."""
