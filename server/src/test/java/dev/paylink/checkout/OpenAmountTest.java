package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.PaymentId;
import dev.paylink.money.Currencies;
import dev.paylink.settlement.apply.EventBody;
import dev.paylink.settlement.apply.OutcomeType;
import dev.paylink.settlement.apply.Report;
import dev.paylink.settlement.apply.ReportBatch;
import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Rounds;
import dev.paylink.testing.Stored;
import dev.paylink.testing.Together;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What payers may choose, once, while nothing is decided. */
final class OpenAmountTest extends PageTest {
  private final Stored stored = service.stored();

  private static Reply choose(Link link, String typed) {
    return service
        .browser()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post(
            link.path() + "/amount", "amount=" + URLEncoder.encode(typed, StandardCharsets.UTF_8));
  }

  @Test
  void the_page_asks_for_the_amount_first() {
    Link link = new NewLink(service).openAmount().create();
    assertThat(page(link))
        .contains("Amount in USD", "action=\"" + link.path() + "/amount\"")
        .doesNotContain("http-equiv"); // a reload would lose what is being typed
    Reply reply = choose(link, "12.5").expect(303);
    assertThat(reply.header("Location")).isEqualTo(link.path());
    assertThat(page(link)).contains("$12.50", "data-amount=\"12.50\"");
    assertThat(link.amounts(service)).containsExactly("12.50", "null");
  }

  @Test
  void the_merchant_reads_the_chosen_amount_in_answers_and_in_the_export() {
    Link link = new NewLink(service).openAmount().create();
    choose(link, "12.5").expect(303);
    assertThat(service.calls().status(link.id()).text("amount")).isEqualTo("12.50");
    String csv = service.signedIn().get("/merchant/payments.csv?search=" + link.id()).body();
    assertThat(csv.lines().skip(1)).singleElement().asString().contains(",12.50,USD,");
  }

  /** A sandbox's clock is set forward; open pages wait for another time of the last change. */
  @Test
  void a_choice_is_a_later_change_even_where_the_clock_was_ahead() {
    Link link = new NewLink(service).openAmount().create();
    stored.change(
        "update payment set updated_at = now() + interval '1 hour' where id = ?",
        Stored.payment(link.id()));
    String before = service.calls().status(link.id()).text("updatedAt");
    choose(link, "3").expect(303);
    assertThat(service.calls().status(link.id()).text("updatedAt")).isGreaterThan(before);
  }

  @ParameterizedTest
  @CsvSource({
    "USD, en, 0.01, 0.01",
    "USD, en, '1,000', 1000.00",
    "USD, de, '0,01', 0.01",
    "USD, de, '1.000,00', 1000.00",
    "USD, ar, ٧٫٥, 7.50",
    "JPY, ja, １２００, 1200",
    "BTCX, en, 0.00000001, 0.00000001",
  })
  void an_amount_of_the_currency_is_taken(
      String currency, String locale, String typed, String stored) {
    Link link =
        new NewLink(service)
            .openAmount()
            .with("currency", currency)
            .with("locale", locale)
            .create();
    choose(link, typed).expect(303);
    assertThat(link.amounts(service).getFirst()).isEqualTo(stored);
  }

  @ParameterizedTest
  @CsvSource({
    "USD, en, 0",
    "USD, en, -1",
    "USD, en, 0.001",
    "USD, en, '1,00'",
    "USD, en, '1,2345.00'",
    "USD, de, 1.000",
    "USD, de, '1.00,00'",
    "USD, en, ''",
    "USD, en, 1e3",
    "USD, en, NaN",
    "USD, en, 1000000000000000",
    "JPY, ja, 12.5",
  })
  void what_is_no_amount_of_the_currency_is_refused_and_can_be_corrected(
      String currency, String locale, String typed) {
    Link link =
        new NewLink(service)
            .openAmount()
            .with("currency", currency)
            .with("locale", locale)
            .create();
    Reply refused = choose(link, typed).expect(400);
    assertThat(refused.body())
        .contains("role=\"alert\"", "aria-invalid=\"true\"", "value=\"" + typed + "\"");
    assertThat(link.amounts(service)).containsExactly("null", "null");
    choose(link, "12").expect(303);
  }

  @Test
  void hostile_input_stays_text() {
    Link link = new NewLink(service).openAmount().create();
    assertThat(choose(link, "\"><script>alert(1)</script>").expect(400).body())
        .doesNotContain("<script>")
        .contains("value=\"&#34;>&lt;script");
  }

  @Test
  void the_first_choice_stands() {
    Link link = new NewLink(service).openAmount().create();
    choose(link, "5").expect(303);
    choose(link, "5.00").expect(303); // sent twice
    assertThat(choose(link, "6").expect(409).body()).contains("The amount is already set");
    assertThat(link.amounts(service).getFirst()).isEqualTo("5.00");
  }

  @Test
  void an_amount_that_the_merchant_has_set_is_not_the_payers_to_change() {
    Link link = new NewLink(service).create();
    choose(link, "1").expect(409);
    assertThat(link.amounts(service)).containsExactly("125.50", "125.50");
  }

  @ParameterizedTest
  @CsvSource({"submitted", "success", "failed"})
  void a_payment_that_is_no_longer_created_takes_no_amount(String status) {
    Link link = new NewLink(service).openAmount().status(status).create();
    choose(link, "5").expect(409);
    assertThat(link.amounts(service)).containsExactly("null", "null");
  }

  @Test
  void of_many_choices_at_once_one_stands() throws Exception {
    for (int round = 0; round < Rounds.of(5, 200); round++) {
      Link link = new NewLink(service).openAmount().create();
      List<Callable<Integer>> racers = new ArrayList<>();
      for (int i = 1; i <= 8; i++) {
        String amount = Integer.toString(i);
        racers.add(() -> choose(link, amount).status());
      }
      List<Integer> statuses = Together.all(racers);
      assertThat(statuses).containsOnly(303, 409).containsOnlyOnce(303);
      assertThat(link.amounts(service).getFirst()).isEqualTo((statuses.indexOf(303) + 1) + ".00");
    }
  }

  @Test
  void of_two_choices_that_wait_for_one_row_one_stands() {
    Link link = new NewLink(service).openAmount().create();
    try (ExecutorService payers = Executors.newFixedThreadPool(2)) {
      List<Future<Integer>> choices =
          stored
              .jdbi()
              .inTransaction(
                  handle -> {
                    handle
                        .createQuery("select 1 from payment where id = ? for update")
                        .bind(0, Stored.payment(link.id()))
                        .mapTo(Integer.class)
                        .one();
                    List<Future<Integer>> waiting =
                        List.of(
                            payers.submit(() -> choose(link, "5").status()),
                            payers.submit(() -> choose(link, "6").status()));
                    Await.until("both wait", () -> stored.waitingForLocks() == 2);
                    return waiting;
                  });
      assertThat(choices.stream().map(OpenAmountTest::status)).containsExactlyInAnyOrder(303, 409);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void choice_that_waits_for_an_outcome_comes_too_late(boolean early) throws Exception {
    Link link = new NewLink(service).openAmount().create();
    try (ExecutorService payer = Executors.newSingleThreadExecutor()) {
      Future<Integer> choice =
          stored
              .jdbi()
              .inTransaction(
                  handle -> {
                    ReportBatch batch = read(handle, link); // without an amount
                    if (early) {
                      batch.store();
                    }
                    Future<Integer> waiting = payer.submit(() -> choose(link, "5").status());
                    Await.until("it waits", () -> stored.waitingForLocks() == 1);
                    if (!early) {
                      batch.store();
                    }
                    return waiting;
                  });
      assertThat(choice.get()).isEqualTo(409);
    }
    assertThat(link.amounts(service)).containsExactly("null", "null");
  }

  /** A batch of one outcome that has read its payment and not yet written it. */
  private static ReportBatch read(Handle handle, Link link) throws SQLException {
    PaymentId id = Objects.requireNonNull(PaymentId.parse(link.id()));
    Report submitted =
        new Report(UUID.randomUUID().toString(), OutcomeType.SUBMITTED, id, null, null, null);
    return ReportBatch.apply(
        handle.getConnection(),
        List.of(submitted),
        new Currencies(CURRENCIES),
        new EventBody(true));
  }

  private static int status(Future<Integer> choice) {
    try {
      return choice.get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
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
