/* The browser's Python: starts CPython with the frozen standard library and pygame, runs source text, steps the event
 * loop, and holds the module `_page`, the one way from Python to the page that loaded it. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <emscripten.h>
#include <SDL.h>

/* How deep calls in C may nest, well below what the stack of any browser takes. */
enum { NESTED_CALLS = 1000 };

/* pygame.base, built with BUILD_STATIC: it brings every other module of pygame with it. */
PyMODINIT_FUNC PyInit_base(void);

/* What rt_step answers besides a number of milliseconds. */
#define STEP_FINISHED (-1.0)
#define STEP_FAILED (-2.0)

/* ------------------------------------------------------------------ the module _page ---------------------------- */

static PyObject *step_callback = NULL;
static int step_failed = 0;

/* Answers a malloc'ed text: the page's result, or "<error name>: <message>" and *failed = 1. */
EM_JS(char *, call_the_page, (const char *name, const char *argument, int *failed), {
    let answer;
    try {
        answer = Module["pageCall"](UTF8ToString(name), UTF8ToString(argument));
        if (typeof answer !== "string") throw new TypeError("the page's answer to " + UTF8ToString(name) + " is no text");
    } catch (error) {
        HEAP32[failed >> 2] = 1;
        answer = error instanceof Error || error instanceof DOMException ? error.name + ": " + error.message
                                                                         : "Error: " + error;
    }
    return stringToNewUTF8(answer);
});
EM_JS_DEPS(page, "$UTF8ToString,$stringToNewUTF8");

PyDoc_STRVAR(page_call_doc, "call(name, argument) -> str: what Module.pageCall answers; RuntimeError when it throws.");

static PyObject *page_call(PyObject *self, PyObject *args) {
    const char *name, *argument;
    if (!PyArg_ParseTuple(args, "ss:call", &name, &argument)) return NULL;
    int failed = 0;
    char *answer = call_the_page(name, argument, &failed);
    if (!answer) return PyErr_NoMemory();
    PyObject *result = NULL;
    if (failed) PyErr_SetString(PyExc_RuntimeError, answer);
    else result = PyUnicode_FromString(answer);
    free(answer);
    return result;
}

PyDoc_STRVAR(page_on_step_doc, "on_step(callable or None): callable(woken) -> float is what each rt_step runs.");

static PyObject *page_on_step(PyObject *self, PyObject *callback) {
    if (callback != Py_None && !PyCallable_Check(callback)) {
        PyErr_SetString(PyExc_TypeError, "on_step() needs a callable or None");
        return NULL;
    }
    step_failed = 0;
    Py_XSETREF(step_callback, callback == Py_None ? NULL : Py_NewRef(callback));
    Py_RETURN_NONE;
}

static PyMethodDef page_methods[] = {
    {"call", page_call, METH_VARARGS, page_call_doc},
    {"on_step", page_on_step, METH_O, page_on_step_doc},
    {NULL},
};
static struct PyModuleDef page_module = {PyModuleDef_HEAD_INIT, "_page", NULL, -1, page_methods};

static PyObject *PyInit__page(void) { return PyModule_Create(&page_module); }

/* ------------------------------------------------------------------ what SDL does otherwise ---------------------- */

/* SDL_Delay would spin until the time has passed, with the page frozen. The page paces the frames, so nothing waits. */
void __wrap_SDL_Delay(unsigned int milliseconds) {}

EM_JS(void, put_on_canvas, (const void *pixels, int width, int height, int x, int y, int w, int h), {
    const bytes = new Uint8ClampedArray(HEAPU8.buffer, pixels, 4 * width * height);
    Module["canvas"].getContext("2d").putImageData(new ImageData(bytes, width, height), 0, 0, x, y, w, h);
});

/* SDL would copy the whole window into a picture of JavaScript's and go over its every pixel to make it opaque, whatever has
 * changed. Here the given rectangles alone are made opaque, in place, and put on the canvas straight out of the memory. */
int __wrap_Emscripten_UpdateWindowFramebuffer(void *device, SDL_Window *window, const SDL_Rect *rectangles, int count) {
    SDL_Surface *surface = SDL_GetWindowSurface(window);
    if (!surface) return -1;
    const SDL_Rect whole = {0, 0, surface->w, surface->h};
    for (int i = 0; i < count; i++) {
        SDL_Rect box;
        if (!SDL_IntersectRect(&rectangles[i], &whole, &box)) continue;
        for (int y = box.y; y < box.y + box.h; y++) {
            Uint32 *row = (Uint32 *)((char *)surface->pixels + (size_t)y * surface->pitch) + box.x;
            for (int x = 0; x < box.w; x++) row[x] |= 0xff000000u;
        }
        put_on_canvas(surface->pixels, surface->w, surface->h, box.x, box.y, box.w, box.h);
    }
    return 0;
}

/* ------------------------------------------------------------------ starting Python ----------------------------- */

static int report_status(PyStatus status) {
    fprintf(stderr, "Python does not start: %s: %s\n", status.func ? status.func : "?",
            status.err_msg ? status.err_msg : "?");
    return 1;
}

/* The configuration of a Python that has no files, no site, no environment and no signals. */
static PyStatus configure(PyConfig *config) {
    PyConfig_InitIsolatedConfig(config);
    config->site_import = 0;
    config->write_bytecode = 0;
    config->install_signal_handlers = 0;
    config->pathconfig_warnings = 0;
    config->optimization_level = 2;
    /* The same order of sets in every run: a reported bug happens again. */
    config->use_hash_seed = 1;
    config->hash_seed = 0;
    config->module_search_paths_set = 1; /* an empty list: every module is frozen or in the game's archive */
    const struct { wchar_t **field; const wchar_t *value; } texts[] = {
        {&config->home, L"/"},
        {&config->program_name, L"python"},
        {&config->executable, L"/python"},
        /* Gives frozen modules a __file__, which pygame asks for. */
        {&config->stdlib_dir, L"/lib/python3.13"},
        {&config->stdio_encoding, L"utf-8"},
        {&config->stdio_errors, L"backslashreplace"},
        {&config->filesystem_encoding, L"utf-8"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        PyStatus status = PyConfig_SetString(config, texts[i].field, texts[i].value);
        if (PyStatus_Exception(status)) return status;
    }
    return PyStatus_Ok();
}

/* Starts Python. Answers 0, or 1 with the reason on stderr. */
EMSCRIPTEN_KEEPALIVE int rt_init(void) {
    setenv("NO_COLOR", "1", 1); /* tracebacks go to a console that shows no colours */
    setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1", 1);
    PyPreConfig early;
    PyPreConfig_InitIsolatedConfig(&early);
    early.utf8_mode = 1;
    PyStatus status = Py_PreInitialize(&early);
    if (PyStatus_Exception(status)) return report_status(status);

    PyImport_AppendInittab("_page", PyInit__page);
    PyImport_AppendInittab("pygame.base", PyInit_base);

    PyConfig config;
    status = configure(&config);
    if (!PyStatus_Exception(status)) status = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    if (PyStatus_Exception(status)) return report_status(status);
    /* CPython counts on a larger stack than a page has: deeply nested JSON must raise RecursionError, not end the page. */
    PyThreadState_Get()->c_recursion_remaining = NESTED_CALLS;
    return 0;
}

/* ------------------------------------------------------------------ running ------------------------------------- */

/* Puts the traceback of the exception that is set on stderr and clears it. PyErr_Print would leave the process at a
 * SystemExit, and a page cannot be left. */
static void report_exception(void) {
    PyObject *exception = PyErr_GetRaisedException();
    PyErr_DisplayException(exception);
    Py_DECREF(exception);
}

/* Runs source text in __main__. Answers 0, or 1 with a traceback on stderr. */
EMSCRIPTEN_KEEPALIVE int rt_run(const char *source) {
    PyObject *main_module = PyImport_AddModule("__main__");
    PyObject *names = main_module ? PyModule_GetDict(main_module) : NULL;
    PyObject *result = names ? PyRun_String(source, Py_file_input, names, names) : NULL;
    if (!result) {
        report_exception();
        return 1;
    }
    Py_DECREF(result);
    return 0;
}

/* One turn of the event loop; woken says that the page has something new. Answers the milliseconds until the next turn
 * is due: 0 the next frame, 1e9 only when the page wakes it, -1 the program has finished, -2 it failed (traceback on
 * stderr). */
EMSCRIPTEN_KEEPALIVE double rt_step(int woken) {
    if (step_failed) return STEP_FAILED;
    if (!step_callback) return STEP_FINISHED;
    PyObject *result = PyObject_CallOneArg(step_callback, woken ? Py_True : Py_False);
    double due = result ? PyFloat_AsDouble(result) : STEP_FAILED;
    Py_XDECREF(result);
    if (PyErr_Occurred()) {
        report_exception();
        step_failed = 1;
        return STEP_FAILED;
    }
    return due;
}
