/** Measures what each way to pay and each sweep costs the sender, and holds the tables in the README to it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readArtifact } from "../lib/artifact.mjs";
import { root } from "../lib/compile.mjs";
import { factoryDeployment } from "../lib/deposit.mjs";
import { COIN, depositOf, factory, sendCoins, sendEach, what } from "./deposits.mjs";
import * as second from "./v2/second.mjs";
import {
  AMOUNT,
  authorization,
  deployToken,
  deployer,
  freshStatePerTest,
  payer,
  payee,
  payment,
  permit,
  relayer,
  settlementAddress,
  settles,
  tokenPayment,
} from "./world.mjs";

const OTHER_ID = `0x${"42".repeat(32)}`;

/** Gas of a payment to a payee who holds none of the token yet, and of the next one. */
async function both(pay) {
  return [await pay({}), await pay({ id: OTHER_ID })];
}

const rows = {
  "token transfer, for comparison": async () => {
    const token = await deployToken("TestDollar");
    return both(async () => (await (await token.transfer(payee.address, AMOUNT)).wait()).gasUsed);
  },
  "`payNative`": () =>
    both(async (fields) => (await settles("payNative", [payment(fields)], { value: AMOUNT })).gasUsed),
  "`approve`, then": async () => {
    const token = await deployToken("TestDollar", 0n);
    const { gasUsed } = await (await token.approve(settlementAddress, AMOUNT)).wait();
    return [gasUsed, gasUsed];
  },
  "`payToken`": async () => {
    const token = await deployToken("TestDollar", 0n);
    return both(async (fields) => {
      await (await token.approve(settlementAddress, AMOUNT)).wait();
      return (await settles("payToken", [await tokenPayment(token, fields)])).gasUsed;
    });
  },
  "`payTokenWithPermit`": async () => {
    const token = await deployToken("TestDollar", 0n);
    return both(async (fields) => {
      const request = await tokenPayment(token, fields);
      return (await settles("payTokenWithPermit", [request, await permit(token, request)])).gasUsed;
    });
  },
  "`payTokenWithAuthorization`": async () => {
    const token = await deployToken("TestDollar", 0n);
    return both(async (fields) => {
      const request = await tokenPayment(token, fields);
      const args = [request, payer.address, await authorization(token, request)];
      return (await settles("payTokenWithAuthorization", args, { from: relayer, payer })).gasUsed;
    });
  },
  "deployment, once": async () => {
    const { bytecode } = readArtifact("PaymentSettlement");
    const { gasUsed } = await (await deployer.sendTransaction({ data: bytecode })).wait();
    return [gasUsed, gasUsed];
  },
};

/** The same of the second contract: a payment that accepts one price, or three of which the second is paid. */
function secondRows(prices) {
  const others = second.someOthers(prices - 1);
  const ask = (token, fields) => second.tokenRequest(token, { others, ...fields });
  const signedBy = (method, sign, options = {}) => async () => {
    const token = await second.deployToken("TestDollar", { allowance: 0n, ...options });
    return both(async (fields) => {
      const asked = await ask(token, fields);
      const sender = method === "payTokenWithPermit" ? {} : { from: relayer, payer };
      return (await second.settles(method, asked, await sign(token, asked), sender)).gasUsed;
    });
  };
  return {
    "`payNative`": () =>
      both(async (fields) => {
        const asked = second.coinRequest({ others, ...fields });
        return (await second.settles("payNative", asked, [], { value: AMOUNT })).gasUsed;
      }),
    "`payToken`": async () => {
      const token = await second.deployToken("TestDollar", { allowance: 0n });
      return both(async (fields) => {
        await (await token.approve(second.settlementAddress, AMOUNT)).wait();
        return (await second.settles("payToken", await ask(token, fields))).gasUsed;
      });
    },
    "`payTokenWithPermit`": signedBy("payTokenWithPermit", async (token, asked) => [await second.permit(token, asked)]),
    "`payTokenWithAuthorization`": signedBy("payTokenWithAuthorization", async (token, asked) => [
      payer.address,
      await second.authorization(token, asked),
    ]),
    "`payTokenWithPermit2`": signedBy(
      "payTokenWithPermit2",
      async (_, asked) => [payer.address, await second.permit2(asked)],
      {},
    ),
    "`refund`": async () => {
      const token = await second.deployToken("TestDollar");
      const asked = await ask(token);
      await second.settles("payToken", asked);
      await (await token.connect(payee).approve(second.settlementAddress, AMOUNT)).wait();
      const refunded = async (id) => (await second.refunds(asked, second.back({ id }))).gasUsed;
      return [await refunded(OTHER_ID), await refunded(`0x${"43".repeat(32)}`)];
    },
    ...(prices === 1
      ? {
          "deployment, once": async () => {
            const { bytecode } = readArtifact("PaymentSettlementV2");
            const { gasUsed } = await (await deployer.sendTransaction({ data: bytecode })).wait();
            return [gasUsed, gasUsed];
          },
        }
      : {}),
  };
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
  const token = await deployToken("TestDollar", 0n);
  await (await token.transfer(payee.address, 1n)).wait();
  return swept(await token.getAddress(), (deposits) => sendEach(token, deposits), addresses);
}

const sweepRows = {
  "`sweep` of a token": () => dollarsSwept(1),
  "`sweepAll` of ten addresses, each": () => dollarsSwept(10),
  "`sweepAll` of a hundred, each": () => dollarsSwept(100),
  "`sweep` of coins": () => swept(COIN, ([deposit]) => sendCoins(AMOUNT, deposit)),
  "the factory's deployment, once": async () => {
    const { bytecode } = readArtifact("DepositAddresses");
    const { transaction } = factoryDeployment(`${bytecode}00`); // another address: that one is taken
    const { gasUsed } = await (await deployer.sendTransaction(transaction)).wait();
    return [gasUsed, gasUsed];
  },
};

for (const [title, header, measures] of [
  ["gas", "| | first payment | later ones |", rows],
  ["gas of the second contract, one price", "| one price accepted | first payment | later ones |", secondRows(1)],
  ["gas of the second contract, three prices", "| three prices accepted | first payment | later ones |", secondRows(3)],
  ["gas of deposit addresses", "| | first sweep | later ones |", sweepRows],
]) {
  describe(title, () => {
    freshStatePerTest();
    const measured = [];

    for (const [name, measure] of Object.entries(measures)) {
      it(`of ${name.replaceAll("`", "")}`, async () => {
        const [first, later] = await measure();
        measured.push(`| ${name} | ${first} | ${later} |`);
      });
    }

    it("is what the README says", () => {
      const table = [header, "|---|---:|---:|", ...measured].join("\n");
      console.log(`\n${table}\n`);
      assert.ok(readFileSync(join(root, "README.md"), "utf8").includes(table), "README.md shows other figures");
    });
  });
}
