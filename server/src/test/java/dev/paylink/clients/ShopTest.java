package dev.paylink.clients;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.paylink.cli.Main;
import dev.paylink.cli.access.Surroundings;
import dev.paylink.clients.ShopProcess.Sample;
import dev.paylink.sdk.PaymentLinkClient;
import dev.paylink.testing.Await;
import dev.paylink.testing.Chromium;
import dev.paylink.testing.PageChecks;
import dev.paylink.testing.TestService;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Buys at the sample shops, which people copy: no order is shipped twice, lost or given up. */
@Timeout(600)
final class ShopTest {
  private static final String SHIPPED = "Your order is on its way";

  @TempDir static Path folder;
  private static TestService service;
  private static PaymentLinkClient client;
  private static String signingSecret;
  private static final Map<Sample, ShopProcess> SHOPS = new EnumMap<>(Sample.class);

  @BeforeAll
  static void start() {
    service = TestService.start();
    client = service.client();
    signingSecret = Objects.requireNonNull(setWebhook("http://127.0.0.1:9/"));
    for (Sample sample : Sample.values()) {
      SHOPS.put(sample, shop(sample));
    }
  }

  @AfterAll
  static void stop() {
    SHOPS.values().forEach(ShopProcess::close);
    service.close();
  }

  @Test
  void a_customer_buys_on_a_phone_in_the_dark() {
    ShopProcess shop = SHOPS.get(Sample.NODE);
    setWebhook(shop.url() + "/webhook");
    try (Chromium chromium = new Chromium()) {
      Page page =
          chromium.open(
              new Browser.NewContextOptions()
                  .setViewportSize(390, 844)
                  .setIsMobile(true)
                  .setColorScheme(ColorScheme.DARK));
      page.navigate(shop.url());
      looksFine(page);
      Chromium.follow(page, button(page, "Buy"));
      assertThat(button(page, "Pay with the simulated wallet")).isVisible();
      button(page, "Confirm").click();
      assertThat(page.locator("h2")).hasText("Payment received");
      Chromium.follow(
          page, page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Back to ")));
      assertThat(page.locator("h1")).hasText(SHIPPED);
      looksFine(page);
      assertThat(chromium.complaints()).isEmpty();
    }
  }

  @Test
  void a_customer_turns_back_and_cancels() {
    ShopProcess shop = SHOPS.get(Sample.NODE);
    setWebhook(shop.url() + "/webhook");
    try (Chromium chromium = new Chromium()) {
      Page page = chromium.open(new Browser.NewContextOptions().setViewportSize(1280, 900));
      String orderId = orderOf(paymentOf(shop.checkout()));
      page.navigate(shop.url() + "/orders/" + orderId);
      assertThat(page.locator("h1")).hasText("Waiting for your payment");
      looksFine(page);
      button(page, "Cancel order").click();
      assertThat(page.locator("h1")).hasText("Your order is canceled");
      looksFine(page);
      assertThat(shop.printed(orderId)).isEmpty();
      assertThat(chromium.complaints()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_success_that_is_taken_back_and_given_again_ships_once(Sample sample) {
    ShopProcess shop = SHOPS.get(sample);
    setWebhook(shop.url() + "/webhook");
    String paymentId = paymentOf(shop.checkout());
    String orderId = orderOf(paymentId);
    assertThat(shop.order(orderId)).contains("Waiting for your payment");

    service.callback().report("payment.confirmed", paymentId).expect(200);
    awaitPage(shop, orderId, SHIPPED);
    client.eventsAfter(null).forEach(event -> client.redeliver(event.eventId()));
    service.callback().reportWith("payment.failed", paymentId, "\"reason\":\"reorg\"").expect(200);
    awaitPage(shop, orderId, "Your payment was taken back");
    service.callback().report("payment.confirmed", paymentId).expect(200);
    awaitPage(shop, orderId, SHIPPED);
    awaitShipped(shop, orderId);
    assertThat(shop.printed(orderId)).containsOnlyOnce("ship " + orderId);
  }

  @ParameterizedTest
  @EnumSource
  void an_order_that_was_paid_elsewhere_is_not_canceled(Sample sample) {
    ShopProcess shop = SHOPS.get(sample);
    setWebhook(shop.url() + "/webhook");
    String first = paymentOf(shop.checkout());
    String orderId = orderOf(first);
    service.callback().reportWith("payment.failed", first, "\"reason\":\"expired\"").expect(200);
    awaitPage(shop, orderId, "The payment failed");
    String second = paymentOf(ShopProcess.location(shop.post("/orders/" + orderId + "/pay", "")));
    assertThat(second).isNotEqualTo(first);
    assertThat(orderOf(second)).isEqualTo(orderId);

    service.callback().report("payment.confirmed", first).expect(200); // late
    awaitPage(shop, orderId, SHIPPED);
    assertThat(ShopProcess.location(shop.post("/orders/" + orderId + "/pay", "")))
        .isEqualTo("/orders/" + orderId);
    shop.post("/orders/" + orderId + "/cancel", ""); // the second payment fails
    assertThat(client.get(second).failureReason()).isEqualTo("canceled");
    assertThat(shop.order(orderId)).contains(SHIPPED);
    awaitShipped(shop, orderId);
    assertThat(shop.printed(orderId)).containsExactly("ship " + orderId);
  }

  @ParameterizedTest
  @EnumSource
  void what_the_webhook_missed_is_found_in_the_feed_by_a_shop_that_was_killed(Sample sample) {
    setWebhook("http://127.0.0.1:9/");
    ShopProcess shop = SHOPS.get(sample);
    String paid = paymentOf(shop.checkout());
    String canceled = paymentOf(shop.checkout());
    service.callback().report("payment.confirmed", paid).expect(200);
    client.cancel(canceled);
    assertThat(shop.order(orderOf(paid))).contains("Waiting for your payment");
    shop.close();

    ShopProcess again = shop(sample);
    SHOPS.put(sample, again);
    awaitPage(again, orderOf(paid), SHIPPED);
    awaitPage(again, orderOf(canceled), "The payment failed");
    awaitShipped(again, orderOf(paid));
    assertThat(again.printed(orderOf(paid))).containsExactly("ship " + orderOf(paid));
    again.close();

    ShopProcess third = shop(sample);
    SHOPS.put(sample, third);
    assertThat(third.order(orderOf(paid))).contains(SHIPPED);
    setWebhook(third.url() + "/webhook");
    List.of(paid, canceled).forEach(id -> redeliver(id));
    awaitPage(third, orderOf(paid), SHIPPED);
    assertThat(third.printed(orderOf(paid))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_forged_webhook_is_refused_and_ships_nothing(Sample sample) {
    ShopProcess shop = SHOPS.get(sample);
    String paymentId = paymentOf(shop.checkout());
    String body =
        "{\"eventId\":\"evt_1\",\"type\":\"payment.confirmed\",\"paymentId\":\"%s\"}"
            .formatted(paymentId);
    assertThat(shop.post("/webhook", body).statusCode()).isEqualTo(400);
    assertThat(shop.post("/webhook", body, "x-service-signature", "00").statusCode())
        .isEqualTo(400);
    assertThat(shop.post("/webhook", " ".repeat(300_000)).statusCode()).isEqualTo(413);
    assertThat(shop.order(orderOf(paymentId))).contains("Waiting for your payment");
    assertThat(shop.order("unknown")).contains("Not found");
  }

  /** The shop asks the service about each payment, so the payments of the examination are real. */
  @ParameterizedTest
  @EnumSource
  void the_examination_of_receivers_passes_in_every_check(Sample sample) {
    setWebhook("http://127.0.0.1:9/"); // what arrives comes from the examination
    ShopProcess shop = SHOPS.get(sample);
    StringWriter printed = new StringWriter();
    int code =
        Main.run(
            new Surroundings(
                Map.of("PAYLINK_WEBHOOK_SECRET", signingSecret),
                folder,
                folder,
                InstantSource.system()),
            new PrintWriter(printed, true),
            new PrintWriter(printed, true),
            "certify",
            shop.url() + "/webhook",
            "--sandbox",
            service.sandboxFile().toString(),
            "--real-payments",
            "--order-url",
            shop.url() + "/checkout",
            "--state-url",
            shop.url() + "/orders/{reference}",
            "--strict",
            "--json");
    assertThat(code).as(printed.toString()).isZero();
    JsonNode report = JsonMapper.shared().readTree(printed.toString());
    assertThat(report.path("grade").asString()).isEqualTo("A");
    assertThat(report.path("checks").valueStream().map(check -> check.path("result").asString()))
        .hasSize(28)
        .containsOnly("PASS");
  }

  private static ShopProcess shop(Sample sample) {
    return new ShopProcess(sample, service, signingSecret, folder.resolve(sample.name()));
  }

  /** Returns the signing secret the first time, and null then. */
  private static String setWebhook(String url) {
    return service.signedIn().putWebhook(url).json().path("signingSecret").asString(null);
  }

  private static void redeliver(String paymentId) {
    client
        .eventsAfter(null)
        .forEach(
            event -> {
              if (paymentId.equals(event.paymentId())) {
                client.redeliver(event.eventId());
              }
            });
  }

  /** The payment behind a link, {@code …/pay/pay_…/token}. */
  private static String paymentOf(String link) {
    return link.replaceFirst(".*/pay/(pay_[0-9a-z]+)/.*", "$1");
  }

  private static String orderOf(String paymentId) {
    return Objects.requireNonNull(client.get(paymentId).reference());
  }

  private static void awaitPage(ShopProcess shop, String orderId, String title) {
    Await.until(title, () -> shop.order(orderId).contains("<h1>" + title + "</h1>"));
  }

  /** What a shop prints is read by another thread than its pages. */
  private static void awaitShipped(ShopProcess shop, String orderId) {
    Await.until("it prints", () -> shop.printed(orderId).contains("ship " + orderId));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static void looksFine(Page page) {
    PageChecks.assertFits(page);
    assertThat(PageChecks.barriers(page)).isEmpty();
  }
}
