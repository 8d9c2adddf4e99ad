import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, describe, it } from "node:test";
import { Contract, Wallet } from "ethers";
import { readArtifact } from "../lib/artifact.mjs";
import { renderVectors, vectorsPath } from "../lib/vectors.mjs";
import { factory, factoryAddress } from "./deposits.mjs";
import { freshStatePerTest, provider, relayer } from "./world.mjs";

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
