package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Clock;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import dev.paylink.testing.Await;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * When the page asks, and when it does not. The test lets its time jump ahead; the service's is
 * real.
 */
final class PollingBrowserTest extends PageInBrowser {
  private static final int LONGER_THAN_ANY_PAUSE = 40_000;
  private static final String STATUS = "**/sdk/status/**";
  private static final String REMEMBER_NEWS =
      """
      () => {
        const said = document.getElementById('news');
        window.heard = [];
        new MutationObserver(() => heard.push(said.textContent)).observe(said, { childList: true });
      }
      """;

  private final AtomicInteger polls = new AtomicInteger();

  @Test
  void after_the_end_nobody_asks_any_more() {
    Page page = openWithClock(new NewLink(service).create());
    page.waitForResponse(
        answer -> isPoll(answer) && answer.text().contains("\"status\":\"success\""),
        () -> button(page, "Confirm").click());
    assertThat(page.locator("h2")).hasText("Payment received");
    assertSilentFor(LONGER_THAN_ANY_PAUSE, page);
  }

  @Test
  void a_failed_payment_that_is_confirmed_late_is_still_shown() {
    Link link = new NewLink(service).create();
    Page page = openWithClock(link);
    page.waitForResponse(
        answer -> isPoll(answer) && answer.text().contains("\"status\":\"failed\""),
        () -> button(page, "Fail").click());
    assertThat(page.locator("h2")).hasText("The payment did not go through");
    service.callback().report("payment.confirmed", link.id()).expect(200);
    page.clock().runFor(LONGER_THAN_ANY_PAUSE);
    assertThat(page.locator("h2")).hasText("Payment received");
  }

  @Test
  void a_hidden_page_does_not_ask_and_asks_at_once_when_it_is_seen_again() {
    Link link = new NewLink(service).create();
    Page page = openWithClock(link);
    awaitWaitingPoll(page);
    visibility(page, "hidden");
    assertSilentFor(LONGER_THAN_ANY_PAUSE, page);
    service.callback().report("payment.submitted", link.id()).expect(200);
    visibility(page, "visible");
    page.clock().runFor(10);
    assertThat(page.locator("h2")).hasText("Your payment is on its way");
  }

  @Test
  void who_is_told_to_come_back_later_does_not_come_sooner() {
    Page page = openWithClock(new NewLink(service).create());
    awaitWaitingPoll(page);
    page.route(STATUS, PollingBrowserTest::comeBackInAnHour);
    page.waitForResponse(answer -> isPoll(answer) && answer.status() == 429, () -> askAgain(page));
    page.unroute(STATUS);
    settle(page);
    int before = polls.get();
    page.clock().fastForward("30:00");
    settle(page);
    assertThat(polls).hasValue(before);
    page.clock().fastForward("31:00");
    page.waitForCondition(() -> polls.get() > before);
    // The page's clock is wrong by now.
    assertThat(chromium.complaints()).allMatch(c -> c.matches(".*status of (429|401).*"));
  }

  @Test
  void a_session_is_renewed_before_it_ends() {
    Link link = new NewLink(service).create();
    Page page = openWithClock(link);
    awaitWaitingPoll(page);
    Await.until("the first code", () -> link.codes(service) == 1);
    page.clock().fastForward("14:05");
    askAgain(page);
    Await.until("a second code", () -> link.codes(service) == 2);
    service.callback().report("payment.confirmed", link.id()).expect(200);
    assertThat(page.locator("h2")).hasText("Payment received");
    // The page's clock is now a quarter of an hour ahead: it was told once, and has learnt.
    assertThat(chromium.complaints()).hasSize(1).allMatch(c -> c.contains("status of 401"));
  }

  @Test
  void when_the_countdown_ends_the_page_shows_that_it_is_too_late() {
    Link link = new NewLink(service).with("expiresIn", 300).create();
    Page page = openWithClock(link);
    awaitWaitingPoll(page);
    link.passDeadline(service);
    page.clock().fastForward("05:05");
    page.clock().runFor(5_000);
    assertThat(page.locator("h2")).hasText("This payment has expired");
    assertThat(chromium.complaints()).allMatch(c -> c.contains("status of 401")); // its clock
  }

  @Test
  void a_device_whose_clock_is_past_the_deadline_follows_too() {
    Link link = new NewLink(service).with("expiresIn", 300).create();
    Page page = chromium.open(phone());
    long anHourAhead = System.currentTimeMillis() + 3_600_000;
    page.clock().install(new Clock.InstallOptions().setTime(anHourAhead));
    page.waitForResponse(answer -> answer.status() == 401, () -> page.navigate(link.url()));
    service.callback().report("payment.submitted", link.id()).expect(200);
    assertThat(page.locator("h2")).hasText("Your payment is on its way");
    settle(page);
    assertThat(chromium.complaints()).hasSize(1).allMatch(c -> c.contains("status of 401"));
  }

  @Test
  void a_page_that_did_not_come_is_asked_for_again() {
    Link link = new NewLink(service).create();
    Page page = openWithClock(link);
    awaitWaitingPoll(page);
    page.route(link.url(), route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));
    page.waitForResponse(
        answer -> answer.url().equals(link.url()) && answer.status() == 503,
        () -> service.callback().report("payment.confirmed", link.id()).expect(200));
    page.unroute(link.url());
    page.clock().runFor(LONGER_THAN_ANY_PAUSE);
    assertThat(page.locator("h2")).hasText("Payment received");
    assertThat(chromium.complaints()).allMatch(c -> c.contains("status of 503"));
  }

  @Test
  void a_page_that_comes_late_does_not_replace_a_newer_one() {
    Link link = new NewLink(service).create();
    Page page = openWithClock(link);
    awaitWaitingPoll(page);
    page.evaluate(REMEMBER_NEWS);
    AtomicReference<Runnable> held = new AtomicReference<>();
    page.route(
        link.url(),
        route -> {
          if (held.get() == null) {
            APIResponse early = route.fetch();
            held.set(() -> route.fulfill(new Route.FulfillOptions().setResponse(early)));
          } else {
            route.resume();
          }
        });
    service.callback().report("payment.submitted", link.id()).expect(200);
    page.waitForCondition(() -> held.get() != null);
    page.waitForResponse(
        answer -> isPoll(answer) && answer.text().contains("\"status\":\"success\""),
        () -> service.callback().report("payment.confirmed", link.id()).expect(200));
    settle(page);
    Objects.requireNonNull(held.get()).run();
    page.waitForFunction("() => heard.length === 2 && heard[1] === 'Payment received'");
    assertThat(page.locator("h2")).hasText("Payment received");
  }

  private Page openWithClock(Link link) {
    Page page = chromium.open(desktop());
    page.addInitScript("AbortSignal.timeout = () => new AbortController().signal"); // no real time
    page.onRequest(
        request -> {
          if (request.url().contains("/sdk/status/")) {
            polls.incrementAndGet();
          }
        });
    page.clock().install();
    page.navigate(link.url());
    awaitWallet(page);
    return page;
  }

  private static boolean isPoll(Response answer) {
    return answer.url().contains("/sdk/status/");
  }

  /** As a proxy in front of the service might answer. */
  private static void comeBackInAnHour(Route route) {
    route.fulfill(
        new Route.FulfillOptions()
            .setStatus(429)
            .setHeaders(Map.of("Retry-After", "3600", "Content-Type", "application/problem+json"))
            .setBody("{\"code\":\"RATE_LIMITED\"}"));
  }

  private void assertSilentFor(int millis, Page page) {
    settle(page);
    int before = polls.get();
    page.clock().runFor(millis);
    settle(page);
    assertThat(polls).hasValue(before);
  }

  /** Some round trips later, whatever was under way has been answered. */
  private static void settle(Page page) {
    page.evaluate("async () => { for (let i = 0; i < 5; i++) await fetch('/assets/paylink.js'); }");
  }

  /** The first call is answered at once, the second one when something has changed. */
  private void awaitWaitingPoll(Page page) {
    page.waitForCondition(() -> polls.get() > 1);
  }

  /** Ends the call that waits; the next one follows. */
  private static void askAgain(Page page) {
    visibility(page, "hidden");
    settle(page);
    visibility(page, "visible");
  }

  private static void visibility(Page page, String state) {
    page.evaluate(
        """
        state => {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }
        """,
        state);
  }
}
