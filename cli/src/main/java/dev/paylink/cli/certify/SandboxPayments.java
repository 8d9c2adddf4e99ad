package dev.paylink.cli.certify;

import dev.paylink.cli.access.Api;
import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Json;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes real payments in a sandbox and has things happen to them there, so that a shop that reads a
 * payment from the service sees the same as in its events. The events are those of the feed.
 */
public final class SandboxPayments implements Payments {
  private static final int WAIT_SECONDS = 10;
  private static final int MAX_PAGES = 10_000;

  private final Api api;
  private final Examinee examinee;
  private @Nullable String cursor;

  /** Finds the end of the feed; refuses a service that is no sandbox before anything is made. */
  public SandboxPayments(Api api, Examinee examinee) {
    this.api = api;
    this.examinee = examinee;
    api.get("/sandbox/clock");
    for (int page = 0; page < MAX_PAGES && !next(0).isEmpty(); page++) {
      // next moves the cursor
    }
  }

  @Override
  public Order order() {
    String paymentId =
        examinee.orderUrl() == null
            ? api.post(
                    "/sdk/server/create-payment",
                    Json.of("amount", "10.00", "reference", "certify-" + Event.id("")),
                    "certify-" + UUID.randomUUID())
                .json()
                .text("paymentId", "")
            : Payments.madeByShop(examinee).text("paymentId", "");
    Json payment = api.get("/sdk/server/payments/" + paymentId).json();
    return new Order(
        Scope.invoice_settlement,
        paymentId,
        payment.text("reference", ""),
        payment.text("amount", ""),
        payment.text("currency", ""));
  }

  @Override
  public Event confirmed(Order order, Instant at) {
    return happened(order, "confirmed");
  }

  @Override
  public Event failed(Order order, String reason, Instant at) {
    return happened(order, reason);
  }

  private synchronized Event happened(Order order, String outcome) {
    api.post("/sandbox/payments/" + order.id() + "/simulate", Json.of("outcome", outcome), null);
    for (int page = 0; page < MAX_PAGES; page++) {
      List<Json> events = next(WAIT_SECONDS);
      for (Json event : events) {
        if (order.id().equals(event.text("paymentId"))) {
          cursor = event.text("eventId");
          return Event.written(event);
        }
      }
      if (events.isEmpty()) {
        break;
      }
    }
    throw new CliError("the sandbox wrote no event for \"" + outcome + "\" of " + order.id());
  }

  /** Returns the next events of the feed, and moves behind them. */
  private List<Json> next(int waitSeconds) {
    String after = cursor == null ? "" : "&after=" + cursor;
    Json page = api.get("/sdk/server/events?limit=100&waitSeconds=" + waitSeconds + after).json();
    List<Json> events = page.objects("data");
    if (!events.isEmpty()) {
      cursor = page.text("nextCursor", events.getLast().text("eventId", ""));
    }
    return events;
  }
}
