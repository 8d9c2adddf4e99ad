/**
 * The little that pages for signed-in people gain from a script: copying, a question before one
 * leaves a secret behind, a color to pick, and parts that follow what happens. Whatever needs it is marked "js" and stays hidden without; everything else works as plain HTML.
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

/** Lets the picker fill in the color, and shows the one that is typed or picked in the preview. */
function followColor(picker) {
  const typed = document.getElementById(picker.dataset.picks);
  const show = () => {
    const color = /^#[0-9a-f]{6}$/i.test(typed.value.trim()) ? typed.value.trim() : picker.dataset.otherwise;
    picker.value = color;
    document.querySelectorAll('[data-paint]').forEach((part) => part.setAttribute('fill', color));
    document.querySelectorAll('[data-ink]').forEach((part) => part.setAttribute('fill', inkOn(color)));
  };
  typed.addEventListener('input', show);
  picker.addEventListener('input', () => {
    typed.value = picker.value;
    show();
  });
}

/** Black or white, whichever reads better: as Paint.java chooses. */
function inkOn(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  const glare = 0.05;
  const lit = 0.2126 * red + 0.7152 * green + 0.0722 * blue + glare;
  return lit / glare > (1 + glare) / lit ? '#000000' : '#ffffff';
}

document.querySelectorAll('[data-picks]').forEach(followColor);

/**
 * Reads the page again and again, and replaces its part that is "live", until that says "off". A part can name its page: what
 * answers a form is at the address of the form, where there may be nothing to read.
 */
async function follow() {
  let shown = document.querySelector('[data-live="on"]')?.outerHTML;
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const part = document.querySelector('[data-live="on"]');
    if (!part) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_PAUSE));
    try {
      const answer = await fetch(part.dataset.page ?? location.href, { headers: { accept: 'text/html' } });
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
