// The game's keys in localStorage. Nothing else in the page, and nothing of another site's, is ever touched.

export const PREFIX = 'block-puzzle/';

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
