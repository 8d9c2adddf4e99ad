/** Measures what each way to pay and each sweep costs the sender, and holds the tables in the README to it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readArtifact } from "../lib/artifact.mjs";
import { root } from "../lib/compile.mjs";
import { deploymentOf } from "../lib/deployer.mjs";
import { COIN, depositOf, factory, sendCoins, sendEach, what } from "./deposits.mjs";
import {
  authorization,
  back,
  coinRequest,
  deployToken,
  permit,
  permit2,
  refunds,
  settlementAddress,
  settles,
  someOthers,
  tokenRequest,
} from "./settlement.mjs";
import { AMOUNT, deployer, freshStatePerTest, payee, payer, relayer } from "./world.mjs";

/** What others are said to cost (not measured here), with what they do for it. */
const PEERS = {
  "Request Network's proxy": [48_000, "moves the tokens and tells so; a payment can be made twice"],
  "Coinbase Commerce's charge": [165_000, "settles once; its operator signs each charge"],
};

const OTHER_ID = `0x${"42".repeat(32)}`;

/** Gas of a payment to a payee who holds none of the token yet, and of the next one. */
async function both(pay) {
  return [await pay({}), await pay({ id: OTHER_ID })];
}

/** A payment that accepts one price, or three of which the second is paid. */
function paymentRows(prices) {
  const others = someOthers(prices - 1);
  const ask = (token, fields) => tokenRequest(token, { others, ...fields });
  const signedBy = (method, sign) => async () => {
    const token = await deployToken("TestDollar", { allowance: 0n });
    return both(async (fields) => {
      const asked = await ask(token, fields);
      const sender = method === "payTokenWithPermit" ? {} : { from: relayer, payer };
      return (await settles(method, asked, await sign(token, asked), sender)).gasUsed;
    });
  };
  return {
    ...(prices === 1 ? comparison : {}),
    "`payNative`": () =>
      both(async (fields) => {
        const asked = coinRequest({ others, ...fields });
        return (await settles("payNative", asked, [], { value: AMOUNT })).gasUsed;
      }),
    "`payToken`": async () => {
      const token = await deployToken("TestDollar", { allowance: 0n });
      return both(async (fields) => {
        await (await token.approve(settlementAddress, AMOUNT)).wait();
        return (await settles("payToken", await ask(token, fields))).gasUsed;
      });
    },
    "`payTokenWithPermit`": signedBy("payTokenWithPermit", async (token, asked) => [await permit(token, asked)]),
    "`payTokenWithAuthorization`": signedBy("payTokenWithAuthorization", async (token, asked) => [
      payer.address,
      await authorization(token, asked),
    ]),
    "`payTokenWithPermit2`": signedBy("payTokenWithPermit2", async (_, asked) => [payer.address, await permit2(asked)]),
    "`refund`": async () => {
      const token = await deployToken("TestDollar");
      const asked = await ask(token);
      await settles("payToken", asked);
      await (await token.connect(payee).approve(settlementAddress, AMOUNT)).wait();
      const refunded = async (id) => (await refunds(asked, back({ id }))).gasUsed;
      return [await refunded(OTHER_ID), await refunded(`0x${"43".repeat(32)}`)];
    },
    ...(prices === 1 ? { "the contract's deployment, once": () => deployment("PaymentSettlement") } : {}),
  };
}

const comparison = {
  "token transfer, for comparison": async () => {
    const token = await deployToken("TestDollar");
    return both(async () => (await (await token.transfer(payee.address, AMOUNT)).wait()).gasUsed);
  },
  "`approve`, which `payToken` needs": async () => {
    const token = await deployToken("TestDollar", { allowance: 0n });
    const { gasUsed } = await (await token.approve(settlementAddress, AMOUNT)).wait();
    return [gasUsed, gasUsed];
  },
};

async function deployment(name) {
  const { transaction } = deploymentOf(`${readArtifact(name).bytecode}00`); // another address: that one is taken
  const { gasUsed } = await (await deployer.sendTransaction(transaction)).wait();
  return [gasUsed, gasUsed];
}

/** Gas of the first sweep of an address, and of the next one, to a payee who has some of the token. */
async function swept(token, fill, addresses = 1) {
  const all = Array.from({ length: addresses }, (_, i) => what(token, { ref: `0x${`${1000 + i}`.repeat(16)}` }));
  const gas = [];
  for (let round = 0; round < 2; round++) {
    await fill(all.map(({ ref }) => depositOf(payee.address, ref)));
    const transaction = await (addresses === 1 ? factory.sweep(all[0]) : factory.sweepAll(all, { gasLimit: 2n ** 24n }));
    gas.push((await transaction.wait()).gasUsed / BigInt(addresses));
  }
  return gas;
}

async function dollarsSwept(addresses) {
  const token = await deployToken("TestDollar");
  await (await token.transfer(payee.address, 1n)).wait();
  return swept(await token.getAddress(), (deposits) => sendEach(token, deposits), addresses);
}

const sweepRows = {
  "`sweep` of a token": () => dollarsSwept(1),
  "`sweepAll` of ten addresses, each": () => dollarsSwept(10),
  "`sweepAll` of a hundred, each": () => dollarsSwept(100),
  "`sweep` of coins": () => swept(COIN, ([deposit]) => sendCoins(AMOUNT, deposit)),
  "the factory's deployment, once": () => deployment("DepositAddresses"),
};

const onePrice = paymentRows(1);

/** The table beside others, sorted by gas. Our figures are those that were just measured. */
function requirePeers(later) {
  const rows = Object.entries({
    ...PEERS,
    "`payToken`": [later["`payToken`"], "settles once, exactly, with refunds"],
    "`payTokenWithAuthorization`": [later["`payTokenWithAuthorization`"], "the same, from a signature alone: no `approve`"],
    "`payTokenWithPermit2`": [later["`payTokenWithPermit2`"], "the same"],
  }).sort(([, [a]], [, [b]]) => Number(a) - Number(b));
  const lines = rows.map(([name, [gas, does]]) => `| ${name} | ${gas} | ${does} |`);
  const table = ["| a token payment to a payee who has some | gas | |", "|---|---:|---|", ...lines].join("\n");
  console.log(`\n${table}\n`);
  assert.ok(readFileSync(join(root, "README.md"), "utf8").includes(table), "README.md shows other figures beside others");
  assert.ok(later["`payTokenWithPermit2`"] < PEERS["Coinbase Commerce's charge"][0]);
}

for (const [title, header, measures] of [
  ["gas, one price", "| one price accepted | first payment | later ones |", onePrice],
  ["gas, three prices", "| three prices accepted | first payment | later ones |", paymentRows(3)],
  ["gas of deposit addresses", "| | first sweep | later ones |", sweepRows],
]) {
  describe(title, () => {
    freshStatePerTest();
    const measured = [];
    const later = {};

    for (const [name, measure] of Object.entries(measures)) {
      it(`of ${name.replaceAll("`", "")}`, async () => {
        const [first, next] = await measure();
        measured.push(`| ${name} | ${first} | ${next} |`);
        later[name] = next;
      });
    }

    it("is what the README says", () => {
      const table = [header, "|---|---:|---:|", ...measured].join("\n");
      console.log(`\n${table}\n`);
      assert.ok(readFileSync(join(root, "README.md"), "utf8").includes(table), "README.md shows other figures");
      if (measures === onePrice) {
        requirePeers(later);
      }
    });
  });
}
