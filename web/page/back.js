// The browser's and the phone's Back: from any screen it leads to the one before, and only from the menu out of the game.

const INSIDE = 'block-puzzle inside';
const LATE = 300; // ms after which a step forward counts as lost
const TRIES = 10;

/** Whether the page stands at the entry of ours, from which Back leads to the page itself once more. */
function isInside() { return history.state === INSIDE; }

export class BackButton {
  #goBack;
  #inside = false; // whether the game shows any screen but the menu, or a question
  #way = null; // where a step of our own leads that has not arrived: true to our entry, false to the one before it
  #late = 0;

  /** @param {() => boolean} goBack has the game go back by a screen, at once; false when there is no game to do so */
  constructor(goBack) {
    this.#goBack = goBack;
    // The history of a frame is that of the page around it: there Back is not ours.
    if (window.self === window.top) addEventListener('popstate', () => this.#popped());
  }

  /** Takes in what the game shows: on any screen but the menu, and from any question, there is a way back. */
  follow({ screen, dialog }) {
    if (window.self !== window.top || typeof screen !== 'string') return;
    const before = this.#inside;
    this.#inside = screen !== 'menu' || Boolean(dialog);
    if (this.#way !== null) return; // what is to be done now is seen on arrival
    if (this.#inside && !isInside()) this.#enter();
    // After a reload the menu comes first, with the entry from before it: it serves the next screen.
    else if (!this.#inside && before && isInside()) this.#leave();
  }

  #enter() {
    try {
      history.pushState(INSIDE, '');
    } catch {
      // Some pages may not, such as sandboxed ones: there Back leaves the game, as everywhere else.
    }
  }

  #leave() {
    this.#way = false;
    history.back();
  }

  /** To our entry, from which Back has led. Where the player is pressing Back again, a step may come to nothing, untold. */
  #return(tries = TRIES) {
    this.#way = this.#inside && tries > 0 ? true : null;
    if (this.#way === null) return;
    history.forward();
    this.#late = setTimeout(() => this.#return(tries - 1), LATE);
  }

  /** The page is told of our own steps as of the player's. */
  #popped() {
    const way = this.#way;
    this.#way = null;
    clearTimeout(this.#late);
    if (way === isInside()) this.#arrived();
    else if (!isInside()) this.#pressed();
  }

  /** The game may have gone on in the meantime. */
  #arrived() {
    if (this.#inside && !isInside()) this.#return();
    else if (!this.#inside && isInside()) this.#leave();
  }

  /**
   * The player's Back has led off our entry. Unless the game is on the menu now we return to it, whatever the game made of this:
   * the next Back would leave the page. A new entry would not do: browsers skip those that come without a touch or a key.
   */
  #pressed() {
    this.#way = true; // no entry is added while the game goes back
    if (this.#goBack() && this.#inside) this.#return();
    else this.#way = null;
  }
}
