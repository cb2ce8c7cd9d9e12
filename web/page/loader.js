// Starts the game: fetches runtime and archive together, boots Python in the page and hands over to the game.

import { keepAudible } from './audio.js';
import { BackButton } from './back.js';
import { Bridge } from './bridge.js';
import { PartError, assertReachable, describePart, fetchBytes, fetchWasm } from './download.js';
import { guardInput, takeFirstFocus } from './input.js';
import { Loop } from './loop.js';
import { Mirror } from './mirror.js';
import { Progress } from './progress.js';
import { watchScreen } from './screen.js';
import { closeText } from './texts.js';
import { Updates } from './update.js';

const ARCHIVE = '/game.apk';
const STDERR_KEPT = 200; // lines

const failure = window.blockPuzzleFailure ?? plainFailure();
const canvas = document.getElementById('canvas');
const parts = { module: describePart('module'), wasm: describePart('wasm'), archive: describePart('archive') };
const stderr = [];
const marks = {};
const updates = new Updates(() => bridge.queue({ kind: 'update' }));
const bridge = new Bridge({
  canvas,
  announcements: document.getElementById('announcements'),
  mirror: new Mirror(document.getElementById('mirror'), (action) => bridge.queue({ kind: 'do', action })),
  back: new BackButton(() => closeText() || bridge.act({ kind: 'do', action: 'back' })),
  ready: becomeReady,
  applyUpdate: () => updates.apply(),
});
const progress = new Progress([parts.wasm, parts.archive]);
let loop = null;
let isReady = false;

/** Python itself failed; its traceback has been collected from standard error. */
class PythonError extends Error {}

function mark(stage) {
  marks[stage] = performance.now();
  performance.mark(`page:${stage}`);
}

function report(line) {
  stderr.push(line);
  if (stderr.length > STDERR_KEPT) stderr.shift();
  console.warn(line);
}

function becomeReady() {
  if (isReady) return;
  isReady = true;
  mark('ready');
  progress.finish();
  takeFirstFocus(canvas);
  // Not earlier: what the service worker fetches must not compete with the start.
  setTimeout(() => updates.start());
}

function fail(error) {
  console.error(error);
  failure.show(error instanceof PartError ? error.kind : 'python', [...stderr, error.stack ?? error].join('\n'));
}

/** The runtime's own code: a module that the browser has been told to fetch ahead. */
async function importRuntime() {
  try {
    return (await import(parts.module.url)).default;
  } catch (error) {
    await assertReachable(parts.module); // the import tells only that it failed
    throw new PartError('damaged', `${parts.module.url}: ${error.message}`, error);
  }
}

/** Emscripten's own promise stays unsettled when instantiateWasm fails later: this one does not. */
function createRuntime(create, compiling) {
  return new Promise((resolve, reject) => {
    create({
      canvas,
      print: (line) => console.log(line),
      printErr: report,
      pageCall: (name, argument) => bridge.call(name, argument),
      onAbort: (reason) => reject(new PythonError(`the runtime aborted: ${reason}`)),
      instantiateWasm(imports, done) {
        compiling.then(async (module) => {
          mark('compiled');
          progress.enter('boot');
          done(await WebAssembly.instantiate(module, imports), module);
        }).catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });
}

/** Lets the loading page be seen as it is now. A hidden page is not waited for: it is never painted. */
function painted() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 40);
  });
}

function runPython(runtime, source) {
  const text = runtime.stringToNewUTF8(source);
  const result = runtime._rt_run(text);
  runtime._free(text);
  if (result !== 0) throw new PythonError('the game could not start');
}

/** Stands in where failure.js did not arrive: the game can still start, and says in a line if it cannot. */
function plainFailure() {
  return {
    isShown: () => false,
    takeOver() {},
    show(kind) { document.body.textContent = `The game cannot run (${kind}). Please reload the page.`; },
  };
}

/** Without its style sheet the page has no place for the canvas. */
async function assertStyled() {
  if (getComputedStyle(canvas).position === 'fixed') return;
  const { href } = document.querySelector('link[rel=stylesheet]');
  await assertReachable({ url: href });
  throw new PartError('damaged', `${href}: not the style sheet of the game`);
}

async function start() {
  mark('loader');
  await assertStyled();
  const archive = fetchBytes(parts.archive, (share) => progress.arrived('archive', share));
  archive.catch(() => {}); // reported when awaited
  const compiling = fetchWasm(parts.wasm, (share) => progress.arrived('wasm', share));
  compiling.catch(() => {});
  const runtime = await createRuntime(await importRuntime(), compiling);
  if (runtime._rt_init() !== 0) throw new PythonError('Python could not start');
  mark('python');
  runtime.FS.writeFile(ARCHIVE, await archive);
  mark('archive');
  progress.enter('game');
  await painted(); // what follows keeps the page busy
  guardInput(canvas, (action) => bridge.queue(action));
  runPython(runtime, `import boot; boot.start("${ARCHIVE}")`);
  mark('main');
  loop = new Loop((woken) => runtime._rt_step(woken), (kind, error) => {
    if (kind === 'finished') failure.show('finished', stderr.join('\n'));
    else fail(error ?? new PythonError('the game stopped'));
  });
  bridge.loop = loop;
  keepAudible(runtime);
  watchScreen(canvas, () => bridge.queue({ kind: 'screen' }));
  canvas.addEventListener('contextrestored', () => bridge.queue({ kind: 'exposed' }));
  loop.start();
}

/** Times in ms since navigation, bytes fetched, steps run: for the benchmark and the curious. */
function metrics() {
  const requests = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  return {
    build: document.documentElement.dataset.build,
    stages: { ...marks },
    marks: Object.fromEntries(performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime])),
    requests: requests.map(({ name, transferSize, encodedBodySize, duration }) => ({ name, transferSize, encodedBodySize, duration })),
    transferred: requests.reduce((sum, { transferSize }) => sum + transferSize, 0),
    offline: updates.offline,
    ...(loop?.metrics() ?? { steps: 0, durations: [] }),
  };
}

window.blockPuzzle = {
  state: () => bridge.state(),
  /** Everything that is kept as one text (docs/saves.md). Throws while the game is not running. */
  save: () => bridge.ask({ what: 'save' }),
  /** Makes everything as a backup has it. Throws an error with a sentence for the player when nothing was changed. */
  load: (text) => { bridge.ask({ what: 'load', text: String(text) }); },
  metrics,
};

failure.takeOver();
if (!failure.isShown()) start().catch(fail);
