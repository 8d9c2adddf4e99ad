package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.TransferLog;
import dev.paylink.chain.transfer.IncomingTransferStore;
import dev.paylink.chain.transfer.TransferAddressQueries;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a plain transfer to a payment's address counts for. */
final class CreditRulesTest {
  private static final EvmAddress ADDRESS = address(1);
  private static final EvmAddress USDC = address(2);
  private static final EvmAddress EURC = address(3);
  private static final TransferAddressQueries.Known ROW =
      new TransferAddressQueries.Known(
          new MerchantId(new UUID(1, 1)),
          new PaymentId(new UUID(2, 2)),
          ADDRESS,
          USDC,
          "USDC",
          6,
          1_000);
  private static final Map<EvmAddress, Token> LISTED =
      Map.of(EURC, new Token("EURC", EURC, 2, false, false, null));

  @Test
  void offered_token_is_credited_before_the_deadline_and_late_from_then_on() {
    IncomingTransferStore.Transferred before = transferred(USDC, List.of(ROW), true);
    assertThat(before.kind()).isEqualTo(IncomingTransferStore.Kind.credited);
    assertThat(before.amount()).isEqualTo(new BigDecimal("1.500000"));
    assertThat(before.symbol()).isEqualTo("USDC");
    assertThat(transferred(USDC, List.of(ROW), false).kind())
        .isEqualTo(IncomingTransferStore.Kind.late);
  }

  @Test
  void listed_token_that_was_not_offered_is_kept_as_another_with_its_own_decimals() {
    IncomingTransferStore.Transferred other = transferred(EURC, List.of(ROW), true);
    assertThat(other.kind()).isEqualTo(IncomingTransferStore.Kind.other);
    assertThat(other.symbol()).isEqualTo("EURC");
    assertThat(other.amount()).isEqualTo(new BigDecimal("15000.00"));
    assertThat(other.row()).isEqualTo(ROW);
  }

  @Test
  void offered_token_has_the_decimals_that_were_stored_with_it() {
    TransferAddressQueries.Known coarse =
        new TransferAddressQueries.Known(
            ROW.merchant(), ROW.payment(), ADDRESS, USDC, "USDC", 2, 1_000);
    assertThat(transferred(USDC, List.of(coarse), true).amount())
        .isEqualTo(new BigDecimal("15000.00"));
  }

  @Test
  void unknown_token_and_unknown_address_are_not_kept() {
    assertThat(CreditRules.transferred(log(address(9)), List.of(ROW), LISTED, it -> true)).isNull();
    assertThat(CreditRules.transferred(log(EURC), List.of(), LISTED, it -> true)).isNull();
    assertThat(CreditRules.transferred(log(USDC), List.of(), LISTED, it -> true)).isNull();
  }

  private static IncomingTransferStore.Transferred transferred(
      EvmAddress token, List<TransferAddressQueries.Known> rows, boolean inTime) {
    return java.util.Objects.requireNonNull(
        CreditRules.transferred(log(token), rows, LISTED, deadline -> deadline == 1_000 && inTime));
  }

  private static TransferLog log(EvmAddress token) {
    Bytes32 hash = new Bytes32("0x" + "7".repeat(64));
    return new TransferLog(5, hash, hash, 0, token, address(8), ADDRESS, new BigInteger("1500000"));
  }

  private static EvmAddress address(int number) {
    return EvmAddress.of("0x%040x".formatted(number));
  }
}
