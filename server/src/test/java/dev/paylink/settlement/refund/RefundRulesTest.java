package dev.paylink.settlement.refund;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.ids.RefundId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A refund takes its amount exactly while it can still be settled, or is. */
final class RefundRulesTest {
  private static final Instant MADE = Instant.ofEpochSecond(1_000);
  private static final Instant LATER = Instant.ofEpochSecond(2_000);
  private static final Bytes32 HASH = new Bytes32("0x" + "7".repeat(64));
  private static final EvmAddress TO = EvmAddress.of("0x" + "1".repeat(40));

  @ParameterizedTest
  @CsvSource({
    "requested, true",
    "sent,      true",
    "settled,   false",
    "failed,    false",
    "canceled,  false",
  })
  void refund_is_open_while_it_can_still_be_settled(RefundStatus status, boolean open) {
    Refund changed = refund(null).with(status, HASH, 5L, LATER);
    assertThat(changed.open()).isEqualTo(open);
    assertThat(changed.status()).isEqualTo(status);
    assertThat(changed.updatedAt()).isEqualTo(LATER);
    assertThat(changed.createdAt()).isEqualTo(MADE);
  }

  @Test
  void repeated_request_is_answered_as_the_first_was() {
    Refund first = refund(null);
    assertThat(first.with(RefundStatus.settled, HASH, 5L, LATER).asRequested()).isEqualTo(first);
  }

  @Test
  void repeated_request_without_an_address_forgets_the_one_that_was_named() {
    RefundLink link = RefundLink.random();
    Refund named =
        refund(link)
            .with(
                new Refund.Payable(TO, TO, HASH),
                9_999,
                LATER,
                new RefundLink(link.token(), TO.toString(), LATER));
    Refund again = named.asRequested();
    assertThat(named.lacksAddress()).isFalse();
    assertThat(named.namedAddress()).isEqualTo(TO.toString());
    assertThat(again.lacksAddress()).isTrue();
    assertThat(again.to()).isNull();
    assertThat(again.payable()).isNull();
    assertThat(again.namedAddress()).isNull();
    assertThat(again.expiresAt()).isEqualTo(MADE.plus(RefundLink.TIME_TO_NAME));
    assertThat(again.addressPath()).isEqualTo(named.addressPath());
  }

  @Test
  void link_names_the_refund_and_nothing_else_is_a_link() {
    Refund refund = refund(RefundLink.random());
    String path = String.valueOf(refund.addressPath());
    RefundLink.Presented presented =
        Objects.requireNonNull(RefundLink.parse(path.substring("/refund/".length())));
    assertThat(presented.merchant()).isEqualTo(refund.merchantId());
    assertThat(presented.id()).isEqualTo(refund.id());
    assertThat(RefundLink.parse("")).isNull();
    assertThat(RefundLink.parse("not base64!")).isNull();
    assertThat(RefundLink.parse(path.substring("/refund/".length()) + "AAAA")).isNull();
    assertThat(refund(null).addressPath()).isNull();
  }

  @Test
  void summary_says_where_it_goes() {
    assertThat(refund(null).summary()).endsWith("3.5 USD in USDC to " + TO);
    assertThat(refund(RefundLink.random()).summary())
        .endsWith("to an address that the customer names");
  }

  private static Refund refund(@Nullable RefundLink link) {
    return new Refund(
        new MerchantId(new UUID(1, 1)),
        new RefundId(new UUID(2, 2)),
        new PaymentId(new UUID(3, 3)),
        new BigDecimal("3.5"),
        "USD",
        null,
        link == null ? new Refund.Payable(TO, TO, HASH) : new Refund.AwaitingAddress(),
        8453,
        "USDC",
        TO,
        BigInteger.valueOf(3_500_000),
        3_000,
        RefundStatus.requested,
        true,
        false,
        null,
        null,
        MADE,
        MADE,
        link);
  }
}
