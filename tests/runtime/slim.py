"""Runs programs on the runtime's asyncio, with this machine's own Python and a clock that the test moves.

The package must be imported as `asyncio` (the C module behind it takes its exceptions from there), so each program runs in
a Python process of its own. What the package does not have itself comes from this Python's asyncio, as in the runtime.
"""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

STDLIB = Path(__file__).parents[2] / "web" / "runtime" / "stdlib"

NEXT_FRAME = 0
ONLY_WHEN_WOKEN = 1e9
FINISHED = -1

# An action is a text, or a number of milliseconds by which the clock goes on.
STEP = "step"
WOKEN = "woken"
Action = str | float

_CHILD = '''
import importlib.machinery, importlib.util, json, sys
standard = importlib.machinery.PathFinder.find_spec("asyncio").submodule_search_locations
own, program, actions = json.load(sys.stdin)
spec = importlib.util.spec_from_file_location(
    "asyncio", own + "/asyncio/__init__.py", submodule_search_locations=[own + "/asyncio", *standard]
)
asyncio = importlib.util.module_from_spec(spec)
sys.modules["asyncio"] = asyncio
# Python 3.11's gather() asks for a loop under this name; the runtime's does not.
import _asyncio
spec.loader.exec_module(asyncio)
sys.modules["asyncio.events"]._get_event_loop = getattr(_asyncio, "_get_event_loop", None)
webloop = sys.modules["asyncio.webloop"]
now, said, steps = 1000.0, [], []
webloop.WebLoop.time = lambda self: now
exec(program, {"__name__": "__main__", "asyncio": asyncio, "wait_for_page": webloop.wait_for_page, "say": said.append})
for action in actions:
    if isinstance(action, str):
        try:
            steps.append(webloop.step(action == "woken"))
        except BaseException as error:
            steps.append(repr(error))
    else:
        now += action / 1000
    said.append("|")
print(json.dumps([said, steps]))
'''


@dataclass(frozen=True)
class Run:
    """What a program did.

    said: what it gave to say(), with a "|" after each action. steps: what each step returned, or the repr of what it
    raised. errors: its stderr.
    """

    said: list[Any]
    steps: list[Any]
    errors: str

    def parts(self) -> list[list[Any]]:
        """What was said before the first action and in each action."""
        parts: list[list[Any]] = [[]]
        for item in self.said:
            if item == "|":
                parts.append([])
            else:
                parts[-1].append(item)
        return parts[:-1]


def run(program: str, *actions: Action) -> Run:
    """Run a program that ends in asyncio.run(...), then the actions, one after the other."""
    result = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _CHILD],
        input=json.dumps([str(STDLIB), program, actions]),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    said, steps = json.loads(result.stdout.splitlines()[-1])
    return Run(said, steps, result.stderr)
