// The loading page: what is being done, how much of it is there, and when it goes.

const STAGES = {
  fetch: 'Fetching the game',
  compile: 'Preparing Python',
  boot: 'Starting Python',
  game: 'Setting up the board',
};
/** Where each stage begins on the bar. Fetching ends short of the end, since starting takes time as well. */
const BEGINS = { fetch: 0, compile: 0.8, boot: 0.88, game: 0.94 };

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

export class Progress {
  #bar = document.getElementById('loading-progress');
  #cells = document.querySelectorAll('#loading-board i');
  #shares = new Map();
  #parts;

  /** @param {{name: string, bytes: number}[]} parts what will be fetched */
  constructor(parts) {
    this.#parts = parts;
    this.enter('fetch');
  }

  /** A part's share that has arrived, 0 to 1. */
  arrived(name, share) {
    this.#shares.set(name, share);
    const total = this.#parts.reduce((sum, part) => sum + part.bytes, 0);
    const bytes = this.#parts.reduce((sum, part) => sum + part.bytes * (this.#shares.get(part.name) ?? 0), 0);
    document.getElementById('loading-bytes').textContent = `${megabytes(bytes)} of ${megabytes(total)} MB`;
    this.#show(BEGINS.compile * bytes / total);
    if (bytes === total) this.enter('compile');
  }

  /** The next stage begins. */
  enter(stage) {
    document.getElementById('loading-stage').textContent = STAGES[stage];
    this.#show(BEGINS[stage]);
  }

  /** The game is on the canvas. */
  finish() {
    document.getElementById('loading').remove();
  }

  #show(value) {
    if (value < this.#bar.value) return;
    this.#bar.value = value;
    this.#cells.forEach((cell, index) => cell.classList.toggle('on', index < value * this.#cells.length));
  }
}
