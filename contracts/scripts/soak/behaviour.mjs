/**
 * The tests of what the contracts do, without those that compare bytes, gas and files, to run in one process against other
 * code at the contracts' addresses: with a fault in it, or such that its steps can be followed.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { register } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ContractFactory, getCreateAddress } from "ethers";
import { root } from "../../lib/compile.mjs";
import { tests } from "./collect.mjs";

/** The tests compare some code with its artifact, so these are changed with the code. */
const artifacts = mkdtempSync(join(tmpdir(), "contracts-"));
process.on("exit", () => rmSync(artifacts, { recursive: true }));
cpSync(join(root, "artifact"), artifacts, { recursive: true });
process.env.CONTRACTS_ARTIFACTS = artifacts;

const collector = new URL("./collect.mjs", import.meta.url).href;
const hooks = `export const resolve = (name, context, next) =>
  name === "node:test" ? { url: ${JSON.stringify(collector)}, shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const { deployer, factory, rpc, settlement } = await import("../../test/world.mjs");
export const settlementAddress = await settlement.getAddress();
export const factoryAddress = await factory.getAddress();
export const implementationAddress = await factory.implementation();

/** By published contract: the tests of payments, and those of deposits. */
export const testsOf = {
  PaymentSettlement: await collected("rules", "token", "refund", "reentrancy", "invariants"),
  DepositAddresses: await collected("deposit", "deposit.invariants"),
};

async function collected(...files) {
  const found = [];
  for (const file of files) {
    const from = tests.length;
    await import(`../../test/${file}.test.mjs`);
    found.push(...tests.slice(from));
  }
  return found;
}

/** Puts the code of these contracts, as compiled, in place of the original, runs the action, and takes it away again. */
export async function withCode(contracts, action) {
  const snapshot = await rpc("evm_snapshot");
  const kept = Object.keys(contracts).map((name) => [name, readFileSync(artifact(name))]);
  try {
    for (const [name, { abi, evm }] of Object.entries(contracts)) {
      const was = JSON.parse(readFileSync(artifact(name), "utf8"));
      const code = { abi, bytecode: `0x${evm.bytecode.object}`, deployedBytecode: `0x${evm.deployedBytecode.object}` };
      writeFileSync(artifact(name), JSON.stringify({ ...was, ...code }));
    }
    const { PaymentSettlement, DepositAddresses } = contracts;
    if (PaymentSettlement) {
      await rpc("hardhat_setCode", settlementAddress, `0x${PaymentSettlement.evm.deployedBytecode.object}`);
    }
    if (DepositAddresses) {
      await placeFactory(DepositAddresses);
    }
    return await action();
  } finally {
    kept.forEach(([name, text]) => writeFileSync(artifact(name), text));
    await rpc("evm_revert", snapshot);
  }
}

function artifact(name) {
  return join(artifacts, `${name}.json`);
}

/** A factory makes its implementation itself, and both know each other's address: so it is deployed, and then moved. */
async function placeFactory({ abi, evm }) {
  const deployed = await new ContractFactory(abi, evm.bytecode.object, deployer).deploy({ gasLimit: 2n ** 24n });
  await deployed.waitForDeployment();
  const scratch = await deployed.getAddress();
  const places = [
    [scratch, factoryAddress],
    [getCreateAddress({ from: scratch, nonce: 1 }), implementationAddress],
  ];
  const hex = (address) => address.slice(2).toLowerCase();
  for (const [from, to] of places) {
    const code = await rpc("eth_getCode", from, "latest");
    await rpc("hardhat_setCode", to, places.reduce((text, [was, is]) => text.replaceAll(hex(was), hex(is)), code));
  }
}

/** Runs one test from the state that is there, to which it goes back. Returns what it failed with, or undefined. */
export async function failureOf({ body, suites }) {
  const snapshot = await rpc("evm_snapshot");
  try {
    for (const kind of ["before", "beforeEach"]) {
      for (const action of suites.flatMap(({ hooks: all }) => all[kind])) {
        await action();
      }
    }
    await body();
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await rpc("evm_revert", snapshot);
    await rpc("evm_setAutomine", true);
  }
}
