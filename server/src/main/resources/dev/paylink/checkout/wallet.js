/**
 * The part of the page where a wallet pays: finds the wallets of this browser, shows what is to be
 * paid, says what to do next and what went wrong. All words and shapes are the server's.
 *
 * What was sent is kept in the history's state, so that a reload does not ask to pay once more.
 */
import { asker, callsStatus, isSettled, note, pay, reverted } from './wallet-pay.js';
import { Trouble, saying, wordFor } from './wallet-trouble.js';

const MOST_WALLETS = 12;
const SIMULATED = 'simulated';
const WAIT_FOR_WALLETS = 600;
const LONGEST_ANSWER = 15_000;
const LOOK_EVERY = 2_000;
const STUCK_AFTER = 60_000;
const LATE_SECONDS = 60; // a block of the last moment is seen by then
const LOST_AFTER = 10_000; // a wallet that does not know what it sent will not tell more later
const MOST_UNPAID = 5; // looks; a node may be a few blocks behind the wallet
const REFUSALS = { 409: 'closed', 429: 'busy' };
const CONFLICTS = { OTHER_TOKEN_UNDER_WAY: 'elsewhere', SIGNATURE_EXPIRED: 'lapsed', RELAY_REFUSED: 'norelay' };

const wallets = new Map();
let box;
let changed;
let offer;
let option;
let wallet;
let signed; // whether a signature was given out, which holds for minutes
let loading; // which question for the offer is under way: an older answer is not heard
let run; // which attempt is under way: what an older one still says is not heard

/** Wallets announce themselves, when asked and when they are ready (EIP-6963). */
addEventListener('eip6963:announceProvider', ({ detail: { info, provider } }) => {
  if (!wallets.has(info.uuid) && !wallets.has(SIMULATED)) {
    wallets.delete('');
    wallets.set(info.uuid, { name: String(info.name), icon: info.icon, provider });
    list();
  }
});

/** `onChange` is called when the server may know something new. */
export function open(element, onChange) {
  box = element;
  changed = onChange;
  box.onclick = onClick;
  box.onchange = ({ target }) => choose(target.value);
  run = offer = wallet = signed = null;
  load();
}

async function load() {
  const mine = (loading = {});
  let answer;
  try {
    answer = await server('');
    if (box.dataset.simulated) { // no other wallet could pay there
      const { simulatedWallet } = await import('./sandbox.js');
      wallets.clear();
      wallets.set(SIMULATED, simulatedWallet(box.dataset, answer, document.getElementById('payment').dataset));
    }
  } catch (error) {
    return loading === mine && fail(error);
  }
  if (loading !== mine) {
    return;
  }
  offer = answer;
  const { id, ...before } = history.state ?? {};
  choose(id);
  fill('options', offer.options, (label, each) => {
    const input = label.querySelector('input');
    input.value = each.id;
    input.checked = each === option;
    label.querySelector('span').textContent = `${each.token.symbol} · ${each.chainName}`;
  });
  part('options').parentNode.hidden = offer.options.length < 2;
  // The page waits again, so what ended before cannot be mined any more.
  if ((before.hash || before.calls) && Date.now() < (before.deadline + LATE_SECONDS) * 1000) {
    return sent(before);
  }
  show('wait');
  if (wallets.size) {
    list();
  }
  dispatchEvent(new Event('eip6963:requestProvider'));
  // A list that is there already stays: a button that is replaced under a finger is not pressed.
  setTimeout(() => wallets.size || list(), WAIT_FOR_WALLETS);
}

function choose(id) {
  option = offer.options.find((each) => each.id === id) ?? offer.options[0];
  part('facts').hidden = false;
  part('amount').textContent = amount();
  part('network').textContent = `${option.chainName} (${option.chainId})`;
  part('contract').textContent = option.contract;
}

function amount() {
  return `${box.dataset.number}\u00a0${option?.token.symbol}`;
}

/** Shows the wallets there are, unless one of them is at work or in trouble. */
function list() {
  if (!offer || run || box.dataset.show === 'trouble') {
    return;
  }
  if (!wallets.size && window.ethereum) {
    wallets.set('', { name: words('browser'), provider: window.ethereum });
  }
  fill('wallets', [...wallets].slice(0, MOST_WALLETS), (item, [key, { name, icon, label = name }]) => {
    item.querySelector('button').dataset.wallet = key;
    item.querySelector('b').textContent = label;
    [item.querySelector('i').textContent = ''] = name;
    if (/^data:image\//.test(icon)) {
      item.querySelector('img').src = icon;
    }
  });
  show(wallets.size ? 'list' : 'none');
}

function onClick({ target, detail }) {
  const entry = target.closest('[data-wallet]');
  const over = target.closest('[data-over]');
  if (detail > 1) { // the second half of a double click, which meant the button before
    return;
  }
  if (over && offer) {
    run = null;
    remember();
    show('');
    list();
    part('wallets').querySelector('button')?.focus();
  } else if (entry) {
    wallet = wallets.get(entry.dataset.wallet);
    start();
  } else if (over || target.closest('[data-again]')) { // without an offer, what was sent stays noted
    (wallet ? start : load)();
  }
}

async function start() {
  const mine = (run = {});
  const tell = (word) => {
    if (run !== mine || !box.isConnected) {
      throw new Trouble('over');
    }
    say(word);
  };
  tell('connect');
  part('say').focus();
  try {
    const given = await pay(wallet.provider, option, offer.deadline, server, tell);
    remember(given);
    sent(given);
  } catch (error) {
    if (run === mine && box.isConnected) {
      fail(error);
    }
  }
}

/** From here on the server's own eyes count; the wallet is only asked whether it went wrong. */
async function sent(given = {}) {
  const mine = (run = {});
  link(given.hash);
  const isOurs = given.hash || given.calls;
  box.closest('details')?.setAttribute('open', '');
  say(isOurs ? 'sent' : 'settled');
  changed();
  let patience = STUCK_AFTER;
  for (const since = Date.now(); run === mine && box.isConnected; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    const failed = wallet && isOurs && (await hasFailed(given, mine).catch((error) => {
      patience = wordFor(error) === 'unsupported' ? LOST_AFTER : patience;
    }));
    if (run !== mine) {
      return;
    }
    if (failed) {
      remember();
      fail(new Trouble(failed));
    } else if (isOurs && Date.now() > since + patience) {
      say('stuck');
    }
  }
}

/** A word for what went wrong, if anything did. Somebody else may have handed in what was signed. */
async function hasFailed(given, mine) {
  const ask = asker(wallet.provider);
  const failed = given.hash ? await reverted(ask, given.hash) : await haveFailed(ask, given, mine);
  return failed && ((await isSettled(ask, given.settled)) ? 'settled' : 'reverted');
}

/** Calls that were sent together get their hash here, once the wallet knows it. */
async function haveFailed(ask, given, mine) {
  const { failed, unpaid, hash } = await callsStatus(ask, given);
  given.unpaid = unpaid ? (given.unpaid ?? 0) + 1 : 0;
  if (hash && !failed && run === mine) {
    given.hash = hash;
    remember(given);
    link(hash);
    note(server, option, given);
  }
  return failed || given.unpaid > MOST_UNPAID;
}

function link(hash) {
  part('explorer').hidden = !hash || !option.explorer;
  part('explorer').href = `${option.explorer}/tx/${hash}`;
}

function fail(error) {
  const word = wordFor(error);
  if (word === 'settled') {
    return sent();
  }
  run = null;
  if (word !== 'unknown' && !signed) { // which may have been sent nevertheless
    delete box.dataset.locked;
  }
  part('why').textContent = words(word);
  part('said').textContent = word === 'unknown' ? saying(error) : '';
  show('trouble');
  if (wallet) { // else nobody has done anything yet
    part('again').focus();
  }
  if (word === 'closed') {
    changed();
  }
}

function say(word) {
  const sentence = words(word);
  if (part('say').textContent !== sentence) { // or it would be read out again
    part('say').textContent = sentence;
  }
  if (['sign', 'free', 'pay', 'both', 'sent'].includes(word)) {
    box.dataset.locked = ''; // the same payment in another token would be a second one
  }
  box.dataset.step = word;
  show('doing');
}

function show(what) {
  box.dataset.show = what;
}

function remember(given) {
  history.replaceState({ ...given, id: option?.id }, '');
}

function part(name) {
  return box.querySelector(`[data-${name}]`);
}

/** Puts as many copies of its template into that part as there are things to show. */
function fill(name, things, write) {
  const [template] = part(name).children;
  const copies = things.map((thing) => {
    const copy = template.content.firstElementChild.cloneNode(true);
    write(copy, thing);
    return copy;
  });
  part(name).replaceChildren(template, ...copies);
}

function words(word) {
  const names = { wallet: wallet?.name, amount: amount(), chain: option?.chainName };
  const { textContent } = part('words').content.querySelector(`[data-word=${word}]`);
  return textContent.replace(/\{([a-z]+)\}/g, (place, name) => names[name]);
}

async function server(below, body) {
  signed ||= ['/signed', '/relay'].includes(below);
  const answer = await fetch(`${box.dataset.path}/wallet${below}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(LONGEST_ANSWER),
  }).catch(() => ({ status: 503 }));
  if (!answer.ok) {
    const { status } = answer;
    const conflict = status === 409 && CONFLICTS[(await answer.json()).code];
    throw new Trouble(conflict || REFUSALS[status] || (status < 500 ? 'unsupported' : 'offline'));
  }
  return answer.status === 202 ? null : answer.json();
}
