// Runs the game's steps: one a frame while something moves, none at all while nothing does.

const ASLEEP = 1e9; // what a step returns when only the page can wake it
const FINISHED = -1;
const FAILED = -2;
const HIDDEN_DELAY = 250; // ms between steps while the page is hidden, where no frames come
const KEPT = 600; // durations kept for metrics

/** What may change something for the game. Heard on the window before the canvas sees it; the step runs afterwards. */
const WAKING = [
  'pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerleave', 'mousedown', 'mousemove', 'mouseup', 'wheel',
  'touchstart', 'touchmove', 'touchend', 'touchcancel', 'keydown', 'keyup', 'focus', 'blur', 'resize', 'pageshow',
];

export class Loop {
  #step;
  #ended;
  #frame = 0;
  #timer = 0;
  #woken = false;
  #running = false;
  #stepping = false;
  #steps = 0;
  #durations = [];

  /**
   * @param {(woken: number) => number} step runs the game once; returns when it wants to run again (see the runtime's README)
   * @param {(kind: 'python' | 'finished', error?: Error) => void} ended the game is over for good
   */
  constructor(step, ended) {
    this.#step = step;
    this.#ended = ended;
  }

  start() {
    this.#running = true;
    for (const type of WAKING) addEventListener(type, () => this.wake(), { capture: true, passive: true });
    document.addEventListener('visibilitychange', () => this.wake());
    this.#run();
  }

  /** Something happened: run a step soon, at the next frame where there are frames. */
  wake() {
    if (!this.#running) return;
    this.#woken = true;
    this.#schedule(0);
  }

  /** Runs a step at once, for somebody who waits for what it does. False when that cannot be: the game is not running. */
  now() {
    if (!this.#running || this.#stepping) return false;
    this.#woken = true;
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#run();
    return true;
  }

  /** Steps so far and the durations of the latest ones in ms. */
  metrics() {
    return { steps: this.#steps, durations: [...this.#durations] };
  }

  #schedule(delay) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (delay === 0 && !document.hidden) {
      this.#frame ||= requestAnimationFrame(() => this.#run());
      return;
    }
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (delay < ASLEEP) this.#timer = setTimeout(() => this.#run(), delay);
  }

  #run() {
    this.#frame = 0;
    this.#timer = 0;
    const woken = this.#woken;
    this.#woken = false;
    const begin = performance.now();
    let delay;
    this.#stepping = true;
    try {
      delay = this.#step(Number(woken));
    } catch (error) {
      this.#end('python', error);
      return;
    } finally {
      this.#stepping = false;
    }
    this.#steps += 1;
    this.#durations.push(performance.now() - begin);
    if (this.#durations.length > KEPT) this.#durations.shift();
    if (delay === FAILED) this.#end('python');
    else if (delay === FINISHED) this.#end('finished');
    else if (this.#woken) this.#schedule(0);
    else this.#schedule(delay === 0 && document.hidden ? HIDDEN_DELAY : delay);
  }

  #end(kind, error) {
    this.#running = false;
    this.#ended(kind, error);
  }
}
