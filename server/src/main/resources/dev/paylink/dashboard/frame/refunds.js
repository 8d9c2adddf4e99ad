/**
 * Sends refunds from the merchant's wallet: several in one prompt where the wallet can (EIP-5792), else one after the
 * other. The server writes every call; the contract pays each refund once, so trying again is safe.
 */
import { asker, enter, isSettled, pay, reverted, toNothing } from './wallet-pay.js';
import { Trouble, saying, wordFor } from './wallet-trouble.js';

const WAIT_FOR_WALLETS = 600;
const LOOK_EVERY = 1_500;
const LONGEST_BATCH = 600_000;
const CONFIRMED = 200;

const box = document.querySelector('[data-refunds]');
const wallets = new Map();
let busy = false;
let told = false;

addEventListener('eip6963:announceProvider', ({ detail: { info, provider } }) => {
  if (!wallets.has(info.uuid)) {
    wallets.delete('');
    wallets.set(info.uuid, { name: String(info.name), provider });
    list();
  }
});
dispatchEvent(new Event('eip6963:requestProvider'));
// A list that is there already stays: a button that is replaced under a finger is not pressed.
setTimeout(() => wallets.size || list(), WAIT_FOR_WALLETS);

function list() {
  if (!wallets.size && window.ethereum) {
    wallets.set('', { name: words('browser'), provider: window.ethereum });
  }
  const buttons = [...wallets.values()].map(({ name, provider }) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'primary';
    button.textContent = name;
    button.onclick = () => start(provider);
    return button;
  });
  part('wallets').replaceChildren(...buttons);
  // A wallet that turns up later does not take the place of how the refunds ended.
  if (!told) {
    say(wallets.size ? 'choose' : 'none');
  }
}

async function start(provider) {
  if (busy) {
    return;
  }
  busy = true;
  told = true;
  part('wallets').hidden = true;
  try {
    await sendAll(provider);
    say('done');
  } catch (error) {
    say(wordFor(error), saying(error));
    part('wallets').hidden = false;
  } finally {
    busy = false;
  }
}

async function sendAll(provider) {
  const ask = asker(provider);
  say('connect');
  const [payer] = await ask('eth_requestAccounts');
  const open = [...box.querySelectorAll('[data-refund]:not([data-sent])')];
  const plans = [];
  for (const item of open) {
    plans.push({ item, plan: await server(item, 'wallet', { payer }) });
  }
  for (const chain of new Set(plans.map(({ plan }) => plan.chainId))) {
    const here = plans.filter(({ plan }) => plan.chainId === chain);
    if (here.length < 2 || !(await together(ask, payer, here))) {
      for (const each of here) {
        await one(provider, each);
        if (each !== here.at(-1)) {
          await mined(ask, each);
        }
      }
    }
  }
}

async function one(provider, each) {
  const { item, plan } = each;
  const asked = async (below, body) =>
    below ? body.hash && server(item, 'sent', { hash: body.hash }) : server(item, 'wallet', { payer: body.payer });
  const { hash, calls } = await pay(provider, { id: item.dataset.refund, ...plan }, plan.deadline, asked, say);
  each.hash = hash;
  done(item, hash || calls ? 'sent' : 'settled');
}

/** Waits until a refund has used its allowance: the next one would take it for its own, and fail. */
async function mined(ask, { item, plan, hash }) {
  say('following');
  for (const end = Date.now() + LONGEST_BATCH; !(await isSettled(ask, plan.settled)); ) {
    if (hash && (await reverted(ask, hash))) {
      delete item.dataset.sent;
      item.querySelector('[data-state]').textContent = '';
      throw new Trouble('refused');
    }
    if (Date.now() > end) {
      throw new Trouble('unknown');
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}

/** Pays all in one prompt; false if the wallet cannot. */
async function together(ask, payer, plans) {
  const chainId = `0x${plans[0].plan.chainId.toString(16)}`;
  const able = await ask('wallet_getCapabilities', payer, [chainId]).catch(() => ({}));
  if (!/^(supported|ready)$/.test(able?.[chainId]?.atomic?.status)) {
    return false;
  }
  await enter({ ask, say, option: plans[0].plan });
  say('check');
  const left = [];
  for (const each of plans) {
    if (BigInt(await ask('eth_call', each.plan.settled, 'latest'))) {
      done(each.item, 'settled');
    } else {
      left.push(each);
    }
  }
  const calls = [...(await takenBack(ask, left)), ...left.flatMap(({ plan }) => [plan.approve, plan.pay])].filter(Boolean);
  if (!calls.length) {
    return true;
  }
  say('together');
  const { id } = await ask('wallet_sendCalls', { version: '2.0.0', from: payer, chainId, atomicRequired: true, calls });
  for (const end = Date.now() + LONGEST_BATCH; Date.now() < end; ) {
    const { status, receipts } = await ask('wallet_getCallsStatus', id);
    if (status >= CONFIRMED) {
      if (status > CONFIRMED) {
        throw new Trouble('refused');
      }
      const hash = receipts?.at(-1)?.transactionHash;
      for (const { item } of left) {
        done(item, 'sent');
        if (hash) {
          await server(item, 'sent', { hash });
        }
      }
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
  throw new Trouble('unknown');
}

/** Takes back allowances that are left over, once for each token and contract: USDT wants that first. */
async function takenBack(ask, plans) {
  const first = new Map();
  plans.filter(({ plan }) => plan.approve).forEach(({ plan }) => {
    const key = plan.approve.to + plan.approve.data.slice(0, -64);
    first.set(key, first.get(key) ?? plan);
  });
  const calls = [];
  for (const { allowance, approve } of first.values()) {
    if (BigInt(await ask('eth_call', allowance, 'latest'))) {
      calls.push({ ...approve, data: toNothing(approve) });
    }
  }
  return calls;
}

function done(item, word) {
  item.dataset.sent = '';
  item.querySelector('[data-state]').textContent = words(word);
}

function say(word, more = '') {
  part('say').textContent = words(word) + (['unknown', 'payee'].includes(word) ? ` ${more}` : '');
}

function words(word) {
  const content = part('words').content;
  return (content.querySelector(`[data-word=${word}]`) ?? content.querySelector('[data-word=unknown]')).textContent;
}

function part(name) {
  return box.querySelector(`[data-${name}]`);
}

async function server(item, what, body) {
  const answer = await fetch(`/merchant/refunds/${item.dataset.refund}/${what}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.ok) {
    return answer.json();
  }
  const { code, detail } = await answer.json();
  const word = {
    REAUTHENTICATION_REQUIRED: 'proof',
    REFUND_NOT_OPEN: 'closed',
    REFUND_ADDRESS_REFUSED: 'self',
    REFUND_WALLET_REFUSED: 'payee',
  }[code];
  const account = { message: `${detail}`.match(/0x[0-9a-f]{40}/i)?.[0] };
  throw word ? Object.assign(new Trouble(word), { data: account }) : new Error(detail);
}
