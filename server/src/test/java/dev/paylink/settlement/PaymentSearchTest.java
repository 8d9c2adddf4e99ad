package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One box to search in, which finds out what was typed. */
final class PaymentSearchTest extends SettlementTest {
  @Test
  void payment_is_found_by_its_id_and_by_no_other() {
    String id = payment();
    payment();
    assertThat(found("search=" + id)).containsExactly(id);
    assertThat(found("search=" + id + "&status=success")).isEmpty();
    String last = id.endsWith("0") ? "1" : "0";
    assertThat(found("search=" + id.substring(0, id.length() - 1) + last)).isEmpty();
  }

  @Test
  void all_payments_of_an_invoice_are_found_by_its_id_and_by_its_number() {
    Reply first = calls.create("{\"invoiceNumber\":\"Rechnung 7\"}").expect(200);
    String second = payment("{\"invoiceId\":\"" + first.text("invoiceId") + "\"}");
    String third = payment("{\"invoiceId\":\"" + first.text("invoiceId") + "\"}");
    List<String> all = List.of(third, second, first.text("paymentId"));
    assertThat(found("search=" + first.text("invoiceId"))).isEqualTo(all);
    assertThat(found("search=Rechnung%207")).isEqualTo(all);
    assertThat(found("search=rechnung%207")).isEqualTo(all);
    assertThat(found("search=rechnung%20")).isEmpty();
  }

  @Test
  void text_is_a_reference_and_a_number_and_finds_each_payment_once() {
    String byNumber = payment("{\"invoiceNumber\":\"both\"}");
    String byReference = payment("{\"reference\":\"both\"}");
    String invoice = calls.status(byNumber).text("invoiceId");
    String byEither = payment("{\"invoiceId\":\"" + invoice + "\",\"reference\":\"both\"}");
    assertThat(found("search=both")).containsExactly(byEither, byReference, byNumber);
    assertThat(found("search=both&limit=2")).containsExactly(byEither, byReference);
    assertThat(found("search=both&cursor=" + byReference)).containsExactly(byNumber);
    assertThat(found("reference=both")).containsExactly(byEither, byReference);
  }

  @Test
  void customer_is_found_by_the_whole_address_also_for_further_payments() {
    String first = payment("{\"customer\":{\"email\":\"zoe+a@example.com\"}}");
    String invoice = calls.status(first).text("invoiceId");
    String second = payment("{\"invoiceId\":\"" + invoice + "\"}");
    assertThat(found("search=" + encoded("zoe+a@example.com"))).containsExactly(second, first);
    assertThat(found("search=" + encoded("zoe@example.com"))).isEmpty();
  }

  @Test
  void customer_is_found_by_parts_of_name_and_address_in_any_case() {
    String ada =
        payment("{\"customer\":{\"name\":\"Ada Lovelace\",\"email\":\"Ada@Engine.example\"}}");
    String adele = payment("{\"customer\":{\"name\":\"Adele Ölund\"}}");
    for (String typed :
        List.of(
            "ada", "ADA L", "lovelace", "Love", "ada@engine.example", "Ada@E", "ada lovelace")) {
      assertThat(found("search=" + encoded(typed))).as(typed).containsExactly(ada);
    }
    assertThat(found("search=" + encoded("öl"))).containsExactly(adele);
    assertThat(found("search=ad")).containsExactly(adele, ada);
    assertThat(found("search=ad&limit=1")).containsExactly(adele);
    assertThat(found("search=ad&cursor=" + adele)).containsExactly(ada);
    for (String typed : List.of("velace", "ada  lovelace", "%", "ada_", "adb")) {
      assertThat(found("search=" + encoded(typed))).as(typed).isEmpty();
    }
  }

  @Test
  void customer_is_found_by_each_word_of_a_name_and_those_behind_it() {
    String berg = payment("{\"customer\":{\"name\":\"Wilhelmina van der Berg\"}}");
    payment("{\"customer\":{\"name\":\"Wim van den Bergh\"}}");
    for (String typed :
        List.of("van der berg", "van der Berg", "VAN DER", "der berg", "Der", "wilhelmina van")) {
      assertThat(found("search=" + encoded(typed))).as(typed).containsExactly(berg);
    }
    assertThat(found("search=berg")).hasSize(2);
    assertThat(found("search=van")).hasSize(2);
    assertThat(found("search=" + encoded("an der"))).isEmpty();
    String five = payment("{\"customer\":{\"name\":\"Maria Luise von und Stein\"}}");
    for (String typed : List.of("maria", "von und stein", "und s", "stein")) {
      assertThat(found("search=" + encoded(typed))).as(typed).containsExactly(five);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Jürgen Müllerström, mullers",
    "Jürgen Müllerström, MÜLLERS",
    "Jürgen Müllerström, jurgen mu\u0308ll",
    "Inés Ibáñez Zúñiga, ibanez z",
    "Klaus Weißkopf, weissk",
    "Işıl Doğan, isil dog",
    "Jurgen Mullerson, mülle",
  })
  void accents_and_case_make_no_difference(String name, String typed) {
    String id = payment("{\"customer\":{\"name\":\"" + name + "\"}}");
    assertThat(found("search=" + encoded(typed))).contains(id);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Seán O'Brien          | o'b",
        "Jean-Luc de la Tour   | la t",
        "Zoé Ñandú             | ñand",
        "Quentin Y             | y",
        "محمد عبد الله         | الله",
        "山田 太郎             | 太",
        "100% Sure_Thing \\ Ltd | sure_thing \\",
        "鈴木\u3000花子           | 花",
        "Nils\u00a0Quist        | qui",
        "Ivo\u00a0zu\u3000Wald Xi | zu\u3000wald x",
        "Ivo \u3000\u00a0 Kron         | kr",
      })
  void word_of_a_name_is_any_characters_between_blanks(String name, String typed) {
    String id = payment("{\"customer\":{\"name\":\"" + name.replace("\\", "\\\\") + "\"}}");
    assertThat(found("search=" + encoded(typed))).containsExactly(id);
  }

  @Test
  void longest_name_is_found_by_its_longest_word() {
    String word = "ä".repeat(198);
    String id = payment("{\"customer\":{\"name\":\"B " + word + "\"}}");
    assertThat(found("search=" + encoded(word))).containsExactly(id);
  }

  @Test
  void payment_is_found_by_its_amount() {
    String one = payment("{\"amount\":\"4711.50\"}");
    assertThat(found("search=4711.50")).containsExactly(one);
    assertThat(found("search=4711.5")).containsExactly(one);
    assertThat(found("search=4711.51")).isEmpty();
    assertThat(found("search=4711")).isEmpty();
  }

  @Test
  void status_and_time_narrow_any_search() {
    String open = payment("{\"reference\":\"narrow\"}");
    String paid = payment("{\"reference\":\"narrow\"}");
    callback.report(CONFIRMED, paid).expect(200);
    assertThat(found("search=narrow&status=success")).containsExactly(paid);
    assertThat(found("search=narrow&status=created")).containsExactly(open);
    Instant made = Instant.parse(calls.status(open).text("createdAt"));
    assertThat(found("search=narrow&createdBefore=" + made)).isEmpty();
    assertThat(found("search=narrow&createdBefore=" + made.plusMillis(1))).contains(open);
    assertThat(found("search=narrow&createdAfter=" + made)).doesNotContain(open);
    assertThat(found("search=narrow&createdAfter=" + made.minusMillis(1))).contains(open);
  }

  @Test
  void nothing_of_another_merchant_is_ever_found() {
    Reply theirs =
        stranger.create(
            "{\"reference\":\"hidden\",\"customer\":"
                + "{\"email\":\"h@example.com\",\"name\":\"One of the Others\"}}");
    List<String> all =
        List.of(
            theirs.text("paymentId"),
            theirs.text("invoiceId"),
            "hidden",
            "h%40example.com",
            "one%20of",
            "of%20the",
            "the%20others",
            "others");
    for (String search : all) {
      assertThat(found("search=" + search)).as(search).isEmpty();
    }
  }

  @Test
  void search_that_cannot_be_understood_is_refused() {
    refused("search=a&reference=b", "search");
    refused("search=" + "a".repeat(513), "search");
    refused("search=%00", "search");
    assertThat(found("search=" + "a".repeat(512))).isEmpty();
    refused("createdBefore=yesterday", "createdBefore");
  }

  private static void refused(String query, String field) {
    Reply reply = calls.get("/sdk/server/payments?" + query);
    reply.expectProblem(400, "INVALID_REQUEST");
    assertThat(reply.faultyFields()).containsExactly(field);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static List<String> found(String query) {
    return merchant.get("/merchant/payments?" + query).expect(200).each("paymentId");
  }
}
