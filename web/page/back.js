// The browser's and the phone's Back: from any screen it leads to the one before, and only from the menu out of the game.

const INSIDE = 'block-puzzle inside';

export class BackButton {
  #goBack;
  #entered; // whether there is an entry of ours to go back from
  #inside = false;
  #ours = 0; // steps back of our own that are still to be heard of

  /** @param {() => void} goBack asks the game to go back by a screen */
  constructor(goBack) {
    this.#goBack = goBack;
    this.#entered = history.state === INSIDE;
    // The history of a frame is that of the page around it: there Back is not ours.
    if (window.self === window.top) addEventListener('popstate', () => this.#popped());
  }

  /** Takes in what the game shows: on any screen but the menu there is something to go back from. */
  follow({ screen }) {
    if (window.self !== window.top || typeof screen !== 'string') return;
    const inside = screen !== 'menu';
    if (inside && !this.#entered) this.#enter();
    // After a reload the menu comes first, with the entry from before it: it serves the next screen.
    else if (!inside && this.#inside && this.#entered) this.#leave();
    this.#inside = inside;
  }

  #enter() {
    try {
      history.pushState(INSIDE, '');
      this.#entered = true;
    } catch {
      // Some pages may not, such as sandboxed ones: there Back leaves the game, as everywhere else.
    }
  }

  #leave() {
    this.#entered = false;
    this.#ours += 1;
    history.back();
  }

  #popped() {
    if (this.#ours > 0) {
      this.#ours -= 1;
      return;
    }
    const forward = history.state === INSIDE;
    this.#entered = forward;
    if (!forward) this.#goBack();
  }
}
