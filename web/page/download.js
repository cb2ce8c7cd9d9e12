// Fetches the big parts of the bundle: counts their bytes, checks them, unpacks what is packed.

/** A part could not be had. `kind` is one of the failures that failure.js has words for. */
export class PartError extends Error {
  constructor(kind, message, cause) {
    super(message, { cause });
    this.name = 'PartError';
    this.kind = kind;
  }
}

/** Set by the service worker on the copy of the runtime that it keeps unpacked. */
const UNPACKED_HEADER = 'x-block-puzzle-unpacked';
const GZIP_MAGIC = [0x1f, 0x8b];
const WASM = { headers: { 'content-type': 'application/wasm' } };

/**
 * Reads what the page says about a part: its address, size in bytes and SHA-256, and for a packed part the size unpacked.
 * @param {string} name the data-part of a link element
 */
export function describePart(name) {
  const { href, dataset } = document.querySelector(`link[data-part="${name}"]`);
  return { name, url: href, bytes: Number(dataset.bytes), unpackedBytes: Number(dataset.unpackedBytes), sha256: dataset.sha256 };
}

async function request(part, options) {
  let response;
  try {
    response = await fetch(part.url, options);
  } catch (error) {
    throw new PartError('network', `${part.url}: ${error.message}`, error);
  }
  if (!response.ok) throw new PartError('missing', `${part.url}: the server answered ${response.status} ${response.statusText}`);
  return response;
}

/** Throws a PartError that says why, when a part cannot be had from the server. */
export async function assertReachable(part) {
  await request(part, { cache: 'reload' });
}

/** Passes a body on and reports each chunk's share of `total` bytes. */
function counting(body, total, onShare) {
  let seen = 0;
  return body.pipeThrough(new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      onShare(Math.min(1, seen / total));
      controller.enqueue(chunk);
    },
  }));
}

async function hexDigest(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function assertWhole(part, bytes) {
  if (bytes.byteLength !== part.bytes) {
    throw new PartError('damaged', `${part.url}: ${bytes.byteLength} bytes instead of ${part.bytes}`);
  }
  // Browsers offer digests on secure origins only; elsewhere the size has to do.
  if (globalThis.crypto?.subtle && await hexDigest(bytes) !== part.sha256) {
    throw new PartError('damaged', `${part.url}: its SHA-256 is not ${part.sha256}`);
  }
}

async function readAll(response, total, onShare) {
  return new Uint8Array(await new Response(counting(response.body, total, onShare)).arrayBuffer());
}

/** Runs an attempt and, when it fails, once more past every cache: the copy may have been the broken thing. */
async function twice(attempt) {
  try {
    return await attempt({});
  } catch {
    return attempt({ cache: 'reload' });
  }
}

/** Fetches a part whole and checked. `onShare` gets the share that has arrived, 0 to 1. */
export function fetchBytes(part, onShare) {
  return twice(async (options) => {
    try {
      const bytes = await readAll(await request(part, options), part.bytes, onShare);
      await assertWhole(part, bytes);
      return bytes;
    } catch (error) {
      throw error instanceof PartError ? error : new PartError('network', `${part.url}: ${error.message}`, error);
    }
  });
}

/** Splits off the first chunk, to see whether the body is packed: some hosts have unpacked a .gz on the way. */
async function peek(body) {
  const reader = body.getReader();
  const first = await reader.read();
  const packed = !first.done && GZIP_MAGIC.every((byte, index) => first.value[index] === byte);
  const whole = new ReadableStream({
    start(controller) {
      if (first.done) controller.close();
      else controller.enqueue(first.value);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel(reason) { return reader.cancel(reason); },
  });
  return { packed, whole };
}

async function unpackedStream(response, part, onShare) {
  const { packed, whole } = await peek(response.body);
  const counted = counting(whole, packed ? part.bytes : part.unpackedBytes, onShare);
  return packed ? counted.pipeThrough(new DecompressionStream('gzip')) : counted;
}

async function compileStreaming(part, onShare) {
  const response = await request(part, {});
  if (response.headers.get(UNPACKED_HEADER)) {
    // Handed on as it is, for the browser keeps compiled code only for a response that it fetched itself.
    onShare(1);
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compileStreaming(new Response(await unpackedStream(response, part, onShare), WASM));
}

async function compileWhole(part, onShare) {
  const response = await request(part, { cache: 'reload' });
  const { packed, whole } = await peek(response.body);
  const bytes = await readAll(new Response(whole), packed ? part.bytes : part.unpackedBytes, onShare);
  if (packed) await assertWhole(part, bytes);
  const stream = new Response(bytes).body;
  const wasm = packed ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
  return WebAssembly.compile(await new Response(wasm).arrayBuffer());
}

/**
 * Fetches a packed WebAssembly module and compiles it while it still arrives, where the browser can. What goes wrong there
 * is tried again from the whole, checked file, which also tells damage from absence.
 */
export async function fetchWasm(part, onShare) {
  if (WebAssembly.compileStreaming) {
    try {
      return await compileStreaming(part, onShare);
    } catch (error) {
      console.warn(`Fetching ${part.url} again:`, error);
    }
  }
  try {
    return await compileWhole(part, onShare);
  } catch (error) {
    throw error instanceof PartError ? error : new PartError('damaged', `${part.url}: ${error.message}`, error);
  }
}
