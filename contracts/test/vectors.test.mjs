import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, describe, it } from "node:test";
import { Contract, Wallet } from "ethers";
import { readArtifact } from "../lib/artifact.mjs";
import { renderVectors, vectorsPath } from "../lib/vectors.mjs";
import { factory, factoryAddress } from "./deposits.mjs";
import { PERMIT2 } from "../lib/payment2.mjs";
import { freshStatePerTest, payer, provider, relayer } from "./world.mjs";

const vectors = JSON.parse(readFileSync(vectorsPath, "utf8"));
const signer = new Wallet(vectors.payer.privateKey, provider);

/** Puts a published contract where the examples say it is. */
async function place(name, address) {
  const { abi, deployedBytecode } = readArtifact(name);
  await provider.send("hardhat_setCode", [address, deployedBytecode]);
  return new Contract(address, abi, signer);
}

describe("worked examples", () => {
  let settlement, token;
  freshStatePerTest();
  beforeEach(async () => {
    await provider.send("hardhat_setBalance", [signer.address, "0xde0b6b3a7640000"]);
    settlement = await place("PaymentSettlement", vectors.settlement);
    token = await place("TestDollar", vectors.tokenDomain.verifyingContract);
    await (await token.mint(signer.address, vectors.payment.amount)).wait();
  });

  async function sends(wallet, data, value = 0n) {
    return (await wallet.sendTransaction({ to: vectors.settlement, data, value })).wait();
  }

  it("are what the code computes (else: npm run build)", async () => {
    assert.ok(readFileSync(vectorsPath, "utf8") === (await renderVectors()));
  });

  it("have the contract's refs", async () => {
    assert.equal(await settlement.refOf(vectors.payment), vectors.ref);
    assert.equal(await settlement.refOf(vectors.nativePayment), vectors.nativeRef);
  });

  it("pay in the native coin", async () => {
    await sends(signer, vectors.calldata.payNative, BigInt(vectors.nativePayment.amount));
    assert.equal(await settlement.settled(vectors.nativeRef), true);
  });

  it("pay with an allowance", async () => {
    await (await token.approve(vectors.settlement, vectors.payment.amount)).wait();
    await sends(signer, vectors.calldata.payToken);
    assert.equal(await settlement.settled(vectors.ref), true);
  });

  it("pay with a permit", async () => {
    await sends(signer, vectors.calldata.payTokenWithPermit);
    assert.equal(await settlement.settled(vectors.ref), true);
  });

  it("pay with an authorization, and the log is the example's", async () => {
    const receipt = await sends(relayer, vectors.calldata.payTokenWithAuthorization);
    const [{ topics, data }] = receipt.logs.filter((log) => log.address === vectors.settlement);
    assert.deepEqual({ topics: [...topics], data }, vectors.settledLog);
    assert.equal(BigInt(await signer.call({ to: vectors.settlement, data: vectors.calldata.settled })), 1n);
  });

  it("have the factory's address, and sweep a plain transfer, with the example's log", async () => {
    const { deposit } = vectors;
    assert.equal(factoryAddress, deposit.factory);
    assert.equal(await factory.addressOf(vectors.payment.payee, deposit.ref), deposit.address);
    await (await token.transfer(deposit.address, vectors.payment.amount)).wait();
    const held = await signer.call({ to: factoryAddress, data: deposit.calldata.held });
    assert.deepEqual(factory.interface.decodeFunctionResult("held", held)[0].toArray(), [
      BigInt(vectors.payment.amount),
      0n,
    ]);
    const transaction = await relayer.sendTransaction({ to: factoryAddress, data: deposit.calldata.sweepAll });
    const [{ topics, data }] = (await transaction.wait()).logs.filter((log) => log.address === factoryAddress);
    assert.deepEqual({ topics: [...topics], data }, deposit.sweptLog);
  });
});

describe("worked examples of the second contract", () => {
  const { second } = vectors;
  let settlement, token;
  freshStatePerTest();
  beforeEach(async () => {
    await provider.send("hardhat_setBalance", [signer.address, "0xde0b6b3a7640000"]);
    settlement = await place("PaymentSettlementV2", second.settlement);
    token = await place("TestDollar", vectors.tokenDomain.verifyingContract);
    await place("StandInPermit2", PERMIT2);
    await (await token.mint(signer.address, vectors.payment.amount)).wait();
  });

  const sends = async (wallet, data, value = 0n) =>
    (await wallet.sendTransaction({ to: second.settlement, data, value })).wait();
  const isSettled = async (ref = second.ref) => assert.equal(await settlement.settled(ref), true);
  const logsOf = ({ logs }) =>
    logs
      .filter((log) => log.address === second.settlement)
      .map(({ topics, data }) => ({ data, topics: [...topics] }));

  it("have the contract's refs", async () => {
    assert.equal(await settlement.refOf(second.payment), second.ref);
    assert.equal(await settlement.refundRefOf(second.ref, second.refund.id), second.refundRef);
  });

  it("pay in the native coin", async () => {
    await sends(signer, second.calldata.payNative, BigInt(second.prices[1].amount));
    await isSettled();
  });

  it("pay with an allowance, and say so; the payee refunds, and says so", async () => {
    await (await token.approve(second.settlement, vectors.payment.amount)).wait();
    assert.deepEqual(logsOf(await sends(signer, second.calldata.payToken)), [second.settledLog]);
    await isSettled();
    assert.equal(payer.address, second.payment.payee, "an account whose key the tests have");
    await (await token.connect(payer).approve(second.settlement, second.refund.amount)).wait();
    const logs = logsOf(await sends(payer, second.calldata.refund));
    assert.deepEqual(logs, [second.refundedLog, second.refundSettledLog]);
    await isSettled(second.refundRef);
  });

  it("pay with a permit", async () => {
    await sends(signer, second.calldata.payTokenWithPermit);
    await isSettled();
  });

  it("pay with an authorization, sent by somebody else", async () => {
    await sends(relayer, second.calldata.payTokenWithAuthorization);
    await isSettled();
  });

  it("pay with Permit2, sent by somebody else", async () => {
    await (await token.approve(PERMIT2, vectors.payment.amount)).wait();
    await sends(relayer, second.calldata.payTokenWithPermit2);
    await isSettled();
  });
});
