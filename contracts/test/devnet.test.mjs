/** Runs the local chain and the deployment as their users do: as processes, over HTTP. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, it } from "node:test";
import { Contract, JsonRpcProvider, Wallet, ZeroAddress, id as hashOf } from "ethers";
import { readArtifact } from "../lib/artifact.mjs";
import { root } from "../lib/compile.mjs";
import { DEPLOYER } from "../lib/deposit.mjs";
import { refOf } from "../lib/payment.mjs";
import { PERMIT2 } from "../lib/payment2.mjs";
import { vectorsPath } from "../lib/vectors.mjs";

const CHAIN_ID = 4711;
const vectors = JSON.parse(readFileSync(vectorsPath, "utf8"));
const LATER = BigInt(Date.parse("2100-01-01T00:00:00Z") / 1000);

/** Starts a script of this folder, and reads the one line of JSON that it prints. */
async function run(script, args, env = {}) {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const [line] = await once(createInterface(child.stdout), "line");
  return { child, exited, answer: JSON.parse(line) };
}

describe("devnet", () => {
  let devnet, provider, payer;

  before(async () => {
    devnet = await run("devnet.mjs", [
      "--port",
      "0",
      "--chain-id",
      `${CHAIN_ID}`,
      "--block-seconds",
      "0.1",
      "--with-stdin",
    ]);
    provider = new JsonRpcProvider(devnet.answer.rpcUrl, undefined, {
      cacheTimeout: -1,
      polling: true,
      pollingInterval: 50,
    });
    payer = new Wallet(devnet.answer.payer.privateKey, provider);
  });
  after(() => {
    provider.destroy();
    devnet.child.kill("SIGKILL");
  });

  it("listens on loopback, and has the contract, a dollar and a payer with money", async () => {
    const { rpcUrl, chainId, settlement, settlement2, deposits, token } = devnet.answer;
    assert.match(rpcUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(chainId, CHAIN_ID);
    assert.equal((await provider.getNetwork()).chainId, BigInt(CHAIN_ID));
    assert.equal(await provider.getCode(settlement), readArtifact("PaymentSettlement").deployedBytecode);
    assert.equal(await provider.getCode(settlement2), readArtifact("PaymentSettlementV2").deployedBytecode);
    assert.equal(settlement2, vectors.second.settlement, "so the worked examples hold on it");
    assert.equal(await provider.getCode(PERMIT2), readArtifact("StandInPermit2").deployedBytecode);
    assert.equal(deposits, vectors.deposit.factory);
    const factory = new Contract(deposits, readArtifact("DepositAddresses").abi, provider);
    assert.equal(await factory.addressOf(vectors.payment.payee, vectors.deposit.ref), vectors.deposit.address);
    const { address, ...description } = token;
    assert.deepEqual(description, { name: "Test Dollar", symbol: "TUSD", version: "1", decimals: 6 });
    const dollar = new Contract(address, readArtifact("TestDollar").abi, provider);
    assert.equal(await dollar.balanceOf(payer.address), 1_000_000_000_000n);
    assert.ok((await provider.getBalance(payer.address)) > 0n);
  });

  it("settles a payment, under a ref of its own chain", async () => {
    const settlement = new Contract(devnet.answer.settlement, readArtifact("PaymentSettlement").abi, payer);
    const payee = Wallet.createRandom().address;
    const payment = { id: hashOf("devnet"), payee, token: ZeroAddress, amount: 5n, deadline: LATER };
    await (await settlement.payNative(payment, { value: 5n })).wait();
    assert.equal(await settlement.settled(refOf(CHAIN_ID, devnet.answer.settlement, payment)), true);
    assert.equal(await provider.getBalance(payee), 5n);
  });

  it("makes blocks without transactions, many in a second, and keeps our time", async () => {
    const first = await provider.getBlock("latest");
    await new Promise((resolve) => provider.on("block", (number) => number > first.number + 20 && resolve()));
    const last = await provider.getBlock("latest");
    assert.ok(last.timestamp - first.timestamp < last.number - first.number);
    assert.ok(last.timestamp <= Date.now() / 1000 + 1, `${last.timestamp} is in the future`);
  });

  it("refuses options that it does not understand", async () => {
    for (const args of [["--port", "65536"], ["--block-seconds", "0"], ["--unknown"]]) {
      const child = spawn(process.execPath, [join(root, "devnet.mjs"), ...args], { stdio: "ignore" });
      const [code] = await once(child, "exit");
      assert.notEqual(code, 0, args.join(" "));
    }
  });

  for (const [name, flags] of [
    ["PaymentSettlement", ["--first"]],
    ["PaymentSettlementV2", []],
  ]) {
    it(`takes a deployment of ${name}`, async () => {
      const env = { DEPLOYER_KEY: devnet.answer.payer.privateKey };
      const { exited, answer } = await run("scripts/deploy.mjs", ["--rpc", devnet.answer.rpcUrl, ...flags], env);
      assert.equal(answer.chainId, CHAIN_ID);
      assert.equal(await provider.getCode(answer.address), readArtifact(name).deployedBytecode);
      assert.equal(answer.deposits, devnet.answer.deposits, "the factory was there, and is used");
      assert.deepEqual(await exited, [0, null]);
    });
  }

  it("takes a deployment of the factory alone, to the same address on an empty chain", async () => {
    await provider.send("hardhat_reset", []);
    await provider.send("hardhat_setCode", [DEPLOYER.address, DEPLOYER.code]);
    const env = { DEPLOYER_KEY: devnet.answer.payer.privateKey };
    const args = ["--rpc", devnet.answer.rpcUrl, "--only-deposits"];
    const { exited, answer } = await run("scripts/deploy.mjs", args, env);
    assert.deepEqual(answer, { chainId: CHAIN_ID, deposits: vectors.deposit.factory });
    assert.notEqual(await provider.getCode(answer.deposits), "0x");
    assert.deepEqual(await exited, [0, null]);
  });

  it("ends cleanly on SIGTERM", async () => {
    devnet.child.kill("SIGTERM");
    assert.deepEqual(await devnet.exited, [0, null]);
  });

  it("mines at once when told to, and ends with its parent's pipe", async () => {
    const { child, exited, answer } = await run("devnet.mjs", ["--port", "0", "--automine", "--with-stdin"]);
    const rpc = new JsonRpcProvider(answer.rpcUrl);
    const wallet = new Wallet(answer.payer.privateKey, rpc);
    const blocks = await rpc.getBlockNumber();
    const { hash } = await wallet.sendTransaction({ to: wallet.address });
    assert.equal((await rpc.getTransactionReceipt(hash)).blockNumber, blocks + 1);
    rpc.destroy();
    child.stdin.end();
    assert.deepEqual(await exited, [0, null]);
  });
});
