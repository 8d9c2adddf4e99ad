package dev.paylink.webhook.delivery;

import dev.paylink.account.Actor;
import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.webhook.event.DeliveryState;
import dev.paylink.webhook.event.DeliveryStore;
import dev.paylink.webhook.settings.WebhookScope;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Sends events again: the same id and bytes, a new run of attempts, which replaces one that waits
 * for hours; or stops that one. A run that has not made its first attempt yet is not doubled, so a
 * second click changes nothing.
 */
public final class Redeliver {
  public static final int MAX_AT_ONCE = 10_000;

  private final RedeliveryQueries queries = new RedeliveryQueries();
  private final DeliveryStore deliveries;
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final Runnable wakeDispatcher;

  public Redeliver(Jdbi jdbi, BusinessClock clock, AuditLog audit, Runnable wakeDispatcher) {
    this.deliveries = new DeliveryStore(clock);
    this.jdbi = jdbi;
    this.audit = audit;
    this.wakeDispatcher = wakeDispatcher;
  }

  /** Result of a redelivery. */
  public sealed interface Result {
    record Accepted(int events, boolean more) implements Result {}

    record UnknownEvent() implements Result {}

    /** No webhook is ever sent for the payment's interface, or the webhook asks for other types. */
    record NeverDelivered() implements Result {}

    /** No webhook that would get it is active; {@code scopes} has those that would. */
    record NoActiveWebhook(List<WebhookScope> scopes) implements Result {}
  }

  /**
   * Events from {@code from} until before {@code to} whose latest delivery is in that state. Of
   * those that are pending it takes the ones that wait for a later attempt of an extended run.
   */
  public record Range(Instant from, Instant to, String state) {
    String storedState() {
      return state.equals(DeliveryState.pending.name()) ? DeliveryState.waiting.name() : state;
    }
  }

  /** Result of a stop. */
  public enum Stopped {
    STOPPED,
    NOTHING_WAITS,
    UNKNOWN_EVENT
  }

  /** Sends one event of that merchant again. */
  public Result one(MerchantId merchant, Actor actor, EventId event) {
    Result result = jdbi.inTransaction(handle -> one(handle, merchant, actor, event));
    wakeDispatcher.run();
    return result;
  }

  /** Sends again all exhausted events of that merchant that were not sent again since. */
  public Result exhausted(MerchantId merchant, Actor actor) {
    Result result = jdbi.inTransaction(handle -> exhausted(handle, merchant, actor));
    wakeDispatcher.run();
    return result;
  }

  /** Sends again the events of that merchant in that range. */
  public Result all(MerchantId merchant, Actor actor, Range range) {
    Result result = jdbi.inTransaction(handle -> all(handle, merchant, actor, range));
    wakeDispatcher.run();
    return result;
  }

  /** Ends the runs of an event that wait for an attempt. */
  public Stopped stop(MerchantId merchant, Actor actor, EventId event) {
    return jdbi.inTransaction(
        handle -> {
          if (queries.lockEvent(handle, merchant, event) == null) {
            return Stopped.UNKNOWN_EVENT;
          }
          if (deliveries.stop(handle, merchant, event) == 0) {
            return Stopped.NOTHING_WAITS;
          }
          audit.record(handle, merchant, actor, "event.stopped", null, event.toString());
          return Stopped.STOPPED;
        });
  }

  /** How many events of a merchant are sent again, and how many no active webhook asks for. */
  record Sent(int events, int skipped) {}

  /** Sends these exhausted runs again, unless somebody did so since. */
  Sent runs(
      Handle handle,
      MerchantId merchant,
      Actor actor,
      List<ExhaustedQueries.Run> runs,
      String what) {
    Set<EventId> asked =
        queries.ofTypes(
            handle,
            merchant,
            runs.stream().map(ExhaustedQueries.Run::eventId).toList(),
            types(handle, merchant));
    List<ExhaustedQueries.Run> wanted =
        runs.stream().filter(run -> asked.contains(run.eventId())).toList();
    List<EventId> events =
        deliveries.takeRuns(
            handle,
            merchant,
            wanted.stream().map(ExhaustedQueries.Run::eventId).toList(),
            wanted.stream().map(ExhaustedQueries.Run::id).toList());
    if (!events.isEmpty()) {
      deliveries.insert(handle, merchant, events);
      audit.record(handle, merchant, actor, "events.redelivered", null, events.size() + " " + what);
    }
    return new Sent(events.size(), runs.size() - wanted.size());
  }

  /** Lets the queue be looked at once redeliveries are committed. */
  void wake() {
    wakeDispatcher.run();
  }

  private Result one(Handle handle, MerchantId merchant, Actor actor, EventId event) {
    RedeliveryQueries.Found found = queries.lockEvent(handle, merchant, event);
    if (found == null) {
      return new Result.UnknownEvent();
    }
    if (!found.deliverable()) {
      return new Result.NeverDelivered();
    }
    List<String> types = queries.listening(handle, merchant).get(found.scope());
    if (types == null) {
      return new Result.NoActiveWebhook(List.of(found.scope()));
    }
    if (!types.contains(found.type())) {
      return new Result.NeverDelivered();
    }
    if (!queries.isAboutToBeSent(handle, merchant, event)) {
      deliveries.insert(handle, merchant, List.of(event));
      audit.record(handle, merchant, actor, "event.redelivered", null, event.toString());
    }
    return new Result.Accepted(1, false);
  }

  private static Result none() {
    return new Result.NoActiveWebhook(List.of(WebhookScope.values()));
  }

  /** Returns the types that active webhooks ask for. No type is of two scopes. */
  private List<String> types(Handle handle, MerchantId merchant) {
    return queries.listening(handle, merchant).values().stream().flatMap(List::stream).toList();
  }

  private Result exhausted(Handle handle, MerchantId merchant, Actor actor) {
    List<String> types = types(handle, merchant);
    if (types.isEmpty()) {
      return none();
    }
    List<EventId> events = deliveries.takeExhausted(handle, merchant, types, MAX_AT_ONCE);
    if (!events.isEmpty()) {
      deliveries.insert(handle, merchant, events);
      audit.record(
          handle, merchant, actor, "events.redelivered", null, events.size() + " exhausted");
    }
    return new Result.Accepted(events.size(), events.size() == MAX_AT_ONCE);
  }

  private Result all(Handle handle, MerchantId merchant, Actor actor, Range range) {
    List<String> types = types(handle, merchant);
    if (types.isEmpty()) {
      return none();
    }
    List<EventId> events = queries.lockAll(handle, merchant, range, types, MAX_AT_ONCE);
    deliveries.insert(handle, merchant, events);
    audit.record(
        handle,
        merchant,
        actor,
        "events.redelivered",
        null,
        "%d %s from %s to %s"
            .formatted(
                events.size(),
                range.state,
                Timestamps.format(range.from),
                Timestamps.format(range.to)));
    return new Result.Accepted(events.size(), events.size() == MAX_AT_ONCE);
  }
}
