#!/bin/bash
# Builds the browser runtime from its sources and puts it into dist/.
#
#     web/runtime/build.sh [WORK_FOLDER]
#
# The work folder (default: the user's cache) keeps a Debian trixie chroot with the compiler, the source tarballs and all
# objects, about 3 GB. What is done already is not done again. Needs root, debootstrap, a Debian mirror in apt's sources
# and a Python with pip. From an empty folder it takes a quarter of an hour on two cores.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
WORK=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/block-puzzle-runtime}
SUITE=trixie
PACKAGES="emscripten python3.13-minimal python3 libpython3-stdlib make cmake ninja-build gcc pkgconf xz-utils terser"

say() { printf '%s  %s\n' "$(date +%T)" "$*"; }
stop() { printf 'web/runtime/build.sh: %s\n' "$*" >&2; exit 1; }

require() {
    ((EUID == 0)) || stop "needs root, to make a chroot; the committed dist/ serves all who only want to use the runtime."
    local tool
    for tool in debootstrap unshare chroot python3 sha256sum tar; do
        command -v "$tool" >/dev/null || stop "$tool is missing; install it (apt-get install $tool) and start again."
    done
}

# The Debian mirror that this machine's own apt uses.
mirror() {
    apt-get indextargets --format '$(SITE) $(LABEL)' 'Created-By: Packages' | awk '$2 == "Debian" {print $1; exit}'
}

make_chroot() {
    if [[ -f $WORK/chroot.done ]]; then
        say "chroot: there"
        return
    fi
    local from
    from=${MIRROR:-$(mirror)}
    [[ -n $from ]] || stop "apt's sources name no Debian mirror; give one in the variable MIRROR."
    say "chroot: making ($SUITE)"
    rm -rf "$WORK/chroot"
    debootstrap --variant=minbase "$SUITE" "$WORK/chroot" "$from" >"$WORK/debootstrap.log" ||
        stop "debootstrap failed; see $WORK/debootstrap.log."
    printf 'deb %s %s main\ndeb-src %s %s main\n' "$from" "$SUITE" "$from" "$SUITE" >"$WORK/chroot/etc/apt/sources.list"
    # Mirrors that stand still serve release files past their date.
    echo 'Acquire::Check-Valid-Until "false";' >"$WORK/chroot/etc/apt/apt.conf.d/90build"
    mkdir -p "$WORK/chroot"/{recipe,sources,build}
    say "chroot: installing the compiler"
    # shellcheck disable=SC2086
    { inside apt-get update && inside env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends $PACKAGES; } >"$WORK/apt.log" 2>&1 ||
        stop "installing the compiler in the chroot failed; see $WORK/apt.log."
    touch "$WORK/chroot.done"
}

# inside COMMAND...: runs a command in the chroot. The mounts live in a namespace of their own and end with the command.
inside() {
    RECIPE=$HERE WORK=$WORK unshare --mount --fork bash -ec '
        for folder in proc dev; do mount --bind "/$folder" "$WORK/chroot/$folder"; done
        cp -L /etc/resolv.conf "$WORK/chroot/etc/resolv.conf" 2>/dev/null || true
        mount --bind "$RECIPE" "$WORK/chroot/recipe"
        mount --bind "$WORK/sources" "$WORK/chroot/sources"
        mount --bind "$WORK/build" "$WORK/chroot/build"
        exec chroot "$WORK/chroot" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"' inside "$@"
}

# A virtual environment for the two tools from PyPI: the fetcher of source distributions and the compressor.
make_tools() {
    if [[ ! -f $WORK/tools.done ]]; then
        say "tools: installing"
        python3 -m venv "$WORK/tools"
        "$WORK/tools/bin/pip" install --quiet unearth zopfli 2>"$WORK/pip.log" || stop "pip failed; see $WORK/pip.log."
        touch "$WORK/tools.done"
    fi
}

each_source() { grep -v '^#' "$HERE/sources.txt"; }

matches() { echo "$1  $2" | sha256sum --check --status 2>/dev/null; }

fetch() {
    local part=$1 version=$2 file=$3 uri
    if [[ $part == pygame-ce ]]; then
        "$WORK/tools/bin/unearth" "$part==$version" --no-binary --download "$WORK/tarballs" >/dev/null 2>&1
        return
    fi
    # Only the tarball of the source package: its packaging is not used. `+` is %2b in addresses.
    uri=$(inside apt-get source --print-uris --download-only "${file%%_*}" 2>/dev/null |
        cut -d"'" -f2 | grep -F -- "${file//+/%2b}" | grep -v '\.asc$') || return 1
    inside /usr/lib/apt/apt-helper download-file "$uri" "/tmp/$file" >/dev/null 2>&1
    mv "$WORK/chroot/tmp/$file" "$WORK/tarballs/$file"
}

get_sources() {
    local part version sum file
    mkdir -p "$WORK"/{tarballs,sources}
    while read -r part version sum file; do
        if ! matches "$sum" "$WORK/tarballs/$file"; then
            say "source: fetching $part $version"
            fetch "$part" "$version" "$file" </dev/null || stop "$file could not be fetched; put it into $WORK/tarballs."
            matches "$sum" "$WORK/tarballs/$file" || stop "$file is not the file that sources.txt names: wrong checksum."
        fi
        if [[ ! -f $WORK/sources/$part.$sum ]]; then
            rm -rf "${WORK:?}/sources/$part" "$WORK/sources/$part".*
            mkdir -p "$WORK/sources/$part"
            tar -C "$WORK/sources/$part" --strip-components=1 -xf "$WORK/tarballs/$file"
            touch "$WORK/sources/$part.$sum"
        fi
    done < <(each_source)
    say "sources: complete, checksums right"
}

pack() {
    local out=$WORK/build/out
    mkdir -p "$HERE/dist"
    if [[ ! -f $out/runtime.wasm.gz || $out/runtime.wasm -nt $out/runtime.wasm.gz ]]; then
        say "compressing"
        "$WORK/tools/bin/python" -c '
import sys, zopfli.gzip
with open(sys.argv[1], "rb") as plain, open(sys.argv[1] + ".gz", "wb") as packed:
    packed.write(zopfli.gzip.compress(plain.read(), numiterations=5, blocksplittingmax=0))' "$out/runtime.wasm"
    fi
    cp "$out"/{runtime.mjs,runtime.wasm.gz} "$HERE/dist/"
    python3 "$HERE/check.py" --write "emscripten=$(<"$out/emscripten.version")"
    say "done: $(stat -c '%n %s bytes' "$HERE"/dist/* | sed "s#$HERE/##" | paste -sd, | sed 's/,/, /g')"
}

require
mkdir -p "$WORK"/{build,sources}
make_chroot
make_tools
get_sources
inside bash /recipe/inside.sh
pack
