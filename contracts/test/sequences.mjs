/**
 * Random sequences of payments, refunds, signatures by anybody for anything, and tokens that keep fees, lie, round, pause,
 * block, answer nothing or call back. Most of what they try is refused. What holds after each of them:
 *
 * 1. a ref is settled once, and stays settled;
 * 2. what was paid is one of the payment's prices;
 * 3. the payer sent the call or signed a message for exactly this payment;
 * 4. balances, of coins too, are what the events say;
 * 5. the refunds of a payment come from its payee, in its token, and are in sum never more than it;
 * 6. the contract holds what it held before;
 * 7. nothing settles at or after the deadline or the end of what was signed.
 */
import assert from "node:assert/strict";
import { MaxUint256, Signature, TypedDataEncoder, id as hashOf, toQuantity } from "ethers";
import { PERMIT2, authorizationMessage, permit2Domain, permit2Message, permitMessage } from "../lib/payment.mjs";
import { randomness } from "./random.mjs";
import { COIN, args, ref, request, settlement, settlementAddress } from "./settlement.mjs";
import { FUNDS, chainId, deploy, deployer, domain, payee, payer, relayer, rpc, stranger } from "./world.mjs";

const TOKENS = [
  "TestDollar",
  "NoReturnDollar",
  "FeeToken",
  "FeeOnPushToken",
  "LyingToken",
  "GenerousToken",
  "ShrinkingToken",
  "RebasingToken",
  "BlockingToken",
  "PausingToken",
  "CallingToken",
  "PhantomToken",
];
const SIGNING = new Set(["TestDollar", "NoReturnDollar", "FeeToken", "FeeOnPushToken", "PausingToken", "CallingToken"]);
const PEOPLE = [deployer, payer, payee, relayer, stranger];
const PAYEES = [payee, deployer];
/** Tokens that somebody lost to the contract before; they must pay for nobody. */
const LOST = 1_000n;
/** Seconds from the beginning of a sequence; the first is often reached. */
const DEADLINES = [3_000n, 40_000n, 41_000n];
const GAS = toQuantity(3_000_000);
const WAYS = ["payToken", "payTokenWithPermit", "payTokenWithAuthorization", "payTokenWithPermit2"];

/** The tokens, and what everybody has of them. Each sequence begins with this state. */
export async function openWorld() {
  const balances = await deploy("Balances");
  const callingPayee = await deploy("CallingPayee");
  const tokens = [];
  for (const name of TOKENS) {
    const contract = await deploy(name);
    const address = await contract.getAddress();
    const tell = (from, method, ...parameters) =>
      rpc("eth_sendTransaction", { from, to: address, data: contract.interface.encodeFunctionData(method, parameters), gas: GAS });
    for (const one of [...PEOPLE.map((person) => person.address), address]) {
      await tell(payer.address, "mint", one, FUNDS);
    }
    await tell(payer.address, "mint", settlementAddress, LOST);
    for (const one of contract.interface.hasFunction("approve") ? PEOPLE : []) {
      await tell(one.address, "approve", settlementAddress, FUNDS);
      await tell(one.address, "approve", PERMIT2, MaxUint256);
    }
    tokens.push({ name, contract, address, domain: SIGNING.has(name) ? await domain(contract) : undefined });
  }
  const payees = [...PAYEES.map(({ address }) => address), await callingPayee.getAddress()];
  const accounts = [...new Set([...PEOPLE.map(({ address }) => address), ...payees, settlementAddress])];
  const kinds = [...tokens.map(({ address }) => address), COIN];
  const question = balances.interface.encodeFunctionData("read", [kinds, accounts]);
  const to = await balances.getAddress();
  const read = async () =>
    balances.interface.decodeFunctionResult("read", await rpc("eth_call", { to, data: question }, "latest"))[0].toArray();
  // The chain's clock has gone on with that of the machine.
  const { timestamp } = await rpc("eth_getBlockByNumber", "latest", false);
  const deadlines = DEADLINES.map((seconds) => BigInt(timestamp) + seconds);
  const world = { tokens, callingPayee, payees, accounts, kinds, read, start: await read(), time: BigInt(timestamp), deadlines };
  world.snapshot = await rpc("evm_snapshot");
  return world;
}

/** What all sequences did together. */
export function newTally() {
  return { sequences: 0, transactions: 0, payments: 0, refunds: 0, refused: 0, ways: {}, reasons: {} };
}

/** Runs the sequence of this seed, and counts in the tally what it did. A failed assertion names the seed. */
export async function runSequence(world, seed, steps, tally) {
  await rpc("evm_revert", world.snapshot);
  world.snapshot = await rpc("evm_snapshot");
  const sequence = new Sequence(world, seed, tally);
  try {
    await sequence.run(steps);
  } catch (error) {
    error.message = `sequence ${seed}: ${error.message}`;
    throw error;
  }
  tally.sequences++;
}

class Sequence {
  constructor(world, seed, tally) {
    this.world = world;
    this.tally = tally;
    this.random = randomness(seed);
    /** Asking for the reason of each refusal takes time, so only some do. */
    this.reasons = seed % 10 === 0;
    this.time = world.time;
    this.asked = [];
    this.byRef = new Map();
    /** What was signed: `${signer} ${ref}`. */
    this.signed = new Set();
    /** By ref: the payments that were made, as the events tell. */
    this.paid = new Map();
    this.settled = new Set();
    this.moved = new Map();
  }

  async run(steps) {
    const { random } = this;
    for (let step = 0; step < steps; step++) {
      const action = random.below(20);
      if (this.asked.length === 0 || action < 3) {
        this.ask();
      } else if (action < 12) {
        await this.pay();
      } else if (action < 16) {
        await this.refund();
      } else {
        await this.disturb();
      }
    }
    await this.look();
    await this.close();
  }

  amount() {
    return BigInt(1 + this.random.below(1_000_000));
  }

  price() {
    const { random, world } = this;
    // Half of the prices are in tokens that do what they should, so that payments are made too.
    const honest = random.below(2) === 0;
    const token = honest ? random.pick([COIN, world.tokens[0].address, world.tokens[1].address]) : random.pick(world.tokens).address;
    return { token, amount: this.amount() };
  }

  ask() {
    const { random, world } = this;
    const others = Array.from({ length: random.below(4) }, () => this.price());
    const fields = { others, id: hashOf(`payment ${random.below(3)}`), payee: random.pick(world.payees), deadline: random.pick(world.deadlines) };
    const one = request(this.price(), fields);
    this.asked.push(one);
    this.byRef.set(ref(one), one);
  }

  async pay() {
    const { random, world } = this;
    const open = this.asked.filter((which) => !this.settled.has(ref(which)));
    const one = random.pick(open.length > 0 && random.below(5) > 0 ? open : this.asked);
    const validBefore = this.time + BigInt(random.below(8) === 0 ? random.below(3) : 2 + random.below(2_000));
    const which = { ...one, price: random.pick(one.prices), validBefore };
    if (random.below(10) === 0) {
      which.price = { ...which.price, amount: which.price.amount - 1n }; // never accepted
    }
    const token = world.tokens.find(({ address }) => address === which.price.token);
    const [whose, sender] = [random.pick(PEOPLE), random.pick(PEOPLE)];
    const way = token === undefined ? "payNative" : random.pick(WAYS);
    const further = await this.signatures(way, which, token, whose);
    if (further === undefined) {
      return;
    }
    const from = ["payTokenWithAuthorization", "payTokenWithPermit2"].includes(way) ? sender : whose;
    const value = way === "payNative" ? which.price.amount - BigInt(random.below(12) === 0) : 0n;
    await this.send(from, way, args(which, ...further), value, which.validBefore);
    if (random.below(4) === 0) {
      await this.send(from, way, args(which, ...further), value, which.validBefore);
    }
  }

  /** What a way to pay needs besides payment and price, signed by the payer or, sometimes, wrong; undefined if it cannot be. */
  async signatures(way, which, token, whose) {
    const { random } = this;
    const claimed = random.below(6) === 0 ? random.pick(PEOPLE).address : whose.address;
    const signed = random.below(8) === 0 ? { ...which, payment: random.pick(this.asked).payment } : which;
    const note = () => this.signed.add(`${whose.address} ${ref(signed)}`);
    switch (way) {
      case "payTokenWithPermit": {
        if (!token.domain) {
          return undefined;
        }
        const nonce = await token.contract.nonces(whose.address);
        return [signature(whose, token.domain, permitMessage(settlementAddress, which.price, which.validBefore, whose.address, nonce))];
      }
      case "payTokenWithAuthorization":
        if (!token.domain && token.name !== "PhantomToken") {
          return undefined;
        }
        note();
        return [
          claimed,
          signature(
            whose,
            token.domain ?? this.world.tokens[0].domain,
            authorizationMessage(settlementAddress, which.price, which.validBefore, whose.address, ref(signed)),
          ),
        ];
      case "payTokenWithPermit2":
        note();
        return [
          claimed,
          signature(
            whose,
            permit2Domain(chainId),
            permit2Message(settlementAddress, signed.payment, which.price, which.validBefore, ref(signed)),
          ).serialized,
        ];
      default:
        return [];
    }
  }

  async refund() {
    const { random } = this;
    const { from, parameters, value } = this.someRefund();
    await this.send(from, "refund", parameters, value, parameters[2].deadline);
    if (random.below(4) === 0) {
      await this.send(from, "refund", parameters, value, parameters[2].deadline);
    }
  }

  /** Mostly of a payment that was made, in what it was made with, and not of much more than is left of it. */
  someRefund() {
    const { random } = this;
    const done = this.asked.filter((which) => this.paid.has(ref(which)));
    const one = done.length > 0 && random.below(8) > 0 ? random.pick(done) : random.pick(this.asked);
    const payment = this.paid.get(ref(one));
    const right = one.prices.find(({ token, amount }) => token === payment?.token && amount === payment?.sum);
    const price = right !== undefined && random.below(6) > 0 ? right : random.pick(one.prices);
    const what = {
      id: hashOf(`refund ${random.below(6)}`),
      to: random.pick([...PEOPLE.map(({ address }) => address), settlementAddress]),
      amount: 1n + (this.amount() * price.amount) / 1_300_000n,
      deadline: this.time + BigInt(random.below(3_000)),
    };
    const from = random.below(6) === 0 ? random.pick(PEOPLE) : (PEOPLE.find((p) => p.address === one.payment.payee) ?? payee);
    return { from, parameters: [one.payment, price, what], value: price.token === COIN ? what.amount : 0n };
  }

  /** Time passes, an issuer blocks or pauses, a token or payee is taught a call to make in the middle of a payment. */
  async disturb() {
    const { random, world } = this;
    const token = (name) => world.tokens.find((one) => one.name === name).contract;
    const tell = async (contract, method, ...parameters) => {
      const data = contract.interface.encodeFunctionData(method, parameters);
      await this.transact({ from: stranger.address, to: await contract.getAddress(), data });
    };
    switch (random.below(6)) {
      case 0:
        this.time += BigInt(random.below(1_500));
        break;
      case 1:
        await tell(token("BlockingToken"), "setBlocked", random.pick(PEOPLE).address, random.below(2) === 0);
        break;
      case 2:
        await tell(token("PausingToken"), "setPaused", random.below(2) === 0);
        break;
      case 3:
        await tell(token("CallingToken"), "setCall", settlementAddress, this.someCall(), random.below(2) === 0);
        break;
      case 4:
        await tell(world.callingPayee, "setCall", settlementAddress, this.someCall(), 0n, random.below(2) === 0);
        break;
      default:
        // With so little gas it ends somewhere in the middle.
        await this.transact({
          from: stranger.address,
          to: settlementAddress,
          data: settlement.interface.encodeFunctionData("payToken", args({ ...random.pick(this.asked), validBefore: MaxUint256 })),
          gas: toQuantity(60_000 + random.below(60_000)),
        });
    }
  }

  /** A payment or a refund that may succeed alone, for somebody who calls back. */
  someCall() {
    const { random } = this;
    const one = random.pick(this.asked);
    if (random.below(2) === 0) {
      return settlement.interface.encodeFunctionData("refund", this.someRefund().parameters);
    }
    const way = random.pick(["payNative", "payToken"]);
    return settlement.interface.encodeFunctionData(way, args({ ...one, price: random.pick(one.prices), validBefore: MaxUint256 }));
  }

  send(from, method, parameters, value, validBefore) {
    const data = settlement.interface.encodeFunctionData(method, parameters);
    return this.transact({ from: from.address, to: settlementAddress, data, value: toQuantity(value) }, { method, parameters, validBefore });
  }

  /** Sends it, whether it succeeds or not, and holds what the events say against the rules. */
  async transact(transaction, call) {
    this.time += 1n;
    await rpc("evm_setNextBlockTimestamp", Number(this.time));
    const hash = await rpc("eth_sendTransaction", { gas: GAS, gasPrice: "0x0", ...transaction });
    const receipt = await rpc("eth_getTransactionReceipt", hash);
    this.tally.transactions++;
    const logs = receipt.logs.filter((log) => log.address === settlementAddress.toLowerCase());
    if (receipt.status === "0x0" && call !== undefined) {
      assert.equal(logs.length, 0);
      await this.countRefusal(transaction);
    }
    let refunded;
    for (const { name, args: fields } of logs.map((log) => settlement.interface.parseLog(log))) {
      if (name === "Refunded") {
        refunded = fields;
      } else {
        this.settle(fields, refunded, transaction, call);
        refunded = undefined;
      }
    }
    assert.equal(refunded, undefined, "a refund without its Settled");
  }

  async countRefusal(transaction) {
    this.tally.refused++;
    if (this.reasons) {
      const data = await rpc("eth_call", { ...transaction, gas: GAS }, "latest").then(
        () => "0x",
        (error) => error.data?.data ?? error.data ?? "0x",
      );
      const name = settlement.interface.parseError(data)?.name ?? (data === "0x" ? "without a reason" : "of the token or Permit2");
      this.tally.reasons[name] = (this.tally.reasons[name] ?? 0) + 1;
    }
  }

  settle({ ref: key, id, payee: to, token, amount, payer: whose }, refunded, { from }, call) {
    assert.ok(!this.settled.has(key), "1: settled twice");
    this.settled.add(key);
    this.add(to, token, amount);
    this.add(whose, token, -amount);
    if (call !== undefined) {
      assert.ok(this.time < call.validBefore, "7: settled although it was no longer valid");
    }
    if (refunded === undefined) {
      const one = this.byRef.get(key);
      assert.ok(one, "a payment that nobody asked for");
      assert.deepEqual([id, to], [one.payment.id, one.payment.payee]);
      assert.ok(one.prices.some((price) => price.token === token && price.amount === amount), "2: not one of its prices");
      assert.ok(whose === from || this.signed.has(`${whose} ${key}`), "3: somebody's money who did not ask for it");
      assert.ok(this.time < one.payment.deadline, "7: paid after the deadline");
      this.paid.set(key, { sum: amount, back: 0n, token, to });
      this.tally.payments++;
      if (call !== undefined) {
        this.tally.ways[call.method] = (this.tally.ways[call.method] ?? 0) + 1;
      }
      return;
    }
    const payment = this.paid.get(refunded.ref);
    assert.ok(payment, "5: refund of a payment that was not made");
    assert.equal(refunded.refundRef, key);
    payment.back += amount;
    assert.ok(payment.back <= payment.sum, "5: more given back than was paid");
    assert.deepEqual([token, whose, from, refunded.refunded], [payment.token, payment.to, payment.to, payment.back]);
    this.tally.refunds++;
  }

  add(account, token, sum) {
    const key = `${account} ${token}`;
    this.moved.set(key, (this.moved.get(key) ?? 0n) + sum);
  }

  /** 4 and 6: every balance is what the events make it. */
  async look() {
    const { accounts, kinds, read, start } = this.world;
    const now = await read();
    for (let i = 0; i < now.length; i++) {
      const [token, account] = [kinds[Math.floor(i / accounts.length)], accounts[i % accounts.length]];
      const expected = start[i] + (this.moved.get(`${account} ${token}`) ?? 0n);
      assert.equal(now[i], expected, `${account === settlementAddress ? "6: the contract" : `4: ${account}`} in ${token}`);
    }
  }

  /** 1 and 7: what was settled is kept, and the rest can never be paid once its deadline has come. */
  async close() {
    for (const [key, { sum, back }] of this.paid) {
      const data = settlement.interface.encodeFunctionData("receiptOf", [key]);
      const receipt = await rpc("eth_call", { to: settlementAddress, data }, "latest");
      const [, kept, refunded] = settlement.interface.decodeFunctionResult("receiptOf", receipt);
      assert.deepEqual([kept, refunded], [sum, back]);
    }
    this.time = this.world.deadlines.at(-1);
    const open = this.asked.find((one) => !this.settled.has(ref(one)));
    if (open !== undefined) {
      await this.send(stranger, "payNative", args({ ...open, validBefore: MaxUint256 }), open.price.amount, MaxUint256);
    }
  }
}

function signature(wallet, ofDomain, { types, message }) {
  return Signature.from(wallet.signingKey.sign(TypedDataEncoder.hash(ofDomain, types, message)));
}
