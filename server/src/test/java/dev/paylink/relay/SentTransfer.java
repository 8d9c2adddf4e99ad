package dev.paylink.relay;

import dev.paylink.chain.evm.Abi;
import dev.paylink.chain.evm.FactoryCalls;
import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.chain.evm.TransferAddresses;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.EvmAddress;
import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A payment of 12.50 whose payer was shown an address, and sends to it. */
final class SentTransfer {
  /** The sandbox merchant's. */
  static final EvmAddress PAYEE = EvmAddress.of("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");

  private final RelayWorld world;
  private final Reply payment;
  private final Place place;
  private final String address;

  SentTransfer(RelayWorld world) {
    this.world = world;
    this.payment = world.create();
    PaymentId id = Objects.requireNonNull(PaymentId.parse(payment.text("paymentId")));
    EvmAddress factory = EvmAddress.of(world.chain.factory());
    this.place = new Place(PAYEE, TransferAddresses.refOf(id), EvmAddress.of(world.chain.token()));
    this.address = TransferAddresses.of(factory, PAYEE, place.ref()).toString();
    world
        .service
        .browser()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post(RelayWorld.path(payment) + "/transfer", "option=" + world.chain.chainId() + "%3ATUSD")
        .expect(303);
  }

  String id() {
    return payment.text("paymentId");
  }

  /** Sends, and waits until the service knows it from a final block. */
  SentTransfer of(long units) {
    int before = known();
    world.chain.transfer(world.chain.payer(), address, units);
    world.chain.mine(RelayWorld.DEPTH);
    Await.until("a final transfer is known", () -> known() > before);
    return this;
  }

  SentTransfer ofAll() {
    of(12_500_000);
    world.awaitStatus(payment, "success");
    return this;
  }

  private int known() {
    return world.number("select count(*) from incoming_transfer where not collected").intValue();
  }

  /** Sweeps the address as the merchant could. */
  void collect(String account, String fee) {
    world.chain.call(
        "eth_sendTransaction",
        Map.of(
            "from",
            account,
            "to",
            world.chain.factory(),
            "gas",
            "0x7a120",
            "maxFeePerGas",
            fee,
            "maxPriorityFeePerGas",
            fee,
            "data",
            FactoryCalls.sweepAll(List.of(place))));
  }

  static BigInteger held(RelayWorld world) {
    String question = "0x70a08231" + HexFormat.of().formatHex(Abi.word(PAYEE));
    String answer = world.chain.viewAll(world.chain.token(), List.of(question)).getFirst();
    return new BigInteger(answer.substring(2), 16);
  }
}
