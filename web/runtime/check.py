"""Says whether the built runtime in dist/ is whole and belongs to the sources beside it.

    python web/runtime/check.py            exit 0 when it does, else 1 with what is wrong and what to do on stderr
    python web/runtime/check.py --write emscripten=VERSION      (build.sh) writes the manifest of what was just built

Needs the standard library only.
"""

import gzip
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

FORMAT = "block-puzzle-runtime/1"
HERE = Path(__file__).resolve().parent
ARTEFACTS = ("runtime.mjs", "runtime.wasm.gz")
# What shapes the artefact. The rest of the folder (this file, the README, the licences) does not.
SOURCES = ("build.sh", "inside.sh", "freeze.py", "runtime.c", "freetype-modules.h", "modules.txt", "sources.txt")
SOURCE_FOLDER = "stdlib"
WHAT_TO_DO = (
    "Rebuild it with web/runtime/build.sh and commit dist/, or take back the change to the sources: "
    "git checkout web/runtime."
)


class BadRuntimeError(Exception):
    """The artefact cannot be used; the message says why, one reason a line, and what to do."""


def sha256(data: bytes) -> str:
    """The checksum as hexadecimal text."""
    return hashlib.sha256(data).hexdigest()


def source_files(folder: Path) -> dict[str, str]:
    """Path below `folder`, with forward slashes, and checksum of each source file that shapes the artefact."""
    paths = [folder / name for name in SOURCES if (folder / name).is_file()]
    paths += [path for path in (folder / SOURCE_FOLDER).rglob("*") if path.is_file() and path.suffix == ".py"]
    return {path.relative_to(folder).as_posix(): sha256(path.read_bytes()) for path in sorted(paths)}


def tarballs(folder: Path) -> list[dict[str, str]]:
    """The rows of sources.txt: part, version, file and SHA-256 of each tarball."""
    lines = (folder / "sources.txt").read_text("utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return [{"part": part, "version": version, "file": file, "sha256": sha} for part, version, sha, file in rows]


def describe(path: Path) -> dict[str, Any]:
    """Size and checksum of an artefact; of a compressed one also those of its content."""
    data = path.read_bytes()
    entry: dict[str, Any] = {"bytes": len(data), "sha256": sha256(data)}
    if path.suffix == ".gz":
        content = gzip.decompress(data)
        entry["content"] = {"bytes": len(content), "sha256": sha256(content)}
    return entry


def make_manifest(folder: Path, compiler: dict[str, str]) -> dict[str, Any]:
    """The manifest of the artefact in `folder`/dist as built from the sources in `folder` now."""
    artefacts = {name: describe(folder / "dist" / name) for name in ARTEFACTS}
    parts = {row["part"]: row["version"] for row in tarballs(folder)}
    both = "".join(entry["sha256"] for entry in artefacts.values())
    return {
        "format": FORMAT,
        "version": f"python{parts['cpython']}-pygame{parts['pygame-ce']}-{sha256(both.encode())[:12]}",
        "parts": parts | compiler,
        "artefacts": artefacts,
        "sources": source_files(folder),
        "tarballs": tarballs(folder),
    }


def read_manifest(folder: Path = HERE) -> dict[str, Any]:
    """The manifest in `folder`/dist. Raises BadRuntimeError when there is none that can be read."""
    try:
        manifest = json.loads((folder / "dist" / "manifest.json").read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadRuntimeError(f"dist/manifest.json cannot be read ({error}). {WHAT_TO_DO}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BadRuntimeError(f"dist/manifest.json is not of the format {FORMAT}. {WHAT_TO_DO}")
    return manifest


def artefact_problems(folder: Path, manifest: dict[str, Any]) -> list[str]:
    """What is wrong with the files in dist/."""
    problems = []
    for name in ARTEFACTS:
        path = folder / "dist" / name
        wanted = manifest["artefacts"].get(name, {})
        if not path.is_file():
            problems.append(f"dist/{name} is missing.")
        elif sha256(path.read_bytes()) != wanted.get("sha256"):
            problems.append(f"dist/{name} is not the file that the manifest names: its checksum differs.")
    return problems


def source_problems(folder: Path, manifest: dict[str, Any]) -> list[str]:
    """How the sources differ from those that the artefact was built from."""
    built, present = manifest["sources"], source_files(folder)
    problems = [f"{name} is gone since the runtime was built." for name in sorted(built.keys() - present.keys())]
    problems += [f"{name} is new since the runtime was built." for name in sorted(present.keys() - built.keys())]
    changed = sorted(name for name in built.keys() & present.keys() if built[name] != present[name])
    return problems + [f"{name} has changed since the runtime was built." for name in changed]


def check(folder: Path = HERE) -> dict[str, Any]:
    """The manifest, when the artefact is whole and belongs to its sources; else raises BadRuntimeError."""
    manifest = read_manifest(folder)
    problems = artefact_problems(folder, manifest) + source_problems(folder, manifest)
    if problems:
        raise BadRuntimeError("\n".join([*problems, WHAT_TO_DO]))
    return manifest


def main(arguments: list[str]) -> int:
    """The command line; answers the exit code."""
    if arguments[:1] == ["--write"]:
        compiler = dict(argument.split("=", 1) for argument in arguments[1:])
        text = json.dumps(make_manifest(HERE, compiler), indent=1) + "\n"
        (HERE / "dist" / "manifest.json").write_text(text, "utf-8")
        return 0
    try:
        manifest = check()
    except BadRuntimeError as error:
        print(f"The browser runtime cannot be used:\n{error}", file=sys.stderr)
        return 1
    print(f"runtime {manifest['version']}: whole, and built from the sources beside it")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
