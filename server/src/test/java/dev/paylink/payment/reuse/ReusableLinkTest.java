package dev.paylink.payment.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.platform.json.Json;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Together;
import dev.paylink.testing.UsedUp;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A link that can be used again, from the merchant that makes it to the payers who use it. */
final class ReusableLinkTest {
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final int USES_OF_SOURCE = 30;
  private static final int USES_OF_LINK = 300;

  /** Payers come from addresses of their own, so that no test uses up the limit of another. */
  private static final AtomicInteger SOURCES = new AtomicInteger(10);

  @AutoClose private static final TestService service = TestService.start();
  @AutoClose private static final TestService otherNode = service.anotherNode();
  private static final Browser owner = service.signedIn();
  private static final Stored stored = service.stored();

  // The merchant

  @Test
  void link_is_made_read_listed_changed_and_switched() {
    Reply made =
        owner
            .post(
                "/merchant/links",
                """
                {"slug":"summer-concert","title":"Summer concert","text":"Doors open at seven",
                 "minAmount":"5","maxAmount":500,"suggestedAmounts":["10.00","25"],
                 "fields":{"name":"required","email":"optional"},"maxUses":100,
                 "endsAt":"2090-01-31T12:00:00Z","successUrl":"https://shop.example/thanks"}\
                """)
            .expect(201);
    assertThat(made.text("id")).startsWith("lnk_");
    assertThat(made.text("url")).isEqualTo(service.baseUrl() + "/l/summer-concert");
    assertThat(made.text("minAmount")).isEqualTo("5.00");
    assertThat(made.json().get("suggestedAmounts").toString()).isEqualTo("[\"10.00\",\"25.00\"]");
    assertThat(made.json().get("fields").toString())
        .isEqualTo("{\"name\":\"required\",\"email\":\"optional\",\"reference\":\"off\"}");
    assertThat(made.text("status")).isEqualTo("open");
    String path = "/merchant/links/" + made.text("id");
    assertThat(owner.get(path).expect(200).body()).isEqualTo(made.body());
    String other = owner.post("/merchant/links", "{\"title\":\"Newer\"}").expect(201).text("id");
    JsonNode page = owner.get("/merchant/links?limit=1").expect(200).json();
    assertThat(page.get("data").get(0).get("id").asString()).isEqualTo(other);
    assertThat(page.get("nextCursor").asString()).isEqualTo(other);
    assertThat(owner.get("/merchant/links?after=" + other).expect(200).body())
        .contains("summer-concert")
        .doesNotContain(other);

    Reply changed = owner.put(path, "{\"title\":\"Winter concert\",\"amount\":\"9.90\"}");
    assertThat(changed.expect(200).text("amount")).isEqualTo("9.90");
    assertThat(changed.json().get("maxUses").isNull()).isTrue();
    assertThat(owner.post(path + "/deactivate").expect(200).text("status")).isEqualTo("off");
    owner.post(path + "/deactivate").expect(200);
    assertThat(owner.post(path + "/activate").expect(200).text("status")).isEqualTo("open");
    assertThat(
            stored.audit(service.merchant().merchantId()).stream()
                .filter(entry -> entry.contains("summer-concert"))
                .map(entry -> entry.split(" ", 2)[0]))
        .containsExactly("link.created", "link.changed", "link.deactivated", "link.activated");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "title                | {}",
        "title                | {\"title\":\" \"}",
        "title                | {\"title\":\"<b>Free</b>\"}",
        "title                | {\"title\":\"two\\nlines\"}",
        "title                | {\"title\":\"evil\\u202etxt\"}",
        "title                | {\"title\":\"a\\u0000b\"}",
        "text                 | {\"title\":\"x\",\"text\":\"a\\u2066b\"}",
        "slug                 | {\"title\":\"x\",\"slug\":\"ab\"}",
        "slug                 | {\"title\":\"x\",\"slug\":\"UPPER\"}",
        "slug                 | {\"title\":\"x\",\"slug\":\"a--b\"}",
        "slug                 | {\"title\":\"x\",\"slug\":\"../../x\"}",
        "amount               | {\"title\":\"x\",\"amount\":\"0\"}",
        "amount               | {\"title\":\"x\",\"amount\":\"1e9\"}",
        "amount               | {\"title\":\"x\",\"amount\":\"1.999\"}",
        "amount               | {\"title\":\"x\",\"amount\":\"9999999999999999\"}",
        "minAmount            | {\"title\":\"x\",\"amount\":\"5\",\"minAmount\":\"1\"}",
        "suggestedAmounts     | {\"title\":\"x\",\"amount\":\"5\",\"suggestedAmounts\":[\"1\"]}",
        "maxAmount            | {\"title\":\"x\",\"minAmount\":\"5\",\"maxAmount\":\"4.99\"}",
        "suggestedAmounts     | {\"title\":\"x\",\"minAmount\":\"5\",\"suggestedAmounts\":[\"4.99\"]}",
        "suggestedAmounts     | {\"title\":\"x\",\"suggestedAmounts\":[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\"]}",
        "currency             | {\"title\":\"x\",\"currency\":\"XXX\"}",
        "fields.name          | {\"title\":\"x\",\"fields\":{\"name\":\"maybe\"}}",
        "fields.phone         | {\"title\":\"x\",\"fields\":{\"phone\":\"off\"}}",
        "successUrl           | {\"title\":\"x\",\"successUrl\":\"javascript:alert(1)\"}",
        "successUrl           | {\"title\":\"x\",\"successUrl\":\"http://shop.example\"}",
        "maxUses              | {\"title\":\"x\",\"maxUses\":0}",
        "maxUses              | {\"title\":\"x\",\"maxUses\":99999999999}",
        "endsAt               | {\"title\":\"x\",\"endsAt\":\"2020-01-01T00:00:00Z\"}",
        "endsAt               | {\"title\":\"x\",\"endsAt\":\"tomorrow\"}",
        "color                | {\"title\":\"x\",\"color\":\"red\"}",
      })
  void setting_that_cannot_be_is_refused_by_its_name(String field, String body) {
    assertThat(
            owner
                .post("/merchant/links", body)
                .expectProblem(400, "INVALID_REQUEST")
                .faultyFields())
        .contains(field);
  }

  @Test
  void link_belongs_to_its_merchant_and_its_slug_to_one_link() {
    Reply made = link("\"slug\":\"only-one\",\"amount\":\"5\"");
    Browser stranger = service.register("stranger@example.com");
    String path = "/merchant/links/" + made.text("id");
    stranger.get(path).expectProblem(404, "LINK_NOT_FOUND");
    stranger.put(path, "{\"title\":\"Mine\"}").expectProblem(404, "LINK_NOT_FOUND");
    stranger.post(path + "/deactivate").expectProblem(404, "LINK_NOT_FOUND");
    String same = "{\"title\":\"x\",\"slug\":\"only-one\"}";
    stranger.post("/merchant/links", same).expectProblem(400, "SLUG_TAKEN");
    owner.post("/merchant/links", same).expectProblem(400, "SLUG_TAKEN");
    owner.put(path, "{\"title\":\"x\",\"slug\":\"another\"}").expectProblem(400, "INVALID_REQUEST");
    owner.put(path, same).expect(200);
    assertThat(stranger.get("/merchant/links").expect(200).json().get("data")).isEmpty();
    // Not verified: it can be made, and takes nothing.
    String unpaid =
        stranger.post("/merchant/links", "{\"title\":\"Scam\"}").expect(201).text("slug");
    assertThat(service.browser().get("/l/" + unpaid).expect(410).body())
        .contains("No payments can be made here now")
        .doesNotContain("Scam");
    payer().post("/l/" + unpaid, form("AAAAAAAAAAAAAAAAAAAAAA", "amount", "1")).expect(410);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ab",
        "-abc",
        "abc-",
        "a_c",
        "a.c",
        "a c",
        "a/b",
        "%61bc",
        "caf\u00e9",
        "\u0430bc",
        "\u212abc",
        "abc\n",
        "a\u200bbc",
        "ab\u0000"
      })
  void slug_that_looks_like_another_one_or_like_a_path_is_refused(String slug) {
    assertThat(withSlug(slug).expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("slug");
  }

  @Test
  void slug_has_3_to_64_characters() {
    assertThat(withSlug("a".repeat(65)).expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("slug");
    for (String slug : List.of("a-1", "z".repeat(64), "a-b-c-d")) {
      withSlug(slug).expect(201);
      service.browser().get("/l/" + slug).expect(200);
      service.browser().get("/l/" + slug + "-").expect(404);
    }
  }

  private static Reply withSlug(String slug) {
    return owner.post(
        "/merchant/links",
        new String(Json.objectOf(Map.of("title", "x", "slug", slug)), StandardCharsets.UTF_8));
  }

  // The payer

  @Test
  void opening_a_link_stores_nothing_and_going_on_makes_one_payment_with_its_invoice() {
    Reply link =
        link(
            """
            "minAmount":"5","suggestedAmounts":["10"],"successUrl":"https://shop.example/thanks",
            "fields":{"name":"required","email":"required","reference":"optional"}\
            """);
    List<String> before = payments(link);
    for (int i = 0; i < 3; i++) {
      assertThat(page(link)).contains("name=\"reference\"", "value=\"10.00\"", "At least $5.00");
    }
    service.browser().with("Accept-Language", "ar").get(path(link)).expect(200);
    assertThat(payments(link)).isEqualTo(before).isEmpty();

    Reply gone =
        payer()
            .with("Accept-Language", "de")
            .post(
                path(link),
                form(
                    formId(link),
                    "amount",
                    "12,50",
                    "name",
                    "Ada Lovelace",
                    "email",
                    "ada-link@example.com",
                    "reference",
                    "member 1042"))
            .expect(303);
    String pay = gone.header("Location");
    assertThat(service.browser().get(pay).expect(200).body())
        .contains("data-stage=\"waiting\"", "12,50", "lang=\"de\"", link.text("title"));
    JsonNode payment = service.calls().status(paymentId(pay)).expect(200).json();
    assertThat(payment.get("reference").asString()).isEqualTo(link.text("id"));
    assertThat(payment.get("amount").asString()).isEqualTo("12.50");
    assertThat(payment.get("metadata").toString())
        .isEqualTo("{\"payerReference\":\"member 1042\"}");
    assertThat(payment.toString()).contains("Ada Lovelace", "ada-link@example.com", "INV-");
    assertThat(
            stored.text(
                "select interface from payment where id = ?", Stored.payment(paymentId(pay))))
        .isEqualTo("service-server"); // its webhooks are sent
    assertThat(uses(link)).isEqualTo(1);

    String mail = "{\"email\":\"ada-link@example.com\"}";
    owner.post("/merchant/customers/erase", mail).expect(200);
    assertThat(service.calls().status(paymentId(pay)).expect(200).body())
        .contains(link.text("id"))
        .doesNotContain("member 1042", "Ada Lovelace", "ada-link");
  }

  @Test
  void form_that_is_sent_twice_at_once_makes_one_payment() throws Exception {
    Reply link = link("\"amount\":\"5\"");
    String form = form(formId(link));
    List<Callable<Reply>> clicks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Browser node = i % 2 == 0 ? payer() : payer(otherNode);
      clicks.add(() -> node.post(path(link), form));
    }
    List<Reply> replies = Together.all(clicks);
    assertThat(replies).allSatisfy(reply -> reply.expect(303));
    assertThat(replies.stream().map(reply -> reply.header("Location")).distinct()).hasSize(1);
    assertThat(payments(link)).hasSize(1);
    assertThat(uses(link)).isEqualTo(1);
  }

  @Test
  void last_use_may_be_sent_twice_too() {
    Reply link = link("\"amount\":\"5\",\"maxUses\":1");
    Browser payer = payer();
    String form = form(formId(link));
    String other = form(formId(link));
    String first = payer.post(path(link), form).expect(303).header("Location");
    assertThat(payer.post(path(link), form).expect(303).header("Location")).isEqualTo(first);
    assertThat(payer.post(path(link), other).expect(410).body()).contains("This link is used up");
    service.browser().get(path(link)).expect(410);
    assertThat(payments(link)).hasSize(1);
  }

  /** Somebody who pays nothing uses a link up until the payments have expired, and no longer. */
  @Test
  void use_is_given_back_when_its_payment_fails_and_counts_again_when_it_is_paid_after_all() {
    Reply link = link("\"amount\":\"5\",\"maxUses\":2");
    Browser payer = payer();
    String first =
        paymentId(payer.post(path(link), form(formId(link))).expect(303).header("Location"));
    String second =
        paymentId(payer.post(path(link), form(formId(link))).expect(303).header("Location"));
    payer.get(path(link)).expect(410);
    service.callback().report("payment.failed", first).expect(200);
    service.callback().report("payment.confirmed", second).expect(200);
    assertThat(uses(link)).isEqualTo(1);
    String third =
        paymentId(payer.post(path(link), form(formId(link))).expect(303).header("Location"));
    payer.get(path(link)).expect(410);
    service
        .callback()
        .report("payment.confirmed", first)
        .expect(200); // late, and money all the same
    assertThat(uses(link)).isEqualTo(3);
    service.callback().report("payment.failed", third).expect(200);
    assertThat(uses(link)).isEqualTo(2);
    payer.get(path(link)).expect(410);
  }

  @Test
  void form_with_something_else_in_it_is_shown_again_and_then_makes_another_payment() {
    Reply link = link("\"minAmount\":\"5\"");
    Browser payer = payer();
    String id = formId(link);
    payer.post(path(link), form(id, "amount", "5")).expect(303);
    String again = payer.post(path(link), form(id, "amount", "6")).expect(409).body();
    assertThat(again).contains("This form was already used", "value=\"6\"");
    String fresh = Guest.found(again, "name=\"form\" value=\"([^\"]+)\"");
    payer.post(path(link), form(fresh, "amount", "6")).expect(303);
    payer.post(path(link), form("not ours", "amount", "6")).expect(409);
    payer.post(path(link), form("", "amount", "6")).expect(409);
    assertThat(payments(link)).hasSize(2);
  }

  /** Otherwise a program uses a link up without ever opening its page. */
  @Test
  void only_a_form_that_the_page_of_this_link_has_shown_makes_a_payment() {
    Reply link = link("\"amount\":\"5\"");
    Reply other = link("\"amount\":\"5\"");
    Browser payer = payer();
    String shown = formId(link);
    for (String made :
        List.of(
            "A".repeat(22),
            "A".repeat(shown.length()),
            formId(other),
            shown.substring(1),
            shown + "A",
            "A".repeat(5000))) {
      String again = payer.post(path(link), form(made)).expect(409).body();
      assertThat(again).contains("This form was already used or has expired");
    }
    assertThat(payments(link)).isEmpty();
    assertThat(uses(link)).isZero();
    payer(otherNode).post(path(link), form(shown)).expect(303);
    assertThat(payments(link)).hasSize(1);
  }

  @Test
  void no_key_of_the_merchants_server_is_that_of_a_form() {
    Reply link = link("\"amount\":\"5\"");
    String pay = payer().post(path(link), form(formId(link))).expect(303).header("Location");
    String key =
        stored.text(
            "select idempotency_key from payment where id = ?", Stored.payment(paymentId(pay)));
    assertThat(key).contains(link.text("id")).matches(text -> !text.matches("[ -~]*"), "not ASCII");
  }

  /** The invariant: whatever races, on however many nodes, never more payments than maxUses. */
  @Test
  void never_more_payments_than_it_may_make() throws Exception {
    int most = 5;
    Reply link = link("\"amount\":\"5\",\"maxUses\":" + most);
    List<Callable<Reply>> payers = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      String form = form(formId(link));
      Browser payer = i % 2 == 0 ? payer() : payer(otherNode);
      payers.add(() -> payer.post(path(link), form));
    }
    Map<Integer, Integer> statuses = new TreeMap<>();
    Together.all(payers).forEach(reply -> statuses.merge(reply.status(), 1, Integer::sum));
    assertThat(statuses).isEqualTo(Map.of(303, most, 410, 24 - most));
    assertThat(payments(link)).hasSize(most);
    assertThat(uses(link)).isEqualTo(most);
    String path = "/merchant/links/" + link.text("id");
    assertThat(
            owner
                .put(path, "{\"title\":\"x\",\"amount\":\"5\",\"maxUses\":4}")
                .expectProblem(400, "INVALID_REQUEST")
                .faultyFields())
        .containsExactly("maxUses");
    owner.put(path, "{\"title\":\"x\",\"amount\":\"5\",\"maxUses\":6}").expect(200);
    payer().post(path(link), form(formId(link))).expect(303);
    payer().post(path(link), form("AAAAAAAAAAAAAAAAAAAAAA")).expect(410);
    assertThat(payments(link)).hasSize(most + 1);
  }

  @Test
  void link_that_takes_nothing_says_why() {
    Reply link = link("\"amount\":\"5\"");
    String path = "/merchant/links/" + link.text("id");
    String form = form(formId(link));
    owner.post(path + "/deactivate").expect(200);
    assertThat(service.browser().get(path(link)).expect(410).body()).contains("switched off");
    assertThat(payer(otherNode).post(path(link), form).expect(410).body()).contains("switched off");
    owner.post(path + "/activate").expect(200);
    stored.change("update payment_link set ends_at = now() where slug = ?", link.text("slug"));
    assertThat(service.browser().get(path(link)).expect(410).body()).contains("has expired");
    assertThat(payer().post(path(link), form).expect(410).body()).contains("has expired");
    assertThat(owner.get(path).text("status")).isEqualTo("ended");
    assertThat(payments(link)).isEmpty();
    assertThat(service.browser().get("/l/nonsense").expect(404).body())
        .contains("We cannot find this link");
    service.browser().get("/l/%3Cscript%3E").expect(404);
    payer().post("/l/nonsense", form).expect(404);
    service.browser().get("/l/" + link.text("slug").toUpperCase(Locale.ROOT)).expect(410);
  }

  @Test
  void suspended_merchant_takes_nothing() {
    try (TestService own = TestService.start()) {
      String slug =
          own.signedIn()
              .post("/merchant/links", "{\"title\":\"x\",\"amount\":\"5\"}")
              .expect(201)
              .text("slug");
      String form =
          form(
              Guest.found(
                  own.browser().get("/l/" + slug).body(), "name=\"form\" value=\"([^\"]+)\""));
      own.suspend(own.merchant().merchantId());
      own.browser().get("/l/" + slug).expect(410);
      own.browser().with("Content-Type", FORM).post("/l/" + slug, form).expect(410);
      assertThat(own.stored().rows("payment")).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "amount,    4.99",
        "amount,    500.01",
        "amount,    -5",
        "amount,    1e2",
        "amount,    5.001",
        "amount,    99999999999999999999999999999999",
        "amount,    <script>",
        "amount,    ``",
        "name,      ``",
        "name,      <script>alert(1)</script>",
        "name,      `a\u202eb`",
        "name,      `a\u0007b`",
        "name,      `a\nb`",
        "email,     nobody",
        "email,     `a@b.c\r\nBcc: x@example.com`",
        "reference, `<img src=x>`",
        "reference, `a\u2067b`",
      })
  void what_the_payer_cannot_mean_is_said_at_its_field(String field, String typed) {
    Reply link = strict();
    Map<String, String> fields = filled();
    fields.put(field, typed);
    Reply refused = post(payer(), link, fields).expect(400);
    assertThat(refused.body())
        .contains("id=\"" + field + "-error\"")
        .doesNotContain("<script>alert", "<img src=x>");
    assertThat(refused.body().split("role=\"alert\"", -1)).hasSize(2);
    assertThat(payments(link)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"name, 201", "email, 255", "reference, 101", "amount, 5000"})
  void too_long_a_text_is_refused(String field, int length) {
    Reply link = strict();
    Map<String, String> fields = filled();
    fields.put(field, "1".repeat(length));
    assertThat(post(payer(), link, fields).expect(400).body())
        .contains("id=\"" + field + "-error\"");
    assertThat(payments(link)).isEmpty();
    post(payer(), link, filled()).expect(303);
  }

  @Test
  void field_that_is_not_asked_for_is_not_stored() {
    Reply link = link("\"amount\":\"5\"");
    String form = form(formId(link), "amount", "0.01", "name", "Mallory", "email", "m@example.com");
    String pay = payer().post(path(link), form).expect(303).header("Location");
    assertThat(service.calls().status(paymentId(pay)).expect(200).body())
        .contains("\"amount\":\"5.00\"")
        .doesNotContain("Mallory", "m@example.com");
  }

  @Test
  void source_that_floods_makes_no_more_rows_and_others_pay_on() {
    Reply link = link("\"amount\":\"5\"");
    Browser flooding = payer();
    Reply refused =
        UsedUp.by(USES_OF_SOURCE, 303, () -> flooding.post(path(link), form(formId(link))));
    int made = payments(link).size();
    assertThat(refused.expect(429).body()).contains("Too many payments at once");
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
    payer().post(path(link), form(formId(link))).expect(303);
    assertThat(payments(link)).hasSize(made + 1);
  }

  /** Each source stays below its own limit, as the many machines of one attacker would. */
  @Test
  void link_that_many_sources_flood_makes_no_more_rows_and_others_are_paid_on() throws Exception {
    Reply link = link("\"amount\":\"5\"");
    // The limit refills by the minute, and many send faster than that, also on a slow machine.
    Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
    AtomicInteger begun = new AtomicInteger();
    Map<Integer, Browser> flooding = new ConcurrentHashMap<>();
    Together.times(
        16,
        () -> {
          while (!statuses.contains(429) && begun.get() < 10 * USES_OF_LINK) {
            int source = begun.getAndIncrement() / (USES_OF_SOURCE - 1);
            Browser payer = flooding.computeIfAbsent(source, ignored -> payer());
            statuses.add(payer.post(path(link), form(formId(link))).status());
          }
          return true;
        });
    assertThat(statuses).containsOnly(303, 429);
    int made = Collections.frequency(statuses, 303);
    assertThat(made).isGreaterThanOrEqualTo(USES_OF_LINK);
    assertThat(payments(link)).hasSize(made);
    Reply other = link("\"amount\":\"5\"");
    payer().post(path(other), form(formId(other))).expect(303);
  }

  /** Looking at it, and forms that are not right, store nothing at all. */
  @Test
  void flood_of_views_and_faulty_forms_makes_no_rows() {
    Reply link = strict();
    int before = stored.rows("payment").size() + stored.rows("invoice").size();
    for (int i = 0; i < 200; i++) {
      service.browser().get(path(link)).expect(200);
      payer().post(path(link), form("%022d".formatted(i), "amount", "1")).expect(400);
    }
    assertThat(stored.rows("payment").size() + stored.rows("invoice").size()).isEqualTo(before);
    assertThat(uses(link)).isZero();
  }

  @Test
  void form_of_another_site_is_refused() {
    Reply link = link("\"amount\":\"5\"");
    String form = form(formId(link));
    for (String site : List.of("cross-site", "same-site")) {
      assertThat(payer().with("Sec-Fetch-Site", site).post(path(link), form).expect(403).body())
          .contains("another website", "href=\"" + path(link) + "\"");
    }
    assertThat(payments(link)).isEmpty();
    payer().with("Sec-Fetch-Site", "same-origin").post(path(link), form).expect(303);
  }

  // Counts

  @Test
  void payments_count_while_they_are_a_success() {
    Reply link = link("\"minAmount\":\"1\"");
    List<String> paid = new ArrayList<>();
    for (String amount : List.of("10.00", "2.50", "7.00")) {
      String pay =
          payer()
              .post(path(link), form(formId(link), "amount", amount))
              .expect(303)
              .header("Location");
      paid.add(paymentId(pay));
    }
    service.callback().report("payment.confirmed", paid.get(0)).expect(200);
    service.callback().report("payment.confirmed", paid.get(1)).expect(200);
    service.callback().report("payment.confirmed", paid.get(1)).expect(200);
    service.callback().report("payment.failed", paid.get(2)).expect(200);
    String path = "/merchant/links/" + link.text("id");
    Reply seen = owner.get(path).expect(200);
    assertThat(seen.json().get("uses").asInt()).isEqualTo(2); // the failed one gave its use back
    assertThat(seen.json().get("paid").asInt()).isEqualTo(2);
    assertThat(seen.json().get("received").toString())
        .isEqualTo("[{\"currency\":\"USD\",\"amount\":\"12.50\",\"payments\":2}]");
    service.callback().report("payment.failed", paid.get(0)).expect(200);
    owner.put(path, "{\"title\":\"x\",\"currency\":\"EUR\",\"amount\":\"3\"}").expect(200);
    String euros = payer().post(path(link), form(formId(link))).expect(303).header("Location");
    service.callback().report("payment.confirmed", paymentId(euros)).expect(200);
    assertThat(owner.get(path).json().get("received").toString())
        .isEqualTo(
            "[{\"currency\":\"EUR\",\"amount\":\"3.00\",\"payments\":1},"
                + "{\"currency\":\"USD\",\"amount\":\"2.50\",\"payments\":1}]");
  }

  // The dashboard

  @Test
  void form_that_is_sent_twice_makes_one_link() throws Exception {
    Guest pages = new Guest(service.baseUrl()).withCookie(owner.cookie());
    String list = "/dashboard/reusable-links";
    for (String slug : List.of("", "pressed-twice")) {
      String form =
          Guest.found(pages.get(list).expect(200).body(), "name=\"form\" value=\"([^\"]+)\"");
      List<Callable<String>> presses = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        presses.add(
            () ->
                new Guest(service.baseUrl())
                    .withCookie(owner.cookie())
                    .post(list, "form", form, "title", "Twice", "currency", "USD", "slug", slug)
                    .expect(303)
                    .header("Location"));
      }
      assertThat(new HashSet<>(Together.all(presses))).hasSize(1);
    }
    assertThat(stored.texts("select count(*) from payment_link where title = 'Twice'"))
        .containsExactly("2");
    assertThat(
            stored.texts(
                """
                    select count(*) from payment_link_slug s join payment_link l on l.id = s.link_id
                     where l.title = 'Twice'
                    """))
        .containsExactly("2");
  }

  @Test
  void link_is_made_shared_changed_and_switched_in_the_dashboard() {
    Guest pages = new Guest(service.baseUrl()).withCookie(owner.cookie());
    String list = "/dashboard/reusable-links";
    assertThat(pages.post(list, "title", "", "currency", "USD", "slug", "X").expect(400).body())
        .contains("Title is required", "slug-fault");
    assertThat(pages.post(list, "title", "Tea", "currency", "USD", "pricing", "fixed").body())
        .contains("id=\"amount-fault\"");
    String at =
        pages
            .post(
                list,
                "title",
                "Coffee & cake",
                "currency",
                "USD",
                "suggestedAmounts",
                "3, 5.50",
                "fields.name",
                "optional",
                "endsAt",
                "2090-01-31T12:00",
                "slug",
                "coffee")
            .expect(303)
            .header("Location");
    String page = pages.get(at).expect(200).body();
    assertThat(page)
        .contains("Your link is ready", service.baseUrl() + "/l/coffee", "3.00, 5.50")
        .contains("&lt;a href=", "Coffee &amp;amp; cake&lt;/a&gt;")
        .contains("value=\"2090-01-31T12:00\"");
    String path = at.split("\\?", 2)[0];
    assertThat(pages.get(path + "/qr.svg").expect(200).body()).startsWith("<svg");
    String form =
        Guest.found(service.browser().get("/l/coffee").body(), "name=\"form\" value=\"([^\"]+)\"");
    String pay =
        payer().post("/l/coffee", form(form, "suggested", "5.50")).expect(303).header("Location");
    service.callback().report("payment.confirmed", paymentId(pay)).expect(200);
    assertThat(pages.get(list).expect(200).body()).contains("Coffee &amp; cake", "1, $5.50");
    assertThat(pages.get("/dashboard/payments/" + paymentId(pay)).expect(200).body())
        .contains("Reusable link", "href=\"" + path + "\"");
    assertThat(
            pages
                .get("/dashboard/payments?search=" + path.substring(path.lastIndexOf('/') + 1))
                .body())
        .contains(paymentId(pay));
    pages
        .post(path, "title", "Tea", "currency", "USD", "amount", "4", "endsAt", "2090-01-31T12:00")
        .expect(303);
    assertThat(pages.get(path).body()).contains("Tea", "$4.00");
    assertThat(
            pages.post(path, "title", "Tea", "currency", "USD", "amount", "no").expect(400).body())
        .contains("amount-fault");
    pages.post(path + "/deactivate").expect(303);
    service.browser().get("/l/coffee").expect(410);
    pages.post(path + "/activate").expect(303);
    service.browser().get("/l/coffee").expect(200);
    pages.get(list + "/nonsense").expect(404);
  }

  private static Reply link(String settings) {
    return owner.post("/merchant/links", "{\"title\":\"Lessons\"," + settings + "}").expect(201);
  }

  private static Reply strict() {
    return link(
        """
        "minAmount":"5","maxAmount":"500",
        "fields":{"name":"required","email":"optional","reference":"optional"}\
        """);
  }

  private static Map<String, String> filled() {
    return new TreeMap<>(
        Map.of("amount", "5", "name", "Ada", "email", "ada@example.com", "reference", "1042"));
  }

  private static Reply post(Browser payer, Reply link, Map<String, String> fields) {
    List<String> pairs = new ArrayList<>();
    fields.forEach((name, value) -> pairs.addAll(List.of(name, value)));
    return payer.post(path(link), form(formId(link), pairs.toArray(String[]::new)));
  }

  private static Browser payer() {
    return payer(service);
  }

  private static Browser payer(TestService node) {
    int source = SOURCES.incrementAndGet();
    return node.browser()
        .from("127.0." + (1 + source / 250) + '.' + (1 + source % 250))
        .with("Content-Type", FORM);
  }

  private static String path(Reply link) {
    return "/l/" + link.text("slug");
  }

  private static String page(Reply link) {
    return service.browser().get(path(link)).expect(200).body();
  }

  private static String formId(Reply link) {
    return Guest.found(page(link), "name=\"form\" value=\"([^\"]+)\"");
  }

  private static String form(String id, String... fields) {
    StringBuilder body = new StringBuilder("form=").append(encoded(id));
    for (int i = 0; i < fields.length; i += 2) {
      body.append('&').append(fields[i]).append('=').append(encoded(fields[i + 1]));
    }
    return body.toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String paymentId(String payPath) {
    return payPath.split("/", -1)[2];
  }

  private static long uses(Reply link) {
    return owner.get("/merchant/links/" + link.text("id")).json().get("uses").asLong();
  }

  private static List<String> payments(Reply link) {
    return stored.texts(
        """
        select p.id::text from payment p join payment_link l on l.id = p.link_id
         where l.slug = ? and exists (select from invoice i where i.id = p.invoice_id)
        """,
        link.text("slug"));
  }
}
