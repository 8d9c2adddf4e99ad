/**
 * Pays from one wallet, step by step. Each step asks the chain before it asks the payer, so nothing
 * is signed twice, nothing is sent that would fail, and starting anew goes on where it ended. The
 * server writes every call; nothing is encoded here.
 */
import { Trouble, wordFor } from './wallet-trouble.js';

const LOOK_EVERY = 1_500;
const LONGEST_APPROVAL = 600_000;
const MOST_NOTES = 20;

/** A transaction needs this long into a block; one that comes after the deadline only costs a fee. */
const LEAST_SECONDS = 60;

/** From these on a wallet says that it has made calls, and that it has not (EIP-5792). */
const CONFIRMED_CALLS = 200;
const REFUSED_CALLS = 400;

/** Ways to pay that take a signature instead of a second transaction; all but a permit can be relayed. */
const SIGNED = ['authorization', 'permit', 'permit2'];

/** A wallet that does not answer what it is able to do is taken to be able to do nothing special. */
const LONGEST_ANSWER = 3_000;

/** What the contract says whatever it was allowed to take; it is told before anything is sent. */
const REFUSED_ANYWAY = ['settled', 'late', 'self', 'refused'];

/** Wallets that could not do two calls together after all. */
const single = new WeakSet();

/** After these another way may still work; after any other trouble it would not. */
const TRY_NEXT = ['unsupported', 'unknown', 'token', 'allowance'];

/** Asks a wallet (EIP-1193). */
export function asker(provider) {
  return (method, ...params) => provider.request({ method, params });
}

/**
 * `server(below, body)` asks our server, `say(word)` tells the payer what to do and throws when
 * nobody is listening any more. Answers what was sent: `hash`, or the wallet's id of `calls` that
 * it sends together, their `deadline`, and how to ask whether it is `settled`; nothing of it when
 * the payment was made before.
 */
export async function pay(provider, option, deadline, server, say) {
  const step = { provider, ask: asker(provider), option, end: deadline, server, say, units: BigInt(option.units) };
  say('connect');
  [step.payer] = await step.ask('eth_requestAccounts');
  if (!step.payer) {
    throw new Trouble('unauthorized');
  }
  await enter(step);
  say('check');
  await renew(step);
  for (const question of [step.plan.settled, ...step.plan.earlier]) {
    if (await read(step, question)) {
      return {};
    }
  }
  await inTime(step);
  // A wallet that is a contract cannot sign for tokens, and others may pay its fees.
  step.person = /^(0x)?$/.test(await step.ask('eth_getCode', step.payer, 'latest'));
  await afford(step);
  step.kinds = await signable(step);
  const [relayable] = step.plan.sponsored ? step.kinds.filter((kind) => kind !== 'permit') : [];
  if (step.person && !step.coins && !relayable) {
    throw new Trouble('gas');
  }
  try {
    const free = relayable && (await relayed(step, relayable));
    const calls = free ? undefined : await together(step);
    const hash = free || (calls ? undefined : await send(step, 'pay', await allowed(step)));
    const sent = { calls, hash, deadline: step.deadline, settled: step.plan.settled };
    note(server, option, sent);
    return sent;
  } catch (error) {
    throw wordFor(error) === 'late' && step.deadline < deadline ? new Trouble('lapsed') : error;
  }
}

/** Tells the server, which lets no other window pay once a node has it. The page does not wait for it. */
export function note(server, option, { hash, deadline }, tries = MOST_NOTES) {
  server('/sent', { option: option.id, hash, deadline }).catch(() => {
    if (tries > 1) {
      setTimeout(note, LOOK_EVERY, server, option, { hash, deadline }, tries - 1);
    }
  });
}

/** Whether the transaction was made and failed; false while nobody knows. */
export async function reverted(ask, hash) {
  return (await ask('eth_getTransactionReceipt', hash))?.status === '0x0';
}

/**
 * What became of calls that were sent together: whether they failed, and their hash once known.
 * `unpaid`: the wallet says it is done, but the contract was not paid. Wallets that do one call
 * after the other may stop after the first.
 */
export async function callsStatus(ask, { calls, settled }) {
  const { status, receipts } = await ask('wallet_getCallsStatus', calls);
  const receipt = receipts?.at(-1);
  const failed = status >= REFUSED_CALLS || receipt?.status === '0x0';
  const done = !failed && (status >= CONFIRMED_CALLS || receipt);
  const unpaid = done && (await isSettled(ask, settled)) === false;
  return { failed, unpaid, hash: unpaid ? undefined : receipt?.transactionHash };
}

/** Whether the contract was paid; null while nobody can say. */
export async function isSettled(ask, question) {
  const word = question && (await ask('eth_call', question, 'latest').catch(() => null));
  return /^0x[0-9a-f]+$/i.test(word) ? BigInt(word) > 0n : null;
}

/** Takes the wallet to the chain, which it may have to be told about first. */
export async function enter({ ask, say, option }) {
  const chainId = hex(option.chainId);
  const arrived = async () => BigInt(await ask('eth_chainId')) === BigInt(chainId);
  if (await arrived()) {
    return;
  }
  say('switch');
  try {
    await ask('wallet_switchEthereumChain', { chainId });
  } catch (error) {
    const word = wordFor(error);
    if (word !== 'chain' || !option.rpcUrl) {
      throw TRY_NEXT.includes(word) ? new Trouble('chain') : error;
    }
    await ask('wallet_addEthereumChain', {
      chainId,
      chainName: option.chainName,
      rpcUrls: [option.rpcUrl],
      blockExplorerUrls: option.explorer ? [option.explorer] : undefined,
      nativeCurrency: { name: option.coin, symbol: option.coin, decimals: 18 },
    });
  }
  if (!(await arrived())) {
    throw new Trouble('chain');
  }
}

function plan({ server, option, payer }, more) {
  return server('', { option: option.id, payer, ...more });
}

/** Asks the server again: what was signed, sent or seen meanwhile decides what can be done now. */
async function renew(step) {
  step.plan = await plan(step);
  step.deadline = step.plan.deadline;
}

async function afford(step) {
  const { ask, payer, plan: { balance }, units } = step;
  step.coins = BigInt(await ask('eth_getBalance', payer, 'latest'));
  if ((balance ? await read(step, balance) : step.coins) < units) {
    throw new Trouble('balance');
  }
}

/**
 * One signature, which the relay sends: the payer needs no coins. Answers the transaction, or null
 * when the wallet does not sign such things. If the relay refuses, nothing was sent, and the payer
 * may send what was signed.
 */
async function relayed(step, kind) {
  let given;
  try {
    given = await signature(step, kind, 'free');
  } catch (error) {
    if (step.coins && TRY_NEXT.includes(wordFor(error))) {
      return null;
    }
    throw error;
  }
  try {
    return (await step.server('/relay', given)).hash;
  } catch (error) {
    if (!step.coins || wordFor(error) !== 'norelay') {
      throw error;
    }
  }
  return send(step, 'pay', await payable(step, given));
}

/** The kinds of signature that can pay from this account. */
async function signable(step) {
  const { person, plan: offered } = step;
  const kinds = person ? SIGNED.filter((kind) => offered[kind]) : [];
  const may = kinds.includes('permit2') && (await permit2MayTake(step).catch(() => false));
  return kinds.filter((kind) => may || kind !== 'permit2');
}

/** Whether Permit2 is on this chain and the payer has allowed it to take as much, for other pages. */
async function permit2MayTake(step) {
  const { ask, plan: { permit2: { allowance, typedData } }, units } = step;
  return (await read(step, allowance)) >= units
    && (await ask('eth_getCode', typedData.domain.verifyingContract, 'latest')).length > '0x'.length;
}

/**
 * Allows and pays in one prompt, where the wallet offers that both happen or neither does
 * (EIP-5792). Answers the wallet's id of the calls, or null when they are to be sent one by one.
 */
async function together(step) {
  const { provider, ask, say, option, payer, plan: { allowance, approve: allow, pay: call } } = step;
  const left = allowance ? await read(step, allowance) : step.units;
  if (left >= step.units || single.has(provider) || !(await offersTogether(step))) {
    return null;
  }
  await simulate(step, call).catch((error) => {
    if (REFUSED_ANYWAY.includes(wordFor(error))) {
      throw error;
    }
  });
  const calls = [allow, call].map((each) => ({ value: '0x0', ...each }));
  if (left) {
    calls.unshift({ ...calls[0], data: toNothing(allow) });
  }
  await enter(step);
  await inTime(step);
  say('both');
  const chainId = hex(option.chainId);
  try {
    const sent = await ask('wallet_sendCalls', {
      version: '2.0.0', from: payer, chainId, atomicRequired: true, calls,
    });
    return String(sent?.id ?? sent);
  } catch (error) {
    const word = wordFor(error);
    if (TRY_NEXT.includes(word)) {
      single.add(provider);
    }
    // Whatever else it was, it may have been sent.
    if (word !== 'unsupported') {
      throw error;
    }
    return null;
  }
}

/** A wallet that would first have to become another kind of account is asked only to save a transaction. */
async function offersTogether({ ask, option, payer, kinds }) {
  const chainId = hex(option.chainId);
  const able = await Promise.race([
    ask('wallet_getCapabilities', payer, [chainId]).catch(() => null),
    new Promise((resolve) => setTimeout(resolve, LONGEST_ANSWER)),
  ]);
  const { status } = { ...able?.['0x0']?.atomic, ...able?.[chainId]?.atomic };
  return status === 'supported' || (status === 'ready' && !kinds.length);
}

/** The call that pays, tried out, once the contract may take the money. */
async function allowed(step) {
  const { plan: { allowance }, units } = step;
  if (allowance && (await read(step, allowance)) < units) {
    for (const kind of step.kinds.filter((each) => step.plan[each])) {
      try {
        return await signed(step, kind);
      } catch (error) {
        if (!TRY_NEXT.includes(wordFor(error))) {
          throw error;
        }
      }
      // A signature stays valid for minutes, so the next way is for the same ref.
      await renew(step);
    }
    await approve(step);
  }
  await renew(step);
  await simulate(step, step.plan.pay);
  return step.plan.pay;
}

async function signed(step, kind) {
  return payable(step, await signature(step, kind, 'sign'));
}

/** The call that pays with a signature, tried out. */
async function payable(step, given) {
  const { pay: call } = await step.server('/signed', given);
  await simulate(step, call);
  return call;
}

async function signature(step, kind, word) {
  const { ask, say, option, payer } = step;
  let typedData = kind === 'permit2' ? step.plan.permit2.typedData : step.plan.authorization;
  if (kind === 'permit') {
    const nonce = hex(await read(step, step.plan.permit.nonceCall));
    ({ typedData } = (await plan(step, { nonce })).permit);
  }
  const deadline = Number(typedData.message[kind === 'authorization' ? 'validBefore' : 'deadline']);
  say(word);
  const given = await ask('eth_signTypedData_v4', payer, JSON.stringify(typedData));
  say('check');
  step.deadline = deadline;
  await inTime(step);
  return { option: option.id, payer, kind, signature: given, deadline };
}

/** Exactly the amount, so that nothing is left to be taken later. */
async function approve(step) {
  const { plan: { allowance, approve: call }, units } = step;
  try {
    await simulate(step, call);
  } catch (error) {
    if (!(await read(step, allowance))) {
      throw error;
    }
    // USDT wants an allowance that is left over to be taken back first.
    await approveWith(step, { ...call, data: toNothing(call) }, (left) => !left);
  }
  await approveWith(step, call, (left) => left >= units);
}

/** The data of an approval that takes back what is left over. */
export function toNothing({ data }) {
  return data.slice(0, -64) + '0'.repeat(64);
}

/** Waits for the allowance, not for the transaction: payers replace that by a faster one. */
async function approveWith(step, call, enough) {
  const hash = await send(step, 'approve', call);
  const end = Date.now() + LONGEST_APPROVAL;
  do {
    step.say('approving');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    if (Date.now() > end || (await reverted(step.ask, hash))) {
      throw new Trouble('reverted');
    }
  } while (!enough(await read(step, step.plan.allowance)));
}

function simulate({ ask, payer }, call) {
  return ask('eth_call', { from: payer, ...call }, 'latest');
}

/** A number from the chain. An empty answer means that there is no such contract where we are. */
async function read(step, call) {
  const word = await simulate(step, call);
  if (!/^0x[0-9a-f]+$/i.test(word)) {
    throw new Trouble('contract');
  }
  return BigInt(word);
}

/** By the chain's clock, which is the one that counts. A signature ends before the payment does. */
async function inTime({ ask, deadline, end }) {
  const least = Number((await ask('eth_getBlockByNumber', 'latest', false)).timestamp) + LEAST_SECONDS;
  if (deadline < least) {
    throw new Trouble(end < least ? 'soon' : 'lapsed');
  }
}

/** Looks again right before: the payer may have changed the network, or taken a long time. */
async function send(step, word, call) {
  const { ask, say, option, payer } = step;
  await enter(step);
  await inTime(step);
  say(word);
  return ask('eth_sendTransaction', { from: payer, ...call, chainId: hex(option.chainId) });
}

function hex(number) {
  return `0x${number.toString(16)}`;
}
