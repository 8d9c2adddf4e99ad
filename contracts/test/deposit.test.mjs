import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Contract, MaxUint256, ZeroAddress, ZeroHash, getCreateAddress, id as hashOf, zeroPadValue } from "ethers";
import { readArtifact } from "../lib/artifact.mjs";
import { depositAddressOf, depositRefOf } from "../lib/deposit.mjs";
import {
  COIN,
  REF,
  depositOf,
  events,
  factory,
  factoryAddress,
  refusesSweep,
  sendCoins,
  sendEach,
  sent,
  sweepReason,
  sweeps,
  what,
} from "./deposits.mjs";
import { AMOUNT, deploy, freshStatePerTest, payee, payer, provider, relayer, stranger } from "./world.mjs";

const OTHER_REF = hashOf("deposit 2");
const TRANSACTION_LIMIT = 2n ** 24n; // of gas (EIP-7825)
const implementation = getCreateAddress({ from: factoryAddress, nonce: 1 });
const clone = (address = depositOf(), signer = relayer) =>
  new Contract(
    address,
    ["function pay(address,uint256)", "function payee() view returns (address)", "error OnlyFactory()"],
    signer,
  );

describe("a deposit address", () => {
  freshStatePerTest();

  it("is what the factory says, computed without it", async () => {
    assert.equal(await factory.implementation(), implementation);
    for (const [of, ref] of [
      [payee.address, REF],
      [payee.address, ZeroHash],
      [stranger.address, REF],
      ["0x0000000000000000000000000000000000000001", `0x${"ff".repeat(32)}`],
    ]) {
      assert.equal(await factory.addressOf(of, ref), depositAddressOf(factoryAddress, of, ref));
    }
  });

  it("is another one for another payee, ref or payment", () => {
    const ids = [hashOf("payment 1"), hashOf("payment 2")];
    const all = [depositOf(), depositOf(stranger.address), depositOf(payee.address, OTHER_REF)];
    all.push(...ids.map((id) => depositOf(payee.address, depositRefOf(id))));
    assert.equal(new Set(all).size, all.length);
  });

  it("does not know the chain: the factory has the same address and code everywhere", async () => {
    // The only immutables are the addresses of the two, and the implementation's follows from the factory's.
    const addresses = [factoryAddress, implementation];
    const words = addresses.map((address) => zeroPadValue(address, 32).slice(2).toLowerCase());
    for (const [name, address] of [
      ["DepositAddresses", factoryAddress],
      ["DepositAddress", implementation],
    ]) {
      const code = await provider.getCode(address);
      const masked = words.reduce((text, word) => text.replaceAll(word, "0".repeat(64)), code);
      assert.equal(masked, readArtifact(name).deployedBytecode);
    }
  });

  it("refuses payees who cannot be paid", async () => {
    for (const nobody of [ZeroAddress, factoryAddress]) {
      await assert.rejects(factory.addressOf(nobody, REF), (error) => {
        assert.deepEqual(sweepReason(error.data), ["InvalidPayee", nobody]);
        return true;
      });
      await refusesSweep(what(COIN, { payee: nobody }), ["InvalidPayee", nobody]);
    }
  });

  it("has no code before its first sweep, and ends with its payee afterwards", async () => {
    await sendCoins();
    assert.equal(await provider.getCode(depositOf()), "0x");
    await sweeps(what(COIN), AMOUNT);
    const code = await provider.getCode(depositOf());
    assert.equal(code.length, 2 + 2 * 65);
    assert.ok(code.endsWith(payee.address.slice(2).toLowerCase()));
    assert.equal(await clone().payee(), payee.address);
  });

  it("pays by order of the factory alone, so that no sweep lacks its event", async () => {
    const { address } = await sent("TestDollar");
    await sweeps(what(address), AMOUNT);
    for (const [target, signer] of [
      [depositOf(), stranger],
      [depositOf(), payee],
      [implementation, stranger],
    ]) {
      await assert.rejects(clone(target, signer).pay.staticCall(address, 0n), (error) => {
        assert.deepEqual(sweepReason(error.data), ["OnlyFactory"]);
        return true;
      });
    }
  });

  it("takes coins after a sweep; the shared code and the factory take none", async () => {
    await sendCoins();
    await sweeps(what(COIN), AMOUNT);
    await sendCoins(7n);
    assert.equal(await provider.getBalance(depositOf()), 7n);
    await assert.rejects(payer.estimateGas({ to: implementation, value: 1n }), (error) => {
      assert.deepEqual(sweepReason(error.data), ["NotADepositAddress"]);
      return true;
    });
    await assert.rejects(payer.estimateGas({ to: factoryAddress, value: 1n }));
  });
});

describe("a sweep", () => {
  freshStatePerTest();

  it("by a stranger pays the payee and nobody else, again and again", async () => {
    const { token, address } = await sent("TestDollar");
    await sweeps(what(address), AMOUNT, { from: stranger });
    await token.mint(depositOf(), 5n);
    await sweeps(what(address), 5n, { from: stranger });
    assert.equal(await token.balanceOf(payee.address), AMOUNT + 5n);
    assert.equal(await token.balanceOf(stranger.address), 0n);
    assert.equal(await token.balanceOf(depositOf()), 0n);
  });

  it("of coins pays the payee", async () => {
    const before = await provider.getBalance(payee.address);
    await sendCoins();
    await sweeps(what(COIN), AMOUNT, { from: stranger });
    assert.equal(await provider.getBalance(payee.address), before + AMOUNT);
  });

  it("of one token leaves the others and the coins", async () => {
    const [one, other] = [await sent("TestDollar"), await sent("PlainToken", 3n)];
    await sendCoins(2n);
    await sweeps(what(one.address), AMOUNT);
    assert.equal(await other.token.balanceOf(depositOf()), 3n);
    assert.equal(await provider.getBalance(depositOf()), 2n);
    await sweeps(what(other.address), 3n);
    await sweeps(what(COIN), 2n);
  });

  it("of nothing is refused, and creates no code", async () => {
    const { token, address } = await sent("TestDollar", 0n);
    await refusesSweep(what(address), ["NothingToSweep", depositOf(), address]);
    await refusesSweep(what(COIN), ["NothingToSweep", depositOf(), COIN]);
    await (await factory.sweepAll([what(address), what(COIN)])).wait();
    assert.equal(await provider.getCode(depositOf()), "0x");
    assert.equal(await token.balanceOf(payee.address), 0n);
  });

  it("of another ref or payee does not touch the money", async () => {
    const { token, address } = await sent("TestDollar");
    await refusesSweep(what(address, { ref: OTHER_REF }), [
      "NothingToSweep",
      depositOf(payee.address, OTHER_REF),
      address,
    ]);
    await refusesSweep(what(address, { payee: stranger.address }), [
      "NothingToSweep",
      depositOf(stranger.address),
      address,
    ]);
    assert.equal(await token.balanceOf(depositOf()), AMOUNT);
  });

  it("works when somebody else deployed the address first, also within the same block", async () => {
    const { token, address } = await sent("TestDollar");
    await provider.send("evm_setAutomine", [false]);
    const first = await factory.connect(stranger).sweep(what(address), { gasLimit: 1_000_000n, gasPrice: 9n * 10n ** 9n });
    const batch = await factory.sweepAll([what(address), what(COIN)], { gasLimit: 2_000_000n });
    await provider.send("evm_mine", []);
    await provider.send("evm_setAutomine", [true]);
    await Promise.all([first.wait(), batch.wait()]);
    assert.equal(await token.balanceOf(payee.address), AMOUNT);
    await token.mint(depositOf(), 1n);
    await sweeps(what(address), 1n);
  });

  it("comes twice in one transaction, by one call after the other", async () => {
    const [one, other] = [await sent("TestDollar"), await sent("PlainToken", 3n)];
    const batch = await deploy("Batch");
    const data = (token) => factory.interface.encodeFunctionData("sweep", [what(token)]);
    const calls = [one, other].map(({ address }) => ({ target: factoryAddress, value: 0n, data: data(address) }));
    await (await batch.run(calls)).wait();
    assert.equal(await one.token.balanceOf(payee.address), AMOUNT);
    assert.equal(await other.token.balanceOf(payee.address), 3n);
  });

  it("of all that a balance can hold", async () => {
    const { token, address } = await sent("TestDollar", MaxUint256);
    await sweeps(what(address), MaxUint256);
    assert.equal(await token.balanceOf(payee.address), MaxUint256);
  });

  it("of an address without a token is refused", async () => {
    await refusesSweep(what(stranger.address), ["NotAToken", stranger.address]);
    const refusing = await (await deploy("RefusingPayee")).getAddress();
    await refusesSweep(what(refusing), ["NotAToken", refusing]);
  });
});

describe("a sweep of an odd token", () => {
  freshStatePerTest();

  it("that answers nothing", async () => {
    const { token, address } = await sent("NoReturnDollar");
    await sweeps(what(address), AMOUNT);
    assert.equal(await token.balanceOf(payee.address), AMOUNT);
  });

  for (const name of ["FalseTransferToken", "SilentTransferToken", "LyingToken"]) {
    it(`is refused when it does not move: ${name}`, async () => {
      const { token, address } = await sent(name);
      await refusesSweep(what(address), ["TokenRefused", address]);
      assert.equal(await token.balanceOf(depositOf()), AMOUNT);
    });
  }

  it("that keeps a fee: the event tells what left, the payee has less", async () => {
    const { token, address } = await sent("FeeToken");
    await sweeps(what(address), AMOUNT);
    assert.equal(await token.balanceOf(payee.address), AMOUNT - AMOUNT / 100n);
    assert.equal(await token.balanceOf(depositOf()), 0n);
  });

  it("that grew or shrank since it came", async () => {
    for (const perShare of [3n * 10n ** 17n, 10n ** 18n + 1n, 2n * 10n ** 18n]) {
      const { token, address } = await sent("RebasingToken");
      await token.rebase(perShare);
      const lay = await token.balanceOf(depositOf());
      const [, , , , amount] = events(await (await factory.sweep(what(address))).wait())[0];
      const rest = await token.balanceOf(depositOf());
      assert.equal(amount + rest, lay);
      assert.ok(rest <= 3n, `${rest} were left`);
    }
  });

  it("that blocks the payee: the money stays, and goes when the payee is unblocked", async () => {
    const { token, address } = await sent("BlockingToken");
    await token.setBlocked(payee.address, true);
    await refusesSweep(what(address), ["Blocked", payee.address]);
    assert.equal(await token.balanceOf(depositOf()), AMOUNT);
    await token.setBlocked(payee.address, false);
    await sweeps(what(address), AMOUNT);
  });
});

describe("a payee", () => {
  freshStatePerTest();

  async function ofContract(name, ...args) {
    const contract = await deploy(name, ...args);
    const fields = { payee: await contract.getAddress() };
    await sendCoins(AMOUNT, depositOf(fields.payee));
    return { contract, swept: what(COIN, fields) };
  }

  it("that refuses coins: they stay", async () => {
    const { swept } = await ofContract("RefusingPayee");
    await refusesSweep(swept, ["PayeeRefused", swept.payee]);
    assert.equal(await provider.getBalance(depositOf(swept.payee)), AMOUNT);
  });

  it("that passes coins on", async () => {
    const { swept } = await ofContract("ForwardingPayee", stranger.address);
    const before = await provider.getBalance(stranger.address);
    await sweeps(swept, AMOUNT);
    assert.equal(await provider.getBalance(stranger.address), before + AMOUNT);
  });

  it("that answers a lot is not copied", async () => {
    const { swept } = await ofContract("VerbosePayee");
    const receipt = await sweeps(swept, AMOUNT);
    assert.ok(receipt.gasUsed < 160_000n, `${receipt.gasUsed}`);
  });

  it("that is a deposit address itself", async () => {
    const inner = depositOf();
    await sendCoins(AMOUNT, depositOf(inner));
    await sweeps(what(COIN, { payee: inner }), AMOUNT);
    await sweeps(what(COIN), AMOUNT);
  });

  for (const insists of [true, false]) {
    it(`that sweeps from within ${insists ? "and insists is not paid" : "is told no, and paid once"}`, async () => {
      const { contract, swept } = await ofContract("CallingPayee");
      const again = factory.interface.encodeFunctionData("sweep", [swept]);
      await contract.setCall(factoryAddress, again, 0n, insists);
      if (insists) {
        await refusesSweep(swept, ["PayeeRefused", swept.payee]);
      } else {
        await sweeps(swept, AMOUNT);
        assert.deepEqual(sweepReason(await contract.answer()), ["Reentered"]);
      }
    });
  }
});

describe("a token that calls back", () => {
  freshStatePerTest();

  for (const method of ["sweep", "sweepAll", "sweepInBatch"]) {
    it(`cannot use ${method} from within`, async () => {
      const { token, address } = await sent("CallingToken");
      await sendCoins();
      const inner = what(COIN);
      const data = factory.interface.encodeFunctionData(method, [method === "sweepAll" ? [inner] : inner]);
      await token.setCall(factoryAddress, data, false);
      await sweeps(what(address), AMOUNT);
      assert.equal(await token.called(), false);
      assert.deepEqual(sweepReason(await token.answer()), [method === "sweepInBatch" ? "OnlyItself" : "Reentered"]);
      assert.equal(await provider.getBalance(depositOf()), AMOUNT);
    });
  }

  it("cannot make the address pay past the factory", async () => {
    const dollars = await sent("TestDollar");
    const { token, address } = await sent("CallingToken");
    await token.setCall(depositOf(), clone().interface.encodeFunctionData("pay", [dollars.address, AMOUNT]), false);
    await sweeps(what(address), AMOUNT);
    assert.deepEqual(sweepReason(await token.answer()), ["OnlyFactory"]);
    assert.equal(await dollars.token.balanceOf(depositOf()), AMOUNT);
  });

  it("brings more while it is swept: the event says by so much less, and the rest lies there", async () => {
    const { token, address } = await sent("CallingToken");
    await token.setCall(address, token.interface.encodeFunctionData("mint", [depositOf(), 5n]), true);
    await sweeps(what(address), AMOUNT - 5n);
    assert.equal(await token.balanceOf(payee.address), AMOUNT);
    assert.equal(await token.balanceOf(depositOf()), 5n);
  });

  it("spoils its own sweep when it insists, and no other one of the batch", async () => {
    const dollars = await sent("TestDollar");
    const { token, address } = await sent("CallingToken");
    const data = factory.interface.encodeFunctionData("sweep", [what(dollars.address)]);
    await token.setCall(factoryAddress, data, true);
    const receipt = await (await factory.sweepAll([what(address), what(dollars.address)])).wait();
    assert.deepEqual(events(receipt), [
      ["SweepFailed", depositOf(), payee.address, address],
      ["Swept", depositOf(), payee.address, dollars.address, AMOUNT],
    ]);
  });
});

describe("a batch", () => {
  freshStatePerTest();

  it("sweeps what it can: one that is refused or empty does not stop the others", async () => {
    const refs = [1, 2, 3, 4].map((i) => hashOf(`batch ${i}`));
    const blocking = await deploy("BlockingToken");
    const address = await blocking.getAddress();
    for (const ref of refs.slice(0, 3)) {
      await blocking.mint(depositOf(payee.address, ref), AMOUNT);
    }
    await blocking.setBlocked(depositOf(payee.address, refs[1]), true);
    const receipt = await (await factory.sweepAll(refs.map((ref) => what(address, { ref })))).wait();
    assert.deepEqual(events(receipt), [
      ["Swept", depositOf(payee.address, refs[0]), payee.address, address, AMOUNT],
      ["SweepFailed", depositOf(payee.address, refs[1]), payee.address, address],
      ["Swept", depositOf(payee.address, refs[2]), payee.address, address, AMOUNT],
    ]);
    assert.equal(await provider.getCode(depositOf(payee.address, refs[1])), "0x", "a refused sweep leaves no code");
  });

  it("of several payees pays each their own", async () => {
    const token = await deploy("TestDollar");
    const address = await token.getAddress();
    await token.mint(depositOf(), 1n);
    await token.mint(depositOf(stranger.address), 2n);
    await (await factory.sweepAll([what(address), what(address, { payee: stranger.address })])).wait();
    assert.equal(await token.balanceOf(payee.address), 1n);
    assert.equal(await token.balanceOf(stranger.address), 2n);
  });

  it("names the same address twice: swept once", async () => {
    const { address } = await sent("TestDollar");
    const receipt = await (await factory.sweepAll([what(address), what(address)])).wait();
    assert.deepEqual(events(receipt), [["Swept", depositOf(), payee.address, address, AMOUNT]]);
  });

  it("with a payee who cannot be paid is refused whole", async () => {
    const { address } = await sent("TestDollar");
    const all = [what(address), what(address, { payee: ZeroAddress })];
    await assert.rejects(factory.sweepAll.staticCall(all), (error) => {
      assert.deepEqual(sweepReason(error.data), ["InvalidPayee", ZeroAddress]);
      return true;
    });
  });

  it("of a token that burns all gas loses a bounded part of it, and sweeps the rest", async () => {
    const burning = await sent("BurningToken");
    const dollars = await sent("TestDollar");
    const receipt = await (await factory.sweepAll([what(burning.address), what(dollars.address)])).wait();
    assert.deepEqual(
      events(receipt).map(([name]) => name),
      ["SweepFailed", "Swept"],
    );
    assert.ok(receipt.gasUsed < 700_000n, `${receipt.gasUsed}`);
  });

  it("never leaves a sweep out for lack of gas: it takes all, or the whole batch is refused", async () => {
    const { token, address } = await sent("HeavyToken");
    const reasons = new Set();
    for (let gasLimit = 470_000n; gasLimit < 640_000n; gasLimit += 12_000n) {
      await factory.sweepAll.staticCall([what(address)], { gasLimit }).then(
        () => reasons.add("swept"),
        (error) => reasons.add(sweepReason(error.data)[0]),
      );
      if (reasons.has("swept")) {
        await (await factory.sweepAll([what(address)], { gasLimit })).wait();
        break;
      }
    }
    assert.deepEqual([...reasons], ["NotEnoughGas", "swept"]);
    assert.equal(await token.balanceOf(payee.address), AMOUNT, "what succeeds first has swept it");
  });

  it("with the gas that a wallet estimates sweeps all", async () => {
    const token = await deploy("TestDollar");
    const address = await token.getAddress();
    const all = [];
    for (let i = 0; i < 5; i++) {
      const swept = what(address, { ref: hashOf(`estimate ${i}`) });
      await token.mint(depositOf(payee.address, swept.ref), AMOUNT);
      all.push(swept);
    }
    const estimate = await factory.sweepAll.estimateGas(all);
    const receipt = await (await factory.sweepAll(all, { gasLimit: estimate })).wait();
    assert.equal(events(receipt).filter(([name]) => name === "Swept").length, all.length);
  });

  it("of a hundred fits into one transaction", async () => {
    const token = await deploy("TestDollar");
    const address = await token.getAddress();
    const all = Array.from({ length: 100 }, (_, i) => what(address, { ref: hashOf(`hundred ${i}`) }));
    await sendEach(token, all.map(({ ref }) => depositOf(payee.address, ref)));
    const receipt = await (await factory.sweepAll(all, { gasLimit: TRANSACTION_LIMIT })).wait();
    assert.equal(events(receipt).filter(([name]) => name === "Swept").length, 100);
    assert.equal(await token.balanceOf(payee.address), 100n * AMOUNT);
  });
});

describe("held", () => {
  freshStatePerTest();

  it("tells what lies at each address, before and after a sweep", async () => {
    const { address } = await sent("TestDollar");
    await sendCoins(3n);
    const all = [what(address), what(COIN), what(address, { ref: OTHER_REF })];
    assert.deepEqual((await factory.held(all)).toArray(), [AMOUNT, 3n, 0n]);
    await sweeps(what(address), AMOUNT);
    assert.deepEqual((await factory.held(all)).toArray(), [0n, 3n, 0n]);
    assert.deepEqual((await factory.held([])).toArray(), []);
  });

  it("tells nothing for what is no token, and goes on", async () => {
    const { address } = await sent("TestDollar");
    const refusing = await (await deploy("TestDollar")).getAddress();
    const noToken = await (await deploy("RefusingPayee")).getAddress();
    const all = [what(stranger.address), what(noToken), what(refusing), what(address)];
    assert.deepEqual((await factory.held(all)).toArray(), [0n, 0n, 0n, AMOUNT]);
  });
});
