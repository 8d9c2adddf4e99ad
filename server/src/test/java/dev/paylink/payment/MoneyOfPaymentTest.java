package dev.paylink.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.invoice.InvoiceStatus;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people are told about the money of a payment of 125.50. */
final class MoneyOfPaymentTest {
  @ParameterizedTest
  @CsvSource({
    "125.50, , ",
    "125.500001, , ",
    "125.62, , ",
    "125.63, , 0.13",
    "251, , 125.50",
    "251, 125.50, ",
    "251, 100, 25.50",
    "100, , ",
  })
  void surplus_is_told_unless_it_is_dust(
      BigDecimal received, @Nullable BigDecimal refunded, @Nullable BigDecimal surplus) {
    assertThat(payment(PaymentStatus.success, received, refunded).surplus()).isEqualTo(surplus);
    assertThat(payment(PaymentStatus.failed, received, refunded).surplus()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "50, , false",
    "50, 49.99, false",
    "50, 50, true",
    "50.009999, 50, true",
    "50.01, 50, false",
    "50, 60, true",
    "0, 50, false",
  })
  void what_cannot_be_refunded_is_not_missed(
      BigDecimal received, @Nullable BigDecimal refunded, boolean isBack) {
    Payment ended = payment(PaymentStatus.failed, received, refunded);
    assertThat(ended.isGivenBack()).isEqualTo(isBack);
    assertThat(ended.isPartlyPaid()).isNotEqualTo(isBack);
    assertThat(ended.flags().contains(PaymentFlag.underpaid)).isNotEqualTo(isBack);
  }

  @ParameterizedTest
  @CsvSource({
    "125.50, 125.49, false",
    "125.50, 125.50, true",
    "251, 125.50, false", // paid twice, and one of them is back
    "251, 251, true",
    "62.75, 62.75, true", // accepted
    "0, 125.49, false", // a report said nothing of what came
    "0, 125.50, true",
    "0, , false",
  })
  void success_is_refunded_once_nothing_of_it_is_left(
      BigDecimal received, @Nullable BigDecimal refunded, boolean isRefunded) {
    assertThat(payment(PaymentStatus.success, received, refunded).isRefunded())
        .isEqualTo(isRefunded);
  }

  @ParameterizedTest
  @CsvSource({
    "251, , false",
    "251, 125.38, true", // the rest is dust
    "251, 125.37, false",
    "251, 125, false",
    "251, 125.50, true",
    "376.50, 125.50, false",
    ", 1, false",
    ", 125.50, true",
  })
  void nothing_is_left_to_do_about_a_second_payment_that_was_given_back(
      @Nullable BigDecimal received, @Nullable BigDecimal refunded, boolean isDone) {
    assertThat(payment(PaymentStatus.success, received, refunded).isDone(PaymentFlag.overpaid))
        .isEqualTo(isDone);
  }

  @ParameterizedTest
  @CsvSource({
    "1.00, 1.001, ", // a thousandth, but no refund can name it
    "1.00, 1.01, 0.01",
    "100.00, 100.09, ",
    "100.00, 100.10, 0.10",
    "900, 900.9, ", // a currency without decimals
    "900, 901, 1",
  })
  void surplus_is_what_can_be_refunded(
      BigDecimal amount, BigDecimal received, @Nullable BigDecimal surplus) {
    assertThat(payment(PaymentStatus.success, amount, received, null).surplus())
        .usingComparator(Comparator.nullsFirst(Comparator.naturalOrder()))
        .isEqualTo(surplus);
  }

  private static Payment payment(
      PaymentStatus status, @Nullable BigDecimal received, @Nullable BigDecimal refunded) {
    return payment(status, new BigDecimal("125.50"), received, refunded);
  }

  private static Payment payment(
      PaymentStatus status,
      BigDecimal amount,
      @Nullable BigDecimal received,
      @Nullable BigDecimal refunded) {
    UUID id = new UUID(0, 1);
    return new Payment(
        new MerchantId(id),
        new PaymentId(id),
        status,
        new InvoiceId(id),
        "INV-000001",
        InvoiceStatus.open,
        amount,
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
        refunded,
        new ReceivedMoney(received, true, Set.of(), null),
        null);
  }
}
