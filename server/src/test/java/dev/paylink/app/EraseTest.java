package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.sdk.WebhookEvent;
import dev.paylink.sdk.webhook.WebhookVerifier;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Uploads;
import java.awt.Color;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A customer is erased for good, money stays; a merchant that leaves takes everything along. */
final class EraseTest {
  private static final String ERASE = "/merchant/customers/erase";
  private static final String EVENTS = "/sdk/server/events";

  @TempDir private static Path folder;

  @AutoClose private static final TestService service = TestService.start();
  private static final SignedCalls calls = service.calls();
  private static final Browser owner = service.signedIn();
  private static final Stored stored = service.stored();
  private static final String merchantId = owner.get("/merchant/profile").text("merchantId");

  @Test
  void nothing_about_an_erased_customer_is_left_and_money_stays() {
    String paid = payment("ada@example.com", "Ada Lovelace");
    String open = payment("ada@example.com", "Ada L.");
    String bobs = payment("bob@example.com", "Bob");
    service.callback().report("payment.confirmed", paid).expect(200);
    service.callback().report("payment.confirmed", bobs).expect(200);
    letterTo("ada@example.com");
    letterTo("bob@example.com");
    assertThat(tablesWith("ada@example.com")).isNotEmpty();
    assertThat(tablesWith("size of ada@example.com")).contains("event", "payment");

    Reply erased = owner.post(ERASE, "{\"email\":\"ada@example.com\"}").expect(200);
    assertThat(erased.body()).isEqualTo("{\"payments\":2,\"events\":1,\"letters\":1}");

    assertThat(tablesWith("ada@example.com")).isEmpty();
    assertThat(tablesWith("Ada L")).isEmpty();
    Reply status = calls.status(paid).expect(200);
    assertThat(status.json().required("customer").isNull()).isTrue();
    assertThat(status.json().required("metadata")).isEmpty();
    assertThat(status.text("status")).isEqualTo("success");
    assertThat(status.text("amount")).isEqualTo("12.50");
    assertThat(status.text("reference")).isEqualTo("order-1");
    assertThat(calls.status(open).text("status")).isEqualTo("created");
    assertThat(event(paid).path("erased").asBoolean()).isTrue();
    assertThat(event(paid).required("metadata")).isEmpty();

    assertThat(calls.status(bobs).json().required("customer").required("email").asString())
        .isEqualTo("bob@example.com");
    assertThat(event(bobs).has("erased")).isFalse();
    assertThat(event(bobs).required("metadata")).isNotEmpty();
    assertThat(tablesWith("bob@example.com")).contains("mail", "payment", "invoice", "event");

    List<String> log =
        stored.audit(merchantId).stream().filter(it -> it.startsWith("customer.erased")).toList();
    assertThat(log).anyMatch(it -> it.contains(" and 1 more; 1 events, 1 letters"));
    assertThat(run(new AuditCommand.Verify(), "--url", service.databaseUrl()).exit).isZero();
    assertThat(owner.post(ERASE, "{\"email\":\"ada@example.com\"}").expect(200).body())
        .isEqualTo("{\"payments\":0,\"events\":0,\"letters\":0}");
  }

  @Test
  void erased_event_that_is_sent_again_is_signed_as_it_is_now() throws Exception {
    try (Receiver receiver = new Receiver(delivery -> 200)) {
      String secret = owner.putWebhook(receiver.url("/hook")).text("signingSecret");
      String payment = payment("eve@example.com", "Eve");
      service.callback().report("payment.confirmed", payment).expect(200);
      Await.until("the first delivery", () -> receiver.deliveries().size() == 1);
      owner.post(ERASE, "{\"paymentId\":\"" + payment + "\"}").expect(200);
      String redeliver =
          "/merchant/events/" + event(payment).required("eventId").asString() + "/redeliver";
      Await.until( // once the first one is recorded
          "it is sent again", () -> owner.post(redeliver).status() == 202);
      Await.until("the second delivery", () -> receiver.deliveries().size() == 2);
      Receiver.Delivery again = receiver.deliveries().getLast();
      String body = again.body();
      assertThat(body).contains("\"erased\":true").doesNotContain("eve@example.com");
      assertThat(calls.get(EVENTS + "?limit=100").body()).contains(body);
      WebhookEvent event =
          WebhookVerifier.with(secret)
              .verify(again.headers(), body.getBytes(StandardCharsets.UTF_8));
      assertThat(event.metadata()).isEmpty();
      owner.delete("/merchant/webhooks/invoice_settlement").expect(204);
    }
  }

  @Test
  void customer_is_named_by_address_or_payment() {
    String payment = payment("Carol@Example.com", "Carol");
    String other = payment("Carol@Example.com", "Carol");
    owner.post(ERASE, "{\"paymentId\":\"" + payment + "\"}").expect(200);
    assertThat(calls.status(other).json().required("customer").isNull()).isTrue();
    String nameless = calls.create("{\"metadata\":{\"a\":\"b\"}}").expect(200).text("paymentId");
    assertThat(owner.post(ERASE, "{\"paymentId\":\"" + nameless + "\"}").expect(200).body())
        .startsWith("{\"payments\":1,");
    assertThat(calls.status(nameless).json().required("metadata")).isEmpty();

    owner.post(ERASE, "{}").expectProblem(400, "INVALID_REQUEST");
    owner
        .post(ERASE, "{\"email\":\"a@b.example\",\"paymentId\":\"" + payment + "\"}")
        .expectProblem(400, "INVALID_REQUEST");
    owner.post(ERASE, "{\"paymentId\":\"pay_1\"}").expectProblem(400, "INVALID_REQUEST");
    owner
        .post(ERASE, "{\"paymentId\":\"pay_01h455vb4pex5vsknk084sn02q\"}")
        .expectProblem(404, "PAYMENT_NOT_FOUND");
  }

  @Test
  void operators_erase_by_call_and_by_command() {
    payment("dave@example.com", "Dave");
    service
        .operator()
        .post(
            "/admin/merchants/" + merchantId + "/customers/erase",
            "{\"email\":\"dave@example.com\"}")
        .expect(200);
    assertThat(tablesWith("dave@example.com")).isEmpty();
    service
        .operator()
        .post(
            "/admin/merchants/mer_01h455vb4pex5vsknk084sn02q/customers/erase",
            "{\"email\":\"dave@example.com\"}")
        .expectProblem(404, "MERCHANT_NOT_FOUND");

    payment("dave@example.com", "Dave");
    String[] arguments = {
      "--url", service.databaseUrl(), "--merchant", merchantId, "--email", "dave@example.com"
    };
    Ran ran = run(new EraseCommand(), arguments);
    assertThat(ran.exit).isZero();
    assertThat(ran.output).startsWith("Erased: 1 payments, ");
    assertThat(tablesWith("dave@example.com")).isEmpty();
    assertThat(stored.audit(merchantId))
        .anyMatch(it -> it.startsWith("customer.erased by token "))
        .anyMatch(it -> it.startsWith("customer.erased by operator:command-line "));
  }

  @Test
  void export_has_everything_about_the_merchant_and_no_secret() throws Exception {
    String payment = payment("zoe@example.com", "Zoe");
    service.callback().report("payment.confirmed", payment).expect(200);
    Reply link = owner.post("/merchant/links", "{\"title\":\"Tea\"}").expect(201);
    byte[] picture = shownPicture(link);
    owner.put("/merchant/profile", "{\"contact\":\"help@shop.example\"}").expect(200);
    String payout =
        calls
            .post(
                "/sandbox/payouts",
                "{\"amount\":\"12.50\",\"currency\":\"USD\",\"payments\":[\"" + payment + "\"]}")
            .expect(200)
            .text("payoutId");
    stored.change(
        """
        insert into relay_order (id, merchant_id, payment_id, chain_id, kind, token, payer, given, valid_after,
                                 valid_before, signature, state)
        values (gen_random_uuid(), ?, ?, 1, 'permit2', 'USDC', '\\x0a', '\\x0b', 0, 1, '\\xfade0ff1ce', 'done')
        """,
        Stored.uuid(merchantId),
        Stored.payment(payment));
    Path file = folder.resolve("export.jsonl");
    String[] arguments = {
      "--url", service.databaseUrl(), "--merchant", merchantId, file.toString()
    };
    assertThat(run(new ExportCommand(), arguments).exit).isZero();
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.getLast())
        .isEqualTo("{\"type\":\"end\",\"lines\":" + (lines.size() - 1) + "}");
    List<JsonNode> rows = lines.stream().map(JsonMapper.shared()::readTree).toList();
    for (String type :
        List.of(
            "merchant",
            "user",
            "apiKey",
            "invoice",
            "payment",
            "report",
            "relayed",
            "event",
            "audit")) {
      assertThat(rows).as(type).anyMatch(it -> it.required("type").asString().equals(type));
    }
    assertThat(rows)
        .anyMatch(it -> it.path("contact").asString("").equals("help@shop.example"))
        .anyMatch(
            it ->
                it.path("paymentId").asString("").equals(payment)
                    && it.path("status").asString("").equals("success"))
        .anyMatch(
            it ->
                it.path("type").asString("").equals("event")
                    && it.path("event").path("paymentId").asString("").equals(payment))
        .anyMatch(
            it ->
                it.path("type").asString("").equals("event")
                    && it.path("event").path("payoutId").asString("").equals(payout));
    for (String type : List.of("payout", "payoutPayment", "payoutReport")) {
      assertThat(rows)
          .as(type)
          .anyMatch(
              it ->
                  it.required("type").asString().equals(type)
                      && it.path("payoutId").asString("").equals(payout));
    }
    assertThat(rows)
        .filteredOn(it -> it.path("type").asString("").equals("linkPicture"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.required("linkId").asString()).isEqualTo(link.text("id"));
              assertThat(Base64.getDecoder().decode(it.required("pictureJpeg").asString()))
                  .isEqualTo(picture);
            });
    assertThat(rows.stream().filter(it -> it.path("type").asString("").equals("payment")).count())
        .isEqualTo(
            Long.parseLong(
                stored.text(
                    "select count(*) from payment where merchant_id = ?",
                    Stored.uuid(merchantId))));
    assertThat(String.join("", lines))
        .contains("zoe@example.com")
        .doesNotContain("password")
        .doesNotContain("pair_hash")
        .doesNotContain(service.merchant().secretKey().reveal());
    assertThat(run(new ExportCommand(), arguments).exit).isNotZero(); // it is there already
    assertThat(Files.readAllLines(file)).isEqualTo(lines);

    Path nobody = file.resolveSibling("nobody.jsonl");
    arguments[3] = "mer_00000000000000000000000000";
    arguments[4] = nobody.toString();
    assertThat(run(new ExportCommand(), arguments).exit).isNotZero();
    assertThat(nobody).doesNotExist();
  }

  /** Gives the link a picture; returns the file that payers see. */
  private static byte[] shownPicture(Reply link) {
    String path = "/merchant/links/" + link.text("id");
    try (Uploads uploads = new Uploads(service, owner)) {
      byte[] png = Uploads.picture("png", 300, 200, Color.ORANGE);
      assertThat(uploads.put(path + "/picture", png).statusCode()).isEqualTo(200);
      String url = owner.get(path).expect(200).json().at("/picture/url").asString();
      return uploads.file(URI.create(url)).body();
    }
  }

  private record Ran(int exit, String output) {}

  private static Ran run(Object command, String... arguments) {
    StringWriter output = new StringWriter();
    int exit =
        new CommandLine(command)
            .setOut(new PrintWriter(output))
            .setErr(new PrintWriter(output))
            .execute(arguments);
    return new Ran(exit, output.toString());
  }

  private static String payment(String email, String name) {
    return calls
        .create(
            """
            {"amount":"12.50","reference":"order-1","customer":{"name":"%s","email":"%s"},
             "metadata":{"shirt":"size of %s"}}\
            """
                .formatted(name, email, email))
        .expect(200)
        .text("paymentId");
  }

  private static void letterTo(String email) {
    stored.change(
        """
                    insert into mail (id, merchant_id, recipient, message_id, subject, text, html)
                    values (?, ?, ?, 'x', 'x', 'x', 'x')
                    """,
        UUID.randomUUID(),
        Stored.uuid(merchantId),
        email);
  }

  private static JsonNode event(String payment) {
    String cursor = "";
    while (true) {
      JsonNode page = calls.get(EVENTS + "?limit=100&after=" + cursor).expect(200).json();
      for (JsonNode event : page.required("data")) {
        if (event.path("paymentId").asString("").equals(payment)) {
          return event;
        }
      }
      assertThat(page.required("data")).as("an event of " + payment).isNotEmpty();
      cursor = page.required("nextCursor").asString();
    }
  }

  /** The tables in which the text is, whatever the column. */
  private static List<String> tablesWith(String text) {
    return stored
        .texts(
            """
            select relname from pg_class
             where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname
            """)
        .stream()
        .filter(
            table ->
                !stored
                    .texts(
                        table.equals("event")
                            ? "select id from event where position(? in convert_from(body, 'UTF8')) > 0"
                            : "select 1 from " + table + " t where position(? in t::text) > 0",
                        text)
                    .isEmpty())
        .toList();
  }
}
