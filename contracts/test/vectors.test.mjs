import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, describe, it } from "node:test";
import { Contract, Wallet } from "ethers";
import { readArtifact } from "../lib/artifact.mjs";
import { renderVectors, vectorsPath } from "../lib/vectors.mjs";
import { PERMIT2 } from "../lib/payment.mjs";
import { factory, factoryAddress } from "./deposits.mjs";
import { settlementAddress } from "./settlement.mjs";
import { freshStatePerTest, payer, provider, relayer } from "./world.mjs";

const vectors = JSON.parse(readFileSync(vectorsPath, "utf8"));
const { amount: AMOUNT } = vectors.prices[0];
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
    await place("StandInPermit2", PERMIT2);
    await (await token.mint(signer.address, AMOUNT)).wait();
  });

  const sends = async (wallet, data, value = 0n) =>
    (await wallet.sendTransaction({ to: vectors.settlement, data, value })).wait();
  const isSettled = async (ref = vectors.ref) => assert.equal(await settlement.settled(ref), true);
  const logsOf = ({ logs }, address = vectors.settlement) =>
    logs.filter((log) => log.address === address).map(({ topics, data }) => ({ data, topics: [...topics] }));

  it("are what the code computes (else: npm run build)", async () => {
    assert.ok(readFileSync(vectorsPath, "utf8") === (await renderVectors()));
  });

  it("have the contract's address and refs", async () => {
    assert.equal(settlementAddress, vectors.settlement);
    assert.equal(await settlement.refOf(vectors.payment), vectors.ref);
    assert.equal(await settlement.refundRefOf(vectors.ref, vectors.refund.id), vectors.refundRef);
  });

  it("pay in the native coin", async () => {
    await sends(signer, vectors.calldata.payNative, BigInt(vectors.prices[1].amount));
    await isSettled();
  });

  it("pay with an allowance, and say so; the payee refunds, and says so", async () => {
    await (await token.approve(vectors.settlement, AMOUNT)).wait();
    assert.deepEqual(logsOf(await sends(signer, vectors.calldata.payToken)), [vectors.settledLog]);
    await isSettled();
    assert.equal(payer.address, vectors.payment.payee, "an account whose key the tests have");
    await (await token.connect(payer).approve(vectors.settlement, vectors.refund.amount)).wait();
    const logs = logsOf(await sends(payer, vectors.calldata.refund));
    assert.deepEqual(logs, [vectors.refundedLog, vectors.refundSettledLog]);
    await isSettled(vectors.refundRef);
  });

  it("pay with a permit", async () => {
    await sends(signer, vectors.calldata.payTokenWithPermit);
    await isSettled();
  });

  it("pay with an authorization, sent by somebody else", async () => {
    const receipt = await sends(relayer, vectors.calldata.payTokenWithAuthorization);
    assert.deepEqual(logsOf(receipt), [vectors.settledLog]);
    assert.equal(BigInt(await signer.call({ to: vectors.settlement, data: vectors.calldata.settled })), 1n);
  });

  it("pay with Permit2, sent by somebody else", async () => {
    await (await token.approve(PERMIT2, AMOUNT)).wait();
    await sends(relayer, vectors.calldata.payTokenWithPermit2);
    await isSettled();
  });

  it("have the factory's address, and sweep a plain transfer, with the example's log", async () => {
    const { deposit } = vectors;
    assert.equal(factoryAddress, deposit.factory);
    assert.equal(await factory.addressOf(vectors.payment.payee, deposit.ref), deposit.address);
    await (await token.transfer(deposit.address, AMOUNT)).wait();
    const held = await signer.call({ to: factoryAddress, data: deposit.calldata.held });
    assert.deepEqual(factory.interface.decodeFunctionResult("held", held)[0].toArray(), [BigInt(AMOUNT), 0n]);
    const transaction = await relayer.sendTransaction({ to: factoryAddress, data: deposit.calldata.sweepAll });
    assert.deepEqual(logsOf(await transaction.wait(), factoryAddress), [deposit.sweptLog]);
  });
});
