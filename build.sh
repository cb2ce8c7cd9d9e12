#!/usr/bin/env bash
# Builds, serves and tests the game. Run ./build.sh help for the commands.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

venv=.venv

usage() {
    cat <<'TEXT'
./build.sh                 build the bundle into build/web/
./build.sh serve [PORT]    build, serve it on this machine and print the address (default port 8000)
./build.sh test [ARGS]     lint, types and every test; ARGS go to pytest
./build.sh setup           only prepare .venv with everything that the others need
./build.sh clean           remove build/ and .venv/
TEXT
}

say() { printf '== %s\n' "$*"; }
die() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }

# Prints the first Python that is new enough, or explains what is missing.
find_python() {
    local candidate
    for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
    die "Python 3.11 or newer is needed, and ${PYTHON:-none of the installed Pythons} is. Install one, or name it: PYTHON=/path/to/python3 ./build.sh"
}

# Prints the packages that pyproject.toml pins, one a line.
requirements() {
    "$1" - <<'PY'
import tomllib
with open("pyproject.toml", "rb") as file:
    project = tomllib.load(file)["project"]
print(*project["dependencies"], *project["optional-dependencies"]["dev"], sep="\n")
PY
}

# Makes .venv with the pinned packages; a stamp inside it says what it was made from.
setup() {
    local python wanted
    python=$(find_python)
    wanted="$("$python" -c 'import sys; print(sys.version, sys.base_prefix)')"$'\n'"$(requirements "$python")"
    if [[ -x $venv/bin/python && "$(cat $venv/.stamp 2>/dev/null)" == "$wanted" ]]; then
        return
    fi
    say "Preparing $venv (once, about half a minute)"
    rm -rf "$venv"
    "$python" -m venv "$venv" ||
        die "$python cannot make a virtual environment. On Debian: apt-get install python3-venv"
    requirements "$python" | xargs -d '\n' "$venv/bin/python" -m pip install -qq --disable-pip-version-check ||
        die "The packages that pyproject.toml names could not be installed. Is there a network?"
    printf '%s\n' "$wanted" > "$venv/.stamp"
}

build() {
    "$venv/bin/python" -m web.bundle
}

# Runs all three even when an early one fails: one run tells everything.
run_tests() {
    local failed=()
    say "Lint"
    "$venv/bin/ruff" check . || failed+=(lint)
    say "Types"
    "$venv/bin/mypy" || failed+=(types)
    say "Tests"
    "$venv/bin/python" -m pytest "$@" || failed+=(tests)
    [[ ${#failed[@]} -eq 0 ]] || die "failed: ${failed[*]}"
    say "All is well"
}

command=${1:-build}
[[ $# -gt 0 ]] && shift
case $command in
    build) setup; build ;;
    serve) setup; build; exec "$venv/bin/python" -m web.serve "$@" ;;
    test) setup; run_tests "$@" ;;
    setup) setup ;;
    clean) rm -rf build "$venv" ;;
    help | -h | --help) usage ;;
    *) usage >&2; die "unknown command: $command" ;;
esac
