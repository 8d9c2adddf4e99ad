package dev.paylink.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.cli.Main;
import dev.paylink.cli.access.Surroundings;
import dev.paylink.sdk.webhook.WebhookVerificationException;
import dev.paylink.sdk.webhook.WebhookVerifier;
import dev.paylink.testing.Await;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The merchants' command line with a real sandbox: what each command does there. */
final class CommandLineTest {
  private static final Pattern EVENT =
      Pattern.compile("evt_\\w+ +(\\S+) +pay_\\w+ +\\S+(?: +(\\w+))?");
  private static final Pattern ARGUMENT = Pattern.compile("'([^']*)'|(\\S+)");

  @AutoClose private static final TestService SERVICE = TestService.start();

  @TempDir private Path settings;

  private final Map<String, String> variables = new HashMap<>();

  private record Ran(int code, String out, String err) {
    Ran expect(int expected) {
      assertThat(code).as(out + err).isEqualTo(expected);
      assertThat(out + err).doesNotContain(SERVICE.merchant().secretKey().reveal());
      return this;
    }

    String first(String pattern) {
      Matcher matcher = Pattern.compile(pattern).matcher(out);
      assertThat(matcher.find()).as(pattern + " in " + out).isTrue();
      return matcher.group();
    }
  }

  @Test
  void payments_are_created_read_listed_and_canceled() {
    String create =
        "payments create --amount 125.50 --reference 'order & 7' --email ada@example.com"
            + " --no-send-invoice --metadata seats=12A --idempotency-key order-7";
    Ran made = run(create).expect(0);
    String payment = made.first("pay_\\w+");
    assertThat(
            SERVICE
                .stored()
                .text("select send_invoice from payment where id = ?", Stored.payment(payment)))
        .isEqualTo("f");
    assertThat(made.out()).contains("125.50 USD", "created", "order & 7", "/pay/" + payment);
    assertThat(run(create).expect(0).out()).isEqualTo(made.out());
    assertThat(run("payments get " + payment).expect(0).out())
        .contains("created", "ada@example.com");
    assertThat(run("payments list --reference 'order & 7'").expect(0).out().lines())
        .singleElement()
        .asString()
        .startsWith(payment);
    assertThat(run("payments cancel " + payment).expect(0).out()).contains("failed", "canceled");
    assertThat(run("payments get " + payment + " --json").expect(0).out().strip())
        .isEqualTo(SERVICE.calls().get("/sdk/server/payments/" + payment).body());
  }

  @Test
  void amount_that_may_be_meant_in_cents_is_told_apart_from_the_payment() {
    Ran made = run("payments create --amount 1250 --currency USD").expect(0);
    assertThat(made.err())
        .startsWith("paylink: amount is not in cents: 1250 means ")
        .hasLineCount(1);
    assertThat(made.out()).contains("1250.00 USD").doesNotContain("cents");
    Ran program = run("payments create --amount 1250 --json").expect(0);
    assertThat(program.err()).contains("amount is not in cents");
    assertThat(program.out()).startsWith("{").doesNotContain("cents");
    assertThat(run("payments create --amount 12.50").expect(0).err()).isEmpty();
  }

  @Test
  void links_invoices_statements_and_webhooks_are_at_hand() {
    Ran made = run("links create --title 'One ticket' --amount 25.00 --max-uses 3").expect(0);
    String link = made.first("lnk_\\w+");
    assertThat(made.out()).contains("25.00 USD", "/l/", "One ticket");
    assertThat(run("links list --limit 100").expect(0).out()).contains(link);
    assertThat(run("links deactivate " + link).expect(0).out()).doesNotContain(" open");
    run("links activate " + link).expect(0);
    run("links archive " + link).expect(0);
    assertThat(run("links list --archived").expect(0).out()).contains(link);
    run("links unarchive " + link).expect(0);
    assertThat(run("links get " + link + " --json").expect(0).out().strip())
        .isEqualTo(SERVICE.calls().get("/sdk/server/links/" + link).body());

    String number = run("payments create --amount 2.00").expect(0).first("INV-\\d+");
    Ran listed = run("invoices list --number " + number).expect(0);
    String invoice = listed.first("inv_\\w+");
    assertThat(run("invoices get " + invoice).expect(0).out()).contains(number, "open", "pay_");
    Path file = settings.resolve("invoice.pdf");
    run("invoices download " + invoice + " --out " + file).expect(0);
    assertThat(file).isNotEmptyFile();
    run("statements list").expect(0);
    run("statements download 2020-01.csv --out " + settings.resolve("month.csv")).expect(0);
    run("statements download 2020-01").expect(2);

    assertThat(run("webhooks get").expect(1).err()).contains("WEBHOOK_NOT_FOUND");
    assertThat(run("webhooks set https://127.0.0.1/hook").expect(1).err())
        .contains("SCOPE_MISSING", "Give the key this scope");
    Reply key =
        SERVICE.activeKey(
            SERVICE.register(), "{\"scopes\":[\"webhooks:read\",\"webhooks:write\"]}");
    variables.put("PAYLINK_URL", SERVICE.baseUrl().toString());
    variables.put("PAYLINK_API_KEY", key.text("apiKey"));
    variables.put("PAYLINK_SECRET_KEY", key.text("secretKey"));
    assertThat(runBare("webhooks set https://127.0.0.1/hook --retry extended").expect(0).out())
        .contains("whsec_", "extended");
    assertThat(runBare("webhooks rotate-secret").expect(0).out()).contains("whsec_");
    assertThat(runBare("webhooks test").expect(0).out()).contains("false");
    runBare("webhooks delete").expect(0);
  }

  @Test
  void refusal_names_the_fault_the_request_and_the_next_step() {
    Ran refused = run("payments create --amount -1 --email nobody").expect(1);
    assertThat(refused.err())
        .contains("400 INVALID_REQUEST", "req_")
        .containsOnlyOnce("amount: ")
        .containsOnlyOnce("customer.email: ");
    assertThat(run("payments create --amount -1").expect(1).err()).containsOnlyOnce("amount: ");
    assertThat(run("payments get pay_1").expect(1).err()).contains("PAYMENT_NOT_FOUND");
    variables.put("PAYLINK_URL", SERVICE.baseUrl().toString());
    variables.put("PAYLINK_API_KEY", SERVICE.merchant().apiKey());
    variables.put("PAYLINK_SECRET_KEY", "sk_test_wrong");
    assertThat(runBare("payments list").expect(1).err())
        .contains("401 INVALID_API_KEY", "The key came from the environment");
  }

  @Test
  void login_keeps_a_key_that_works_from_then_on() {
    variables.put("PAYLINK_SECRET_KEY", SERVICE.merchant().secretKey().reveal());
    Ran login =
        runBare(
                "login --url "
                    + SERVICE.baseUrl()
                    + "/"
                    + " --key "
                    + SERVICE.merchant().apiKey()
                    + " --profile mine")
            .expect(0);
    assertThat(login.out()).contains("Signed in to " + SERVICE.baseUrl(), "readable by you alone");
    variables.clear();
    runBare("payments list --profile mine").expect(0);
    run("login").expect(0); // a sandbox by its file
    assertThat(runBare("open docs --json").expect(0).out())
        .isEqualTo("{\"url\":\"" + SERVICE.baseUrl() + "/docs\"}\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "payment.confirmed | payment.confirmed",
        "failed            | payment.failed reverted",
        "expired           | payment.failed expired",
        "canceled          | payment.failed canceled",
        "late              | payment.failed expired, payment.confirmed",
        "reorg             | payment.confirmed, payment.failed reorg",
        "reconfirmed       | payment.confirmed, payment.failed reorg, payment.confirmed",
        "duplicate         | payment.confirmed",
        "payment.overpaid  | payment.confirmed, payment.confirmed, payment.overpaid",
        "submitted         | payment.submitted",
      })
  void name_makes_its_events_happen(String name, String expected) {
    String payment = run("trigger " + name).expect(0).first("pay_\\w+");
    assertThat(String.join(", ", events(payment))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "transfer       | payment.confirmed",
        "transfer_part  | payment.partially_paid",
        "transfer_more  | payment.confirmed, payment.overpaid",
        "transfer_late  | payment.failed expired, payment.confirmed",
        "refund.settled | payment.confirmed, refund.settled",
      })
  void name_makes_its_events_happen_when_blocks_are_final(String name, String expected) {
    String payment = run("trigger " + name + " --advance 30").expect(0).first("pay_\\w+");
    Await.until(expected, () -> String.join(", ", events(payment)).equals(expected));
  }

  @Test
  void short_payment_is_shown_and_accepted_as_it_was_seen() {
    String payment = run("trigger transfer_part --advance 30").expect(0).first("pay_\\w+");
    Await.until("half came", () -> run("payments get " + payment).out().contains("Received"));
    assertThat(run("payments get " + payment).out())
        .containsPattern("Received +5.00")
        .containsPattern("Missing +5.00");
    assertThat(run("payments accept " + payment + " --received 4.99").expect(1).err())
        .contains("409 RECEIVED_AMOUNT_CHANGED");
    run("payments accept " + payment).expect(2);
    String accept = "payments accept " + payment + " --received 5.00 --idempotency-key once";
    Ran accepted = run(accept).expect(0);
    assertThat(accepted.out()).contains("success").containsPattern("Received +5.00");
    assertThat(run(accept).expect(0).out()).isEqualTo(accepted.out());
  }

  @Test
  void money_that_came_twice_is_named_among_what_to_look_at() {
    String payment = run("trigger payment.overpaid").expect(0).first("pay_\\w+");
    assertThat(run("payments get " + payment).out()).containsPattern("Look at +overpaid");
  }

  @Test
  void refund_is_requested_listed_shown_and_canceled() {
    String payment = run("trigger confirmed").expect(0).first("pay_\\w+");
    assertThat(run("refunds list " + payment).expect(0).out()).contains("No refunds.");
    String refund =
        run("refunds create " + payment + " --amount 4 --reason 'One shoe'")
            .expect(0)
            .first("rfd_\\w+");
    assertThat(run("refunds list " + payment).expect(0).out()).contains(refund, "4.00 USD");
    assertThat(run("refunds get " + refund).expect(0).out()).contains("requested", "One shoe");
    assertThat(run("refunds cancel " + refund + " --json").expect(0).out())
        .contains("\"status\":\"canceled\"");
    assertThat(run("refunds get rfd_1").expect(1).err()).contains("404 REFUND_NOT_FOUND");
  }

  @Test
  void money_that_is_there_is_refunded_and_not_paid_again() {
    String expected = "payment.confirmed, refund.settled";
    String paid = run("trigger confirmed").expect(0).first("pay_\\w+");
    assertThat(run("trigger refund.settled --payment " + paid).expect(0).out())
        .doesNotContain("confirmed");
    Await.until(expected, () -> String.join(", ", events(paid)).equals(expected));
    String open = run("payments create --amount 5").expect(0).first("pay_\\w+");
    run("trigger refund.settled --payment " + open).expect(0);
    Await.until(expected, () -> String.join(", ", events(open)).equals(expected));
  }

  @Test
  void outcome_happens_to_a_payment_of_ones_own_and_time_passes() {
    String payment = run("payments create --amount 5 --expires-in 60").expect(0).first("pay_\\w+");
    Ran advanced = run("trigger --advance 61 --json").expect(0);
    assertThat(advanced.out()).contains("\"aheadSeconds\":");
    Await.until("it expired", () -> run("payments get " + payment).out().contains("expired"));
    run("trigger confirmed --payment " + payment).expect(0);
    assertThat(events(payment)).containsExactly("payment.failed expired", "payment.confirmed");
    assertThat(run("trigger confirmed --payment pay_1").expect(1).err())
        .contains("404 PAYMENT_NOT_FOUND");
  }

  @Test
  void listener_forwards_signed_events_and_goes_on_where_it_stopped() throws Exception {
    try (Receiver receiver = new Receiver(delivery -> 204)) {
      String listen =
          "listen --forward-to "
              + receiver.url("/hook")
              + " --events payment.confirmed,payment.failed --count 2 --json";
      Thread listener = Thread.ofVirtual().start(() -> run(listen));
      Await.until(
          "it has begun to listen",
          () -> {
            run("trigger submitted");
            run("trigger reorg");
            return !listener.isAlive();
          });
      assertThat(receiver.deliveries()).hasSize(2);
      String last = receiver.deliveries().getLast().eventId();
      receiver.answerWith(delivery -> 500);
      run("trigger reorg").expect(0);
      Ran second = run(listen).expect(0);
      assertThat(receiver.deliveries().stream().map(Receiver.Delivery::eventId).distinct())
          .hasSize(4);
      assertThat(second.out()).contains("\"after\":\"" + last + "\"", "\"status\":500");
      WebhookVerifier verifier = WebhookVerifier.with(second.first("whsec_[^\"]+"));
      for (Receiver.Delivery delivery : receiver.deliveries()) {
        verify(verifier, delivery, "webhook-");
        verify(verifier, delivery, "x-service-signature");
      }
    }
  }

  @Test
  void event_is_sent_to_the_webhook_again() {
    try (Receiver receiver = new Receiver(delivery -> 204)) {
      assertThat(run("trigger webhook.test").expect(1).err()).contains("404");
      SERVICE.signedIn().putWebhook(receiver.url("/hook"));
      assertThat(run("trigger webhook.test").expect(0).out()).contains("answered 204");
      String payment = run("trigger confirmed").expect(0).first("pay_\\w+");
      String event = run("events list --payment " + payment).expect(0).first("evt_\\w+");
      Await.until("it is delivered", () -> receiver.deliveriesOf(event).size() == 1);
      run("events redeliver " + event).expect(0);
      Await.until("it is delivered again", () -> receiver.deliveriesOf(event).size() == 2);
      run("events redeliver").expect(2);
      assertThat(
              run("events redeliver --from 2020-01-01T00:00:00Z --to 2020-01-02T00:00:00Z")
                  .expect(0)
                  .out())
          .contains("0 events");
    } finally {
      SERVICE.signedIn().delete("/merchant/webhooks/invoice_settlement").expect(204);
    }
  }

  @Test
  void log_shows_a_refusal_by_its_request_id() {
    String request =
        run("payments get pay_2").expect(1).err().replaceAll("(?s).*(req_\\w+).*", "$1");
    Await.until(
        "it is in the log",
        () ->
            run("logs tail --request " + request)
                .out()
                .contains("404 GET  /sdk/server/payments/pay_2"));
    assertThat(run("logs tail --no-follow --status 4xx --json").expect(0).out())
        .contains(request, "PAYMENT_NOT_FOUND");
  }

  private List<String> events(String payment) {
    return run("events list --payment " + payment + " --limit 50")
        .expect(0)
        .out()
        .lines()
        .map(EVENT::matcher)
        .filter(Matcher::find)
        .map(line -> line.group(1) + (line.group(2) == null ? "" : " " + line.group(2)))
        .toList();
  }

  private static void verify(WebhookVerifier verifier, Receiver.Delivery delivery, String headers)
      throws WebhookVerificationException {
    Map<String, List<String>> some = new HashMap<>(delivery.headers());
    some.keySet().removeIf(name -> !name.startsWith(headers));
    assertThat(verifier.verify(some, delivery.body().getBytes(UTF_8)).eventId())
        .isEqualTo(delivery.eventId());
  }

  /** Runs a command with the sandbox's file. */
  private Ran run(String line) {
    return runBare(line + " --sandbox " + SERVICE.sandboxFile());
  }

  /** Runs a command as it is typed; what has blanks stands in single quotes. */
  private Ran runBare(String line) {
    String[] arguments =
        ARGUMENT
            .matcher(line)
            .results()
            .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
            .toArray(String[]::new);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Surroundings around =
        new Surroundings(Map.copyOf(variables), settings, settings, InstantSource.system());
    int code = Main.run(around, new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    return new Ran(code, out.toString(), err.toString());
  }
}
