package dev.paylink.settlement.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.money.Currency;
import dev.paylink.payment.LinkToken;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.ReceivedMoney;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an outcome does to a payment, and which confirmation is none, without a database. */
final class OutcomeRulesTest {
  private static final String PAYEE = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  private static final Currency USD = new Currency("USD", 2, List.of("USDC", "USDT"));

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "SUBMITTED, created, submitted",
        "SUBMITTED, submitted, -",
        "SUBMITTED, success, -",
        "SUBMITTED, failed, -",
        "CONFIRMED, created, success",
        "CONFIRMED, submitted, success",
        "CONFIRMED, success, success",
        "CONFIRMED, failed, success",
        "FAILED, created, failed",
        "FAILED, submitted, failed",
        "FAILED, success, failed",
        "FAILED, failed, failed",
        "EXPIRED, created, failed",
        "EXPIRED, submitted, failed",
        "EXPIRED, success, -",
        "EXPIRED, failed, -",
        "DROPPED, created, -",
        "DROPPED, submitted, created",
        "DROPPED, success, -",
        "DROPPED, failed, -",
      })
  void status_follows_from_the_outcome(
      OutcomeType type, PaymentStatus before, @Nullable PaymentStatus after) {
    assertThat(type.after(before)).isEqualTo(after);
  }

  @Test
  void merchants_hear_of_all_but_what_is_submitted_no_longer() {
    assertThat(Stream.of(OutcomeType.values()).filter(type -> !type.isTold()))
        .containsExactly(OutcomeType.DROPPED);
  }

  @Test
  void another_component_reports_three_types_and_no_expiry() {
    assertThat(OutcomeType.texts())
        .containsExactly("payment.submitted", "payment.confirmed", "payment.failed");
    assertThat(OutcomeType.parse("payment.failed")).isEqualTo(OutcomeType.FAILED);
    assertThat(OutcomeType.parse("payment.expired")).isNull();
    assertThat(OutcomeType.EXPIRED.text()).isEqualTo("payment.failed");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, -, -, -",
        "USDC, 125.50, 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed, -",
        "USDT, 125.5, 0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED, -",
        "USDC, 125.500000, -, -",
        "EURC, -, -, token is not accepted for USD",
        "-, 125.49, -, amount is not the one asked for",
        "-, 125.51, -, amount is not the one asked for",
        "-, 125.500001, -, amount is not the one asked for",
        "-, 125, -, amount is not the one asked for",
        "-, 0, -, amount is not the one asked for",
        "-, 12550, -, amount is not the one asked for",
        "-, -, 0x000000000000000000000000000000000000dEaD, payee is not the merchant's deposit"
            + " address",
      })
  void confirmation_must_match_in_what_it_tells(
      @Nullable String token,
      @Nullable BigDecimal amount,
      @Nullable String payee,
      @Nullable String fault) {
    assertThat(Mismatch.of(asking("125.50"), PAYEE, told(token, amount, payee), USD))
        .isEqualTo(fault);
  }

  @Test
  void every_fault_is_named() {
    assertThat(
            Mismatch.of(
                asking("1.00"),
                PAYEE,
                told("EURC", new BigDecimal("2"), "0x" + "0".repeat(40)),
                USD))
        .isEqualTo(
            "payee is not the merchant's deposit address; token is not accepted for USD;"
                + " amount is not the one asked for");
  }

  @Test
  void currency_that_is_no_longer_configured_takes_no_token_and_no_chosen_amount() {
    assertThat(Mismatch.of(asking("1.00"), PAYEE, told("USDC", null, null), null))
        .isEqualTo("token is not accepted for USD");
    assertThat(Mismatch.of(asking(null), PAYEE, told(null, BigDecimal.ONE, null), null))
        .isEqualTo("amount is not the one asked for");
    assertThat(Mismatch.of(asking("1.00"), PAYEE, told(null, BigDecimal.ONE, null), null)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "0.01, 0.01",
        "5, 5.00",
        "5.1, 5.10",
        "7.1000, 7.10",
        "1E+2, 100.00",
        "999999999999999.99, 999999999999999.99",
        "0, -",
        "0.001, -",
        "7.1001, -",
        "1000000000000000, -"
      })
  void chosen_amount_is_any_of_the_currency(BigDecimal told, @Nullable BigDecimal amount) {
    assertThat(Mismatch.chosen(told, USD)).isEqualTo(amount);
    assertThat(Mismatch.of(asking(null), PAYEE, told(null, told, null), USD) == null)
        .isEqualTo(amount != null);
  }

  private static OnChainTransaction told(
      @Nullable String token, @Nullable BigDecimal amount, @Nullable String payee) {
    return new OnChainTransaction(null, null, null, null, token, amount, null, payee);
  }

  private static Payment asking(@Nullable String amount) {
    return new Payment(
        new MerchantId(new UUID(0, 1)),
        new PaymentId(new UUID(0, 2)),
        PaymentStatus.created,
        new InvoiceId(new UUID(0, 3)),
        "INV-000001",
        InvoiceStatus.open,
        amount == null ? null : new BigDecimal(amount),
        "USD",
        null,
        null,
        null,
        null,
        "service-server",
        null,
        null,
        null,
        new LinkToken(new byte[16]),
        Instant.EPOCH,
        Instant.EPOCH,
        Instant.EPOCH,
        null,
        ReceivedMoney.NOTHING,
        null);
  }
}
