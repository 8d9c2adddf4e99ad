package dev.paylink.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NewPaymentTest {

  @Test
  void a_field_not_set_is_not_sent() {
    assertThat(json(NewPayment.builder())).isEqualTo("{}");
    assertThat(json(NewPayment.builder().customerName("Ann")))
        .isEqualTo("{\"customer\":{\"name\":\"Ann\"}}");
  }

  @Test
  void every_field_of_the_interface_can_be_set() {
    NewPayment.Builder builder =
        NewPayment.builder()
            .reference("order-4711")
            .metadata(Map.of("shelf", "A 7", "clerk", "Zoë"))
            .amount(new BigDecimal("125.50"))
            .currency("USD")
            .description("Two \"chairs\"")
            .invoiceNumber("2026-1")
            .invoiceId("inv_1")
            .customerName("Ann")
            .customerEmail("ann@example.com")
            .successUrl(URI.create("https://shop.example.com/é"))
            .cancelUrl(URI.create("https://shop.example.com/no?a=b"))
            .expiresIn(Duration.ofHours(1))
            .locale(Locale.forLanguageTag("pt-BR"))
            .sendInvoice(false)
            .interfaceName("kiosk");
    assertThat(json(builder))
        .isEqualTo(
            "{\"amount\":\"125.50\",\"cancelUrl\":\"https://shop.example.com/no?a=b\","
                + "\"currency\":\"USD\","
                + "\"customer\":{\"email\":\"ann@example.com\",\"name\":\"Ann\"},"
                + "\"description\":\"Two \\\"chairs\\\"\",\"expiresIn\":3600,"
                + "\"interface\":\"kiosk\",\"invoiceId\":\"inv_1\",\"invoiceNumber\":\"2026-1\","
                + "\"locale\":\"pt-BR\",\"metadata\":{\"clerk\":\"Zoë\",\"shelf\":\"A 7\"},"
                + "\"reference\":\"order-4711\",\"sendInvoice\":false,"
                + "\"successUrl\":\"https://shop.example.com/%C3%A9\"}");
  }

  @Test
  void the_order_of_the_calls_does_not_change_the_bytes() {
    NewPayment one = NewPayment.builder().currency("USD").reference("a").build();
    NewPayment two = NewPayment.builder().reference("a").currency("USD").build();
    assertThat(one.toJson()).isEqualTo(two.toJson());
    assertThat(one).isEqualTo(two).hasSameHashCodeAs(two);
    assertThat(one).isNotEqualTo(NewPayment.builder().reference("b").currency("USD").build());
  }

  @Test
  void a_built_payment_does_not_change_with_its_builder() {
    Map<String, String> pairs = new HashMap<>(Map.of("a", "b"));
    NewPayment.Builder builder = NewPayment.builder().metadata(pairs).customerName("Ann");
    NewPayment built = builder.build();
    pairs.put("c", "d");
    builder.metadata(pairs).customerName("Bob").currency("EUR");
    assertThat(new String(built.toJson(), UTF_8))
        .isEqualTo("{\"customer\":{\"name\":\"Ann\"},\"metadata\":{\"a\":\"b\"}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1E+2", "100.00", "0.01", "999999999999999", "0.000000000000000001", "1E+14"})
  void an_amount_is_sent_as_a_plain_decimal(String amount) {
    BigDecimal value = new BigDecimal(amount);
    assertThat(json(NewPayment.builder().amount(value)))
        .isEqualTo("{\"amount\":\"" + value.toPlainString() + "\"}")
        .doesNotContain("E");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "0.00",
        "-0.01",
        "1000000000000000",
        "1E+15",
        "1E+2147483647",
        "0.0000000000000000001",
        "1E-2147483647"
      })
  void an_amount_no_payment_can_have_is_refused(String amount) {
    BigDecimal value = new BigDecimal(amount);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NewPayment.builder().amount(value))
        .withMessageStartingWith("amount:");
  }

  @Test
  void a_life_time_is_whole_seconds() {
    assertThat(json(NewPayment.builder().expiresIn(Duration.ofMinutes(5))))
        .isEqualTo("{\"expiresIn\":300}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NewPayment.builder().expiresIn(Duration.ofMillis(300_001)));
  }

  @Test
  void a_customers_data_stays_out_of_logs() {
    NewPayment payment = NewPayment.builder().customerEmail("ann@example.com").build();
    assertThat(payment).hasToString("NewPayment[40 bytes]");
  }

  private static String json(NewPayment.Builder builder) {
    return new String(builder.build().toJson(), UTF_8);
  }
}
