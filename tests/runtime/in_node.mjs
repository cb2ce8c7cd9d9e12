// Runs the committed runtime without a browser. Standard input: {"files": {path: base64}, "runs": [source], "steps": [woken]}.
// Standard output, one line: {"results", "steps", "out", "err"}.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const dist = new URL('../../web/runtime/dist/', import.meta.url);
const { default: createRuntime } = await import(new URL('runtime.mjs', dist));
const { files, runs, steps } = JSON.parse(readFileSync(0, 'utf8'));
const out = [], err = [];
const page = {
  echo: (argument) => argument,
  fail: (argument) => { throw new RangeError(`no ${argument}`); },
};
const runtime = await createRuntime({
  wasmBinary: gunzipSync(readFileSync(new URL('runtime.wasm.gz', dist))),
  print: (line) => out.push(line),
  printErr: (line) => err.push(line),
  pageCall: (name, argument) => (name === 'nothing' ? undefined : JSON.stringify(page[name](JSON.parse(argument)))),
});
for (const [path, data] of Object.entries(files)) runtime.FS.writeFile(path, Buffer.from(data, 'base64'));
const results = [runtime._rt_init()];
for (const source of runs) {
  const text = runtime.stringToNewUTF8(source);
  results.push(runtime._rt_run(text));
  runtime._free(text);
}
const answers = steps.map((woken) => runtime._rt_step(woken));
process.stdout.write(JSON.stringify({ results, steps: answers, out, err }) + '\n');
