package dev.paylink.webhook;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.Page;
import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import dev.paylink.webhook.event.DeliveredEvent;
import dev.paylink.webhook.event.DeliveryAttempt;
import dev.paylink.webhook.event.EventQueries;
import dev.paylink.webhook.event.ListEvents;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;

/**
 * Serves the calls by which a signed-in merchant lists events and their deliveries, and redelivers.
 */
final class EventRoutes {
  private static final Set<String> LIST_PARAMETERS = Set.of("paymentId", "limit", "cursor");

  private final EventQueries queries = new EventQueries();
  private final Jdbi jdbi;
  private final ListEvents events;
  private final MerchantCalls calls;
  private final RedeliverCalls redeliver;

  EventRoutes(Jdbi jdbi, ListEvents events, MerchantCalls calls, RedeliverCalls redeliver) {
    this.jdbi = jdbi;
    this.events = events;
    this.calls = calls;
    this.redeliver = redeliver;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/merchant/events", calls.reading(this::list)),
        Route.get("/merchant/events/:id/attempts", calls.reading(this::attempts)),
        Route.post(
            "/merchant/events/:id/redeliver",
            calls.changing(
                Role.developer,
                (request, signedIn) ->
                    redeliver.one(request, signedIn.merchantId(), signedIn.actor()))),
        Route.post(
            "/merchant/events/:id/stop",
            calls.changing(
                Role.developer,
                (request, signedIn) ->
                    redeliver.stop(request, signedIn.merchantId(), signedIn.actor()))),
        Route.post(
            "/merchant/events/redeliver",
            calls.changing(
                Role.developer,
                (request, signedIn) ->
                    redeliver.range(request, signedIn.merchantId(), signedIn.actor()))));
  }

  private Answer list(Request request, SignedIn signedIn) {
    QueryParameters query = new QueryParameters(request, LIST_PARAMETERS);
    PaymentId paymentId = query.read("paymentId", PaymentId::parse, Message.of("field.paymentid"));
    EventId before = query.read("cursor", EventId::parse, Message.of("field.cursor"));
    int limit = query.number("limit", 1, Page.MAX_LIMIT, Page.USUAL_LIMIT);
    query.refuseFaults();
    return Answer.ok(
        events.page(signedIn.merchantId(), paymentId, before, limit).json(EventRoutes::write));
  }

  private Answer attempts(Request request, SignedIn signedIn) {
    MerchantId merchant = signedIn.merchantId();
    EventId event = RedeliverCalls.event(request);
    return jdbi.withHandle(
        handle -> {
          if (!queries.exists(handle, merchant, event)) {
            throw RedeliverCalls.notFound();
          }
          return Answer.ok(
              Json.object()
                  .putObjects("data", queries.attempts(handle, merchant, event), EventRoutes::write)
                  .put("nextAttemptAt", queries.nextAttempt(handle, merchant, event))
                  .bytes());
        });
  }

  private static void write(Json json, DeliveredEvent event) {
    json.put("eventId", event.id().toString())
        .put("type", event.type())
        .put("createdAt", event.createdAt())
        .put("scope", event.scope().name());
    PaymentId payment = event.paymentId();
    if (payment != null) {
      json.put("paymentId", payment.toString());
    }
    json.putObject(
        "delivery",
        delivery ->
            delivery
                .put("state", event.state())
                .put("attempts", event.attempts())
                .put("nextAttemptAt", event.nextAttemptAt()));
  }

  private static void write(Json json, DeliveryAttempt attempt) {
    json.put("attempt", attempt.attempt())
        .put("startedAt", attempt.startedAt())
        .put("durationMs", attempt.durationMillis())
        .put("url", attempt.url())
        .put("status", attempt.status())
        .put("error", attempt.error())
        .put("responseBody", attempt.responseBody());
  }
}
