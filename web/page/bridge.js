// What Python may ask of the page, and what the page has to tell Python.

import { describeScreen } from './screen.js';
import { PREFIX, keys, storage } from './storage.js';
import { askText, saveText } from './texts.js';

/** Of these kinds only the latest counts. */
const COLLAPSING = new Set(['screen', 'visible', 'update', 'blur', 'touch-cancel']);
const TURNS = 3; // steps in which the game answers what it is asked, and does what it is told

export class Bridge {
  #wake = () => {};
  #turn = () => false;
  #queue = [];
  #stateText = 'null';
  #answer = null;
  #calls;

  /**
   * @param {object} page canvas, announcements (a live region), mirror, back, and the functions ready, applyUpdate
   */
  constructor(page) {
    this.#calls = { ...storageCalls(), ...outsideCalls(), ...this.#gameCalls(page) };
    addEventListener('storage', ({ key }) => {
      if (key === null || key.startsWith(PREFIX)) this.queue({ kind: 'storage', key });
    });
    document.addEventListener('visibilitychange', () => this.queue({ kind: 'visible', value: !document.hidden }));
  }

  /** Connects the loop: it is woken when an action is queued, and turns at once when somebody waits for an answer. */
  set loop(loop) {
    this.#wake = () => loop.wake();
    this.#turn = () => loop.now();
  }

  /** Asks the game and waits for its answer. Throws an error with a sentence for the player where there is none to be had. */
  ask(question) {
    const action = { kind: 'ask', ...question };
    this.#answer = null;
    this.#queue.push(action);
    for (let turn = 0; turn < TURNS && !this.#answer && this.#turn(); turn++);
    if (!this.#answer) {
      this.#queue = this.#queue.filter((each) => each !== action);
      throw new Error('The game is not running. Nothing was changed.');
    }
    const { value = null, error, name } = this.#answer;
    if (error) throw Object.assign(new Error(error), { name });
    return value;
  }

  /** Keeps an action until the game asks for it, and wakes the game. */
  queue(action) {
    if (COLLAPSING.has(action.kind)) this.#queue = this.#queue.filter(({ kind }) => kind !== action.kind);
    this.#queue.push(action);
    this.#wake();
  }

  /** Has the game act at once, so that its state is known then. False when it has not: it is not running. */
  act(action) {
    this.queue(action);
    for (let turn = 0; turn < TURNS && this.#queue.includes(action) && this.#turn(); turn++);
    return !this.#queue.includes(action);
  }

  /** The game's latest state, or null before there is one. */
  state() { return JSON.parse(this.#stateText); }

  /** The runtime's Module.pageCall: JSON text in, JSON text out. */
  call(name, argumentText) {
    const call = this.#calls[name];
    if (!call) throw new TypeError(`the page knows no call ${name}`);
    return JSON.stringify(call(JSON.parse(argumentText)) ?? null);
  }

  #gameCalls({ canvas, announcements, mirror, back, ready, applyUpdate }) {
    return {
      screen: () => describeScreen(canvas),
      state: (state) => {
        this.#stateText = JSON.stringify(state);
        back.follow(state);
      },
      announce: new Announcer(announcements).add,
      mirror: (content) => mirror.render(content),
      mark: (name) => { performance.mark(name); },
      ready,
      actions: () => this.#queue.splice(0),
      answer: (answer) => { this.#answer = answer; },
      'text.ask': (words) => askText(words, (given) => this.queue({ kind: 'text', ...given })),
      'text.save': saveText,
      'update.apply': applyUpdate,
      cursor: (name) => { canvas.style.cursor = name; },
    };
  }
}

/** Speaks through a live region, whose words a screen reader says when they change. */
class Announcer {
  #region;
  #waiting = [];

  constructor(region) { this.#region = region; }

  /** What is said within one step of the game is said together: later words do not take the place of earlier ones. */
  add = (text) => {
    if (this.#waiting.push(text) === 1) queueMicrotask(() => this.#say(this.#waiting.splice(0).join(' ')));
  };

  /** The same words twice need a difference to be heard. */
  #say(text) {
    this.#region.textContent = this.#region.textContent === text ? `${text}\u00a0` : text;
  }
}

function storageCalls() {
  return {
    'storage.get': (key) => storage().getItem(key),
    'storage.set': ({ key, value }) => storage().setItem(key, value),
    'storage.remove': (key) => storage().removeItem(key),
    'storage.keys': () => keys(),
    persist: () => { navigator.storage?.persist?.().catch(() => {}); },
  };
}

function outsideCalls() {
  return {
    'clipboard.write': copyText,
    share: ({ title, text }) => {
      if (!navigator.share) return false;
      navigator.share({ title, text }).catch(() => {}); // dismissed by the player
      return true;
    },
    vibrate: (ms) => { navigator.vibrate?.(ms); },
  };
}

/** Copies by the old way as well, for pages without a secure origin. True when the text is, or very likely will be, there. */
function copyText(text) {
  if (navigator.clipboard && window.isSecureContext) {
    navigator.clipboard.writeText(text).catch(() => copyBySelection(text));
    return true;
  }
  return copyBySelection(text);
}

function copyBySelection(text) {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  focused?.focus({ preventScroll: true });
  return done;
}
