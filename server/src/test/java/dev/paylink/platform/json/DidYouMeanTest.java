package dev.paylink.platform.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DidYouMeanTest {
  private static final List<String> KNOWN =
      List.of("amount", "currency", "invoiceNumber", "invoiceId", "successUrl", "id");

  @ParameterizedTest
  @CsvSource({
    "amount, amount",
    "amout, amount",
    "ammount, amount",
    "amuont, amount",
    "AMOUNT, amount",
    "curency, currency",
    "invoice_number, invoiceNumber",
    "invoicenumber, invoiceNumber",
    "invoiceID, invoiceId",
    "succesURL, successUrl",
    "ib, id",
  })
  void a_near_name_is_suggested(String name, String meant) {
    assertThat(DidYouMean.nearest(name, KNOWN)).isEqualTo(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "xy", "color", "amxyzt", "merchant", "reference"})
  void a_far_name_is_not(String name) {
    assertThat(DidYouMean.nearest(name, KNOWN)).isNull();
  }

  @Test
  void the_nearest_of_several_wins_whatever_their_order() {
    assertThat(DidYouMean.nearest("invoiceNumbr", KNOWN)).isEqualTo("invoiceNumber");
    assertThat(DidYouMean.nearest("invoiceNumbr", KNOWN.reversed())).isEqualTo("invoiceNumber");
  }

  @Test
  void a_name_as_long_as_a_body_costs_no_comparison() {
    assertThat(DidYouMean.nearest("amount".repeat(10_000), KNOWN)).isNull();
  }
}
