package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.http.Route;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Walks every server-to-server route with a key of each scope. Whoever adds a route without a
 * scope, or with another one than is written here, fails.
 */
final class KeyScopeTest {
  private static final Map<String, KeyScope> NEEDED =
      Map.ofEntries(
          Map.entry("POST /sdk/server/create-payment", KeyScope.PAYMENTS_CREATE),
          Map.entry("GET /sdk/server/status/:paymentId", KeyScope.PAYMENTS_READ),
          Map.entry("GET /sdk/server/payments", KeyScope.PAYMENTS_READ),
          Map.entry("GET /sdk/server/payments/:paymentId", KeyScope.PAYMENTS_READ),
          Map.entry("POST /sdk/server/payments/:paymentId/cancel", KeyScope.PAYMENTS_CANCEL),
          Map.entry("POST /sdk/server/payments/:paymentId/accept", KeyScope.PAYMENTS_ACCEPT),
          Map.entry("POST /sdk/server/payments/:paymentId/refunds", KeyScope.REFUNDS_CREATE),
          Map.entry("GET /sdk/server/payments/:paymentId/refunds", KeyScope.REFUNDS_READ),
          Map.entry("GET /sdk/server/refunds/:refundId", KeyScope.REFUNDS_READ),
          Map.entry("POST /sdk/server/refunds/:refundId/cancel", KeyScope.REFUNDS_CREATE),
          Map.entry("POST /sdk/server/refunds/:refundId/confirm-address", KeyScope.REFUNDS_CREATE),
          Map.entry("GET /sdk/server/payouts", KeyScope.PAYOUTS_READ),
          Map.entry("GET /sdk/server/payouts/:payoutId", KeyScope.PAYOUTS_READ),
          Map.entry("POST /sdk/server/sessions", KeyScope.SESSIONS_CREATE),
          Map.entry("GET /sdk/server/events", KeyScope.EVENTS_READ),
          Map.entry("POST /sdk/server/events/:id/redeliver", KeyScope.EVENTS_REDELIVER),
          Map.entry("POST /sdk/server/events/redeliver", KeyScope.EVENTS_REDELIVER),
          Map.entry("GET /sdk/server/links", KeyScope.LINKS_READ),
          Map.entry("POST /sdk/server/links", KeyScope.LINKS_WRITE),
          Map.entry("GET /sdk/server/links/:id", KeyScope.LINKS_READ),
          Map.entry("PUT /sdk/server/links/:id", KeyScope.LINKS_WRITE),
          Map.entry("POST /sdk/server/links/:id/activate", KeyScope.LINKS_WRITE),
          Map.entry("POST /sdk/server/links/:id/deactivate", KeyScope.LINKS_WRITE),
          Map.entry("POST /sdk/server/links/:id/archive", KeyScope.LINKS_WRITE),
          Map.entry("POST /sdk/server/links/:id/unarchive", KeyScope.LINKS_WRITE),
          Map.entry("GET /sdk/server/invoices", KeyScope.INVOICES_READ),
          Map.entry("GET /sdk/server/invoices/:invoiceId", KeyScope.INVOICES_READ),
          Map.entry("GET /sdk/server/invoices/:invoiceId/invoice.pdf", KeyScope.INVOICES_READ),
          Map.entry("GET /sdk/server/statements", KeyScope.STATEMENTS_READ),
          Map.entry("GET /sdk/server/statements/:file", KeyScope.STATEMENTS_READ),
          Map.entry("GET /sdk/server/collectable", KeyScope.PAYMENTS_READ),
          Map.entry("GET /sdk/server/webhooks/:scope", KeyScope.WEBHOOKS_READ),
          Map.entry("PUT /sdk/server/webhooks/:scope", KeyScope.WEBHOOKS_WRITE),
          Map.entry("DELETE /sdk/server/webhooks/:scope", KeyScope.WEBHOOKS_WRITE),
          Map.entry("POST /sdk/server/webhooks/:scope/rotate-secret", KeyScope.WEBHOOKS_WRITE),
          Map.entry("POST /sdk/server/webhooks/:scope/test", KeyScope.WEBHOOKS_WRITE));

  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final Browser MERCHANT = SERVICE.signedIn();

  @Test
  void every_route_needs_its_scope_and_no_other() {
    Map<KeyScope, SignedCalls> keys = new EnumMap<>(KeyScope.class);
    for (KeyScope scope : KeyScope.values()) {
      keys.put(
          scope,
          SERVICE.calls(
              SERVICE.activeKey(MERCHANT, "{\"scopes\":[\"%s\"]}".formatted(scope.text()))));
    }
    Map<String, Route> walked = new HashMap<>();
    for (Route route : SERVICE.publicRoutes()) {
      if (!route.template().startsWith("/sdk/server/") || route.method().equals(Route.OTHERWISE)) {
        continue; // what no call answers needs no key
      }
      String name = route.method() + ' ' + route.template();
      walked.put(name, route);
      KeyScope needed = Objects.requireNonNull(NEEDED.get(name), "no scope is written for " + name);
      keys.forEach(
          (scope, key) -> {
            Reply reply = call(key, route);
            if (scope == needed) {
              assertThat(reply.status()).as(name).isNotIn(401, 403);
            } else {
              reply.expectProblem(403, "SCOPE_MISSING");
              assertThat(reply.text("scope")).as(name).isEqualTo(needed.text());
            }
          });
    }
    assertThat(walked.keySet()).isEqualTo(NEEDED.keySet());
  }

  @Test
  void key_without_a_list_has_all_scopes_but_the_one_that_changes_webhooks() {
    Reply key = SERVICE.activeKey(MERCHANT, "{}");
    assertThat(key.json().required("scopes").isNull()).isTrue();
    for (Route route : SERVICE.publicRoutes()) {
      KeyScope needed = NEEDED.get(route.method() + ' ' + route.template());
      if (needed == KeyScope.WEBHOOKS_WRITE) {
        call(SERVICE.calls(key), route).expectProblem(403, "SCOPE_MISSING");
      } else if (needed != null) {
        assertThat(call(SERVICE.calls(key), route).status()).as(route.template()).isNotIn(401, 403);
      }
    }
  }

  @Test
  void refusal_is_charged_and_says_what_is_left() {
    SignedCalls reader =
        SERVICE.calls(SERVICE.activeKey(MERCHANT, "{\"scopes\":[\"payments:read\"]}"));
    Reply refused = reader.create("{}").expectProblem(403, "SCOPE_MISSING");
    assertThat(refused.header("RateLimit")).contains("r=599");
    assertThat(refused.text("detail")).contains("payments:create");
  }

  @Test
  void scope_comes_after_the_signature() {
    SignedCalls reader =
        SERVICE.calls(SERVICE.activeKey(MERCHANT, "{\"scopes\":[\"payments:read\"]}"));
    reader
        .with("X-Signature", "00".repeat(32))
        .create("{}")
        .expectProblem(401, "INVALID_SIGNATURE");
  }

  @Test
  void list_is_shown_in_one_order_and_kept() {
    Reply key =
        SERVICE.activeKey(
            MERCHANT, "{\"scopes\":[\"events:read\",\"payments:create\",\"events:read\"]}");
    assertThat(key.json().required("scopes")).hasToString("[\"payments:create\",\"events:read\"]");
    assertThat(MERCHANT.get("/merchant/api-keys").json().required("data").get(0).required("scopes"))
        .hasToString("[\"payments:create\",\"events:read\"]");
    assertThat(SERVICE.stored().audit(SERVICE.merchant().merchantId()))
        .anyMatch(line -> line.endsWith("limit 600, scopes payments:create events:read"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[\"payments:crate\"]",
        "[\"\"]",
        "[\"payments:create\",1]",
        "\"payments:create\"",
        "{}"
      })
  void other_list_is_refused(String scopes) {
    Reply refused = MERCHANT.post("/merchant/api-keys", "{\"scopes\":" + scopes + "}");
    assertThat(refused.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .isEqualTo(List.of("scopes"));
  }

  @Test
  void misspelt_scope_is_told_the_nearest() {
    Reply refused = MERCHANT.post("/merchant/api-keys", "{\"scopes\":[\"payment:create\"]}");
    assertThat(refused.expectProblem(400, "INVALID_REQUEST").text("detail"))
        .contains("did you mean payments:create?");
  }

  private static Reply call(SignedCalls calls, Route route) {
    String target = route.template().replaceAll(":[a-zA-Z]+", "none");
    return calls.send(route.method(), target, "");
  }
}
