"""Compiles the modules named in a list and writes them as one C table of frozen modules.

    python3.13 -X no_debug_ranges freeze.py MODULES STDLIB PYGAME CPYTHON OUTPUT.c

A module is looked for in STDLIB (this project's own modules and stand-ins), then in PYGAME (pygame's Python files), then
in CPYTHON (the standard library). Compiled without docstrings and asserts, as the runtime runs at optimisation level 2.
"""

import marshal
import sys
from pathlib import Path
from typing import NamedTuple

NEWLINE = "\n"
# What CPython needs before it can import anything: the name there, and the module it is.
BOOTSTRAP = {
    "_frozen_importlib": "importlib._bootstrap",
    "_frozen_importlib_external": "importlib._bootstrap_external",
    "zipimport": "zipimport",
}


class Frozen(NamedTuple):
    """One compiled module: where its bytes lie in the table's data, and whether it is a package."""

    name: str
    offset: int
    size: int
    package: bool


def wanted(module_list: Path) -> list[str]:
    """The module names of the list, which may hold comments, several names on a line and names in any order."""
    lines = module_list.read_text("utf-8").splitlines()
    names = [name for line in lines for name in line.partition("#")[0].split()]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        sys.exit(f"{module_list.name} names some modules twice: {' '.join(twice)}")
    return sorted(names)


def candidates(root: Path, name: str) -> list[tuple[Path, bool]]:
    """The files that could hold the module `name` below `root`, and whether each would make it a package."""
    base = root.joinpath(*name.split(".")) if name else root
    return [(base / "__init__.py", True), (base.with_name(base.name + ".py"), False)]


def find(name: str, own: Path, pygame: Path, cpython: Path) -> tuple[Path, bool]:
    """The source file of a module and whether it is a package."""
    places = candidates(own, name)
    if name.partition(".")[0] == "pygame":
        places += candidates(pygame, name.partition(".")[2])
    else:
        places += candidates(cpython, name)
    for path, package in places:
        if path.is_file():
            return path, package
    sys.exit(f"no source for the module {name} that the list names")


def unlisted(own: Path, names: list[str]) -> list[str]:
    """The own modules that the list forgot."""
    files = (path.relative_to(own).with_suffix("").parts for path in own.rglob("*.py"))
    have = {".".join(parts[:-1] if parts[-1] == "__init__" else parts) for parts in files}
    return sorted(have - set(names))


def row(module: Frozen) -> str:
    return f'    {{"{module.name}", data + {module.offset}, {module.size}, {int(module.package)}}},'


def table(bootstrap: list[Frozen], modules: list[Frozen], data_file: Path) -> str:
    """The C source that holds the data and the tables pointing into it.

    It defines what CPython's own Python/frozen.c defines, so that the linker leaves that one out: the modules there are
    compiled with docstrings and asserts, and every one that the runtime needs would lie in it twice.
    """
    end = "    {0, 0, 0, 0},\n};"
    return f"""#define Py_BUILD_CORE 1
#include <Python.h>
#include "internal/pycore_import.h"

static const unsigned char data[] __attribute__((aligned(16))) = {{
#embed "{data_file.name}"
}};
static const struct _frozen bootstrap[] = {{
{NEWLINE.join(map(row, bootstrap))}
{end}
static const struct _frozen modules[] = {{
{NEWLINE.join(map(row, modules))}
{end}
static const struct _frozen none[] = {{{{0, 0, 0, 0}}}};
static const struct _module_alias aliases[] = {{
{NEWLINE.join(f'    {{"{name}", "{source}"}},' for name, source in BOOTSTRAP.items() if name != source)}
    {{0, 0}},
}};
const struct _frozen *_PyImport_FrozenBootstrap = bootstrap;
const struct _frozen *_PyImport_FrozenStdlib = none;
const struct _frozen *_PyImport_FrozenTest = none;
const struct _frozen *PyImport_FrozenModules = modules;
const struct _module_alias *_PyImport_FrozenAliases = aliases;
"""


def main() -> None:
    module_list, own, pygame, cpython, output = map(Path, sys.argv[1:])
    names = wanted(module_list)
    forgotten = unlisted(own, names)
    if forgotten:
        sys.exit(f"{module_list.name} does not name: {' '.join(forgotten)}")
    data = bytearray()

    def freeze(name: str, source: str) -> Frozen:
        path, package = find(source, own, pygame, cpython)
        code = compile(path.read_bytes(), f"<frozen {source}>", "exec", dont_inherit=True, optimize=2)
        compiled = marshal.dumps(code)
        data.extend(bytes(-len(data) % 16))
        data.extend(compiled)
        return Frozen(name, len(data) - len(compiled), len(compiled), package)

    bootstrap = [freeze(name, source) for name, source in BOOTSTRAP.items()]
    modules = [freeze(name, name) for name in names]
    data_file = output.with_suffix(".bin")
    data_file.write_bytes(data)
    output.write_text(table(bootstrap, modules, data_file), "utf-8")
    for module in sorted(bootstrap + modules, key=lambda module: -module.size):
        print(f"{module.size:7}  {module.name}")
    print(f"{len(data):7}  in {len(bootstrap) + len(modules)} modules")


if __name__ == "__main__":
    main()
