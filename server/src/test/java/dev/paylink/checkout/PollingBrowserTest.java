package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import dev.paylink.testing.Await;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When the page asks, and when it does not. Its time is the test's; the service's is real. */
final class PollingBrowserTest extends PageInBrowser {
  private static final int LONGER_THAN_ANY_PAUSE = 40_000;
  private static final String STATUS = "**/sdk/status/**";

  @Test
  void after_the_end_nobody_asks_any_more() {
    Link link = new NewLink(service).create();
    Page page = openWithClock(link);
    page.waitForResponse(
        answer -> isPoll(answer) && answer.text().contains("\"status\":\"success\""),
        () -> button(page, "Confirm").click());
    assertThat(page.locator("h2")).hasText("Payment received");
    assertSilentFor(LONGER_THAN_ANY_PAUSE, page, link);
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
    awaitPolls(page, link, 1);
    visibility(page, "hidden");
    assertSilentFor(LONGER_THAN_ANY_PAUSE, page, link);
    service.callback().report("payment.submitted", link.id()).expect(200);
    visibility(page, "visible");
    page.clock().runFor(10);
    assertThat(page.locator("h2")).hasText("Your payment is on its way");
  }

  @Test
  void who_is_told_to_come_back_later_does_not_come_sooner() {
    Link link = new NewLink(service).create();
    Page page = openWithClock(link);
    awaitPolls(page, link, 1);
    page.route(STATUS, PollingBrowserTest::comeBackInHalfAMinute);
    page.waitForResponse(
        answer -> isPoll(answer) && answer.status() == 429,
        () -> {
          askAgain(page);
          page.clock().runFor(5_000);
        });
    page.unroute(STATUS);
    assertSilentFor(20_000, page, link);
    int polls = link.polls(service);
    page.clock().runFor(15_000);
    awaitPolls(page, link, polls + 1);
    assertThat(chromium.complaints()).allMatch(c -> c.contains("status of 429"));
  }

  @Test
  void a_session_is_renewed_before_it_ends() {
    Link link = new NewLink(service).create();
    Page page = openWithClock(link);
    awaitPolls(page, link, 1);
    assertThat(link.codes(service)).isEqualTo(1);
    page.clock().fastForward("14:05");
    askAgain(page);
    Await.until("a second code", () -> pumped(page) && link.codes(service) == 2);
    service.callback().report("payment.confirmed", link.id()).expect(200);
    page.clock().runFor(LONGER_THAN_ANY_PAUSE);
    assertThat(page.locator("h2")).hasText("Payment received");
    // The page's clock is now a quarter of an hour ahead: it was told once, and has learnt.
    assertThat(chromium.complaints()).hasSize(1).allMatch(c -> c.contains("status of 401"));
  }

  @Test
  void when_the_countdown_ends_the_page_shows_that_it_is_too_late() {
    Link link = new NewLink(service).with("expiresIn", 300).create();
    Page page = openWithClock(link);
    awaitPolls(page, link, 1);
    link.passDeadline(service);
    page.clock().fastForward("05:05");
    page.clock().runFor(5_000);
    assertThat(page.locator("h2")).hasText("This payment has expired");
    assertThat(chromium.complaints()).allMatch(c -> c.contains("status of 401")); // its clock
  }

  private static Page openWithClock(Link link) {
    Page page = chromium.open(desktop());
    page.clock().install();
    page.navigate(link.url());
    return page;
  }

  private static boolean isPoll(Response answer) {
    return answer.url().contains("/sdk/status/");
  }

  /** As a proxy in front of the service might answer. */
  private static void comeBackInHalfAMinute(Route route) {
    route.fulfill(
        new Route.FulfillOptions()
            .setStatus(429)
            .setHeaders(Map.of("Retry-After", "30", "Content-Type", "application/problem+json"))
            .setBody("{\"code\":\"RATE_LIMITED\"}"));
  }

  private static void assertSilentFor(int millis, Page page, Link link) {
    settle(page);
    int polls = link.polls(service);
    page.clock().runFor(millis);
    settle(page);
    assertThat(link.polls(service)).isEqualTo(polls);
  }

  /** Some round trips later, whatever was under way has been answered. */
  private static void settle(Page page) {
    page.evaluate("async () => { for (let i = 0; i < 5; i++) await fetch('/assets/paylink.js'); }");
  }

  private static void awaitPolls(Page page, Link link, int atLeast) {
    Await.until("a poll", () -> pumped(page) && link.polls(service) >= atLeast);
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

  /** Playwright hears of the browser only while it is asked something. */
  private static boolean pumped(Page page) {
    return page.evaluate("() => true").equals(true);
  }
}
