/**
 * Random schedules of transfers, sweeps by anybody, batches, blocked payees and rebases. After each: money in = money
 * out + what lies there, per address and token; only payees gained; the events tell exactly what left.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { id as hashOf } from "ethers";
import { COIN, depositOf, events, factory, sendCoins } from "./deposits.mjs";
import { randomness } from "./random.mjs";
import { deploy, deployer, freshStatePerTest, payee, payer, provider, relayer, stranger } from "./world.mjs";

const SCHEDULES = 6;
const STEPS = 25;
const TOKENS = ["TestDollar", "NoReturnDollar", "BlockingToken", "FeeToken", "FalseTransferToken", "BurningToken"];
const PAYEES = [payee.address, deployer.address];
const REFS = [1, 2, 3].map((i) => hashOf(`schedule ${i}`));
const SWEEPERS = [relayer, stranger, payer];

describe("random schedules of deposits", () => {
  freshStatePerTest();

  for (let seed = 1; seed <= SCHEDULES; seed++) {
    it(`${seed}: money in = money out + what lies there`, async () => {
      const random = randomness(seed);
      const tokens = [];
      for (const name of TOKENS) {
        const contract = await deploy(name);
        tokens.push({ name, contract, address: await contract.getAddress() });
      }
      const blocking = tokens.find(({ name }) => name === "BlockingToken").contract;
      const coin = { name: "coin", address: COIN };
      const places = PAYEES.flatMap((of) => REFS.map((ref) => ({ payee: of, ref })));
      const came = new Map();
      const left = new Map();
      const add = (map, key, amount) => map.set(key, (map.get(key) ?? 0n) + amount);
      const key = (deposit, token) => `${deposit} ${token}`;
      const choose = () => ({ ...random.pick(places), token: random.pick([...tokens, coin]).address });

      for (let step = 0; step < STEPS; step++) {
        const action = random.below(10);
        if (action < 5) {
          const { payee: of, ref } = random.pick(places);
          const deposit = depositOf(of, ref);
          const token = random.pick([...tokens, coin]);
          const amount = BigInt(1 + random.below(1_000_000));
          await (token === coin ? sendCoins(amount, deposit) : token.contract.mint(deposit, amount));
          add(came, key(deposit, token.address), amount);
        } else if (action === 5) {
          await blocking.setBlocked(random.pick(PAYEES), random.below(2) === 0);
        } else {
          const all = Array.from({ length: 1 + random.below(5) }, choose);
          const from = random.pick(SWEEPERS);
          const receipt = await (await factory.connect(from).sweepAll(all, { gasLimit: 8_000_000n })).wait();
          for (const [name, deposit, , token, amount] of events(receipt)) {
            if (name === "Swept") {
              add(left, key(deposit, token), amount);
            }
          }
        }
      }

      for (const token of tokens) {
        let swept = 0n;
        for (const { payee: of, ref } of places) {
          const at = key(depositOf(of, ref), token.address);
          const lies = await token.contract.balanceOf(depositOf(of, ref));
          assert.equal(came.get(at) ?? 0n, (left.get(at) ?? 0n) + lies, `${token.name} at ${at}`);
          swept += left.get(at) ?? 0n;
        }
        let gained = 0n;
        for (const of of PAYEES) {
          gained += await token.contract.balanceOf(of);
        }
        if (token.name === "FeeToken") {
          gained += await token.contract.balanceOf("0x0000000000000000000000000000000000000fee");
        }
        assert.equal(gained, swept, `${token.name}: payees have what was swept`);
        for (const { address } of SWEEPERS) {
          assert.equal(await token.contract.balanceOf(address), 0n, `${token.name} of a sweeper`);
        }
      }
      for (const { payee: of, ref } of places) {
        const at = key(depositOf(of, ref), COIN);
        const lies = await provider.getBalance(depositOf(of, ref));
        assert.equal(came.get(at) ?? 0n, (left.get(at) ?? 0n) + lies, `coins at ${at}`);
      }
      assert.equal(await provider.getBalance(await factory.getAddress()), 0n);
    });
  }
});
