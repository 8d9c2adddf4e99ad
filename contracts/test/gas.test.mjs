/** Measures what each way to pay costs the sender, and holds the table in the README to it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readArtifact } from "../lib/artifact.mjs";
import { root } from "../lib/compile.mjs";
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
const measured = [];

describe("gas", () => {
  freshStatePerTest();

  for (const [name, measure] of Object.entries(rows)) {
    it(`of ${name.replaceAll("`", "")}`, async () => {
      const [first, later] = await measure();
      measured.push(`| ${name} | ${first} | ${later} |`);
    });
  }

  it("is what the README says", () => {
    const table = ["| | first payment | later ones |", "|---|---:|---:|", ...measured].join("\n");
    console.log(`\n${table}\n`);
    assert.ok(readFileSync(join(root, "README.md"), "utf8").includes(table), "README.md shows other figures");
  });
});
