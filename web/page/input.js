// Sorts out which keys and touches are the game's and which are the browser's, before SDL hears of any.

const SCROLLING = new Set([
  'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', ' ', 'PageUp', 'PageDown', 'Home', 'End', 'Backspace',
]);
const KEY_EVENTS = ['keydown', 'keypress', 'keyup'];

/** Tab, function keys and everything with Ctrl, Cmd or Alt belong to the browser and the system. */
function isBrowserKey(event) {
  return event.key === 'Tab' || /^F\d+$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey ||
    event.key === 'Control' || event.key === 'Meta' || event.key === 'Alt';
}

function sortKeys(canvas) {
  for (const type of KEY_EVENTS) {
    addEventListener(type, (event) => {
      if (event.target !== canvas) return;
      // SDL would cancel the key; stopped on its way down it keeps its meaning.
      if (isBrowserKey(event)) event.stopPropagation();
      // A key that is held acts once; the game repeats the arrows by itself.
      else if (type === 'keydown' && event.repeat) { event.preventDefault(); event.stopPropagation(); }
      else if (type === 'keydown' && SCROLLING.has(event.key)) event.preventDefault();
    }, { capture: true });
  }
}

function focusCanvas(canvas) {
  if (document.activeElement !== canvas) canvas.focus({ preventScroll: true });
}

/** Gives the canvas the keyboard at the start, unless the player is already elsewhere or the page is part of another one. */
export function takeFirstFocus(canvas) {
  const idle = !document.activeElement || document.activeElement === document.body;
  if (idle && (window.self === window.top || document.hasFocus())) focusCanvas(canvas);
}

/** SDL cancels every touch. Where the browser has decided already, as when the system takes a touch over, it would only complain. */
function sortTouches(canvas) {
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel']) {
    canvas.addEventListener(type, (event) => {
      if (!event.cancelable) Object.defineProperty(event, 'preventDefault', { value() {} });
    }, { capture: true, passive: true });
  }
}

/** @param {(action: {kind: string}) => void} queue tells the game */
export function guardInput(canvas, queue) {
  sortKeys(canvas);
  sortTouches(canvas);
  // SDL cancels touches, and with them the focus that a tap would have given.
  canvas.addEventListener('pointerdown', () => focusCanvas(canvas));
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  for (const type of ['pointercancel', 'touchcancel']) {
    canvas.addEventListener(type, () => queue({ kind: 'touch-cancel' }), { capture: true });
  }
  addEventListener('blur', () => queue({ kind: 'blur' }));
}
