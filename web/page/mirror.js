// The game as text and buttons beside the canvas, for screen readers and for playing without seeing the board.

/** Creates an element once and keeps it; later calls only change what differs, so that the focus stays where it is. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function make(tag, parent, attributes = {}) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

/** Notes at an element what it does, to find the one that does the same when it has come back. */
function name(element, action) {
  setAttribute(element, 'data-action', action === null || action === undefined ? null : JSON.stringify(action));
}

/** A row of buttons, each known by its action, so that a button keeps its element and its focus while others come and go. */
class Buttons {
  #list;
  #press;
  #items = new Map();

  constructor(parent, label, press) {
    this.#list = make('ul', parent, { 'aria-label': label });
    this.#press = press;
  }

  render(entries) {
    const kept = new Map();
    entries.forEach((entry, index) => {
      const key = JSON.stringify(entry.action ?? null) + (kept.has(JSON.stringify(entry.action ?? null)) ? index : '');
      kept.set(key, this.#item(key, entry));
    });
    for (const [key, { item }] of this.#items) if (!kept.has(key)) item.remove();
    let previous = null;
    for (const { item } of kept.values()) {
      // Moving an element takes its focus away: only those that stand wrong are moved.
      const expected = previous ? previous.nextElementSibling : this.#list.firstElementChild;
      if (expected !== item) this.#list.insertBefore(item, expected);
      previous = item;
    }
    this.#items = kept;
    this.#list.hidden = entries.length === 0;
  }

  #item(key, entry) {
    const known = this.#items.get(key) ?? this.#create();
    known.action = entry.action;
    name(known.button, entry.action);
    setText(known.button, entry.label);
    // Not the disabled attribute: a button that is out of use for a moment must not lose the focus.
    setAttribute(known.button, 'aria-disabled', entry.disabled ? 'true' : null);
    setAttribute(known.button, 'aria-pressed', entry.pressed === undefined ? null : String(entry.pressed));
    return known;
  }

  #create() {
    const item = document.createElement('li');
    const button = make('button', item, { type: 'button' });
    const known = { item, button, action: null };
    button.addEventListener('click', () => {
      if (known.action !== null && known.action !== undefined && button.getAttribute('aria-disabled') !== 'true') this.#press(known.action);
    });
    return known;
  }
}

/** The board as a grid: one cell is in the tab order, arrows move between cells, Enter or Space does what the cell does. */
class Grid {
  #table;
  #press;
  #cells = [];
  #current = [0, 0];

  constructor(parent, press) {
    this.#press = press;
    this.#table = make('div', parent, { role: 'grid' });
    this.#table.addEventListener('keydown', (event) => this.#key(event));
    this.#table.addEventListener('focusin', (event) => this.#focused(event.target));
    this.#table.addEventListener('click', (event) => this.#activate(event.target));
  }

  render(board) {
    this.#table.hidden = !board;
    if (!board) return;
    setAttribute(this.#table, 'aria-label', board.label ?? 'Board');
    if (this.#cells.length !== board.rows || this.#cells[0]?.length !== board.cols) this.#build(board);
    board.cells.forEach((row, r) => row.forEach((cell, c) => {
      const { label, action = null } = typeof cell === 'string' ? { label: cell } : cell;
      const known = this.#cells[r][c];
      known.action = action;
      name(known.element, action);
      setText(known.element, label);
    }));
  }

  #build(board) {
    this.#table.replaceChildren();
    setAttribute(this.#table, 'aria-rowcount', String(board.rows));
    setAttribute(this.#table, 'aria-colcount', String(board.cols));
    this.#cells = Array.from({ length: board.rows }, () => {
      const row = make('div', this.#table, { role: 'row' });
      return Array.from({ length: board.cols }, () => ({ element: make('span', row, { role: 'gridcell', tabindex: '-1' }), action: null }));
    });
    this.#current = [0, 0];
    this.#cells[0][0].element.tabIndex = 0;
  }

  #find(element) {
    for (const [r, row] of this.#cells.entries()) {
      const c = row.findIndex((cell) => cell.element === element);
      if (c >= 0) return [r, c];
    }
    return null;
  }

  #focused(element) {
    const place = this.#find(element);
    if (!place) return;
    this.#at(this.#current).element.tabIndex = -1;
    this.#current = place;
    element.tabIndex = 0;
  }

  #at([r, c]) { return this.#cells[r][c]; }

  #activate(element) {
    const place = this.#find(element);
    const action = place && this.#at(place).action;
    if (action !== null) this.#press(action);
  }

  #key(event) {
    const [r, c] = this.#current;
    const [rows, cols] = [this.#cells.length, this.#cells[0].length];
    const moves = {
      ArrowUp: [r - 1, c], ArrowDown: [r + 1, c], ArrowLeft: [r, c - 1], ArrowRight: [r, c + 1], Home: [r, 0], End: [r, cols - 1],
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') this.#activate(event.target);
    else if (moves[event.key]) {
      const [row, col] = moves[event.key];
      if (row >= 0 && row < rows && col >= 0 && col < cols) this.#cells[row][col].element.focus();
    } else return;
    event.preventDefault();
  }
}

export class Mirror {
  #region;
  #lost = null; // what had the focus when it went away, such as the button that called up a question
  #title;
  #status;
  #position;
  #grid;
  #hand;
  #actions;

  /** @param {(action: unknown) => void} press a button was pressed */
  constructor(region, press) {
    this.#region = region;
    this.#title = make('h2', region, { tabindex: '-1' });
    this.#status = make('p', region);
    this.#position = make('p', region);
    this.#grid = new Grid(region, press);
    this.#hand = new Buttons(region, 'Hand', press);
    this.#actions = new Buttons(region, 'Actions', press);
    region.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.ctrlKey || event.metaKey || event.altKey) return;
      press('escape');
      event.preventDefault();
    });
    region.addEventListener('focusin', ({ target }) => { if (target !== this.#title) this.#lost = null; });
  }

  /** Shows what the game says of itself: {title, status, position, board: {rows, cols, cells}, hand, actions}. */
  render({ title = '', status = '', position = '', board = null, hand = [], actions = [] }) {
    const focused = this.#region.contains(document.activeElement) ? document.activeElement : null;
    const action = focused?.dataset.action;
    setText(this.#title, title);
    setText(this.#status, status);
    setText(this.#position, position);
    this.#grid.render(board);
    this.#hand.render(hand);
    this.#actions.render(actions);
    if (focused) this.#keepFocus(focused, action);
  }

  /** Where what had the focus is gone: on from the top of the region, and back to it once it has come back. */
  #keepFocus(focused, action) {
    if (focused !== this.#title && !this.#isThere(focused)) {
      this.#title.focus();
      this.#lost = action ?? null;
      return;
    }
    const back = focused === this.#title && this.#lost !== null && this.#region.querySelector(`[data-action=${CSS.escape(this.#lost)}]`);
    if (back && this.#isThere(back)) back.focus();
  }

  #isThere(element) { return this.#region.contains(element) && !element.closest('[hidden]'); }
}
