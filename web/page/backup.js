// The game's keys in localStorage, and all of them as one text that the player can keep elsewhere.

export const PREFIX = 'block-puzzle/';
const FORMAT = 'block-puzzle-backup/1';
const LONGEST = 4_000_000; // characters; browsers keep about 5 million for a site
const VERSION = 1; // of the envelopes, as game/profile/migrations.py counts
const LARGEST = 2_000_000; // characters in a value that the game still reads
const PAYLOAD = '"payload":';
const UNSAVED = /\.next$|^block-puzzle\/(exchange|backup)$/; // writes on their way, and what concerns this device alone

/** The browser's storage. Merely touching it may throw where it is blocked, and some web views have none. */
export function storage() {
  const area = window.localStorage;
  if (!area) throw Object.assign(new Error('this browser keeps no storage for the page'), { name: 'StorageError' });
  return area;
}

/** The game's own keys, sorted. */
export function keys() {
  const area = storage();
  const all = Array.from({ length: area.length }, (_, index) => area.key(index));
  return all.filter((key) => key.startsWith(PREFIX)).sort();
}

/** JSON as the game writes it, in ASCII, so that both find the same checksum. */
function ascii(value) {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** CRC-32 of an ASCII text, as eight hexadecimal digits. */
function checksum(text) {
  let crc = -1;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (~crc >>> 0).toString(16).padStart(8, '0');
}

/** Whether a stored value is whole. One that is not goes along in a backup, but apart: nobody takes it for a save. */
function isReadable(key, text) {
  try {
    parseEnvelope(key, text);
    return true;
  } catch {
    return false;
  }
}

/** A backup of everything that the game keeps; docs/saves.md describes it. */
export function save() {
  const area = storage();
  const all = keys().filter((key) => !UNSAVED.test(key)).map((key) => [key, area.getItem(key)]);
  const entries = Object.fromEntries(all.filter(([key, text]) => isReadable(key, text)));
  const unreadable = Object.fromEntries(all.filter(([key]) => !(key in entries)));
  const saved = new Date().toISOString().replace(/\.\d+/, '');
  return ascii({ format: FORMAT, saved, checksum: checksum(ascii(entries)), entries, ...(Object.keys(unreadable).length && { unreadable }) });
}

const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function refuse(why) {
  throw Object.assign(new Error(`This is no backup of Block Puzzle: ${why}.`), { name: 'BackupError' });
}

function parseJson(text, what) {
  try {
    return JSON.parse(text);
  } catch {
    return refuse(`${what} is not complete JSON`);
  }
}

/** The text of an envelope's payload, with which its checksum agrees, or undefined. */
function payloadText(text, envelope) {
  const found = text.slice(text.indexOf(PAYLOAD) + PAYLOAD.length, -1);
  // Something on the way may have written the same JSON with other spaces.
  return [found, ascii(envelope.payload)].find((body) => /^[\0-\x7f]*$/.test(body) && checksum(body) === envelope.checksum);
}

/** The envelope in a stored text, its payload as text, checked as game/profile/envelope.py does. */
function parseEnvelope(key, text) {
  if (!key.startsWith(PREFIX)) refuse(`"${key}" is not one of the game's keys`);
  if (typeof text !== 'string') refuse(`the value of "${key}" is not text`);
  if (text.length > LARGEST) refuse(`the value of "${key}" is far too long`);
  const envelope = parseJson(text, `the value of "${key}"`);
  if (!isRecord(envelope) || !isCount(envelope.version) || !isCount(envelope.revision) || !isRecord(envelope.payload)) {
    refuse(`the value of "${key}" has no version, revision and payload`);
  }
  if (envelope.version > VERSION) refuse(`a newer version of the game wrote the value of "${key}"`);
  const body = payloadText(text, envelope);
  if (envelope.version < 1 || body === undefined) refuse(`the value of "${key}" is damaged`);
  return { version: envelope.version, revision: envelope.revision, body };
}

/** Checks a backup as a whole and returns its envelopes by key. Throws a BackupError that a player can read. */
function parse(text) {
  if (typeof text !== 'string' || text.length > LONGEST) refuse('it is not text of a sensible length');
  const backup = parseJson(text, 'the text');
  if (!isRecord(backup) || backup.format !== FORMAT || !isRecord(backup.entries)) refuse(`its format is not ${FORMAT}`);
  if (backup.checksum !== checksum(ascii(backup.entries))) refuse('part of it is damaged');
  return new Map(Object.entries(backup.entries).map(([key, value]) => [key, parseEnvelope(key, value)]));
}

function revisionOf(text) {
  try {
    const { revision } = JSON.parse(text);
    return isCount(revision) ? revision : 0;
  } catch {
    return 0;
  }
}

/** The text to store, with the payload exactly as it was: its checksum stays right. */
function seal(revision, { version, body }) {
  return `{"version":${version},"revision":${revision},"checksum":"${checksum(body)}",${PAYLOAD}${body}}`;
}

/** Makes the game's keys be exactly `wanted`. Removing comes first, so that a nearly full storage has room. */
function write(area, wanted) {
  for (const key of keys()) if (!wanted.has(key)) area.removeItem(key);
  for (const [key, value] of wanted) area.setItem(key, value);
}

/**
 * Replaces all that the game keeps by a backup, whole or not at all, and leaves other sites' keys alone. Revisions go up, so
 * that other tabs notice. Returns the keys that changed.
 */
export function load(text) {
  const backup = parse(text);
  const area = storage();
  const before = new Map(keys().map((key) => [key, area.getItem(key)]));
  const wanted = new Map(Array.from(backup, ([key, envelope]) => {
    const revision = Math.max(envelope.revision, revisionOf(before.get(key) ?? '')) + 1;
    return [key, seal(revision, envelope)];
  }));
  // What cannot be read here is the player's to give up, one by one, in the game.
  for (const [key, value] of before) if (!isReadable(key, value)) wanted.set(key, value);
  try {
    write(area, wanted);
  } catch (error) {
    write(area, before);
    throw error;
  }
  return [...new Set([...before.keys(), ...wanted.keys()])].sort();
}
