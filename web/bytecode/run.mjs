// Runs the browser's Python under Node to compile source files. The order comes as JSON on standard input:
// {runtime: folder of runtime.mjs, inside: the program to run, folder, names: sources below it, out: folder for 0.pyc, 1.pyc ...}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';

const order = JSON.parse(readFileSync(0, 'utf-8'));
const create = (await import(pathToFileURL(join(order.runtime, 'runtime.mjs')).href)).default;
const packed = readFileSync(join(order.runtime, 'runtime.wasm.gz'));

/** What inside.py asks for. Bytes travel as base64. */
const calls = {
  names: () => order.names,
  read: (name) => readFileSync(join(order.folder, name)).toString('base64'),
  write: ({ number, bytes }) => { writeFileSync(join(order.out, `${number}.pyc`), Buffer.from(bytes, 'base64')); },
};

const python = await create({
  printErr: (line) => console.error(line),
  pageCall: (name, argument) => JSON.stringify(calls[name](JSON.parse(argument)) ?? null),
  instantiateWasm(imports, done) {
    WebAssembly.instantiate(gunzipSync(packed), imports).then(({ instance, module }) => done(instance, module));
    return {};
  },
});
const failed = python._rt_init() || python._rt_run(python.stringToNewUTF8(readFileSync(order.inside, 'utf-8')));
process.exit(failed);
