/**
 * The hosted page come alive. It shows only what the server has rendered: when the payment changes,
 * the page is fetched again and its middle exchanged.
 */
import { session } from './paylink.js';

const FALLBACK_DELAY = 15_000;
const LONGEST_ANSWER = 15_000;
const COPIED_SHOWN = 2_000;

const root = document.documentElement;
const news = document.getElementById('news');
const trouble = document.getElementById('trouble');
const copies = new WeakMap(); // buttons that say "copied" for a moment: what they say otherwise, and when again
let following;
let failures = 0;
let taken = Promise.resolve(); // the page that is being taken
let next; // the one after it, for all who ask meanwhile
let retry;
let expired = false;

root.classList.add('script');
document.addEventListener('click', onClick);
document.addEventListener('submit', onSubmit);
if (payment()) {
  offer();
  tick();
  setInterval(tick, 1_000);
  // A part of the amount changes no status, nor does a decision that money has to wait for.
  setInterval(() => 'silent' in payment().dataset && look(), FALLBACK_DELAY);
  follow();
}

function payment() {
  return document.getElementById('payment');
}

async function follow() {
  const { status } = payment().dataset;
  if (status === 'success') {
    return;
  }
  if (!globalThis.crypto?.subtle) { // not over plain http, but for loopback
    setInterval(look, FALLBACK_DELAY);
    return;
  }
  try {
    following = await session(await code(), { renew: code });
    following.onStatus(onStatus, onTrouble);
  } catch {
    onTrouble();
    setTimeout(follow, FALLBACK_DELAY);
  }
}

async function code() {
  const response = await fetch(`${payment().dataset.path}/session`, { method: 'POST' });
  if (!response.ok) {
    throw new Error(`no code: ${response.status}`);
  }
  return (await response.json()).code;
}

function onStatus(now) {
  connected();
  if (now.status !== payment().dataset.status || now.amount !== (payment().dataset.amount ?? null)) {
    refresh();
  }
}

/** One lost answer is nothing to worry anybody with. */
function onTrouble() {
  failures++;
  if (failures > 1) {
    say(payment().dataset.offline);
  }
}

function connected() {
  failures = 0;
  trouble.hidden = true;
}

function say(text) {
  trouble.textContent = text;
  trouble.hidden = false;
}

function look() {
  return document.visibilityState === 'visible' && refresh();
}

/** One page after the other: an older answer that comes late never takes the place of a newer one. */
function refresh() {
  next ??= taken.then(() => {
    taken = next;
    next = null;
    return take();
  });
  return next;
}

/** Takes the server's newest page, unless it shows what is there already. */
async function take() {
  clearTimeout(retry);
  try {
    const response = await fetch(payment().dataset.path, {
      headers: { Accept: 'text/html' },
      signal: AbortSignal.timeout(LONGEST_ANSWER),
    });
    if (!response.ok) {
      throw new Error(String(response.status));
    }
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const newest = page.getElementById('payment');
    connected();
    if (isSame(newest.dataset, payment().dataset)) {
      return;
    }
    exchange(newest, page.title);
  } catch {
    onTrouble();
    retry = setTimeout(refresh, FALLBACK_DELAY); // nobody tells of the same change again
  }
}

function isSame(a, b) {
  return ['status', 'stage', 'amount', 'received'].every((name) => a[name] === b[name]);
}

function exchange(newest, title) {
  const focused = payment().contains(document.activeElement);
  payment().replaceWith(document.adoptNode(newest));
  document.title = title;
  const heading = document.getElementById('stage');
  news.textContent = heading.textContent;
  if (focused) {
    heading.focus();
  }
  offer();
  tick();
}

/** Counts down to the deadline, and looks what the server says when it has passed. */
function tick() {
  const clock = document.querySelector('[data-countdown]');
  if (!clock) {
    return;
  }
  const left = Math.max(0, Math.ceil((Date.parse(clock.dateTime) - Date.now()) / 1000));
  clock.textContent = countdown(left);
  clock.classList.toggle('soon', left < 300);
  if (left === 0 && !expired) {
    expired = true;
    setTimeout(refresh, 1_500);
  }
}

function countdown(seconds) {
  const days = Math.floor(seconds / 86_400);
  const two = (n) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600) % 24;
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (days > 0) {
    const unit = new Intl.NumberFormat(root.lang === 'ar' ? 'ar-u-nu-latn' : root.lang,
      { style: 'unit', unit: 'day', unitDisplay: 'long' });
    return `${unit.format(days)} ${two(hours)}:${rest}`;
  }
  return hours > 0 ? `${hours}:${rest}` : rest;
}

async function onClick(event) {
  const copy = event.target.closest('[data-copy]');
  if (copy) {
    await navigator.clipboard.writeText(copy.dataset.copy || location.href);
    copied(copy);
  }
  if (event.target.closest('[data-print]')) {
    print();
  }
}

function copied(button) {
  const label = button.querySelector('span');
  const { copied: said } = payment().dataset;
  const { before = label.textContent, end } = copies.get(button) ?? {};
  clearTimeout(end);
  button.classList.add('done');
  label.textContent = said;
  news.textContent = said;
  copies.set(button, { before, end: setTimeout(() => {
    copies.delete(button);
    button.classList.remove('done');
    label.textContent = before;
    if (news.textContent === said) { // else there is other news by now
      news.textContent = '';
    }
  }, COPIED_SHOWN) });
}

/** What pays with a wallet is loaded only where there is something to pay. */
async function offer() {
  const box = document.getElementById('wallet');
  if (!box) {
    return;
  }
  try {
    const { open } = await import('./wallet.js');
    open(box, () => {
      refresh();
      following?.hurry();
    });
  } catch { // browsers do not ask twice for a module that did not come
    say(payment().dataset.offline);
    setTimeout(() => location.reload(), FALLBACK_DELAY);
  }
}

/** A sandbox's buttons: as the form does, but the page stays. */
async function onSubmit(event) {
  if (!event.target.matches('[data-simulate]') || !event.submitter) {
    return;
  }
  event.preventDefault();
  try {
    const { simulate } = await import('./sandbox.js');
    await simulate(event, payment().dataset, async () => {
      connected();
      await refresh();
      following?.hurry();
    });
  } catch {
    say(payment().dataset.failed);
  }
}
