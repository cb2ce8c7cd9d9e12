"""The committed runtime at work: what it can import, how it starts a program, what it tells of failures."""

import base64
import io
import json
import os
import random
import shutil
import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from web.runtime import check

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs node to run WebAssembly outside of a browser")

START = 'import boot; boot.start("/game.apk")'
GAME_MODULES = (
    "asyncio json dataclasses enum typing functools itertools collections collections.abc random math zlib zipimport io "
    "datetime time traceback contextlib operator bisect heapq re string abc types copy sys os importlib base64 logging "
    "pygame pygame.draw pygame.font pygame.image pygame.transform pygame.mixer pygame.mask pygame.gfxdraw pygame.joystick"
)


@dataclass(frozen=True)
class Outcome:
    """results: of rt_init and each rt_run; steps: of each rt_step; out, err: lines."""

    results: list[int]
    steps: list[float]
    out: list[str]
    err: list[str]


def run(*sources: str, files: dict[str, bytes] | None = None, steps: tuple[int, ...] = (), zone: str = "UTC") -> Outcome:
    work = {
        "files": {path: base64.b64encode(data).decode() for path, data in (files or {}).items()},
        "runs": sources,
        "steps": steps,
    }
    result = subprocess.run(
        ["node", str(Path(__file__).with_name("in_node.mjs"))],
        input=json.dumps(work),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "TZ": zone},
    )
    assert result.returncode == 0, result.stderr
    return Outcome(**json.loads(result.stdout.splitlines()[-1]))


def archive(**modules: str) -> dict[str, bytes]:
    """An archive as the page puts it into the file system."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in modules.items():
            file.writestr(f"assets/{name}.py", text)
        file.writestr("assets/data/note.txt", "from the archive")
    return {"/game.apk": packed.getvalue()}


def listed_modules() -> list[str]:
    lines = (check.HERE / "modules.txt").read_text("utf-8").splitlines()
    return [name for line in lines for name in line.partition("#")[0].split()]


def test_every_module_can_be_imported() -> None:
    outcome = run(f"""
import importlib, os
for name in {[*listed_modules(), *GAME_MODULES.split()]!r}:
    importlib.import_module(name)
print("all")
""")
    assert (outcome.results, outcome.out, outcome.err) == ([0, 0], ["all"], [])


def test_python_computes_as_on_the_desktop() -> None:
    program = """
import base64, dataclasses, enum, json, random, typing, zlib
generator = random.Random(20240229)
print(json.dumps([generator.random(), generator.getrandbits(70), generator.sample(range(100), 5), generator.gauss()]))
print(random.Random("text seed").randrange(10**9))
@dataclasses.dataclass(frozen=True, order=True, slots=True)
class Point:
    x: int
    y: float = 0.5
print(Point(1), dataclasses.replace(Point(1), y=2.0) > Point(1), hash(Point(1)) == hash((1, 0.5)))
@typing.runtime_checkable
class Sized(typing.Protocol):
    def size(self) -> int: ...
class Box:
    def size(self): return 1
print(isinstance(Box(), Sized), isinstance(Point(1), Sized))
print(enum.IntFlag("Side", "TOP LEFT")(3), zlib.crc32(b"block"), base64.b64encode(zlib.compress(b"a" * 99)[:2]))
"""
    output = io.StringIO()
    scope: dict[str, Any] = {"__name__": "desktop", "print": lambda *values: print(*values, file=output)}
    # The class statements look their module up.
    exec(program.replace("slots=True", "slots=True, match_args=False"), scope)
    assert run(program).out == output.getvalue().splitlines()
    assert random.Random(20240229).random() == scope["random"].Random(20240229).random()


@pytest.mark.parametrize(("zone", "hour"), [("UTC", 12), ("Asia/Tokyo", 21), ("America/St_Johns", 8)])
def test_local_time_follows_the_zone_around_it(zone: str, hour: int) -> None:
    outcome = run(
        "import datetime, time; print(datetime.datetime.fromtimestamp(1_700_000_000 - 36800).hour, time.localtime().tm_mday"
        " == datetime.date.today().day)",
        zone=zone,
    )
    assert outcome.out == [f"{hour} True"]


def test_page_calls_carry_text_and_errors() -> None:
    outcome = run("""
import json, _page
print(ascii(json.loads(_page.call("echo", json.dumps(["ä", "😀", "\\0", None])))))
for name, argument in (("fail", "1"), ("nothing", "1"), ("unknown", "1"), ("echo", "{"), ("echo", "\\0")):
    try:
        print(_page.call(name, argument))
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, str(error).partition(" ")[0])
""")
    assert outcome.out == [
        ascii(["ä", "😀", "\0", None]),
        *("RuntimeError RangeError:", "RuntimeError TypeError:", "RuntimeError TypeError:", "RuntimeError SyntaxError:"),
        "ValueError embedded",
    ]


def test_a_program_starts_from_the_archive() -> None:
    main = """
import asyncio, os, sys
import helper
from asyncio.webloop import wait_for_page
print(__name__, __file__, sys.modules["__main__"].__dict__ is globals(), os.environ["SDL_EMSCRIPTEN_KEYBOARD_ELEMENT"])
print(__loader__.get_data("/game.apk/assets/data/note.txt").decode(), helper.VALUE)
async def main():
    await asyncio.sleep(0)
    await asyncio.sleep(0.5)
    print(await wait_for_page(None))
if __name__ == "__main__":
    asyncio.run(main())
"""
    outcome = run(START, files=archive(main=main, helper="VALUE = 42"), steps=(0, 0, 1))
    assert outcome.results == [0, 0]
    assert outcome.out == ["__main__ /game.apk/assets/main.py True #canvas", "from the archive 42"]
    assert outcome.err == []
    first, second, third = outcome.steps
    assert first == 0
    assert 400 < second <= 500
    assert 0 < third <= 500


def test_a_step_tells_when_the_program_has_finished() -> None:
    main = "import asyncio\nasync def main():\n    await asyncio.sleep(0)\nasyncio.run(main())\n"
    assert run(START, files=archive(main=main), steps=(0, 0, 0)).steps == [0, -1, -1]


@pytest.mark.parametrize(
    ("main", "last"),
    [
        ("def half(ä):\n    return ä / 0  # é\nhalf(1)\n", "ZeroDivisionError: division by zero"),
        ("def broken(:\n", "SyntaxError: invalid syntax"),
        ("import nowhere\n", "ModuleNotFoundError: No module named 'nowhere'"),
        ("import sys\nsys.exit('enough')\n", "SystemExit: enough"),
    ],
)
def test_a_program_that_fails_at_its_start_leaves_a_traceback(main: str, last: str) -> None:
    outcome = run(START, files=archive(main=main), steps=(0,))
    assert outcome.results == [0, 1]
    assert outcome.err[0] == "Traceback (most recent call last):"
    assert outcome.err[-1] == last
    assert any('File "/game.apk/assets/main.py", line' in line for line in outcome.err)
    assert any(line.strip() and line.strip() in main for line in outcome.err), "a line of the source"


def test_an_archive_without_a_program_is_told() -> None:
    outcome = run(START, files=archive(other="VALUE = 1"))
    assert outcome.results == [0, 1]
    assert "main" in outcome.err[-1]


@pytest.mark.parametrize("where", ["main", "task"])
def test_an_exception_later_ends_the_program_with_a_traceback(where: str) -> None:
    main = f"""
import asyncio
from asyncio.webloop import wait_for_page
async def fail():
    await asyncio.sleep(0)
    raise ValueError("on purpose")
async def main():
    if {where!r} == "main":
        await fail()
    asyncio.create_task(fail())
    await wait_for_page(None)
asyncio.run(main())
"""
    outcome = run(START, files=archive(main=main), steps=(0, 0, 0))
    assert outcome.steps == [0, -2, -2]
    assert outcome.err[-1] == "ValueError: on purpose"
    assert '    raise ValueError("on purpose")' in outcome.err


def test_pictures_fonts_and_masks_work_without_a_screen() -> None:
    font = Path(__file__).parents[2] / "game" / "assets" / "fonts"
    fonts = sorted(font.glob("*.ttf"))
    assert fonts, "the game has a font"
    outcome = run(
        """
import io, pygame
surface = pygame.Surface((40, 30), pygame.SRCALPHA)
pygame.draw.rect(surface, (200, 60, 60), (5, 5, 20, 10), border_radius=3)
file = io.BytesIO()
pygame.image.save(surface, file, "x.png")
back = pygame.image.load(io.BytesIO(file.getvalue()), "x.png")
print(back.get_size(), back.get_at((15, 10)), back.get_at((0, 0)), pygame.mask.from_surface(back).count() > 150)
print(pygame.transform.smoothscale(back, (80, 60)).get_at((30, 20)))
pygame.font.init()
text = pygame.font.Font(io.BytesIO(open("/font.ttf", "rb").read()), 24).render("Block 8", True, (255, 255, 255))
print(text.get_width() > 50, pygame.mask.from_surface(text).count() > 100)
""",
        files={"/font.ttf": fonts[0].read_bytes()},
    )
    assert outcome.err == []
    assert outcome.out == ["(40, 30) Color(200, 60, 60, 255) Color(0, 0, 0, 0) True", "Color(200, 60, 60, 255)", "True True"]


def test_source_compiles_to_bytecode_that_the_runtime_loads() -> None:
    """What a build needs to pack bytecode instead of source."""
    compiled = run("""
import importlib.util, marshal, base64
code = compile("VALUE = 7", "helper.py", "exec")
print(base64.b64encode(importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)).decode())
""").out[0]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("assets/helper.pyc", base64.b64decode(compiled))
        file.writestr("assets/main.py", "import helper; print(helper.VALUE)")
    outcome = run(START, files={"/game.apk": packed.getvalue()})
    assert (outcome.results, outcome.out) == ([0, 0], ["7"])


def test_deep_nesting_is_a_recursion_error_and_not_the_end_of_the_page() -> None:
    source = """
import json
for text in ("[" * 100_000, '{"a":' * 50_000):
    try:
        json.loads(text)
    except RecursionError:
        print("refused")
"""
    outcome = run(source)
    assert outcome.out == ["refused", "refused"], outcome
    assert outcome.results == [0, 0]
