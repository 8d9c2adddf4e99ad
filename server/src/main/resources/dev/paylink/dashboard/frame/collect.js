/**
 * Collects what lies at deposit addresses with a wallet of this browser: asks what it costs now, sends the server's
 * call, and follows it until the server says that a final block has it.
 */
const CALL = '/merchant/collectable?limit=100';
const WAIT_FOR_WALLETS = 600;
const LOOK_EVERY = 3_000;
const COIN_DECIMALS = 18;
const SHOWN_DIGITS = 3;
const REJECTED = 4001;
const UNKNOWN_CHAIN = 4902;

const wallets = new Map();
const cards = [...document.querySelectorAll('[data-collect]')];
const words = document.querySelector('[data-words]').content;

/** Wallets announce themselves, when asked and when they are ready (EIP-6963). */
addEventListener('eip6963:announceProvider', ({ detail: { info, provider } }) => {
  if (!wallets.has(info.uuid)) {
    wallets.delete('');
    wallets.set(info.uuid, { name: String(info.name), provider });
    cards.forEach(list);
  }
});
dispatchEvent(new Event('eip6963:requestProvider'));
setTimeout(() => {
  if (wallets.size) { // a button that is replaced under a finger is not pressed
    return;
  }
  if (window.ethereum) {
    wallets.set('', { name: word('browser'), provider: window.ethereum });
  }
  cards.forEach(list);
}, WAIT_FOR_WALLETS);

function list(card) {
  if (card.dataset.busy) {
    return;
  }
  part(card, 'none').hidden = wallets.size > 0;
  part(card, 'wallets').replaceChildren(...[...wallets.values()].map((wallet) => {
    const button = part(card, 'wallet').content.firstElementChild.cloneNode(true);
    button.textContent = word('use', wallet.name);
    button.onclick = () => attempt(card, () => price(card, wallet));
    return button;
  }));
}

async function attempt(card, steps) {
  part(card, 'trouble').hidden = true;
  card.dataset.busy = 'true';
  const buttons = [...card.querySelectorAll('button')];
  buttons.forEach((button) => (button.disabled = true));
  try {
    await steps();
  } catch (error) {
    say(card, '');
    tell(card, 'trouble', code(error) === REJECTED ? word('rejected') : trouble(error));
  } finally {
    delete card.dataset.busy;
    buttons.forEach((button) => (button.disabled = false));
  }
}

/** Connects, and shows what the transaction costs now, before anything is sent. */
async function price(card, wallet) {
  const ask = (method, ...params) => wallet.provider.request({ method, params });
  say(card, word('connect'));
  const [from] = await ask('eth_requestAccounts');
  if (!from) {
    throw new Error(word('noaccount'));
  }
  await enter(card, ask);
  say(card, word('asking'));
  const call = { from, to: card.dataset.to, data: card.dataset.data };
  const [gas, gasPrice, coins] = (await Promise.all([
    ask('eth_estimateGas', call),
    ask('eth_gasPrice'),
    ask('eth_getBalance', from, 'latest'),
  ])).map(BigInt);
  const { coin } = card.dataset;
  say(card, '');
  tell(card, 'cost', word('cost', shown(gas * gasPrice), coin, gas, from));
  const send = part(card, 'send');
  if (coins < gas * gasPrice) {
    send.hidden = true;
    throw new Error(word('poor', shown(coins), coin));
  }
  send.hidden = false;
  send.onclick = () => attempt(card, () => collect(card, ask, call, gas));
}

async function collect(card, ask, call, gas) {
  await enter(card, ask); // somebody may have changed the network meanwhile
  say(card, word('confirm'));
  const chainId = hex(card.dataset.chain);
  const hash = await ask('eth_sendTransaction', { ...call, gas: hex(gas), chainId });
  part(card, 'send').hidden = true;
  part(card, 'wallets').hidden = true;
  part(card, 'cost').hidden = true;
  const { explorer } = card.dataset;
  part(card, 'link').hidden = !explorer;
  part(card, 'link').firstElementChild.href = `${explorer}/tx/${hash}`;
  say(card, word('sent'));
  await follow(card, ask, hash);
}

/** The server's eyes count; the wallet is only asked whether it went wrong. */
async function follow(card, ask, hash) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    const receipt = await ask('eth_getTransactionReceipt', hash).catch(() => null);
    if (receipt?.status === '0x0') {
      throw new Error(word('failed'));
    }
    const state = await left(card.dataset.chain).catch(() => null);
    if (state === 'none') {
      say(card, word('collected'));
      return;
    }
    if (receipt) {
      say(card, word(state === 'held' ? 'held' : 'inblock'));
    }
  }
}

/** What the server still has on this chain: held, collecting or none. */
async function left(chain) {
  const response = await fetch(CALL, { headers: { Accept: 'application/json' } });
  if (!response.ok) {
    throw new Error(response.status);
  }
  const items = (await response.json()).data.filter((item) => `${item.chainId}` === chain);
  const states = items.map((item) => item.status);
  return ['held', 'unknown', 'collecting'].find((state) => states.includes(state)) ?? 'none';
}

/** Takes the wallet to the chain, which it may have to be told about first. */
async function enter(card, ask) {
  const { chain, chainName, coin, rpc, explorer } = card.dataset;
  const chainId = hex(chain);
  const arrived = async () => BigInt(await ask('eth_chainId')) === BigInt(chain);
  if (await arrived()) {
    return;
  }
  say(card, word('switch', chainName));
  try {
    await ask('wallet_switchEthereumChain', { chainId });
  } catch (error) {
    if (code(error) !== UNKNOWN_CHAIN || !rpc) {
      throw error;
    }
    await ask('wallet_addEthereumChain', {
      chainId,
      chainName,
      rpcUrls: [rpc],
      blockExplorerUrls: explorer ? [explorer] : undefined,
      nativeCurrency: { name: coin, symbol: coin, decimals: COIN_DECIMALS },
    });
  }
  if (!(await arrived())) {
    throw new Error(word('elsewhere', chainName));
  }
}

/** A sentence of the page, in the reader's language, with its places filled. */
function word(name, ...values) {
  const text = words.querySelector(`[data-word=${name}]`).textContent;
  return text.replace(/\{([0-9])\}/g, (place, number) => values[number]);
}

function part(card, name) {
  return card.querySelector(`[data-${name}]`);
}

function tell(card, name, text) {
  part(card, name).textContent = text;
  part(card, name).hidden = !text;
}

function say(card, text) {
  tell(card, 'say', text);
}

function code(error) {
  return error?.data?.originalError?.code ?? error?.code;
}

function trouble(error) {
  return String(error?.data?.message ?? error?.message ?? error).slice(0, 200);
}

function hex(number) {
  return `0x${BigInt(number).toString(16)}`;
}

/** An amount of coins with a few digits that mean something. */
function shown(units) {
  return String(Number((Number(units) / 10 ** COIN_DECIMALS).toPrecision(SHOWN_DIGITS)));
}
