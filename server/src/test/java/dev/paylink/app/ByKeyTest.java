package dev.paylink.app;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.sdk.CreatedPayment;
import dev.paylink.sdk.NewPayment;
import dev.paylink.sdk.PaymentLinkClient;
import dev.paylink.sdk.json.JsonObject;
import dev.paylink.sdk.manage.WebhookSettingsClient;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Together;
import java.time.YearMonth;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * What people do with a cookie a merchant's server does with a key: the same answers to the byte,
 * signed where something changes, and nothing of another merchant.
 */
final class ByKeyTest {
  private static final String LINKS = "/sdk/server/links";
  private static final String INVOICES = "/sdk/server/invoices";
  private static final String WEBHOOK = "/sdk/server/webhooks/invoice_settlement";
  private static final String WRITER =
      "{\"label\":\"deploy\",\"scopes\":[\"webhooks:read\",\"webhooks:write\"]}";

  @AutoClose
  private static final TestService SERVICE =
      TestService.builder().mail(MailServer.absent()).start();

  private static final Browser OWNER = SERVICE.signedIn();
  private static final SignedCalls SERVER = SERVICE.calls();
  private static final SignedCalls STRANGER =
      SERVICE.calls(SERVICE.activeKey(SERVICE.register(), "{}"));

  // Reusable links

  @Test
  void a_link_of_a_server_is_the_link_that_people_see() {
    String slug = "k-" + UUID.randomUUID();
    String body =
        "{\"title\":\"Ticket\",\"amount\":\"25.00\",\"maxUses\":3,\"slug\":\"" + slug + "\"}";
    Reply made = once(SERVER).post(LINKS, body).expect(201);
    String path = LINKS + '/' + made.text("id");
    String own = "/merchant/links/" + made.text("id");
    assertThat(SERVER.get(path).expect(200).body()).isEqualTo(made.body());
    assertThat(OWNER.get(own).expect(200).body()).isEqualTo(made.body());
    assertThat(SERVER.get(LINKS + "?limit=100").expect(200).body())
        .isEqualTo(OWNER.get("/merchant/links?limit=100").body())
        .contains(slug);
    SERVICE.browser().get("/l/" + slug).expect(200);
    Reply off = SERVER.post(path + "/deactivate", "").expect(200);
    assertThat(off.body()).isEqualTo(OWNER.get(own).body());
    SERVICE.browser().get("/l/" + slug).expect(410);
    SERVER.post(path + "/activate", "").expect(200);
    assertThat(SERVER.send("PUT", path, "{\"title\":\"Ticket, second\"}").expect(200).text("title"))
        .isEqualTo("Ticket, second");
    assertThat(SERVER.post(path + "/archive", "").expect(200).text("archivedAt")).isNotNull();
    SERVER.post(path + "/activate", "").expectProblem(409, "LINK_ARCHIVED");
    SERVER.post(path + "/unarchive", "").expect(200);
    assertThat(SERVICE.stored().audit(SERVICE.merchant().merchantId()))
        .anyMatch(
            line ->
                line.matches("link\\.created by key_\\w+ from 127\\.0\\.0\\.1 .*" + slug + ".*"));
    STRANGER.get(path).expectProblem(404, "LINK_NOT_FOUND");
    STRANGER.post(path + "/deactivate", "").expectProblem(404, "LINK_NOT_FOUND");
  }

  @Test
  void one_key_makes_one_link_whatever_races() throws Exception {
    String key = UUID.randomUUID().toString();
    SignedCalls calls = SERVER.with("X-Idempotency-Key", key);
    String body = "{\"title\":\"Once\",\"amount\":\"5.00\"}";
    List<Reply> replies = Together.times(6, () -> calls.post(LINKS, body));
    HashSet<String> ids = new HashSet<>();
    replies.forEach(reply -> ids.add(reply.expect(201).text("id")));
    assertThat(ids).hasSize(1);
    assertThat(replies)
        .filteredOn(reply -> reply.header("Idempotent-Replayed").isEmpty())
        .hasSize(1);
    Reply other = calls.post(LINKS, "{\"title\":\"Twice\"}");
    assertThat(other.expectProblem(422, "IDEMPOTENCY_KEY_REUSED").text("linkId"))
        .isEqualTo(ids.iterator().next());
    SERVICE
        .calls(SERVICE.activeKey(SERVICE.register(), "{}"))
        .with("X-Idempotency-Key", key)
        .post(LINKS, body)
        .expect(201);
    SERVER.post(LINKS, body).expectProblem(400, "IDEMPOTENCY_KEY_REQUIRED");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /sdk/server/links",
    "PUT, /sdk/server/links/none",
    "POST, /sdk/server/links/none/archive",
    "PUT, /sdk/server/webhooks/invoice_settlement",
    "DELETE, /sdk/server/webhooks/invoice_settlement",
    "POST, /sdk/server/webhooks/invoice_settlement/rotate-secret",
    "POST, /sdk/server/webhooks/invoice_settlement/test"
  })
  void what_changes_something_is_signed(String method, String path) {
    SERVER
        .with("X-Signature", "00".repeat(32))
        .send(method, path, "{}")
        .expectProblem(401, "INVALID_SIGNATURE");
  }

  // Invoices

  @Test
  void a_server_asks_whether_an_invoice_is_paid() {
    String number = "R-" + UUID.randomUUID();
    Reply created =
        SERVER
            .create(
                """
                {"amount":"3.00","description":"Tea","invoiceNumber":"%s",
                 "customer":{"name":"Ada","email":"ada@example.com"}}\
                """
                    .formatted(number))
            .expect(200);
    String payment = created.text("paymentId");
    String path = INVOICES + '/' + created.text("invoiceId");
    Reply open = SERVER.get(path).expect(200);
    assertThat(open.json().propertyNames())
        .containsExactly(
            "invoiceId",
            "invoiceNumber",
            "status",
            "amount",
            "currency",
            "description",
            "customer",
            "payments",
            "createdAt",
            "updatedAt");
    assertThat(open.text("status")).isEqualTo("open");
    assertThat(open.json().required("payments"))
        .hasToString("[{\"paymentId\":\"" + payment + "\",\"status\":\"created\"}]");
    SERVER.simulate("payments/" + payment, "confirmed").expect(200);
    String second =
        SERVER
            .create("{\"invoiceNumber\":\"S-" + UUID.randomUUID() + "\"}")
            .expect(200)
            .text("invoiceId");
    Reply paid = numbered(number);
    assertThat(paid.json().required("data").get(0).required("status").asString()).isEqualTo("paid");
    assertThat(paid.json().required("data").get(0).required("payments").get(0).required("status"))
        .hasToString("\"success\"");
    assertThat(numbered(number + "&status=paid").json().required("data")).hasSize(1);
    assertThat(numbered(number + "&status=open").json().required("data")).isEmpty();
    assertThat(numbered("none").json().required("data")).isEmpty();
    assertThat(ids("?status=paid&limit=100")).contains(created.text("invoiceId"));
    assertThat(ids("?status=open&limit=100"))
        .contains(second)
        .doesNotContain(created.text("invoiceId"));
    JsonNode first = SERVER.get(INVOICES + "?limit=1").expect(200).json();
    assertThat(first.required("data").get(0).required("invoiceId").asString()).isEqualTo(second);
    assertThat(ids("?limit=1&after=" + first.required("nextCursor").asString()))
        .containsExactly(created.text("invoiceId"));
    SERVER.get(INVOICES + "?status=due").expectProblem(400, "INVALID_REQUEST");
    STRANGER.get(path).expectProblem(404, "INVOICE_NOT_FOUND");
    assertThat(STRANGER.get(INVOICES + "?number=" + number).json().required("data")).isEmpty();
  }

  @Test
  void further_payments_of_an_invoice_are_with_it() {
    Reply created = SERVER.create("{\"amount\":\"4.00\"}").expect(200);
    String invoice = created.text("invoiceId");
    String further =
        SERVER.create("{\"invoiceId\":\"" + invoice + "\"}").expect(200).text("paymentId");
    assertThat(SERVER.get(INVOICES + '/' + invoice).expect(200).json().required("payments"))
        .extracting(payment -> payment.required("paymentId").asString())
        .containsExactly(created.text("paymentId"), further);
  }

  @Test
  void an_invoice_is_a_file_too() {
    String invoice = SERVER.create("{\"amount\":\"4.00\"}").expect(200).text("invoiceId");
    Reply file = SERVER.get(INVOICES + '/' + invoice + "/invoice.pdf?language=de").expect(200);
    assertThat(file.body()).startsWith("%PDF-");
    assertThat(file.header("Content-Disposition")).contains("invoice-INV-");
    STRANGER.get(INVOICES + '/' + invoice + "/invoice.pdf").expectProblem(404, "INVOICE_NOT_FOUND");
  }

  // Statements, and what can be collected

  @Test
  void statements_and_what_can_be_collected_are_those_that_people_get() {
    SERVER.simulate("payments/" + SERVER.payment("{\"amount\":\"6.00\"}"), "confirmed").expect(200);
    Reply months = SERVER.get("/sdk/server/statements").expect(200);
    assertThat(months.body()).isEqualTo(OWNER.get("/merchant/statements").body());
    String month = months.json().required("data").get(0).required("month").asString();
    Reply file = SERVER.get("/sdk/server/statements/" + month + ".csv").expect(200);
    assertThat(file.body())
        .isEqualTo(OWNER.get("/merchant/statements/" + month + ".csv").body())
        .contains("6.00");
    assertThat(STRANGER.get("/sdk/server/statements/" + month + ".csv").expect(200).body())
        .doesNotContain("6.00");
    assertThat(SERVER.get("/sdk/server/collectable").expect(200).body())
        .isEqualTo(OWNER.get("/merchant/collectable").body());
  }

  // Webhooks

  @Test
  void a_key_that_names_the_scope_sets_up_tests_rotates_and_removes_a_webhook() {
    Browser owner = SERVICE.register();
    SignedCalls deploy = SERVICE.calls(SERVICE.activeKey(owner, WRITER));
    deploy.get(WEBHOOK).expectProblem(404, "WEBHOOK_NOT_FOUND");
    try (Receiver receiver = new Receiver(delivery -> 204)) {
      String body = "{\"webhookUrl\":\"" + receiver.url("/hook") + "\"}";
      Reply made = deploy.send("PUT", WEBHOOK, body).expect(200);
      assertThat(made.text("signingSecret")).startsWith("whsec_");
      assertThat(deploy.get(WEBHOOK).expect(200).body())
          .isEqualTo(owner.get("/merchant/webhooks/invoice_settlement").body());
      assertThat(deploy.post(WEBHOOK + "/test", "").expect(200).json().required("delivered"))
          .hasToString("true");
      assertThat(receiver.deliveries()).hasSize(1);
      assertThat(deploy.post(WEBHOOK + "/rotate-secret", "").expect(200).text("signingSecret"))
          .isNotEqualTo(made.text("signingSecret"));
      deploy.send("DELETE", WEBHOOK, "").expect(204);
    }
    owner.get("/merchant/webhooks/invoice_settlement").expect(404);
    assertThat(SERVICE.stored().audit(owner.get("/merchant/profile").text("merchantId")))
        .filteredOn(line -> line.matches("webhook\\.\\w+ by key_.*"))
        .hasSize(3);
  }

  @Test
  void a_frozen_account_stops_the_key_too() {
    Browser owner = SERVICE.register();
    SignedCalls deploy = SERVICE.calls(SERVICE.activeKey(owner, WRITER));
    String body = "{\"webhookUrl\":\"https://127.0.0.1/hook\"}";
    deploy.send("PUT", WEBHOOK, body).expect(200);
    freeze(owner);
    deploy
        .send("PUT", WEBHOOK, "{\"webhookUrl\":\"https://127.0.0.1/other\"}")
        .expectProblem(403, "ACCOUNT_FROZEN");
    deploy.post(WEBHOOK + "/rotate-secret", "").expectProblem(403, "ACCOUNT_FROZEN");
    deploy.send("DELETE", WEBHOOK, "").expectProblem(403, "ACCOUNT_FROZEN");
    assertThat(deploy.get(WEBHOOK).expect(200).text("webhookUrl"))
        .isEqualTo("https://127.0.0.1/hook");
  }

  /** A link is printed and sent around: a thief would lead its payers elsewhere. */
  @Test
  void links_of_a_frozen_account_are_switched_off_and_not_changed() {
    Browser owner = SERVICE.register();
    SignedCalls server = SERVICE.calls(SERVICE.activeKey(owner, "{}"));
    String id = owner.post("/merchant/links", "{\"title\":\"Ticket\"}").expect(201).text("id");
    String other = "{\"title\":\"Ticket\",\"successUrl\":\"https://elsewhere.example/\"}";
    freeze(owner);
    owner.put("/merchant/links/" + id, other).expectProblem(403, "ACCOUNT_FROZEN");
    server.send("PUT", LINKS + '/' + id, other).expectProblem(403, "ACCOUNT_FROZEN");
    owner
        .put("/merchant/links/" + id + "/picture", "no picture")
        .expectProblem(403, "ACCOUNT_FROZEN");
    server.post(LINKS + '/' + id + "/deactivate", "").expect(200);
    assertThat(owner.get("/merchant/links/" + id).expect(200).json().path("successUrl").isNull())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "PUT,/merchant/webhooks/invoice_settlement,`{\"webhookUrl\":\"https://127.0.0.1/a\"}`",
        "POST,/merchant/api-keys,{}",
        "POST,/merchant/api-keys/:id/roll,{}",
        "PUT,/merchant/api-keys/:id,`{\"label\":\"b\"}`"
      })
  void a_change_that_began_before_the_freeze_does_not_come_after_it(
      String method, String path, String body) throws Exception {
    Browser owner = SERVICE.register();
    String key = owner.post("/merchant/api-keys", "{}").expect(201).text("id");
    String merchant = owner.get("/merchant/profile").text("merchantId");
    Stored stored = SERVICE.stored();
    try (ExecutorService thief = Executors.newSingleThreadExecutor()) {
      Future<Reply> change =
          stored
              .jdbi()
              .inTransaction(
                  handle -> {
                    handle.execute(
                        "select 1 from merchant where id = ? for update", Stored.uuid(merchant));
                    Future<Reply> begun =
                        thief.submit(() -> owner.send(method, path.replace(":id", key), body));
                    Await.until(
                        "it waits or is done",
                        () -> begun.isDone() || stored.waitingForLocks() == 1);
                    handle.execute(
                        "insert into account_freeze (realm_id, frozen_by) values (?, 'x')",
                        Stored.uuid(merchant));
                    return begun;
                  });
      change.get().expectProblem(403, "ACCOUNT_FROZEN");
    }
  }

  private static void freeze(Browser owner) {
    SERVICE
        .stored()
        .change(
            "insert into account_freeze (realm_id, frozen_by) values (?, 'x')",
            Stored.uuid(owner.get("/merchant/profile").text("merchantId")));
  }

  @Test
  void owners_are_told_when_a_key_may_change_webhooks() {
    Browser owner = SERVICE.register();
    SERVICE.stored().burnLetters();
    owner.post("/merchant/api-keys", "{}").expect(201);
    assertThat(subjects()).containsExactly("An API key was created");
    String id = owner.post("/merchant/api-keys", WRITER).expect(201).text("id");
    assertThat(subjects())
        .containsExactlyInAnyOrder(
            "An API key was created",
            "An API key was created",
            "An API key may change your webhooks");
    Stored.Letter told =
        SERVICE.stored().letters().stream()
            .filter(letter -> letter.subject().contains("may change"))
            .findFirst()
            .orElseThrow();
    assertThat(told.text()).contains(id, "webhooks:write", "/dashboard/freeze/");
    owner.put("/merchant/api-keys/" + id, "{\"label\":\"other\"}").expect(200);
    assertThat(subjects()).filteredOn(subject -> subject.contains("may change")).hasSize(1);
    owner.put("/merchant/api-keys/" + id, "{\"scopes\":null}").expect(200);
    owner.put("/merchant/api-keys/" + id, WRITER).expect(200);
    assertThat(subjects()).filteredOn(subject -> subject.contains("may change")).hasSize(2);
    assertThat(SERVICE.stored().audit(owner.get("/merchant/profile").text("merchantId")))
        .filteredOn(line -> line.startsWith("api_key.webhooks_allowed by "))
        .hasSize(2);
  }

  // Mistakes that are told

  @Test
  void a_key_at_the_door_of_people_is_told_where_servers_go() {
    for (String path : List.of("/merchant/links", "/merchant/payments", "/merchant/api-keys")) {
      assertThat(SERVER.get(path).expectProblem(401, "NOT_SIGNED_IN").text("detail"))
          .contains("API keys are not accepted here", "/sdk/server/");
    }
    assertThat(SERVICE.browser().get("/merchant/links").text("detail")).isEqualTo("Sign in first");
  }

  @Test
  void a_secret_in_the_place_of_a_key_is_told_the_headers() {
    Reply alone =
        SERVICE
            .browser()
            .with("Authorization", "Bearer sk_test_0123456789")
            .get("/sdk/server/payments");
    assertThat(alone.expectProblem(401, "INVALID_API_KEY").text("detail"))
        .contains("X-API-Key", "X-Secret-Key")
        .doesNotContain("0123456789");
  }

  @ParameterizedTest
  @CsvSource({
    "/sdk/server/create-payment/, remove the trailing slash",
    "/v1/payments, /sdk/server/create-payment",
    "/sdk/server/nothing, nothing at this path"
  })
  void a_path_with_a_usual_mistake_is_told_the_right_one(String path, String hint) {
    assertThat(SERVER.get(path).expectProblem(404, "NOT_FOUND").text("detail")).contains(hint);
  }

  /** Elsewhere a list is where things are created. */
  @Test
  void a_payment_created_at_the_list_is_told_where_payments_are_created() {
    Reply refused = SERVER.post("/sdk/server/payments", "{}");
    assertThat(refused.expectProblem(405, "METHOD_NOT_ALLOWED").text("detail"))
        .isEqualTo("This path lists payments; create one with POST /sdk/server/create-payment");
    assertThat(refused.header("Allow")).isEqualTo("GET, HEAD");
    assertThat(
            SERVER
                .post("/sdk/server/payouts", "{}")
                .expectProblem(405, "METHOD_NOT_ALLOWED")
                .text("detail"))
        .isEqualTo("Use GET, HEAD");
  }

  @Test
  void a_time_to_live_is_told_its_unit() {
    Reply refused = SERVER.create("{\"expiresIn\":\"1h\"}");
    assertThat(refused.expectProblem(400, "INVALID_REQUEST").body()).contains("of seconds");
  }

  // The Java client

  @Test
  void the_java_client_has_them() {
    PaymentLinkClient client = SERVICE.client();
    Map<String, Object> wanted =
        Map.of("title", "Tickets", "suggestedAmounts", List.of("5.00", "10.00"));
    String id = client.links().create(wanted, "sdk-link").text("id");
    assertThat(client.links().create(wanted, "sdk-link").text("id")).isEqualTo(id);
    assertThat(client.links().change(id, Map.of("title", "Tea")).text("title")).isEqualTo("Tea");
    assertThat(client.links().deactivate(id).text("status")).isNotEqualTo("open");
    client.links().activate(id);
    client.links().archive(id);
    assertThat(client.links().list(true, null, 100).objects("data"))
        .anyMatch(link -> link.text("id").equals(id));
    client.links().unarchive(id);
    assertThat(client.links().get(id).text("id")).isEqualTo(id);
    CreatedPayment payment = client.create(NewPayment.builder().build(), "sdk-invoice");
    assertThat(client.invoices().get(payment.invoiceId()).text("status")).isEqualTo("open");
    assertThat(client.invoices().numbered(payment.invoiceNumber()).objects("data")).hasSize(1);
    assertThat(client.invoices().list("open", null, 5).objects("data")).isNotEmpty();
    assertThat(new String(client.invoices().pdf(payment.invoiceId(), null), US_ASCII))
        .startsWith("%PDF-");
    assertThat(client.statements().list().objects("data")).isNotNull();
    assertThat(client.statements().get(YearMonth.of(2020, 1)).objects("payouts")).isEmpty();
    assertThat(client.statements().csv(YearMonth.of(2020, 1))).isNotEmpty();
    assertThat(client.statements().collectable(null, 5).objects("data")).isEmpty();
    Reply key = SERVICE.activeKey(SERVICE.register(), WRITER);
    WebhookSettingsClient webhooks =
        PaymentLinkClient.at(SERVICE.baseUrl(), key.text("apiKey"), key.text("secretKey"))
            .webhooks();
    String scope = "fiat_settlement";
    try (Receiver receiver = new Receiver(delivery -> 204)) {
      JsonObject made = webhooks.configure(scope, Map.of("webhookUrl", receiver.url("/fiat")));
      assertThat(webhooks.rotateSecret(scope)).isNotEqualTo(made.text("signingSecret"));
      assertThat(webhooks.get(scope).text("webhookUrl")).isEqualTo(receiver.url("/fiat"));
      webhooks.test(scope);
      assertThat(receiver.deliveries()).hasSize(1);
      webhooks.delete(scope);
    }
    assertThatThrownBy(() -> webhooks.get(scope)).hasMessageContaining("WEBHOOK_NOT_FOUND");
  }

  private static SignedCalls once(SignedCalls calls) {
    return calls.with("X-Idempotency-Key", UUID.randomUUID().toString());
  }

  private static Reply numbered(String number) {
    return SERVER.get(INVOICES + "?number=" + number).expect(200);
  }

  private static List<String> ids(String query) {
    return SERVER
        .get(INVOICES + query)
        .expect(200)
        .json()
        .required("data")
        .valueStream()
        .map(invoice -> invoice.required("invoiceId").asString())
        .toList();
  }

  private static List<String> subjects() {
    return SERVICE.stored().letters().stream().map(Stored.Letter::subject).toList();
  }
}
