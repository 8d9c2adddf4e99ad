package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OpenAmountTest extends PageTest {
  private static Reply choose(Link link, String typed) {
    return service
        .browser()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post(
            link.path() + "/amount", "amount=" + URLEncoder.encode(typed, StandardCharsets.UTF_8));
  }

  @Test
  void the_page_asks_for_the_amount_first() {
    Link link = service.newLink().openAmount().create();
    assertThat(page(link))
        .contains("Amount in USD", "action=\"" + link.path() + "/amount\"")
        .doesNotContain("http-equiv"); // a reload would lose what is being typed
    Reply reply = choose(link, "12.5").expect(303);
    assertThat(reply.header("Location")).isEqualTo(link.path());
    assertThat(page(link)).contains("$12.50", "data-amount=\"12.50\"");
    assertThat(service.amounts(link)).containsExactly("12.50", "null");
  }

  @ParameterizedTest
  @CsvSource({
    "USD, en, 0.01, 0.01",
    "USD, de, '0,01', 0.01",
    "USD, ar, ٧٫٥, 7.50",
    "JPY, ja, １２００, 1200",
    "BTCX, en, 0.00000001, 0.00000001",
  })
  void an_amount_of_the_currency_is_taken(
      String currency, String locale, String typed, String stored) {
    Link link =
        service.newLink().openAmount().with("currency", currency).with("locale", locale).create();
    choose(link, typed).expect(303);
    assertThat(service.amounts(link).getFirst()).isEqualTo(stored);
  }

  @ParameterizedTest
  @CsvSource({
    "USD, en, 0",
    "USD, en, -1",
    "USD, en, 0.001",
    "USD, en, '1,000'",
    "USD, de, 1.000",
    "USD, en, ''",
    "USD, en, 1e3",
    "USD, en, NaN",
    "USD, en, 1000000000000000",
    "JPY, ja, 12.5",
  })
  void what_is_no_amount_of_the_currency_is_refused_and_can_be_corrected(
      String currency, String locale, String typed) {
    Link link =
        service.newLink().openAmount().with("currency", currency).with("locale", locale).create();
    Reply refused = choose(link, typed).expect(400);
    assertThat(refused.body())
        .contains("role=\"alert\"", "aria-invalid=\"true\"", "value=\"" + typed + "\"");
    assertThat(service.amounts(link)).containsExactly("null", "null");
    choose(link, "12").expect(303);
  }

  @Test
  void hostile_input_stays_text() {
    Link link = service.newLink().openAmount().create();
    assertThat(choose(link, "\"><script>alert(1)</script>").expect(400).body())
        .doesNotContain("<script>")
        .contains("value=\"&#34;>&lt;script");
  }

  @Test
  void the_first_choice_stands() {
    Link link = service.newLink().openAmount().create();
    choose(link, "5").expect(303);
    choose(link, "5.00").expect(303); // sent twice
    assertThat(choose(link, "6").expect(409).body()).contains("The amount is already set");
    assertThat(service.amounts(link).getFirst()).isEqualTo("5.00");
  }

  @Test
  void an_amount_that_the_merchant_has_set_is_not_the_payers_to_change() {
    Link link = service.newLink().create();
    choose(link, "1").expect(409);
    assertThat(service.amounts(link)).containsExactly("125.50", "125.50");
  }

  @ParameterizedTest
  @CsvSource({"submitted", "success", "failed"})
  void a_payment_that_is_no_longer_created_takes_no_amount(String status) {
    Link link = service.newLink().openAmount().status(status).create();
    choose(link, "5").expect(409);
    assertThat(service.amounts(link)).containsExactly("null", "null");
  }

  @Test
  void of_many_choices_at_once_one_stands() {
    Link link = service.newLink().openAmount().create();
    List<CompletableFuture<Integer>> racers =
        IntStream.rangeClosed(1, 8)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(() -> choose(link, Integer.toString(i)).status()))
            .toList();
    assertThat(racers.stream().map(CompletableFuture::join))
        .containsOnly(303, 409)
        .containsOnlyOnce(303);
  }

  @Test
  void create_payment_is_replayed_with_the_bytes_of_the_first_answer() {
    Reply created = service.calls().create("open-amount", "{}").expect(200);
    Link link = new Link(created.text("paymentId"), created.text("paymentUrl"));
    choose(link, "7.25").expect(303);
    Reply replayed = service.calls().create("open-amount", "{}").expect(200);
    assertThat(replayed.body()).isEqualTo(created.body());
    assertThat(service.calls().status(link.id()).text("amount")).isEqualTo("7.25");
  }
}
