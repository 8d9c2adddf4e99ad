package dev.paylink.merchant.operator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that read like other names are marked; honest names in any language are not. */
final class NameMarkTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Analytical Engines Ltd",
        "Müller & Söhne GmbH",
        "Crédit Agricole S.A.",
        "Łódź 24/7",
        "Сбербанк России",
        "Πειραιώς Τράπεζα",
        "株式会社トヨタ Toyota",
        "카카오 뱅크",
        "شركة الاتصالات",
        "भारत पेट्रोलियम"
      })
  void honest_names_have_no_mark(String name) {
    assertThat(NameMark.of(name)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "\u0410mazon Payments, 'mixed_scripts,confusable'", // Cyrillic A
    "Goog\u03bfe Pay, 'mixed_scripts,confusable'", // Greek omicron
    "Кофе Coffee, mixed_scripts",
    "\u0410\u0440\u0440\u0435 \u0421\u043e\u0440\u0443, confusable", // all Cyrillic
    "\u0391\u0392\u0392, confusable", // all Greek
    "\uff30ay\uff30al, confusable", // full width
    "\ud835\udc00mazon, confusable", // mathematical
    "Pa\u0131pal, confusable", // dotless i
    "Pay\u200bPal, hidden",
    "Pay\u00adPal, hidden",
    "Pay\u3164Pal, hidden",
    "PayPal\ufe0f, hidden",
    "Pay\u202elaP, right_to_left",
    "\u2067PayPal\u2069, right_to_left"
  })
  void what_reads_like_another_name_is_marked(String name, String marks) {
    assertThat(String.join(",", NameMark.of(name).stream().map(Enum::name).toList()))
        .isEqualTo(marks);
  }

  @Test
  void name_is_shown_with_what_nobody_sees_and_as_it_reads() {
    assertThat(NameMark.visible("Pay\u202elaP\u200b")).isEqualTo("Pay[U+202E]laP[U+200B]");
    assertThat(NameMark.visible("Müller 24")).isEqualTo("Müller 24");
    assertThat(NameMark.readsLike("\u0410mazon")).isEqualTo("Amazon");
    assertThat(NameMark.readsLike("Сбербанк")).isNull();
    assertThat(NameMark.readsLike("Amazon")).isNull();
  }
}
