#!/bin/bash
# Compiles the runtime. Runs inside the chroot that build.sh makes, with /recipe (this folder), /sources (the unpacked
# tarballs, one folder per part) and /build (objects, libraries and the result). Each stage leaves a stamp that holds the
# hash of its commands and of the recipe files it reads, so only what changed is built again.
set -euo pipefail

SOURCES=/sources WORK=/build RECIPE=/recipe
PREFIX=$WORK/prefix     # headers and static libraries of the finished parts
STAMPS=$WORK/stamps     # what each stage was built from
JOBS=${JOBS:-$(nproc)}
OPTIMISE="-Os -DNDEBUG" # smaller beats faster here: on real networks bytes decide when the first frame comes
SDL_INCLUDES=("-I$PREFIX/include/SDL2" "-I$PREFIX/include/freetype2")
PYTHON_INCLUDES=("-I$SOURCES/cpython/Include" "-I$WORK/cpython")

# CPython writes its build date into itself; with a fixed one (its release's) the same sources give the same bytes.
export SOURCE_DATE_EPOCH=1749600000

say() { printf '%s  %s\n' "$(date +%T)" "$*"; }

# stage NAME [FILE...]: runs build_NAME in $WORK/NAME unless its stamp matches its commands and the files. A stage that
# builds on another names that one's stamp among its files.
stage() {
    local name=$1 key stamp=$STAMPS/$1 log=$WORK/logs/$1.log
    shift
    key=$({ declare -f "build_$name" compile archive cmake_static; declare -p OPTIMISE; cat "$@"; } | sha256sum)
    if [[ -f $stamp && $(<"$stamp") == "$key" ]]; then
        say "$name: up to date"
        return
    fi
    say "$name: building"
    rm -rf "${WORK:?}/$name" "$stamp"
    mkdir -p "$WORK/$name" "$STAMPS" "$WORK/logs" "$PREFIX/lib" "$PREFIX/include/SDL2"
    # A subshell of its own, not part of a condition, or `set -e` would not hold inside.
    set +e
    ( set -e; cd "$WORK/$name"; "build_$name" ) >"$log" 2>&1
    local status=$?
    set -e
    if ((status)); then
        tail -n 30 "$log"
        say "$name: failed; the whole log is logs/$name.log in the work folder"
        exit 1
    fi
    printf '%s' "$key" >"$stamp"
}

# compile FLAG... -- FILE...: compiles each file into the present folder, as many at once as there are cores.
compile() {
    local flags=()
    while [[ $1 != -- ]]; do flags+=("$1"); shift; done
    shift
    printf '%s\n' "$@" | xargs -P "$JOBS" -I{} emcc $OPTIMISE "${flags[@]}" -c {}
}

archive() { rm -f "$PREFIX/lib/$1"; emar rcs "$PREFIX/lib/$1" ./*.o; }

build_zlib() {
    local source=$SOURCES/zlib
    compile -DHAVE_UNISTD_H -- "$source"/{adler32,compress,crc32,deflate,inffast,inflate,inftrees,trees,uncompr,zutil}.c
    archive libz.a
    cp "$source"/{zlib,zconf}.h "$PREFIX/include/"
}

# Extension modules that a browser cannot serve (sockets, processes, terminals) or that the game does not need.
CPYTHON_LEFT_OUT="_blake2 _bz2 _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _csv _ctypes
    _ctypes_test _curses _dbm _decimal _elementtree _gdbm _hashlib _lsprof _lzma _md5 _multibytecodec _pickle _queue
    _sha1 _sha3 _socket _sqlite3 _ssl _statistics _testbuffer _testcapi _testclinic _testclinic_limited
    _testexternalinspection _testimportmultiple _testinternalcapi _testlimitedcapi _testmultiphase
    _testsinglephase _uuid _xxtestfuzz _zoneinfo cmath fcntl mmap pyexpat readline select syslog termios unicodedata
    xxlimited xxlimited_35 xxsubtype"

build_cpython() {
    local module
    for module in $CPYTHON_LEFT_OUT; do
        export "py_cv_module_$module=n/a"
    done
    # Without these, configure would look for the libraries with pkg-config and find the chroot's own.
    export ZLIB_CFLAGS="-I$PREFIX/include" ZLIB_LIBS="-L$PREFIX/lib -lz"
    export BZIP2_CFLAGS=" " BZIP2_LIBS=" " LIBSQLITE3_CFLAGS=" " LIBSQLITE3_LIBS=" "
    export CONFIG_SITE=$SOURCES/cpython/Tools/wasm/config.site-wasm32-emscripten
    OPT="$OPTIMISE -g0 -fwrapv" emconfigure "$SOURCES/cpython/configure" -C \
        --host=wasm32-unknown-emscripten --build=x86_64-pc-linux-gnu --with-build-python=/usr/bin/python3.13 \
        --with-emscripten-target=browser --prefix=/usr/local --with-pymalloc \
        --disable-test-modules --without-doc-strings --disable-ipv6 --with-ensurepip=no
    emmake make -j"$JOBS" libpython3.13.a
}

# cmake_static PART OPTION...: configures, builds and installs a CMake project as a static library.
cmake_static() {
    local part=$1 flags=$2
    shift 2
    emcmake cmake -G Ninja "$SOURCES/$part" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_FLAGS_RELEASE=$OPTIMISE $flags" \
        -DCMAKE_INSTALL_PREFIX="$PREFIX" -DCMAKE_INSTALL_LIBDIR=lib "$@"
    ninja -j"$JOBS"
    ninja install
}

build_sdl2() {
    # Not used by pygame on a canvas: YUV pictures, run-length encoded and 16-bit surfaces, renderers, devices. SDL has an
    # iconv of its own; the C library's brings 140 kB of East Asian tables.
    cmake_static sdl2 "-DSDL_HAVE_YUV=0 -DSDL_HAVE_RLE=0 -DSDL_HAVE_BLIT_N_RGB565=0" \
        -DSDL_STATIC=ON -DSDL_SHARED=OFF -DSDL_TEST=OFF -DSDL2_DISABLE_SDL2MAIN=ON -DSDL_SYSTEM_ICONV=OFF \
        -DSDL_RENDER=OFF -DSDL_HAPTIC=OFF -DSDL_HIDAPI=OFF -DSDL_SENSOR=OFF -DSDL_VIRTUAL_JOYSTICK=OFF \
        -DSDL_PTHREADS=OFF -DSDL_THREADS=OFF -DSDL_DISKAUDIO=OFF -DSDL_OFFSCREEN=OFF \
        -DSDL_OPENGL=OFF -DSDL_OPENGLES=OFF -DSDL_VULKAN=OFF
}

build_freetype() {
    # FreeType's error handling is setjmp/longjmp: WebAssembly exceptions cost far less than Emscripten's JavaScript way.
    cmake_static freetype "-sSUPPORT_LONGJMP=wasm -DFT_CONFIG_MODULES_H='<$RECIPE/freetype-modules.h>'" \
        -DBUILD_SHARED_LIBS=OFF -DZLIB_LIBRARY="$PREFIX/lib/libz.a" -DZLIB_INCLUDE_DIR="$PREFIX/include" \
        -DFT_REQUIRE_ZLIB=ON -DFT_DISABLE_BZIP2=ON -DFT_DISABLE_PNG=ON -DFT_DISABLE_HARFBUZZ=ON -DFT_DISABLE_BROTLI=ON
}

build_sdl2_ttf() {
    compile "${SDL_INCLUDES[@]}" -DTTF_USE_HARFBUZZ=0 -- "$SOURCES/sdl2_ttf/SDL_ttf.c"
    archive libSDL2_ttf.a
    cp "$SOURCES/sdl2_ttf/SDL_ttf.h" "$PREFIX/include/SDL2/"
}

build_sdl2_image() {
    local source=$SOURCES/sdl2_image
    compile "${SDL_INCLUDES[@]}" "-I$source/include" -DUSE_STBIMAGE -DLOAD_PNG -DLOAD_BMP \
        -DSDL_IMAGE_SAVE_PNG=1 -DSDL_IMAGE_SAVE_JPG=0 -- "$source"/src/IMG*.c
    archive libSDL2_image.a
    cp "$source"/include/*.h "$PREFIX/include/SDL2/"
}

build_sdl2_mixer() {
    local source=$SOURCES/sdl2_mixer
    compile "${SDL_INCLUDES[@]}" -I"$source"/{include,src,src/codecs} -DMUSIC_WAV -DMUSIC_OGG -DOGG_USE_STB -- \
        "$source"/src/*.c "$source"/src/codecs/*.c
    archive libSDL2_mixer.a
    cp "$source"/include/*.h "$PREFIX/include/SDL2/"
}

build_pygame() {
    local source=$WORK/pygame/source
    cp -r "$SOURCES/pygame-ce/src_c" source
    # The one change to foreign source: on Emscripten pygame would load fonts, images and sounds from named files only.
    # Here, as everywhere else, from file objects too, since the game's files lie in its archive.
    sed -i '/^pgRWops_FromObject(/,/^}/ s/^#if __EMSCRIPTEN__$/#if 0/' source/rwobject.c
    if cmp -s source/rwobject.c "$SOURCES/pygame-ce/src_c/rwobject.c"; then
        echo "pgRWops_FromObject is not as it was: look at it anew"
        return 1
    fi
    # No docstrings here either.
    sed -i 's/^\(#define DOC_[A-Z0-9_]*\) ".*"$/\1 ""/' source/doc/*.h
    # With BUILD_STATIC, base.c includes every other module of pygame: one file, one initialiser.
    compile -fwrapv -DBUILD_STATIC=1 -DNO_SDL2=1 -DPG_MAJOR_VERSION=2 -DPG_MINOR_VERSION=5 -DPG_PATCH_VERSION=8 \
        '-DPG_VERSION_TAG=""' "${SDL_INCLUDES[@]}" "${PYTHON_INCLUDES[@]}" "-I$source" "-I$source/include" -- \
        "$source"/{base,bitmask,rotozoom,SDL_gfx/SDL_gfxPrimitives}.c
    archive libpygame.a
}

build_frozen() {
    # Without line-and-column tables' columns: tracebacks keep their line numbers, and the data is a seventh smaller.
    python3.13 -X no_debug_ranges "$RECIPE/freeze.py" "$RECIPE/modules.txt" "$RECIPE/stdlib" \
        "$SOURCES/pygame-ce/src_py" "$SOURCES/cpython/Lib" frozen.c
    emcc -O1 "${PYTHON_INCLUDES[@]}" -Wno-c23-extensions -c frozen.c -o frozen.o
}

LINK_OPTIONS=(
    -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=web,node -sINVOKE_RUN=0 -sEXIT_RUNTIME=0
    -sWASM_BIGINT=1 -sSUPPORT_LONGJMP=wasm
    -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=25165824 -sSTACK_SIZE=2097152
    -sFORCE_FILESYSTEM=1 -sEXPORTED_RUNTIME_METHODS=FS,stringToNewUTF8,HEAPU8
    -sEXPORTED_FUNCTIONS=_malloc,_free,_rt_init,_rt_run,_rt_step
    -Wl,--wrap=SDL_Delay,--wrap=Emscripten_UpdateWindowFramebuffer
)

build_link() {
    emcc $OPTIMISE "${SDL_INCLUDES[@]}" "${PYTHON_INCLUDES[@]}" -c "$RECIPE/runtime.c" -o runtime.o
    # By path, as -lSDL2_mixer and the like would make Emscripten fetch its own ports.
    emcc -Os -o runtime.mjs runtime.o ../frozen/frozen.o "$PREFIX/lib/libpygame.a" \
        "$WORK/cpython/libpython3.13.a" "$WORK/cpython/Modules/_hacl/libHacl_Hash_SHA2.a" \
        "$PREFIX"/lib/lib{SDL2_ttf,SDL2_image,SDL2_mixer,freetype,SDL2,z}.a -lhtml5 -lm -ldl "${LINK_OPTIONS[@]}"
}

# What leaves the chroot. Emscripten takes blanks out of its JavaScript; shorter names nearly halve what is left.
build_out() {
    terser ../link/runtime.mjs --module --compress passes=2 --mangle --output runtime.mjs
    cp ../link/runtime.wasm .
    emcc --version | sed -n '1s/.*) \([0-9.]*\).*/\1/p' >emscripten.version
}

stage zlib
stage cpython "$STAMPS/zlib"
stage sdl2
stage freetype "$STAMPS/zlib" "$RECIPE/freetype-modules.h"
stage sdl2_ttf "$STAMPS/sdl2" "$STAMPS/freetype"
stage sdl2_image "$STAMPS/sdl2"
stage sdl2_mixer "$STAMPS/sdl2"
stage pygame "$STAMPS"/{cpython,sdl2,sdl2_ttf,sdl2_image,sdl2_mixer}
mapfile -t own < <(find "$RECIPE/stdlib" -name '*.py' | sort)
stage frozen "$STAMPS"/{cpython,pygame} "$RECIPE"/{freeze.py,modules.txt} "${own[@]}"
stage link "$STAMPS"/{pygame,frozen} "$RECIPE/runtime.c"
stage out "$STAMPS/link"
