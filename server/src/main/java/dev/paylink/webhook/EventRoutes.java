package dev.paylink.webhook;

import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.webhook.delivery.Redeliver;
import dev.paylink.webhook.event.DeliveredEvent;
import dev.paylink.webhook.event.DeliveryAttempt;
import dev.paylink.webhook.event.DeliveryState;
import dev.paylink.webhook.event.EventQueries;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Serves the calls by which a signed-in merchant lists events and their deliveries, and redelivers.
 */
final class EventRoutes {
  private static final Set<String> LIST_PARAMETERS = Set.of("paymentId", "limit", "cursor");
  private static final Set<String> RANGE_FIELDS = Set.of("from", "to", "state");
  private static final Set<String> STATES = Set.of("none", "delivered", "exhausted");
  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 100;
  private static final int MAX_STATE = 64;

  private final EventQueries queries = new EventQueries();
  private final Jdbi jdbi;
  private final MerchantCalls calls;
  private final Redeliver redeliver;

  EventRoutes(Jdbi jdbi, MerchantCalls calls, Redeliver redeliver) {
    this.jdbi = jdbi;
    this.calls = calls;
    this.redeliver = redeliver;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/merchant/events", calls.reading(this::list)),
        Route.get("/merchant/events/:id/attempts", calls.reading(this::attempts)),
        Route.post(
            "/merchant/events/:id/redeliver", calls.changing(Role.developer, this::redeliverOne)),
        Route.post(
            "/merchant/events/redeliver", calls.changing(Role.developer, this::redeliverRange)));
  }

  private Answer list(Request request, SignedIn signedIn) {
    MerchantId merchant = signedIn.merchantId();
    QueryParameters query = new QueryParameters(request, LIST_PARAMETERS);
    PaymentId paymentId = query.read("paymentId", PaymentId::parse, "is not a payment id (pay_…)");
    EventId before =
        query.read("cursor", EventId::parse, "must be the nextCursor of an earlier page");
    int limit = query.number("limit", 1, MAX_LIMIT, DEFAULT_LIMIT);
    query.refuseFaults();
    List<DeliveredEvent> found =
        jdbi.withHandle(handle -> queries.list(handle, merchant, paymentId, before, limit));
    boolean more = found.size() > limit;
    List<DeliveredEvent> events = more ? found.subList(0, limit) : found;
    return Answer.ok(
        Json.object()
            .putObjects("data", events, EventRoutes::write)
            .put("nextCursor", more ? events.getLast().id().toString() : null)
            .bytes());
  }

  private Answer attempts(Request request, SignedIn signedIn) {
    MerchantId merchant = signedIn.merchantId();
    EventId event = event(request);
    List<DeliveryAttempt> attempts =
        jdbi.withHandle(
            handle -> {
              if (!queries.exists(handle, merchant, event)) {
                throw notFound();
              }
              return queries.attempts(handle, merchant, event);
            });
    return Answer.ok(Json.object().putObjects("data", attempts, EventRoutes::write).bytes());
  }

  private Answer redeliverOne(Request request, SignedIn signedIn) {
    return answer(redeliver.one(signedIn, event(request)));
  }

  private Answer redeliverRange(Request request, SignedIn signedIn) {
    return answer(redeliver.all(signedIn, range(request.jsonBody())));
  }

  private static Answer answer(Redeliver.Result result) {
    return switch (result) {
      case Redeliver.Result.Accepted accepted ->
          Answer.accepted(
              Json.object()
                  .put("redelivered", accepted.events())
                  .put("more", accepted.more())
                  .bytes());
      case Redeliver.Result.UnknownEvent unknown -> throw notFound();
      case Redeliver.Result.NeverDelivered never ->
          throw new Refused(
              Problem.conflict(
                  "EVENT_NOT_DELIVERABLE",
                  "No webhook is sent for this event: its type is in the feed alone, or the payment's"
                      + " interface is not service-server"));
      case Redeliver.Result.NoActiveWebhook none ->
          throw new Refused(
              Problem.conflict(
                  "WEBHOOK_NOT_ACTIVE",
                  "Configure and activate the invoice_settlement webhook first"));
    };
  }

  private static Redeliver.Range range(byte[] body) {
    Fields fields = Fields.parse(body, RANGE_FIELDS);
    Instant from = requiredTime(fields, "from");
    Instant to = requiredTime(fields, "to");
    String state = fields.text("state", MAX_STATE);
    if (state != null && !STATES.contains(state)) {
      fields.fault("state", "must be one of none, delivered, exhausted");
    }
    if (from != null && to != null && !from.isBefore(to)) {
      fields.fault("to", "must be later than from");
    }
    if (from == null || to == null || !fields.faults().isEmpty()) {
      throw new Refused(Problem.invalidRequest(fields.faults()));
    }
    return new Redeliver.Range(from, to, state == null ? DeliveryState.exhausted.name() : state);
  }

  private static @Nullable Instant requiredTime(Fields fields, String name) {
    if (!fields.has(name)) {
      fields.fault(name, "is required");
    }
    return fields.time(name);
  }

  private static EventId event(Request request) {
    EventId id = EventId.parse(request.parameter("id"));
    if (id == null) {
      throw notFound();
    }
    return id;
  }

  private static Refused notFound() {
    return new Refused(Problem.notFound("EVENT_NOT_FOUND", "You have no event with this id"));
  }

  private static void write(Json json, DeliveredEvent event) {
    json.put("eventId", event.id().toString())
        .put("type", event.type())
        .put("createdAt", event.createdAt())
        .put("paymentId", event.paymentId().toString())
        .putObject(
            "delivery",
            delivery -> delivery.put("state", event.state()).put("attempts", event.attempts()));
  }

  private static void write(Json json, DeliveryAttempt attempt) {
    json.put("attempt", attempt.attempt())
        .put("startedAt", attempt.startedAt())
        .put("durationMs", attempt.durationMillis())
        .put("status", attempt.status())
        .put("error", attempt.error())
        .put("responseBody", attempt.responseBody());
  }
}
