// The game's keys in localStorage, and all of them as one text that the player can keep elsewhere.

export const PREFIX = 'block-puzzle/';
const FORMAT = 'block-puzzle-backup/1';
const LONGEST = 4_000_000; // characters; browsers keep about 5 million for a site
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

function parseEnvelope(key, text) {
  if (!key.startsWith(PREFIX)) refuse(`"${key}" is not one of the game's keys`);
  if (typeof text !== 'string') refuse(`the value of "${key}" is not text`);
  const envelope = parseJson(text, `the value of "${key}"`);
  if (!isRecord(envelope) || !isCount(envelope.version) || !isCount(envelope.revision)) {
    refuse(`the value of "${key}" has no version and revision`);
  }
  if ('checksum' in envelope && envelope.checksum !== checksum(ascii(envelope.payload))) refuse(`the value of "${key}" is damaged`);
  return envelope;
}

/** Checks a backup as a whole and returns its envelopes by key. Throws a BackupError that a player can read. */
function parse(text) {
  if (typeof text !== 'string' || text.length > LONGEST) refuse('it is not text of a sensible length');
  const backup = parseJson(text, 'the text');
  if (!isRecord(backup) || backup.format !== FORMAT || !isRecord(backup.entries)) refuse(`its format is not ${FORMAT}`);
  if ('checksum' in backup && backup.checksum !== checksum(ascii(backup.entries))) refuse('part of it is damaged');
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
    return [key, ascii({ ...envelope, revision })];
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
