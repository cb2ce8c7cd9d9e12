// Long texts in and out of the game, such as a backup: pasted or opened from a file, saved as a file.

function make(tag, parent, attributes = {}, text = '') {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  parent.append(element);
  return element;
}

/**
 * Asks the player for a text, over the game. Returns whether it could ask.
 * @param {{title: string, ok: string, file: string, cancel: string}} words
 * @param {(text: string) => void} give gets the text; never called when the player thinks better of it
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
  const answer = (text) => {
    dialog.close();
    if (text.trim()) give(text);
  };
  make('button', buttons, { type: 'button' }, words.ok).addEventListener('click', () => answer(area.value));
  make('button', buttons, { type: 'button' }, words.file).addEventListener('click', () => picker.click());
  make('button', buttons, { type: 'button' }, words.cancel).addEventListener('click', () => dialog.close());
  picker.addEventListener('change', async () => {
    const text = await picker.files[0]?.text();
    if (text !== undefined) answer(text);
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    document.getElementById('canvas').focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  area.focus();
  return true;
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
