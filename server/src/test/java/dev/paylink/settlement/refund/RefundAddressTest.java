package dev.paylink.settlement.refund;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.ids.RefundId;
import dev.paylink.merchant.user.Role;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.UsedUp;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The address of a refund that the customer names and the merchant confirms. */
final class RefundAddressTest extends SandboxRefunds {
  private static final String OTHER = "0x52908400098527886E0F7030069857D2E4169EE7";
  private static final AtomicInteger SOURCES = new AtomicInteger();

  @Test
  void customer_names_an_address_the_merchant_confirms_it_and_only_then_it_is_sent() {
    String payment = paidByTransfer();
    Reply refund = request(payment).expect(200);
    String id = refund.text("refundId");
    assertThat(refund.text("status")).isEqualTo("requested");
    assertThat(refund.json().get("to").isNull()).isTrue();
    assertThat(refund.json().get("namedAddress").isNull()).isTrue();
    String page = path(refund);
    assertThat(payer().get(page).expect(200).body()).contains("10.00", "USDC", "address");
    simulate(id).expectProblem(409, "REFUND_ADDRESS_NOT_CONFIRMED");
    confirm(id, CUSTOMER).expectProblem(409, "REFUND_ADDRESS_CHANGED");

    name(page, OTHER).expect(303);
    assertThat(payer().get(page).expect(200).body()).contains(OTHER);
    name(page, CUSTOMER.toLowerCase(Locale.ROOT)).expect(303);
    assertThat(read(id).text("namedAddress")).isEqualTo(CUSTOMER);
    assertThat(read(id).json().get("to").isNull()).isTrue();
    simulate(id).expectProblem(409, "REFUND_ADDRESS_NOT_CONFIRMED");
    assertThat(confirm(id, OTHER).expectProblem(409, "REFUND_ADDRESS_CHANGED").text("detail"))
        .contains(CUSTOMER);

    assertThat(confirm(id, CUSTOMER).expect(200).text("to")).isEqualTo(CUSTOMER);
    assertThat(confirm(id, CUSTOMER).expect(200).text("to")).isEqualTo(CUSTOMER);
    name(page, OTHER).expect(303); // too late, says the page
    assertThat(payer().get(page).expect(200).body()).contains(CUSTOMER).doesNotContain(OTHER);
    assertThat(read(id).text("to")).isEqualTo(CUSTOMER);
    settle(id);
    assertThat(payer().get(page).expect(200).body()).contains("You have received your refund");
    assertThat(stored.audit(service.merchant().merchantId()).stream())
        .anyMatch(
            entry ->
                entry.startsWith("refund.address_named by payer from 127.")
                    && entry.endsWith(id + " to " + CUSTOMER))
        .anyMatch(
            entry ->
                entry.startsWith("refund.address_confirmed by key_") && entry.endsWith(CUSTOMER));
    assertThat(
            service
                .signedIn()
                .get("/merchant/payments/" + payment)
                .json()
                .get("timeline")
                .findValuesAsString("type"))
        .containsSubsequence("refund.requested", "refund.address_named", "refund.settled");
  }

  @Test
  void address_that_would_lose_the_money_is_refused_with_its_reason() {
    String payment = paidByTransfer();
    Reply refund = request(payment).expect(200);
    List<String> pages = List.of(path(refund), path(request(paidByTransfer()).expect(200)));
    Map<String, String> reasons =
        Map.ofEntries(
            Map.entry("0x12", "begins with 0x"),
            Map.entry("alice.eth", "begins with 0x"),
            Map.entry("0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359", "has a typo"),
            Map.entry("0x0000000000000000000000000000000000000000", "Nobody owns"),
            Map.entry("0x0000000000000000000000000000000000000009", "Nobody owns"),
            Map.entry("0x000000000000000000000000000000000000dEaD", "Nobody owns"),
            Map.entry("0x000000000022D473030F116dDEE9F6B43aC78BA3", "Permit2"),
            Map.entry(contract(payment), "contract that makes payments"),
            Map.entry(ofTransfers("factory", payment), "This is a contract, not a wallet"),
            Map.entry(ofTransfers("token_address", payment), "contract of a token"),
            Map.entry(ofTransfers("address", payment), "belongs to a payment"),
            Map.entry(
                stored.text("select payee from payment where id = ?", Stored.payment(payment)),
                "address of the merchant"));
    AtomicInteger named = new AtomicInteger(); // one page takes ten in a minute
    reasons.forEach(
        (address, reason) ->
            assertThat(name(pages.get(named.getAndIncrement() % 2), address).expect(400).body())
                .contains("aria-invalid=\"true\"", reason));
    assertThat(read(refund.text("refundId")).json().get("namedAddress").isNull()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "AAAA", "%00", "rfd_01jgfj2v00e8z9y3m5k7n9q1s3"})
  void wrong_link_opens_nothing(String token) {
    payer().get("/refund/" + token).expect(404);
    name("/refund/" + token, CUSTOMER).expect(404);
  }

  @Test
  void link_with_another_token_opens_nothing() {
    String page = path(request(paidByTransfer()).expect(200));
    char last = page.charAt(page.length() - 1);
    String other = page.substring(0, page.length() - 1) + (last == 'A' ? 'B' : 'A');
    payer().get(other).expect(404);
    name(other, CUSTOMER).expect(404);
  }

  @Test
  void form_that_another_site_sends_is_refused() {
    Reply refund = request(paidByTransfer()).expect(200);
    payer()
        .with("Sec-Fetch-Site", "cross-site")
        .post(path(refund), "address=" + CUSTOMER)
        .expect(403);
    assertThat(read(refund.text("refundId")).json().get("namedAddress").isNull()).isTrue();
  }

  @Test
  void addresses_of_one_refund_are_named_a_few_times_a_minute() {
    String page = path(request(paidByTransfer()).expect(200));
    Iterator<String> both =
        Stream.iterate(CUSTOMER, it -> it.equals(OTHER) ? CUSTOMER : OTHER).iterator();
    UsedUp.by(10, 303, () -> name(page, both.next()));
  }

  @Test
  void page_speaks_the_languages_of_the_hosted_page() {
    String page = path(request(paidByTransfer()).expect(200));
    Map.of("de", "Ihre Adresse", "ja", "アドレス", "ar", "dir=\"rtl\"", "fr", "Votre adresse")
        .forEach(
            (language, words) ->
                assertThat(payer().with("Accept-Language", language).get(page).expect(200).body())
                    .contains(words));
  }

  @Test
  void refund_that_waits_for_an_address_takes_its_amount_and_gives_it_back_when_canceled() {
    String payment = paidByTransfer();
    Reply refund = request(payment).expect(200);
    request(payment).expectProblem(422, "REFUND_TOO_LARGE");
    name(path(refund), CUSTOMER).expect(303);
    cancel(refund.text("refundId")).expect(200);
    assertThat(payer().get(path(refund)).expect(200).body()).contains("This refund is canceled");
    confirm(refund.text("refundId"), CUSTOMER).expectProblem(409, "REFUND_NOT_OPEN");
    request(payment).expect(200);
  }

  @Test
  void refund_for_which_nobody_names_an_address_fails_after_thirty_days() {
    try (TestService own = TestService.start()) {
      SignedCalls calls = own.calls();
      String payment = paid(calls, "10.00", "transfer");
      String id = request(calls, payment, key(), "{}").text("refundId");
      calls.advance(2_592_060).expect(200);
      awaitStatus(calls, id, "failed");
      request(calls, payment, key(), "{}").expect(200);
    }
  }

  @Test
  void confirmed_refund_has_its_whole_time_and_takes_no_other_address() {
    Reply refund = request(paidByTransfer()).expect(200);
    UUID id = Objects.requireNonNull(RefundId.parse(refund.text("refundId"))).value();
    name(path(refund), CUSTOMER).expect(303);
    stored.change(
        "update refund set deadline = extract(epoch from now())::bigint + 3600 where id = ?", id);
    confirm(refund.text("refundId"), CUSTOMER).expect(200);
    assertThat(
            stored.text(
                "select (deadline > extract(epoch from now()) + 6 * 86400)::text from refund"
                    + " where id = ?",
                id))
        .isEqualTo("true");
    name(path(refund), OTHER).expect(303);
    assertThat(stored.text("select named from refund where id = ?", id)).isEqualTo(CUSTOMER);
  }

  @Test
  void repeated_request_gets_the_same_bytes_after_an_address_was_confirmed() {
    String payment = paidByTransfer();
    Reply first = request(calls, payment, "again-" + payment, "{}").expect(200);
    name(path(first), CUSTOMER).expect(303);
    assertThat(request(calls, payment, "again-" + payment, "{}").expect(200).body())
        .isEqualTo(first.body());
    confirm(first.text("refundId"), CUSTOMER).expect(200);
    assertThat(request(calls, payment, "again-" + payment, "{}").expect(200).body())
        .isEqualTo(first.body());
  }

  @Test
  void merchant_sees_the_address_in_full_before_confirming_it_in_the_dashboard() {
    Reply refund = request(paidByTransfer()).expect(200);
    Guest merchant = new Guest(service.baseUrl()).withCookie(service.signedIn().cookie());
    assertThat(merchant.get("/dashboard/refunds").expect(200).body())
        .contains(refund.text("addressUrl"));
    name(path(refund), CUSTOMER).expect(303);
    assertThat(merchant.get("/dashboard/refunds").expect(200).body())
        .contains("in USDC to " + CUSTOMER + "?");
    merchant
        .post("/dashboard/refunds/" + refund.text("refundId") + "/confirm-address", "to", CUSTOMER)
        .expect(303);
    assertThat(read(refund.text("refundId")).text("to")).isEqualTo(CUSTOMER);
  }

  @Test
  void whoever_may_only_read_refunds_does_not_get_the_link() {
    String payment = paidByTransfer();
    Reply refund = request(payment).expect(200);
    String id = refund.text("refundId");
    String url = refund.text("addressUrl");
    Browser owner = service.signedIn();
    SignedCalls reader = service.calls(service.activeKey(owner, "{\"scopes\":[\"refunds:read\"]}"));
    for (Reply seen : List.of(read(reader, id), reader.get(refunds(payment)).expect(200))) {
      assertThat(seen.body()).contains(id, "\"addressUrl\":null").doesNotContain("/refund/");
    }
    assertThat(read(id).text("addressUrl")).isEqualTo(url);
    assertThat(calls.get(refunds(payment)).expect(200).body()).contains(url);
    assertThat(service.join(owner, Role.developer).get("/merchant/refunds").expect(200).body())
        .contains(url);
    Browser viewer = service.join(owner, Role.viewer);
    assertThat(viewer.get("/merchant/refunds").expect(200).body())
        .contains(id)
        .doesNotContain("/refund/");
    assertThat(
            new Guest(service.baseUrl())
                .withCookie(viewer.cookie())
                .get("/dashboard/refunds")
                .expect(200)
                .body())
        .doesNotContain(url);
  }

  @Test
  void one_refund_gets_ten_addresses_and_no_more() {
    Reply refund = request(paidByTransfer()).expect(200);
    stored.change(
        "update refund set named_times = 9 where payment_id = ?",
        Stored.payment(refund.text("paymentId")));
    name(path(refund), CUSTOMER).expect(303);
    assertThat(name(path(refund), OTHER).expect(400).body()).contains("Too many addresses");
    assertThat(read(refund.text("refundId")).text("namedAddress")).isEqualTo(CUSTOMER);
    name(path(refund), CUSTOMER).expect(303); // which it has
    confirm(refund.text("refundId"), CUSTOMER).expect(200);
  }

  private static String paidByTransfer() {
    return paid(calls, "10.00", "transfer");
  }

  private static Reply request(String payment) {
    return request(payment, "{}");
  }

  private static Reply read(String id) {
    return read(calls, id);
  }

  private static Reply confirm(String id, String address) {
    return calls.post(
        "/sdk/server/refunds/" + id + "/confirm-address", "{\"to\":\"%s\"}".formatted(address));
  }

  private static Reply simulate(String id) {
    return calls.simulate("refunds/" + id, "pay");
  }

  private static String path(Reply refund) {
    return URI.create(refund.text("addressUrl")).getPath();
  }

  private static Reply name(String page, String address) {
    return payer()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post(page, "address=" + URLEncoder.encode(address, StandardCharsets.UTF_8));
  }

  /** Each from an address of its own: unknown links are counted. */
  private static Browser payer() {
    return service.browser().from("127.0.2." + (1 + SOURCES.incrementAndGet() % 250));
  }

  /** The contract whose watcher read the payment's transfer. */
  private static String contract(String payment) {
    return "0x"
        + stored.text(
            "select encode(contract, 'hex') from chain_cursor where chain_id in"
                + " (select chain_id from incoming_transfer where payment_id = ?)",
            Stored.payment(payment));
  }

  /** Where the payment is paid by plain transfer. */
  private static String ofTransfers(String column, String payment) {
    return "0x"
        + stored.text(
            "select encode(%s, 'hex') from transfer_address where payment_id = ? and token = 'USDC'"
                .formatted(column),
            Stored.payment(payment));
  }
}
