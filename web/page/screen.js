// What the game needs to know of the window it is drawn in, and when that changes.

const QUERIES = {
  dark: '(prefers-color-scheme: dark)',
  contrast: '(prefers-contrast: more), (forced-colors: active)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
  coarse: '(pointer: coarse)',
};

const media = Object.fromEntries(Object.entries(QUERIES).map(([name, query]) => [name, matchMedia(query)]));

function insets() {
  const style = getComputedStyle(document.getElementById('insets'));
  const side = (name) => parseFloat(style.getPropertyValue(`padding-${name}`)) || 0;
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}

/** The canvas' size in CSS pixels, its pixel ratio, and what the player's system asks for. */
export function describeScreen(canvas) {
  const { width, height } = canvas.getBoundingClientRect();
  return {
    width,
    height,
    ratio: devicePixelRatio,
    insets: insets(),
    dark: media.dark.matches,
    contrast: media.contrast.matches,
    reducedMotion: media.reducedMotion.matches,
    coarse: media.coarse.matches,
    vibrates: media.coarse.matches && typeof navigator.vibrate === 'function', // desktop browsers have the function as well
    visible: !document.hidden,
    language: navigator.language,
    embedded: window.self !== window.top,
  };
}

/** Calls back whenever a value of describeScreen other than `visible` has changed. */
export function watchScreen(canvas, onChange) {
  const describe = () => JSON.stringify({ ...describeScreen(canvas), visible: null });
  let known = describe();
  const changed = () => {
    const present = describe();
    if (present === known) return;
    known = present;
    onChange();
  };
  new ResizeObserver(changed).observe(canvas);
  window.visualViewport?.addEventListener('resize', changed);
  addEventListener('orientationchange', changed);
  addEventListener('languagechange', changed);
  for (const query of Object.values(media)) query.addEventListener('change', changed);
  const watchRatio = () => {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => { changed(); watchRatio(); }, { once: true });
  };
  watchRatio();
}
