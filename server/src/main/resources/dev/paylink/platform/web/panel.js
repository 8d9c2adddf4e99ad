/**
 * The little that pages for signed-in people gain from a script: copying, and a question before one
 * leaves a secret behind. Whatever needs it is marked "js" and stays hidden without; everything else works as plain HTML.
 */
const COPIED_SHOWN = 2_000;
const copies = new WeakMap(); // buttons that say "copied" for a moment: what they say otherwise, and when again

document.documentElement.classList.add('script');
const saved = document.querySelector('[data-saved]'); // a box to tick before one leaves the page
addEventListener('beforeunload', (event) => {
  if (saved && !saved.checked) {
    event.preventDefault();
  }
});
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (button) {
    await copy(button);
  }
});

async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  const label = button.querySelector('span');
  const { before = label.textContent, end } = copies.get(button) ?? {};
  clearTimeout(end);
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    label.textContent = button.dataset.copied;
    button.classList.add('done');
  } catch { // not over plain http: leave it marked, one key press copies it
    getSelection().selectAllChildren(source);
    label.textContent = button.dataset.press;
  }
  copies.set(button, { before, end: setTimeout(() => {
    copies.delete(button);
    label.textContent = before;
    button.classList.remove('done');
  }, COPIED_SHOWN) });
}
