import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ZeroHash, getCreateAddress } from "ethers";
import { refOf } from "../lib/payment.mjs";
import {
  chainId,
  freshStatePerTest,
  payment,
  provider,
  ref,
  refuses,
  settlement,
  settlementAddress,
  settles,
  stranger,
} from "./world.mjs";

describe("ref", () => {
  freshStatePerTest();

  it("is the hash of chain, contract and all fields", async () => {
    assert.equal(await settlement.refOf(payment()), refOf(chainId, settlementAddress, payment()));
  });

  const changes = { id: ZeroHash, payee: stranger.address, token: stranger.address, amount: 1n, deadline: 1n };
  for (const [field, value] of Object.entries(changes)) {
    it(`is another one when ${field} is changed`, async () => {
      const changed = payment({ [field]: value });
      assert.notEqual(await settlement.refOf(changed), ref(payment()));
      assert.equal(await settlement.refOf(changed), ref(changed));
    });
  }

  it("is another one on another contract", async () => {
    const elsewhere = getCreateAddress({ from: stranger.address, nonce: 0 });
    await provider.send("hardhat_setCode", [elsewhere, await provider.getCode(settlementAddress)]);
    const other = settlement.attach(elsewhere);
    assert.notEqual(await other.refOf(payment()), ref(payment()));
    assert.equal(await other.refOf(payment()), refOf(chainId, elsewhere, payment()));
  });

  it("of a payment with a changed field stays open when the original is paid", async () => {
    const changed = payment({ amount: 1n });
    await settles("payNative", [payment()], { value: payment().amount });
    assert.equal(await settlement.settled(ref(changed)), false);
    await settles("payNative", [changed], { value: 1n });
    await refuses("payNative", [changed], ["AlreadySettled", ref(changed)], { value: 1n });
  });
});
