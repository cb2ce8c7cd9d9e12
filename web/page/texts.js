// Long texts in and out of the game, such as a backup: pasted or opened from a file, saved as a file.

function make(tag, parent, attributes = {}, text = '') {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  parent.append(element);
  return element;
}

/** Bytes of a file that is looked at: more than a browser keeps for a game, so no backup of one. */
const MOST = 16_000_000;

/**
 * Asks the player for a text, over the game. Returns whether it could ask.
 * @param {{title: string, ok: string, file: string, cancel: string}} words
 * @param {(given: {text: string, flaw?: 'unreadable' | 'oversized'}) => void} give is called once, at the end: with an empty
 * text when the player thinks better of it, and with the flaw of a file that could not be taken
 */
export function askText(words, give) {
  const dialog = document.createElement('dialog');
  if (!dialog.showModal) return false;
  dialog.className = 'ask';
  dialog.setAttribute('aria-labelledby', 'ask-title');
  make('label', dialog, { id: 'ask-title', for: 'ask-text' }, words.title);
  const area = make('textarea', dialog, { id: 'ask-text', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off' });
  const picker = make('input', dialog, { type: 'file', accept: '.txt,.json,text/plain,application/json', hidden: '' });
  const buttons = make('p', dialog);
  let given = { text: '' };
  const answer = (found) => {
    given = found;
    dialog.close();
  };
  make('button', buttons, { type: 'button' }, words.ok).addEventListener('click', () => answer({ text: area.value }));
  make('button', buttons, { type: 'button' }, words.file).addEventListener('click', () => picker.click());
  make('button', buttons, { type: 'button' }, words.cancel).addEventListener('click', () => dialog.close());
  picker.addEventListener('change', async () => {
    if (picker.files[0]) answer(await readFile(picker.files[0]));
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    document.getElementById('canvas').focus({ preventScroll: true });
    give(given);
  });
  document.body.append(dialog);
  dialog.showModal();
  area.focus();
  return true;
}

/** Ends a question that is open, as its Cancel does. Returns whether there was one. */
export function closeText() {
  const dialog = document.querySelector('dialog.ask[open]');
  dialog?.close();
  return dialog !== null;
}

/** The text of a file, or why there is none: it may be gone by now, or a folder. */
async function readFile(file) {
  if (file.size > MOST) return { text: '', flaw: 'oversized' };
  return file.text().then((text) => ({ text }), () => ({ text: '', flaw: 'unreadable' }));
}

/** Hands a text to the browser as a file to keep. Returns whether it could. */
export function saveText({ name, text }) {
  const link = document.createElement('a');
  if (!('download' in link)) return false;
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return true;
}
