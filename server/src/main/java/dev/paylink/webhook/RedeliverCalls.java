package dev.paylink.webhook;

import dev.paylink.account.Actor;
import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import dev.paylink.webhook.delivery.Redeliver;
import dev.paylink.webhook.event.DeliveryState;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Answers the calls that send events again. People who signed in and servers with a key make the
 * same calls; only the guard before them differs.
 */
public final class RedeliverCalls {
  private static final Set<String> RANGE_FIELDS = Set.of("from", "to", "state");
  private static final Set<String> STATES = Set.of("none", "delivered", "exhausted", "pending");
  private static final int MAX_STATE = 64;

  private final Redeliver redeliver;

  RedeliverCalls(Redeliver redeliver) {
    this.redeliver = redeliver;
  }

  /** Sends the event in the path again. */
  public Answer one(Request request, MerchantId merchant, Actor actor) {
    return answer(redeliver.one(merchant, actor, event(request)));
  }

  /** Sends the events of a time span again. */
  public Answer range(Request request, MerchantId merchant, Actor actor) {
    return answer(redeliver.all(merchant, actor, range(request.jsonBody())));
  }

  /** Ends the run of the event in the path that waits for its next attempt. */
  Answer stop(Request request, MerchantId merchant, Actor actor) {
    return switch (redeliver.stop(merchant, actor, event(request))) {
      case STOPPED -> Answer.ok(Json.object().put("stopped", true).bytes());
      case NOTHING_WAITS -> throw nothingToStop();
      case UNKNOWN_EVENT -> throw notFound();
    };
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
              Problem.conflict("EVENT_NOT_DELIVERABLE", Message.of("event.notdeliverable")));
      case Redeliver.Result.NoActiveWebhook none -> throw notActive(none);
    };
  }

  private static Redeliver.Range range(byte[] body) {
    Fields fields = Fields.parse(body, RANGE_FIELDS);
    Instant from = fields.required("from", fields.time("from"));
    Instant to = fields.required("to", fields.time("to"));
    String state =
        fields.read(
            "state",
            MAX_STATE,
            text -> STATES.contains(text) ? text : null,
            Message.of("field.oneof", "none, delivered, exhausted, pending"));
    if (from != null && to != null && !from.isBefore(to)) {
      fields.fault("to", Message.of("field.laterfrom"));
    }
    return new Redeliver.Range(
        fields.require(from),
        fields.require(to),
        state == null ? DeliveryState.exhausted.name() : state);
  }

  static EventId event(Request request) {
    EventId id = EventId.parse(request.parameter("id"));
    if (id == null) {
      throw notFound();
    }
    return id;
  }

  /** Refuses to send what no active webhook would get. */
  public static Refused notActive(Redeliver.Result.NoActiveWebhook none) {
    String scopes = none.scopes().stream().map(Enum::name).collect(Collectors.joining(" / "));
    return new Refused(Problem.conflict("WEBHOOK_NOT_ACTIVE", Message.of("activate", scopes)));
  }

  /** Refuses to stop an event that waits for no attempt. */
  public static Refused nothingToStop() {
    return new Refused(Problem.conflict("NOTHING_TO_STOP", Message.of("nothingtostop")));
  }

  static Refused notFound() {
    return new Refused(Problem.notFound("EVENT_NOT_FOUND", Message.of("noevent")));
  }
}
