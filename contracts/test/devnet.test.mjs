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
import { DEPLOYER } from "../lib/deployer.mjs";
import { PERMIT2, accepting, refOf } from "../lib/payment.mjs";
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

  /** The block of that number, once it is there. */
  async function made(number) {
    let block = await provider.getBlock(number);
    while (block === null) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      block = await provider.getBlock(number);
    }
    return block;
  }

  /** What the deployment script says, with the payer's key. */
  async function deployed(...flags) {
    const env = { DEPLOYER_KEY: devnet.answer.payer.privateKey };
    const { exited, answer } = await run("scripts/deploy.mjs", ["--rpc", devnet.answer.rpcUrl, ...flags], env);
    assert.deepEqual(await exited, [0, null]);
    const { startBlock, ...addresses } = answer;
    assert.ok(startBlock <= (await provider.getBlockNumber()));
    return addresses;
  }

  it("listens on loopback, and has the contract, a dollar and a payer with money", async () => {
    const { rpcUrl, chainId, settlement, deposits, token } = devnet.answer;
    assert.match(rpcUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(chainId, CHAIN_ID);
    assert.equal((await provider.getNetwork()).chainId, BigInt(CHAIN_ID));
    assert.equal(await provider.getCode(settlement), readArtifact("PaymentSettlement").deployedBytecode);
    assert.equal(settlement, vectors.settlement, "so the worked examples hold on it");
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
    const asked = accepting([{ token: ZeroAddress, amount: 5n }], { id: hashOf("devnet"), payee, deadline: LATER });
    const { payment, prices } = asked;
    await (await settlement.payNative(payment, prices[0], LATER, { value: 5n })).wait();
    assert.equal(await settlement.settled(refOf(CHAIN_ID, devnet.answer.settlement, payment)), true);
    assert.equal(await provider.getBalance(payee), 5n);
  });

  it("makes blocks without transactions, many in a second, and keeps our time", async () => {
    const first = await provider.getBlock("latest");
    // A busy machine makes them more slowly; a chain whose clock runs ahead never makes two in a second.
    let [number, last] = [first.number, first];
    for (let shared = false; !shared; number++) {
      assert.ok(number < first.number + 600, "no two blocks share a second");
      const next = await made(number + 1);
      shared = next.timestamp === last.timestamp;
      last = next;
    }
    assert.ok(last.timestamp <= Date.now() / 1000 + 1, `${last.timestamp} is in the future`);
  });

  it("refuses options that it does not understand", async () => {
    for (const args of [["--port", "65536"], ["--block-seconds", "0"], ["--unknown"]]) {
      const child = spawn(process.execPath, [join(root, "devnet.mjs"), ...args], { stdio: "ignore" });
      const [code] = await once(child, "exit");
      assert.notEqual(code, 0, args.join(" "));
    }
  });

  it("takes a deployment: what is there is used", async () => {
    const before = await provider.getTransactionCount(payer.address);
    const { settlement, deposits } = devnet.answer;
    assert.deepEqual(await deployed(), { chainId: CHAIN_ID, settlement, deposits });
    assert.equal(await provider.getTransactionCount(payer.address), before);
  });

  it("takes a deployment to the same addresses on an empty chain, the factory alone if it is told so", async () => {
    await provider.send("hardhat_reset", []);
    await provider.send("hardhat_setCode", [DEPLOYER.address, DEPLOYER.code]);
    const { settlement, deposit: { factory } } = vectors;
    assert.deepEqual(await deployed("--only-deposits"), { chainId: CHAIN_ID, deposits: factory });
    assert.notEqual(await provider.getCode(factory), "0x");
    assert.equal(await provider.getCode(settlement), "0x");
    assert.deepEqual(await deployed(), { chainId: CHAIN_ID, settlement, deposits: factory });
    assert.equal(await provider.getCode(settlement), readArtifact("PaymentSettlement").deployedBytecode);
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
