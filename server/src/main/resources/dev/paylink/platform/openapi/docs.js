/**
 * What the documentation gains from a script: search in the browser, copying of examples, and one choice of language
 * for all of them. Without it the pages have everything but the search.
 */
const MOST_FOUND = 12;
const LANGUAGE = 'paylink-docs-language';

const find = document.querySelector('.find');
const input = document.getElementById('find');
const list = document.getElementById('found');
const count = document.getElementById('found-count');
let index;

function load() {
  index ??= fetch(find.dataset.index).then((answer) => {
    if (!answer.ok) {
      throw new Error(`the index answers ${answer.status}`);
    }
    return answer.json();
  }).catch((fault) => {
    index = undefined; // what comes next asks again
    throw fault;
  });
  return index;
}

/** Asks for the index before it is needed. */
function prepare() {
  load().catch(() => {});
}

/** Which of the points a text gets for a word: at its very start, at the start of a word, inside one, nowhere. */
function points(text, word, atStart, atWord, inside) {
  let at = text.indexOf(word);
  if (at <= 0) {
    return at < 0 ? 0 : atStart;
  }
  while (at > 0) {
    if (/[^\p{L}\p{N}]/u.test(text[at - 1])) {
      return atWord;
    }
    at = text.indexOf(word, at + 1);
  }
  return inside;
}

/** All words must be there; a hit in the title counts more than one in the text. */
function score(entry, words) {
  const title = entry.title.toLowerCase();
  const text = `${entry.place} ${entry.text}`.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const more = points(title, word, 24, 20, 4) + points(text, word, 3, 3, 1);
    if (more === 0) {
      return 0;
    }
    sum += more;
  }
  return sum;
}

async function search() {
  const wish = input.value;
  const words = wish.toLowerCase().split(/\s+/).filter(Boolean);
  let fault = false;
  const entries = words.length === 0 ? [] : await load().catch(() => {
    fault = true;
    return [];
  });
  if (input.value !== wish) { // typed on while the index came
    return;
  }
  const found = entries
    .map((entry) => ({ entry, points: score(entry, words) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST_FOUND);
  list.replaceChildren(...found.map(({ entry }) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    const place = document.createElement('span');
    link.href = entry.path;
    link.textContent = entry.title;
    place.textContent = entry.place;
    link.append(place);
    item.append(link);
    return item;
  }));
  list.hidden = found.length === 0;
  const told = fault ? 'The search did not load. Type on to try again.' : `${found.length} found`;
  count.textContent = words.length === 0 ? '' : told;
  count.classList.toggle('aside', words.length === 0 || found.length > 0);
}

if (find) {
  find.hidden = false;
  input.addEventListener('focus', prepare, { once: true });
  input.addEventListener('input', search);
  find.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement);
    if (event.key === 'Escape') {
      input.value = '';
      search();
      input.focus();
    } else if (event.key === 'ArrowDown' && links.length > at + 1) {
      event.preventDefault();
      links[at + 1].focus();
    } else if (event.key === 'ArrowUp' && at >= 0) {
      event.preventDefault();
      (links[at - 1] ?? input).focus();
    } else if (event.key === 'Enter' && at < 0 && links.length > 0) {
      links[0].click();
    }
  });
}

// Copy buttons, which panel.js serves.
document.querySelectorAll('.guide pre > code').forEach((code, number) => {
  code.id = `code-${number}`;
  const button = document.createElement('button');
  const label = document.createElement('span');
  button.type = 'button';
  button.className = 'secondary copy';
  button.dataset.copy = code.id;
  button.setAttribute('aria-label', 'Copy the example');
  label.textContent = 'Copy';
  button.append(label);
  code.parentElement.append(button);
});

// One choice of language for all examples, and for the next page.
function choose(language) {
  document.querySelectorAll('.languages input').forEach((tab) => {
    if (tab.value === language) {
      tab.checked = true;
    }
  });
}
try {
  choose(localStorage.getItem(LANGUAGE));
} catch { // a browser may refuse to keep anything
}
document.addEventListener('change', (event) => {
  if (event.target.matches('.languages input')) {
    const top = event.target.getBoundingClientRect().top;
    choose(event.target.value);
    scrollBy(0, event.target.getBoundingClientRect().top - top); // what is read stays where it is
    try {
      localStorage.setItem(LANGUAGE, event.target.value);
    } catch {
    }
  }
});

// All calls, and all about operation, were on one page once: such a link still finds its part.
const anchor = decodeURIComponent(location.hash.slice(1));
if (find && anchor && !document.getElementById(anchor)) {
  load().then((entries) => {
    const entry = entries.find(({ path }) => path.endsWith(`#${anchor}`)) ?? entries.find(({ path }) => path.endsWith(`/${anchor}`));
    if (entry) {
      location.replace(entry.path);
    }
  }).catch(() => {}); // then this page is as good as any
}
