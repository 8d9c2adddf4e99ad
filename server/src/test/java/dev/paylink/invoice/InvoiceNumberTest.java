package dev.paylink.invoice;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class InvoiceNumberTest {
  @ParameterizedTest
  @CsvSource({
    "1, INV-000001",
    "42, INV-000042",
    "999999, INV-999999",
    "1000000, INV-1000000",
    "9223372036854775807, INV-9223372036854775807",
  })
  void automatic_numbers_have_six_digits_or_as_many_as_they_need(long number, String text) {
    assertThat(InvoiceNumber.of(number)).isEqualTo(text);
    assertThat(InvoiceNumber.hasAutomaticForm(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "INV-",
        "INV-00001",
        "INV-00000a",
        "inv-000001",
        "INV000001",
        "INV-000001 ",
        " INV-000001",
        "INV-000001\n",
        "INV-٠٠٠٠٠١",
        "XINV-000001",
        "2026-000001",
      })
  void other_numbers_cannot_collide_with_them(String text) {
    assertThat(InvoiceNumber.hasAutomaticForm(text)).isFalse();
  }
}
