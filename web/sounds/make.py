"""Makes game/assets/sounds/*.ogg: every sound of the game, synthesised note by note. No recording of anybody is used.

Usage: python -m web.sounds.make     needs `oggenc` (Debian: apt-get install vorbis-tools); the files are kept in the repository,
                                     so a build of the game does not need it

Each sound is a few strokes on an imagined wooden bar: a sine with the two overtones of a marimba, which die away sooner the
higher they are, and the dull knock of the mallet. Noise comes from a fixed seed, so the same script makes the same samples.
"""

from __future__ import annotations

import array
import random
import shutil
import subprocess
import sys
import wave
from collections.abc import Sequence
from io import BytesIO
from math import exp, pi, sin
from pathlib import Path
from typing import NamedTuple

TARGET = Path(__file__).resolve().parents[2] / "game" / "assets" / "sounds"
RATE = 22_050
"""Samples a second: room for overtones up to 11 kHz."""
QUALITY = "0"
"""oggenc's scale from -1 to 10; below 0 the strokes begin to smear."""
LEAD = 0.003
"""Silence in front, in seconds, because the first samples do not survive the encoder."""
A4 = 440.0
# Overtones of a tuned bar: ratio to the fundamental, strength, share of the fundamental's time to die away.
OVERTONES = ((1.0, 1.0, 1.0), (3.94, 0.22, 0.34), (9.6, 0.07, 0.14))


class Stroke(NamedTuple):
    """One blow of the mallet."""

    at: float
    """Seconds from the start of the sound."""
    note: int
    """Semitones above A4."""
    level: float = 1.0
    ring: float = 0.16
    """Seconds until the note has fallen to a third."""
    knock: float = 0.25
    """How much of the mallet itself is heard."""


# Semitones above A4. A pentatonic scale on C: whatever follows whatever, nothing clashes.
G3, A3, C4, E4, G4, A4_, C5, D5, E5, G5, A5, C6, E6 = -14, -12, -9, -5, -2, 0, 3, 5, 7, 10, 12, 15, 19

SOUNDS: dict[str, tuple[float, Sequence[Stroke]]] = {
    # name: (loudest sample, strokes)
    "pick": (0.26, [Stroke(0, G5, ring=0.035, knock=0.3)]),
    "place": (0.48, [Stroke(0, G4, ring=0.07, knock=0.9), Stroke(0.002, G3, 0.5, 0.05, 0.2)]),
    "undo": (0.34, [Stroke(0, D5, 0.8, 0.06), Stroke(0.075, A4_, 0.9, 0.08)]),
    "refuse": (0.36, [Stroke(0, A3, 0.9, 0.045, 0.8), Stroke(0.1, A3, 0.7, 0.05, 0.7)]),
    "clear1": (0.55, [Stroke(0, C5, 0.8, 0.14), Stroke(0.07, G5, 1.0, 0.19)]),
    "clear2": (0.58, [Stroke(0, C5, 0.7, 0.14), Stroke(0.065, E5, 0.85, 0.16), Stroke(0.13, A5, 1.0, 0.2)]),
    "clear3": (0.6, [Stroke(0, C5, 0.7, 0.14), Stroke(0.06, E5, 0.8, 0.15), Stroke(0.12, G5, 0.9, 0.17),
                     Stroke(0.18, C6, 1.0, 0.22)]),
    "clear4": (0.62, [Stroke(0, C5, 0.7, 0.14), Stroke(0.055, E5, 0.75, 0.15), Stroke(0.11, G5, 0.85, 0.16),
                      Stroke(0.165, C6, 0.95, 0.2), Stroke(0.235, E6, 1.0, 0.24), Stroke(0.235, G5, 0.5, 0.24, 0.0)]),
    "end": (0.5, [Stroke(0, E5, 0.9, 0.18), Stroke(0.17, C5, 0.9, 0.2), Stroke(0.34, G4, 1.0, 0.26),
                  Stroke(0.34, C4, 0.6, 0.28)]),
    "complete": (0.56, [Stroke(0, G4, 0.8, 0.16), Stroke(0.1, C5, 0.9, 0.18), Stroke(0.2, E5, 0.9, 0.2),
                        Stroke(0.32, G5, 1.0, 0.26), Stroke(0.32, C5, 0.6, 0.26)]),
    "sticker": (0.5, [Stroke(0, E5, 0.8, 0.14), Stroke(0.08, A5, 0.8, 0.16), Stroke(0.16, E6, 0.9, 0.2),
                      Stroke(0.24, C6, 1.0, 0.26), Stroke(0.24, E5, 0.5, 0.26)]),
}


def render(strokes: Sequence[Stroke], loudest: float, seed: str) -> list[float]:
    """The samples, -1 to 1, from the first blow until the last one has died away."""
    noise = random.Random(seed)
    length = max(stroke.at + stroke.ring * 4.1 for stroke in strokes)
    samples = [0.0] * int(length * RATE)
    for stroke in strokes:
        _add_bar(samples, stroke)
        _add_knock(samples, stroke, noise)
    _fade_out(samples)
    highest = max(abs(sample) for sample in samples)
    return [0.0] * int(LEAD * RATE) + [sample / highest * loudest for sample in samples]


def _add_bar(samples: list[float], stroke: Stroke) -> None:
    first = int(stroke.at * RATE)
    pitch = A4 * 2 ** (stroke.note / 12)
    for ratio, strength, share in OVERTONES:
        if pitch * ratio > RATE * 0.45:
            continue
        step, ring = 2 * pi * pitch * ratio / RATE, stroke.ring * share
        for number in range(len(samples) - first):
            time = number / RATE
            if time > ring * 9:
                break
            swell = min(1.0, time / 0.0025)  # a blow without a click
            samples[first + number] += stroke.level * strength * swell * exp(-time / ring) * sin(step * number)


def _add_knock(samples: list[float], stroke: Stroke, noise: random.Random) -> None:
    """A few milliseconds of noise with its treble taken away."""
    first, smooth = int(stroke.at * RATE), 0.0
    for number in range(min(int(0.03 * RATE), len(samples) - first)):
        time = number / RATE
        smooth += 0.16 * (noise.uniform(-1, 1) - smooth)
        samples[first + number] += stroke.level * stroke.knock * 1.6 * min(1.0, time / 0.001) * exp(-time / 0.006) * smooth


def _fade_out(samples: list[float]) -> None:
    """The last moment goes to nothing, so that the end does not click."""
    tail = min(len(samples), RATE // 25)
    for number in range(tail):
        samples[-1 - number] *= number / tail


def wave_file(samples: Sequence[float]) -> bytes:
    """The samples as a WAV of 16 bits, one channel."""
    values = array.array("h", [round(max(-1.0, min(1.0, sample)) * 32767) for sample in samples])
    if sys.byteorder == "big":
        values.byteswap()
    out = BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(values.tobytes())
    return out.getvalue()


def encode(wav: bytes) -> bytes:
    """Ogg Vorbis. The stream's serial number, usually random, is fixed."""
    command = ["oggenc", "--quiet", "--quality", QUALITY, "--serial", "1", "--output", "-", "-"]
    return subprocess.run(command, input=wav, stdout=subprocess.PIPE, check=True).stdout


def main() -> int:
    """The command line; answers the exit code."""
    if shutil.which("oggenc") is None:
        print("oggenc is missing. On Debian: apt-get install vorbis-tools", file=sys.stderr)
        return 1
    TARGET.mkdir(parents=True, exist_ok=True)
    total = 0
    for name, (loudest, strokes) in SOUNDS.items():
        samples = render(strokes, loudest, name)
        data = encode(wave_file(samples))
        (TARGET / f"{name}.ogg").write_bytes(data)
        total += len(data)
        print(f"{name}: {len(samples) / RATE:.2f} s, {len(data)} bytes")
    print(f"{len(SOUNDS)} sounds, {total} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
