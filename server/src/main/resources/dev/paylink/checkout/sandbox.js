/** What only a sandbox's page does: its test buttons, and the wallet that it brings along. */
const ACCOUNT = '0x000000000000000000000000000000000000dEaD';
const PLENTY = `0x${'f'.repeat(64)}`;
const MOMENT = 700;

const BALANCE_OF = '0x70a08231';
const ALLOWANCE = '0xdd62ed3e';
const APPROVE = '0x095ea7b3';
const EXPIRED = '0xf80dbaea'; // what the contract says when it is too late

let unfolded = Boolean(document.querySelector('.more')?.open);

document.addEventListener('toggle', ({ target }) => {
  if (target.matches('.more') && target.isConnected) {
    unfolded = target.open;
  }
}, true);
new MutationObserver(() => { // the page has exchanged its middle
  const more = document.querySelector('.more');
  if (more) {
    more.open = unfolded;
  }
}).observe(document.body, { childList: true });

/** Makes the payment end as the button says; `done` takes the page that shows it. */
export async function simulate({ target, submitter }, payment, done) {
  const buttons = target.querySelectorAll('button:not(:disabled)');
  buttons.forEach((button) => (button.disabled = true));
  try {
    await report(payment, submitter.value);
    await done();
  } finally {
    buttons.forEach((button) => (button.disabled = false));
  }
}

/**
 * The wallet of a sandbox that has no chain (EIP-1193). It says yes to everything, after the moment
 * that a person needs, and pays on the simulated chain, whose contracts take whatever it allows. All
 * that it answers is made up, but for the payment, whose id and link's token `payment` has.
 */
export function simulatedWallet({ simulated: name, label }, { options: [{ chainId }] }, payment) {
  return { name, label, provider: provider(chainId, payment) };
}

function provider(chainId, payment) {
  let allowed = '0x0';
  const answers = {
    eth_requestAccounts: () => later([ACCOUNT]),
    eth_chainId: () => hex(chainId),
    eth_getCode: () => '0x',
    eth_getBalance: () => PLENTY,
    eth_getBlockByNumber: () => ({ timestamp: hex(Math.floor(Date.now() / 1000)) }),
    eth_getTransactionReceipt: () => null,
    eth_call: ({ data }) =>
      data.startsWith(BALANCE_OF) ? PLENTY : data.startsWith(ALLOWANCE) ? allowed : '0x0',
    eth_sendTransaction: async ({ data }) => {
      await later();
      if (data.startsWith(APPROVE)) {
        allowed = `0x${data.slice(-64)}`;
      } else {
        await pay(payment);
      }
      return hash();
    },
  };
  return {
    async request({ method, params }) {
      if (!answers[method]) {
        throw Object.assign(new Error('not supported'), { code: 4200 });
      }
      return answers[method](...params);
    },
  };
}

async function pay(payment) {
  const { applied, status } = await report(payment, 'pay');
  if (!applied && status === 'created') {
    throw new Error(EXPIRED);
  }
}

async function report({ payment, linkToken }, outcome) {
  const response = await fetch(`/sandbox/payments/${payment}/simulate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Link-Token': linkToken },
    body: JSON.stringify({ outcome }),
  });
  if (!response.ok) {
    throw new Error(String(response.status));
  }
  return response.json();
}

function later(answer) {
  return new Promise((resolve) => setTimeout(resolve, MOMENT, answer));
}

function hash() {
  return `0x${[...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function hex(number) {
  return `0x${number.toString(16)}`;
}
