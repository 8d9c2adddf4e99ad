/**
 * Random schedules of payments, refunds, signatures by anybody for anything, and tokens that keep fees, lie, round, block
 * or call back. What they try is often refused. After some steps each time: what balances say is what events say; a ref settled
 * once; the refunds of a payment are in sum never more than it; nobody but payees and receivers of refunds gained; the
 * contract holds what it held before.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MaxUint256, id as hashOf } from "ethers";
import { PERMIT2 } from "../lib/payment.mjs";
import { randomness } from "./random.mjs";
import { DEADLINE, FUNDS, GAS_LIMIT, deploy, deployer, freshStatePerTest, mineAt, payee, payer, provider, relayer, stranger } from "./world.mjs";
import { COIN, args, authorization, events, permit, permit2, ref, request, settlement, settlementAddress } from "./settlement.mjs";

const SCHEDULES = 5;
const STEPS = 60;
/** Balances are compared so often; each time everything that happened before counts. */
const LOOK = 6;
const TOKENS = ["TestDollar", "NoReturnDollar", "FeeToken", "LyingToken", "GenerousToken", "BlockingToken", "CallingToken"];
const SIGNING = new Set(["TestDollar", "NoReturnDollar", "FeeToken", "CallingToken"]);
const PEOPLE = [deployer, payer, payee, relayer, stranger];
const PAYEES = [payee, deployer];
const LOST = 1_000n;

describe("random schedules of payments and refunds", () => {
  freshStatePerTest();

  for (let seed = 1; seed <= SCHEDULES; seed++) {
    it(`${seed}: money in = money out, and the events tell it`, async () => {
      const random = randomness(seed);
      const tokens = [];
      for (const name of TOKENS) {
        const contract = await deploy(name);
        const token = { name, contract, address: await contract.getAddress() };
        for (const one of PEOPLE) {
          await contract.mint(one.address, FUNDS);
          await contract.connect(one).approve(settlementAddress, FUNDS);
          await contract.connect(one).approve(PERMIT2, MaxUint256);
        }
        await contract.mint(settlementAddress, LOST);
        tokens.push(token);
      }
      const byName = (name) => tokens.find((token) => token.name === name);
      const amount = () => BigInt(1 + random.below(1_000_000));
      const price = () => ({ token: random.below(5) === 0 ? COIN : random.pick(tokens).address, amount: amount() });

      // What has to be in the end, counted from the events alone.
      const moved = new Map();
      const add = (account, token, value) => {
        const key = `${account} ${token}`;
        moved.set(key, (moved.get(key) ?? 0n) + value);
      };
      const settledOnce = new Set();
      const paid = new Map();
      const refundOf = new Map();
      let made = 0;
      let given = 0;

      /** Sends it, whether it succeeds or not, and counts what the events say. */
      const send = async (from, method, parameters, value) => {
        const transaction = await settlement.connect(from)[method](...parameters, { value, gasLimit: GAS_LIMIT });
        const receipt = await transaction.wait().catch((error) => error.receipt);
        for (const [name, key, ...fields] of events(receipt)) {
          if (name === "Refunded") {
            refundOf.set(fields[0], key);
            continue;
          }
          assert.ok(!settledOnce.has(key), "settled twice");
          settledOnce.add(key);
          const [, to, token, sum, whose] = fields;
          add(to, token, sum);
          add(whose, token, -sum);
          if (!refundOf.has(key)) {
            paid.set(key, { sum, back: 0n, token, to });
            made++;
            continue;
          }
          const payment = paid.get(refundOf.get(key));
          payment.back += sum;
          assert.ok(payment.back <= payment.sum, "more given back than was paid");
          assert.deepEqual([token, whose, from.address], [payment.token, payment.to, payment.to]);
          given++;
        }
        return receipt.status === 1;
      };

      const asked = [];
      for (let step = 0; step < STEPS; step++) {
        const action = random.below(12);
        if (asked.length === 0 || action < 2) {
          const others = Array.from({ length: random.below(4) }, price);
          const id = hashOf(`payment ${random.below(3)}`);
          asked.push(request(price(), { others, id, payee: random.pick(PAYEES).address }));
        } else if (action < 8) {
          const one = random.pick(asked);
          const which = { ...one, price: random.pick(one.prices), validBefore: DEADLINE - BigInt(random.below(9)) };
          const token = tokens.find(({ address }) => address === which.price.token);
          const [whose, sender] = [random.pick(PEOPLE), random.pick(PEOPLE)];
          if (random.below(8) === 0) {
            which.price = { ...which.price, amount: which.price.amount - 1n }; // never accepted
          }
          if (token === undefined) {
            await send(whose, "payNative", args(which), which.price.amount);
          } else if (random.below(3) === 0) {
            await send(whose, "payToken", args(which), 0n);
          } else if (random.below(2) === 0) {
            await send(sender, "payTokenWithPermit2", args(which, whose.address, await permit2(which, whose)), 0n);
          } else if (SIGNING.has(token.name)) {
            const signature = await authorization(token.contract, which, whose);
            const stolen = random.below(4) === 0 ? random.pick(PEOPLE).address : whose.address;
            await send(sender, "payTokenWithAuthorization", args(which, stolen, signature), 0n);
            await send(whose, "payTokenWithPermit", args(which, await permit(token.contract, which, whose)), 0n);
          }
        } else if (action < 10) {
          // Mostly of a payment that was made, in what it was made with, and not of much more than is left of it.
          const done = asked.filter((which) => paid.has(ref(which)));
          const one = done.length > 0 && random.below(5) > 0 ? random.pick(done) : random.pick(asked);
          const payment = paid.get(ref(one));
          const right = one.prices.find(({ token, amount: sum }) => token === payment?.token && sum === payment?.sum);
          const back = right !== undefined && random.below(5) > 0 ? right : random.pick(one.prices);
          const what = {
            id: hashOf(`refund ${random.below(9)}`),
            to: random.pick(PEOPLE).address,
            amount: 1n + (amount() * back.amount) / 1_300_000n,
            deadline: DEADLINE + BigInt(random.below(2)) * 1_000n,
          };
          const from = random.below(4) === 0 ? random.pick(PEOPLE) : PAYEES.find((p) => p.address === one.payment.payee);
          await send(from, "refund", [one.payment, back, what], back.token === COIN ? what.amount : 0n);
        } else if (action === 10) {
          await byName("BlockingToken").contract.setBlocked(random.pick(PEOPLE).address, random.below(2) === 0);
        } else {
          // The token calls back with a payment that would settle alone.
          const one = random.pick(asked);
          const data = settlement.interface.encodeFunctionData(
            "payToken",
            args({ ...one, price: random.pick(one.prices) }),
          );
          await byName("CallingToken").contract.setCall(settlementAddress, data, random.below(2) === 0);
        }

        for (const token of step % LOOK === LOOK - 1 ? tokens : []) {
          for (const { address } of PEOPLE) {
            const now = await token.contract.balanceOf(address);
            assert.equal(now, FUNDS + (moved.get(`${address} ${token.address}`) ?? 0n), `${token.name} of ${address}`);
          }
          assert.equal(await token.contract.balanceOf(settlementAddress), LOST, `${token.name} of the contract`);
        }
        assert.equal(await provider.getBalance(settlementAddress), 0n);
      }

      for (const [which, { sum, back }] of paid) {
        const [, amountKept, refunded] = (await settlement.receiptOf(which)).toArray();
        assert.deepEqual([amountKept, refunded], [sum, back]);
      }
      assert.ok(made >= 3 && given >= 1, `the schedule does something: ${made} payments, ${given} refunds`);
      await mineAt(DEADLINE);
      for (const one of asked.filter((which) => !settledOnce.has(ref(which)))) {
        assert.equal(await send(payer, "payNative", args(one), one.price.amount), false, "paid after the deadline");
      }
    });
  }
});
