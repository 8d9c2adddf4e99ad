package dev.paylink.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.web.Templates;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How letters look, whatever they are filled with. */
final class LetterLayoutTest {
  private static final LetterTexts TEXTS = new LetterTexts(Texts.all(Mail.class));
  private static final String URL = "https://pay.example/pay/pay_1/secret";
  private static final Instant AT = Instant.parse("2026-11-20T18:30:00Z");

  private final LetterLayout paper =
      new LetterLayout(new Templates(), TEXTS.all(), "pay.example", false);

  private static CustomerLetter invoice(String locale, String merchant) {
    return new CustomerLetter(
        CustomerLetter.Kind.invoice,
        new CustomerLetter.Sender(merchant, null),
        new CustomerLetter.Reader("ada@there.example", locale, "Ada"),
        "Two tickets",
        "INV-000042",
        new BigDecimal("48.50"),
        "EUR",
        AT,
        null,
        URL);
  }

  @Test
  void invoice_says_who_wants_how_much_for_what_until_when_and_where_to_pay() {
    Letter letter = invoice("de-CH", "Leuchtturm").write(TEXTS);
    assertThat(paper.subject(letter)).isEqualTo("Rechnung über EUR\u00a048.50");
    for (String rendered : List.of(paper.text(letter), paper.html(letter, false))) {
      assertThat(rendered)
          .contains("Leuchtturm bittet Sie um", "Guten Tag Ada,", "48.50", "Two tickets")
          .contains("INV-000042", "20. November 2026", URL, "Automatisch gesendet von pay.example");
    }
  }

  @Test
  void invoice_without_an_amount_or_a_name_says_nothing_of_them() {
    Letter letter =
        new CustomerLetter(
                CustomerLetter.Kind.invoice,
                new CustomerLetter.Sender("M", null),
                new CustomerLetter.Reader("a@b.example", null, null),
                null,
                "1",
                null,
                "EUR",
                AT,
                null,
                URL)
            .write(TEXTS);
    assertThat(paper.text(letter))
        .contains("M asks you for a payment", "Amount: You choose it")
        .doesNotContain("Hello", "For:", "null");
  }

  @Test
  void receipt_names_the_transaction_when_it_is_known() {
    assertThat(paper.text(receipt(new BigDecimal("5.00"), "0xabc").write(TEXTS)))
        .contains("Phare a reçu 5,00", "Transaction: 0xabc", "Voir le reçu:\n" + URL);
    assertThat(paper.text(receipt(null, null).write(TEXTS)))
        .contains("Phare a reçu votre paiement")
        .doesNotContain("Transaction", "null");
  }

  private static CustomerLetter receipt(@Nullable BigDecimal amount, @Nullable String transaction) {
    return new CustomerLetter(
        CustomerLetter.Kind.receipt,
        new CustomerLetter.Sender("Phare", null),
        new CustomerLetter.Reader("a@b.example", "fr", null),
        null,
        "1",
        amount,
        "EUR",
        AT,
        transaction == null ? null : new CustomerLetter.Sent(null, transaction),
        URL);
  }

  @Test
  void arabic_runs_from_right_to_left_and_keeps_latin_names_in_one_piece() {
    Letter letter = invoice("ar", "Shop & Co").write(TEXTS);
    assertThat(paper.html(letter, false))
        .contains("<html lang=\"ar\" dir=\"rtl\">", "align=\"right\"", "\u2068Shop &amp; Co\u2069")
        .contains("dir=\"ltr\" href=\"" + URL);
    assertThat(paper.html(invoice("en", "Shop").write(TEXTS), true))
        .contains("<html lang=\"en\" dir=\"ltr\">")
        .doesNotContain("dir=\"rtl\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "</title></style><b>",
        "${view.letter()} @if(true)",
        "{0} {1} %s"
      })
  void name_is_shown_and_never_obeyed(String name) {
    Letter letter = invoice("en", name).write(TEXTS);
    assertThat(paper.text(letter)).contains(name + " asks you for");
    String html = paper.html(letter, false);
    assertThat(html).doesNotContain("<script", "<img", "<b>");
    assertThat(html.replace("&lt;", "<").replace("&gt;", ">").replace("&#34;", "\""))
        .contains(name + " asks you for");
    assertThat(html.split("</title>", -1)).hasSize(2);
  }

  @Test
  void name_cannot_add_a_line_or_turn_the_text_around() {
    Letter letter =
        invoice("en", "Shop\n\nYour account is closed\u2028Pay\u202ehere\0").write(TEXTS);
    assertThat(paper.subject(letter)).doesNotContain("Shop", "closed", "INV-000042");
    Letter forged =
        new Letter(
            letter.to(),
            letter.language(),
            "a\n\nb\u2028c\u202ed\0",
            "",
            List.of(),
            List.of(),
            null);
    assertThat(paper.subject(forged)).isEqualTo("a b c d");
    assertThat(paper.text(letter))
        .contains("Shop Your account is closed Pay here asks you for")
        .doesNotContain("\nYour account", "\u202e", "\0");
    assertThat(paper.html(letter, false)).doesNotContain("\u202e", "\u2028", "\0");
  }

  @ParameterizedTest
  @EnumSource
  void nothing_is_loaded_from_anywhere(Language language) {
    String html = paper.html(invoice(language.tag(), "Shop").write(TEXTS), true);
    assertThat(html).doesNotContain("src=", "url(", "@import", "<link", "<script");
    assertThat(html.replace(URL, "")).doesNotContain("http");
    assertThat(html).contains("prefers-color-scheme: dark");
  }

  @Test
  void test_system_says_so_in_subject_text_and_html() {
    LetterLayout test = new LetterLayout(new Templates(), TEXTS.all(), "pay.example", true);
    Letter letter = invoice("en", "Shop").write(TEXTS);
    assertThat(test.subject(letter)).startsWith("[Test] Invoice for ");
    assertThat(test.text(letter)).startsWith("Test mode: no real money is moved\n");
    assertThat(test.html(letter, false)).contains("Test mode: no real money is moved");
    assertThat(paper.text(letter) + paper.html(letter, false)).doesNotContain("Test mode");
  }
}
