// Lets the game be heard when a browser allows it, and lets the audio output sleep when there is nothing to hear.

const AWAKE = 20_000; // ms after the latest gesture; no sound of the game comes so late
/** Any of these counts as a gesture in one browser or another. */
const GESTURES = ['pointerup', 'touchend', 'keydown', 'click'];

/**
 * Browsers start audio only from within a gesture, and take it away when the tab is left or the phone rings: every gesture
 * sees to it. SDL makes the context when the game opens its mixer.
 * @param {object} runtime the running Emscripten module
 */
export function keepAudible(runtime) {
  let timer = 0;
  const context = () => runtime.SDL2?.audioContext;

  function sleep() {
    clearTimeout(timer);
    timer = 0;
    if (context()?.state === 'running') context().suspend().catch(() => {});
  }

  function wake() {
    clearTimeout(timer);
    timer = setTimeout(sleep, AWAKE);
    const audio = context();
    if (audio && audio.state !== 'running' && audio.state !== 'closed') audio.resume().catch(() => {});
  }

  for (const type of GESTURES) addEventListener(type, wake, { capture: true, passive: true });
  document.addEventListener('visibilitychange', () => { if (document.hidden) sleep(); });
}
