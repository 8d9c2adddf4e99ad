package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.money.Networks;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.ReceivedMoney;
import dev.paylink.platform.language.LocalFormat;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sample payment asks for 125.50. */
final class OnChainProofTest {
  private static final LocalFormat GERMAN = LocalFormat.of(Locale.GERMANY);

  @Test
  void tells_what_was_stored() {
    OnChainProof.Transfer transfer =
        only("{\"chainId\":8453,\"blockNumber\":7,\"amount\":\"125.50\"}", Networks.USUAL);
    assertThat(transfer.chain()).isEqualTo("Base (8453)");
    assertThat(transfer.block()).isEqualTo("7");
    assertThat(transfer.amount()).isEqualTo("125.50");
  }

  @Test
  void network_has_the_name_in_the_settings() {
    Networks networks = new Networks(Map.of(8453L, "Our Base"));
    assertThat(only("{\"chainId\":8453}", networks).chain()).isEqualTo("Our Base (8453)");
    assertThat(only("{\"chainId\":10}", networks).chain()).isEqualTo("OP Mainnet (10)");
  }

  @Test
  void network_without_a_name_in_the_settings_is_named_as_on_other_pages() {
    assertThat(only("{\"chainId\":31337}", Networks.USUAL).chain())
        .isEqualTo(Networks.USUAL.label(31337) + " (31337)");
    assertThat(only("{\"chainId\":5}", Networks.USUAL).chain()).isEqualTo(Networks.USUAL.label(5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"unheard\":[1,{\"of\":null}]}",
        "{\"chainId\":\"8453\",\"blockNumber\":-1,\"hash\":7,\"amount\":true,\"token\":null}",
      })
  void what_has_another_shape_is_left_out(String stored) {
    assertThat(of(stored, null)).isEqualTo(of(null, null));
  }

  @Test
  void exact_transfer_is_what_was_counted() {
    OnChainProof proof = of(last("125.50"), '[' + transfer("aa", "125.50", true) + ']');
    assertThat(proof.counted()).isNull();
    assertThat(proof.transfers()).hasSize(1);
    assertThat(proof.transfers().getFirst().moved(GERMAN)).isEqualTo("125,50\u00a0TUSD");
  }

  @Test
  void transfer_of_more_shows_what_it_moved_and_what_was_counted_of_it() {
    OnChainProof proof = of(last("125.50"), '[' + transfer("AA", "140.00", true) + ']');
    assertThat(proof.counted()).isEqualTo("125.50");
    assertThat(proof.transfers())
        .containsExactly(
            new OnChainProof.Transfer("Base (8453)", "0xAA", "7", "TUSD", number("140.00")));
  }

  @Test
  void parts_are_listed_with_the_amount_of_each_and_what_does_not_count_is_not() {
    String transfers =
        '['
            + transfer("bb", "100.00", true)
            + ','
            + transfer("cc", "9.00", false)
            + ','
            + transfer("aa", "25.50", true)
            + ']';
    OnChainProof proof = of(last("125.50"), transfers);
    assertThat(proof.counted()).isNull();
    assertThat(proof.transfers())
        .containsExactly(
            new OnChainProof.Transfer("Base (8453)", "0xbb", null, "TUSD", number("100.00")),
            new OnChainProof.Transfer("Base (8453)", "0xaa", "7", "TUSD", number("25.50")));
  }

  private static String last(String amount) {
    return """
    {"chainId":8453,"hash":"0xaa","blockNumber":7,"logIndex":0,"token":"TUSD","amount":"%s"}"""
        .formatted(amount);
  }

  private static String transfer(String hash, String amount, boolean counts) {
    return """
    {"chainId":8453,"hash":"0x%s","logIndex":0,"token":"TUSD","amount":"%s","counts":%s}"""
        .formatted(hash, amount, counts);
  }

  private static OnChainProof.Transfer only(String stored, Networks networks) {
    return OnChainProof.of(payment(stored, null), networks).transfers().getFirst();
  }

  private static OnChainProof of(@Nullable String stored, @Nullable String transfers) {
    return OnChainProof.of(payment(stored, transfers), Networks.USUAL);
  }

  private static Payment payment(@Nullable String stored, @Nullable String transfers) {
    ReceivedMoney money =
        transfers == null
            ? ReceivedMoney.NOTHING
            : new ReceivedMoney(number("140"), false, Set.of(), transfers);
    return new SamplePayment()
        .success()
        .with(
            PaymentStatus.success,
            InvoiceStatus.paid,
            number("125.50"),
            null,
            stored,
            Instant.EPOCH)
        .with(money, Instant.EPOCH);
  }

  private static BigDecimal number(String text) {
    return new BigDecimal(text);
  }
}
