// Offline play and updates: registers the service worker and says when a new version waits.

const CHECK_EVERY = 3_600_000; // ms between looks for a new version while the page stays open

export class Updates {
  #offer;
  #registration = null;
  #checked = Date.now();
  /** none, installing, ready or "failed: why". */
  offline = 'none';

  /** @param {() => void} offer a new version is ready and waits to be applied */
  constructor(offer) {
    this.#offer = offer;
  }

  async start() {
    // In a sealed frame, whose origin is nobody's, merely asking for it throws.
    if (window.origin === 'null' || !('serviceWorker' in navigator) || !window.isSecureContext) return;
    navigator.serviceWorker.addEventListener('message', ({ data }) => this.#heard(data));
    navigator.serviceWorker.startMessages();
    try {
      this.#watch(await navigator.serviceWorker.register('sw.js', { scope: './', updateViaCache: 'none' }));
    } catch (error) {
      this.#failed(error.message);
    }
  }

  /** Lets the waiting version take over and starts it. */
  apply() {
    const waiting = this.#registration?.waiting;
    if (!waiting) {
      // It has taken over already, at another tab's wish or because no page was in its way: any reload starts it.
      location.reload();
      return;
    }
    waiting.addEventListener('statechange', () => { if (waiting.state === 'activated') location.reload(); });
    waiting.postMessage('apply');
  }

  #watch(registration) {
    this.#registration = registration;
    if (registration.active) this.offline = 'ready';
    if (registration.waiting) this.#offer();
    if (registration.installing) this.#follow(registration.installing);
    registration.addEventListener('updatefound', () => this.#follow(registration.installing));
    document.addEventListener('visibilitychange', () => this.#check());
  }

  #follow(worker) {
    if (!this.#registration.active) this.offline = 'installing';
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') this.offline = 'ready';
      else if (worker.state === 'installed' && this.#registration.active) this.#offer();
    });
  }

  #check() {
    if (document.hidden || Date.now() - this.#checked < CHECK_EVERY) return;
    this.#checked = Date.now();
    this.#registration.update().catch(() => {}); // offline: the next look will do
  }

  #heard(data) {
    if (data?.kind === 'install-failed') this.#failed(data.reason);
  }

  #failed(reason) {
    console.warn(`The game is not kept for offline play: ${reason}`);
    if (this.offline !== 'ready') this.offline = `failed: ${reason}`;
  }
}
