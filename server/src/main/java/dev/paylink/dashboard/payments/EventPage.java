package dev.paylink.dashboard.payments;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.ids.EventId;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Panel;
import dev.paylink.webhook.event.DeliveryAttempt;
import dev.paylink.webhook.event.ListEvents;
import dev.paylink.webhook.settings.WebhookHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One event: the bytes that are sent for it, and each attempt with its response. */
public final class EventPage {
  private final DashboardDoor door;
  private final ListEvents events;
  private final Redelivery redelivery;

  public EventPage(DashboardDoor door, ListEvents events, Redelivery redelivery) {
    this.door = door;
    this.events = events;
    this.redelivery = redelivery;
  }

  public record View(Panel panel, boolean mayChange, @Nullable String news, ListEvents.One event) {
    public String body() {
      return new String(event.body(), StandardCharsets.UTF_8);
    }

    public Map<String, String> headers(DeliveryAttempt attempt) {
      return WebhookHeaders.shown(event.id().toString(), attempt.attempt(), attempt.startedAt());
    }
  }

  public List<Route> routes() {
    return List.of(
        door.page(DashboardPaths.EVENT, this::show),
        door.form(Role.developer, DashboardPaths.EVENT_REDELIVER, this::redeliver),
        door.form(Role.developer, DashboardPaths.EVENT_STOP, this::stop));
  }

  private Answer show(MerchantVisit visit) {
    EventId id = EventId.parse(visit.request().parameter("id"));
    ListEvents.One event = id == null ? null : events.find(visit.merchantId(), id);
    if (event == null) {
      throw Redelivery.notFound();
    }
    return Answer.html(
        visit.draw(
            "event",
            new View(
                visit.panel(DashboardSection.EVENTS, visit.words().get("event.title")),
                visit.may(Role.developer),
                visit.news(),
                event)));
  }

  private Answer redeliver(MerchantVisit visit) {
    String id = visit.request().parameter("id");
    redelivery.one(visit, id);
    return DashboardNotice.REDELIVERED.on(DashboardPaths.EVENT.to(id));
  }

  private Answer stop(MerchantVisit visit) {
    String id = visit.request().parameter("id");
    redelivery.stop(visit, id);
    return DashboardNotice.STOPPED.on(DashboardPaths.EVENT.to(id));
  }
}
