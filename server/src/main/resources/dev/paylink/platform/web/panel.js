/**
 * The little that pages for signed-in people gain from a script: copying, a question before one
 * leaves a secret behind, and parts that follow what happens. Whatever needs it is marked "js" and stays hidden without; everything else works as plain HTML.
 */
const COPIED_SHOWN = 2_000;
const LOOK_PAUSE = 1_000;
const MAX_LOOKS = 90;
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

/** Reads the page again and again, and replaces its part that is "live", until that says "off". */
async function follow() {
  let shown = document.querySelector('[data-live="on"]')?.outerHTML;
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const part = document.querySelector('[data-live="on"]');
    if (!part) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_PAUSE));
    try {
      const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
      const page = new DOMParser().parseFromString(answer.ok ? await answer.text() : '', 'text/html');
      const now = page.getElementById(part.id);
      if (now && now.outerHTML !== shown) { // what somebody has opened stays open until there is news
        shown = now.outerHTML;
        part.replaceWith(document.adoptNode(now));
      }
    } catch { // the next look may succeed
    }
  }
}

follow();
