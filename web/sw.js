// Keeps one whole build of the game for offline play. The build script fills in BUILD: an id and every file with its check.

const BUILD = /* build */ { id: '', files: [] };

const SCOPE = new URL('./', self.location).href;
const CACHE_PREFIX = `block-puzzle:${SCOPE}:`;
const CACHE = CACHE_PREFIX + BUILD.id;
const PAGES = new Set([SCOPE, `${SCOPE}index.html`]);
const ADDRESSES = new Set(BUILD.files.map(({ path }) => SCOPE + path));

async function hexDigest(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A packed runtime is kept unpacked: the browser then keeps the code that it compiled from it, too. */
async function unpacked(bytes) {
  const body = await new Response(new Response(bytes).body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  return new Response(body, { headers: { 'content-type': 'application/wasm', 'x-block-puzzle-unpacked': '1' } });
}

function isPacked(bytes) {
  const [first, second] = new Uint8Array(bytes, 0, 2);
  return first === 0x1f && second === 0x8b;
}

async function fetchChecked(file, cacheMode) {
  const response = await fetch(SCOPE + file.path, { cache: cacheMode });
  if (!response.ok) throw new Error(`${file.path}: the server answered ${response.status}`);
  if (file.page) {
    // Hosts may add to a page, so it is known by its build id instead of its bytes.
    const text = await response.clone().text();
    if (!text.includes(`data-build="${BUILD.id}"`)) throw new Error('the page on the server is of another build');
    return response;
  }
  const bytes = await response.clone().arrayBuffer();
  const wholeAsListed = await hexDigest(bytes) === file.sha256;
  const unpackedOnTheWay = file.unpackedSha256 && !isPacked(bytes) && await hexDigest(bytes) === file.unpackedSha256;
  if (!wholeAsListed && !unpackedOnTheWay) throw new Error(`${file.path}: not the file of this build`);
  return file.unpackedSha256 && wholeAsListed ? unpacked(bytes) : response;
}

/** A file that an earlier build kept, the one that the page has just fetched, or a new one from the server. */
async function obtain(file) {
  if (file.page) return fetchChecked(file, 'no-cache');
  const kept = await caches.match(SCOPE + file.path);
  if (kept) return kept;
  try {
    return await fetchChecked(file, 'force-cache');
  } catch {
    return fetchChecked(file, 'reload');
  }
}

/** Everything or nothing: a file that cannot be had leaves no half cache and the earlier build in charge. */
async function install() {
  try {
    const responses = await Promise.all(BUILD.files.map(obtain));
    const cache = await caches.open(CACHE);
    await Promise.all(BUILD.files.map((file, index) => cache.put(SCOPE + file.path, responses[index])));
  } catch (error) {
    await caches.delete(CACHE);
    const pages = await self.clients.matchAll({ includeUncontrolled: true });
    for (const page of pages) page.postMessage({ kind: 'install-failed', reason: error.message });
    throw error;
  }
}

async function dropEarlierBuilds() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
}

/** The kept address that answers a request, or null where the network has to. */
function keptAddress(request) {
  const url = new URL(request.url);
  if (request.mode === 'navigate') return PAGES.has(url.origin + url.pathname) ? SCOPE : null;
  return ADDRESSES.has(url.href) ? url.href : null;
}

async function answer(request, address) {
  const cache = await caches.open(CACHE);
  return await cache.match(address) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(dropEarlierBuilds()));
self.addEventListener('message', ({ data }) => { if (data === 'apply') self.skipWaiting(); });
self.addEventListener('fetch', (event) => {
  const address = event.request.method === 'GET' ? keptAddress(event.request) : null;
  if (address) event.respondWith(answer(event.request, address));
});
