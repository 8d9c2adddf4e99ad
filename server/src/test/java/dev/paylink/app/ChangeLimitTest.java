package dev.paylink.app;

import static dev.paylink.merchant.MerchantCallRules.AT_THE_DOOR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.http.Route;
import dev.paylink.ratelimit.Limit;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Walks every route of the public listener that may store something: each has a limit, of its
 * session, its key, its payment or its source. Whoever adds one without a limit fails here.
 */
final class ChangeLimitTest {
  private static final int ATTEMPTS = 50;
  private static final int CALLERS = 8;
  private static final String FORMS = "/dashboard/";

  /** Forms that look at no session; all forms of the dashboard count for their source. */
  private static final Set<String> OPEN_FORMS =
      Set.of(
          "sign-up",
          "sign-in",
          "sign-in/code",
          "sign-in/passkey",
          "sign-in/sso",
          "sign-out",
          "language",
          "invitation/:linkToken",
          "confirm/:linkToken",
          "confirm/:linkToken/release",
          "freeze/:linkToken",
          "forgot",
          "reset/:linkToken");

  /** What payers do, whom nobody has signed in; {@link Limit} says for whom each counts. */
  private static final Map<String, Limit> OF_PAYERS =
      Map.ofEntries(
          Map.entry("POST /l/:slug", Limit.LINK_USES_OF_SOURCE),
          Map.entry("POST /refund/:linkToken", Limit.REFUND_ADDRESSES),
          Map.entry("POST /pay/:paymentId/:linkToken/amount", Limit.WALLET_CALLS),
          Map.entry("POST /pay/:paymentId/:linkToken/transfer", Limit.WALLET_CALLS),
          Map.entry("POST /pay/:paymentId/:linkToken/wallet", Limit.WALLET_CALLS),
          Map.entry("POST /pay/:paymentId/:linkToken/wallet/relay", Limit.WALLET_CALLS),
          Map.entry("POST /pay/:paymentId/:linkToken/wallet/signed", Limit.WALLET_CALLS),
          Map.entry("POST /pay/:paymentId/:linkToken/wallet/sent", Limit.WALLET_CALLS),
          Map.entry("POST /pay/:paymentId/:linkToken/session", Limit.PAGE_CODES),
          Map.entry("POST /sdk/session", Limit.NEW_SESSIONS));

  /** Simulates an outcome once, in a sandbox, which is for trying things out. */
  private static final Set<String> OF_SANDBOX = Set.of("POST /pay/:paymentId/:linkToken/simulate");

  /** Only answers with a cookie; nothing is stored and nothing is read. */
  private static final Set<String> OF_THE_BROWSER = Set.of("POST /pay/language");

  @AutoClose private static final TestService SERVICE = TestService.start();

  @Test
  void every_call_of_a_session_counts_for_it() {
    Browser member = SERVICE.signedIn();
    List<Route> routes =
        unsafe().stream()
            .filter(route -> route.template().startsWith("/merchant/"))
            .filter(route -> !AT_THE_DOOR.contains(name(route)))
            .toList();
    assertThat(routes).hasSizeGreaterThan(40);
    BooleanSupplier usedUp = () -> member.post("/merchant/reauthenticate", "{}").status() == 429;
    useUp(usedUp, Limit.CHANGES);
    for (Route route : routes) {
      assertLimited(name(route), usedUp, () -> call(member, route));
    }
    SERVICE.signedIn().put("/merchant/brand", "{}").expect(200); // another session
  }

  @Test
  void every_form_counts_for_its_session() {
    String cookie = SERVICE.signedIn().cookie();
    Browser member = Browser.ofPages(SERVICE.baseUrl()).withCookie(cookie).from("127.0.0.21");
    List<Route> routes =
        unsafe().stream()
            .filter(route -> route.template().startsWith(FORMS))
            .filter(route -> !OPEN_FORMS.contains(route.template().substring(FORMS.length())))
            .toList();
    assertThat(routes).hasSizeGreaterThan(30);
    BooleanSupplier usedUp =
        () ->
            Browser.ofPages(SERVICE.baseUrl())
                    .withCookie(cookie)
                    .send("POST", "/merchant/reauthenticate", "{}")
                    .status()
                == 429;
    useUp(usedUp, Limit.CHANGES);
    for (Route route : routes) {
      assertLimited(name(route), usedUp, () -> call(member.withCookie(cookie), route));
    }
  }

  @Test
  void every_call_and_form_at_the_door_counts_for_its_source() {
    Browser stranger = Browser.ofPages(SERVICE.baseUrl()).from("127.0.0.22");
    List<Route> routes =
        unsafe().stream()
            .filter(
                route ->
                    AT_THE_DOOR.contains(name(route))
                        || (route.template().startsWith(FORMS)
                            && OPEN_FORMS.contains(route.template().substring(FORMS.length()))))
            .toList();
    assertThat(routes).hasSize(AT_THE_DOOR.size() + OPEN_FORMS.size());
    BooleanSupplier usedUp = () -> stranger.post("/merchant/logout").status() == 429;
    useUp(usedUp, Limit.DOOR_CALLS);
    for (Route route : routes) {
      assertLimited(name(route), usedUp, () -> call(stranger, route));
    }
  }

  @Test
  void every_call_with_a_key_counts_for_the_key() {
    Browser owner = SERVICE.signedIn();
    Reply key = SERVICE.activeKey(owner, "{}");
    SERVICE
        .stored()
        .change("update api_key set rate_limit = 1 where api_key = ?", key.text("apiKey"));
    SERVICE.apiKeys().credentials().forgetAll();
    SignedCalls calls = SERVICE.calls(key).with("X-Idempotency-Key", "walk");
    BooleanSupplier usedUp = () -> calls.post("/sandbox/clock", "{}").status() == 429;
    for (Route route : unsafe()) {
      if (route.template().startsWith("/sdk/server/") || route.template().startsWith("/sandbox/")) {
        assertLimited(name(route), usedUp, () -> calls.send(route.method(), path(route), "{}"));
      }
    }
  }

  @Test
  void every_other_route_is_a_payers_with_a_limit_of_its_own() {
    Set<String> others = new TreeSet<>();
    for (Route route : unsafe()) {
      String template = route.template();
      if (!template.startsWith("/merchant/")
          && !template.startsWith(FORMS)
          && !template.startsWith("/sdk/server/")
          && !template.startsWith("/sandbox/")) {
        others.add(name(route));
      }
    }
    Set<String> known = new TreeSet<>(OF_PAYERS.keySet());
    known.addAll(OF_SANDBOX);
    known.addAll(OF_THE_BROWSER);
    assertThat(known).containsAll(others); // a wallet's calls are there where a chain is
    assertThat(others).contains("POST /l/:slug");
  }

  @Test
  void amounts_that_a_payer_enters_count_for_the_payment() {
    String url = SERVICE.calls().create("{}").expect(200).text("paymentUrl");
    String path = url.substring(SERVICE.baseUrl().toString().length()) + "/amount";
    Browser payer =
        Browser.ofPages(SERVICE.baseUrl())
            .with("Content-Type", "application/x-www-form-urlencoded");
    int answered = 0;
    while (answered < 3 * Limit.WALLET_CALLS.most()
        && payer.post(path, "amount=nothing").status() != 429) {
      answered++;
    }
    assertThat(answered).isBetween(Limit.WALLET_CALLS.most(), 3 * Limit.WALLET_CALLS.most() - 1);
  }

  /** A budget refills all the time, so a call may get through; one without a limit always does. */
  private static void assertLimited(String name, BooleanSupplier usedUp, Supplier<Reply> call) {
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < ATTEMPTS; i++) {
      drain(usedUp, Limit.DOOR_CALLS);
      int status = call.get().status();
      if (status == 429) {
        return;
      }
      statuses.add(status);
    }
    assertThat(statuses).as(name + " has no limit").contains(429);
  }

  /** Several at once, since the budget refills meanwhile. */
  private static void useUp(BooleanSupplier usedUp, Limit limit) {
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CALLERS; i++) {
        callers.execute(() -> drain(usedUp, limit));
      }
    }
    drain(usedUp, limit);
  }

  private static void drain(BooleanSupplier usedUp, Limit limit) {
    for (int i = 0; !usedUp.getAsBoolean(); i++) {
      assertThat(i).as("calls within " + limit).isLessThan(10 * limit.most());
    }
  }

  private static List<Route> unsafe() {
    return SERVICE.publicRoutes().stream()
        .filter(route -> Set.of("POST", "PUT", "DELETE", "PATCH").contains(route.method()))
        .toList();
  }

  private static Reply call(Browser browser, Route route) {
    return browser.send(route.method(), path(route), "");
  }

  private static String path(Route route) {
    return route.template().replaceAll(":[a-zA-Z]+", "none");
  }

  private static String name(Route route) {
    return route.method() + ' ' + route.template();
  }
}
