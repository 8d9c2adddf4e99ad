/**
 * The tests of what the contracts do, without those that compare bytes, gas and files, to run against other code at the
 * contracts' addresses: with a fault in it, or such that its steps can be followed.
 */
import { register } from "node:module";
import { ContractFactory, getCreateAddress } from "ethers";
import { tests } from "./collect.mjs";

const collector = new URL("./collect.mjs", import.meta.url).href;
const hooks = `export const resolve = (name, context, next) =>
  name === "node:test" ? { url: ${JSON.stringify(collector)}, shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const { deployer, factory, rpc, settlement } = await import("../../test/world.mjs");
const { factoryAddress } = await import("../../test/deposits.mjs");

/** The tests of payments and of deposits. */
export const payments = await collected("rules", "token", "refund", "reentrancy", "invariants");
export const deposits = await collected("deposit", "deposit.invariants");

export const settlementAddress = await settlement.getAddress();
export { factoryAddress };
export const implementationAddress = await factory.implementation();

async function collected(...files) {
  const from = tests.length;
  for (const file of files) {
    await import(`../../test/${file}.test.mjs`);
  }
  return tests.slice(from);
}

/** Puts the code of these contracts, as compiled, in place of the original, runs the action, and takes it away again. */
export async function withCode(contracts, action) {
  const snapshot = await rpc("evm_snapshot");
  try {
    if (contracts.PaymentSettlement) {
      await rpc("hardhat_setCode", settlementAddress, `0x${contracts.PaymentSettlement.evm.deployedBytecode.object}`);
    }
    if (contracts.DepositAddresses) {
      await placeFactory(contracts.DepositAddresses);
    }
    return await action();
  } finally {
    await rpc("evm_revert", snapshot);
  }
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

/** Runs one test from the state that is there. Returns the error it failed with, or undefined. */
export async function failureOf({ body, suites }, limitSeconds) {
  const snapshot = await rpc("evm_snapshot");
  const run = async (kind) => {
    for (const { hooks: all } of suites) {
      for (const action of all[kind]) {
        await action();
      }
    }
  };
  let timer;
  const limit = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error("time")), limitSeconds * 1000)));
  const test = async () => {
    await run("before");
    await run("beforeEach");
    await body();
  };
  try {
    await Promise.race([test(), limit]);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    clearTimeout(timer);
    await rpc("evm_revert", snapshot);
  }
}
