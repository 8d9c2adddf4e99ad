package dev.paylink.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Permit2;
import dev.paylink.chain.evm.TransferAddresses;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.EvmAddress;
import dev.paylink.testing.Browser;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A merchant cannot be paid where nobody, or somebody else, gets the money. */
final class PayeeTest {
  @AutoClose private static final DevChain chain = DevChain.start();

  @AutoClose
  private static final TestService service =
      TestService.builder()
          .testDollarOn(
              chain.config(
                  "local",
                  chain.settlement(),
                  3,
                  1,
                  chain.factory(),
                  List.of(),
                  chain.dollar(false)))
          .start();

  @Test
  void deposit_address_at_which_nobody_is_paid_is_refused_with_its_reason() {
    Browser merchant = service.signedIn();
    Map<String, String> reasons =
        Map.ofEntries(
            Map.entry(chain.settlement(), "is the settlement contract"),
            Map.entry(chain.factory(), "is the factory"),
            Map.entry(
                TransferAddresses.implementation(EvmAddress.of(chain.factory())).toString(),
                "is the factory"),
            Map.entry(chain.token(), "is the contract of a token"),
            Map.entry(Permit2.ADDRESS.toString(), "is Permit2"),
            Map.entry("0x0000000000000000000000000000000000000001", "has no owner"),
            Map.entry("0x0000000000000000000000000000000000000100", "has no owner"),
            Map.entry("0x4200000000000000000000000000000000000006", "has no owner"),
            Map.entry("0x000000000000000000000000000000000000dEaD", "has no owner"),
            Map.entry(transferAddress(), "is the transfer address of a payment"));
    reasons.forEach(
        (address, reason) -> {
          for (String field : List.of("depositAddress", "userDepositAddress")) {
            Reply refused =
                merchant
                    .put("/merchant/profile", "{\"%s\":\"%s\"}".formatted(field, lower(address)))
                    .expectProblem(400, "INVALID_REQUEST");
            assertThat(refused.body()).contains(field, reason);
          }
        });
    merchant
        .put("/merchant/profile", "{\"depositAddress\":\"%s\"}".formatted(lower(chain.payer())))
        .expect(200);
  }

  /** Without a checksum, which some of them are not written with. */
  private static String lower(String address) {
    return EvmAddress.of(address).hex();
  }

  /** Where a payment of the same merchant is made by plain transfer. */
  private static String transferAddress() {
    Reply created = service.calls().create("{\"amount\":\"5.00\"}").expect(200);
    service
        .browser()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post(
            URI.create(created.text("paymentUrl")).getPath() + "/transfer",
            "option=" + chain.chainId() + "%3ATUSD")
        .expect(303);
    PaymentId id = Objects.requireNonNull(PaymentId.parse(created.text("paymentId")));
    EvmAddress payee = EvmAddress.of("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
    return TransferAddresses.of(EvmAddress.of(chain.factory()), payee, TransferAddresses.refOf(id))
        .toString();
  }
}
