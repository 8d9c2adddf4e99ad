package dev.paylink.dashboard.payments;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.ids.EventId;
import dev.paylink.ids.Page;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.error.Fault;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.IndentedJson;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.PageNotice;
import dev.paylink.platform.web.Pager;
import dev.paylink.platform.web.Panel;
import dev.paylink.webhook.delivery.Redeliver;
import dev.paylink.webhook.event.DeliveredEvent;
import dev.paylink.webhook.event.DeliveryAttempt;
import dev.paylink.webhook.event.DeliveryState;
import dev.paylink.webhook.event.EventAbout;
import dev.paylink.webhook.event.ListEvents;
import dev.paylink.webhook.settings.WebhookHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events for the merchant's server and the state of their deliveries, with forms to send one or
 * many again; and the page of one event: the bytes that are sent for it, and each attempt with its
 * response.
 */
public record EventPages(DashboardDoor door, ListEvents events, Redelivery redelivery) {
  static final int MAX_ON_PAGE = 25;

  private static final String COUNT = "count";
  private static final List<String> STATES = List.of("pending", "delivered", "exhausted", "none");
  private static final List<String> REPEATABLE =
      List.of("exhausted", "pending", "none", "delivered");

  /** The notices that say how many events there are, and their texts. */
  private static final Map<String, String> COUNTED =
      Map.of(
          DashboardNotice.REDELIVERED_ALL.name(), "events.redelivered",
          DashboardNotice.REDELIVERED_SOME.name(), "events.redeliveredsome");

  public record ListView(
      Panel panel,
      boolean mayChange,
      @Nullable String news,
      String state,
      List<DeliveredEvent> events,
      Map<EventId, EventAbout> about,
      Pager pager,
      Form range) {
    public static List<String> states() {
      return STATES;
    }
  }

  /** One event; {@code redelivery} says why it was not sent again, if it was not. */
  public record View(
      Panel panel,
      boolean mayChange,
      @Nullable String news,
      ListEvents.One event,
      Form redelivery) {
    public String body() {
      return new String(event.body(), StandardCharsets.UTF_8);
    }

    /** Returns the body for people; what is sent has no blanks. */
    public String indented() {
      return IndentedJson.of(event.body());
    }

    public DeliveredEvent delivered() {
      return event.event();
    }

    /** Tells whether an attempt ends within seconds, so that the page follows it. */
    public boolean isFollowed() {
      return delivered().state().equals(DeliveryState.pending.name()) && !delivered().isWaiting();
    }

    public Map<String, String> headers(DeliveryAttempt attempt) {
      return WebhookHeaders.shown(event.id().toString(), attempt.attempt(), attempt.startedAt());
    }
  }

  public List<Route> routes() {
    return List.of(
        door.page(
            DashboardPaths.EVENTS,
            visit -> Answer.html(draw(visit, Form.filled(Map.of("state", "exhausted"))))),
        door.form(Role.developer, DashboardPaths.EVENTS_REDELIVER, this::redeliverRange),
        door.page(DashboardPaths.EVENT, this::show),
        door.form(Role.developer, DashboardPaths.EVENT_REDELIVER, this::redeliver),
        door.form(Role.developer, DashboardPaths.EVENT_STOP, this::stop));
  }

  private byte[] draw(MerchantVisit visit, Form range) {
    String state = state(visit.request().query("state"));
    String cursor = visit.request().query("before");
    EventId before = cursor == null ? null : EventId.parse(cursor);
    Page<DeliveredEvent, EventId> page =
        events.page(visit.merchantId(), state.isEmpty() ? null : state, before, MAX_ON_PAGE);
    String path = DashboardPaths.EVENTS.to() + (state.isEmpty() ? "" : "?state=" + state);
    return visit.draw(
        "events",
        new ListView(
            visit.panel(DashboardSection.EVENTS),
            visit.may(Role.developer),
            news(visit),
            state,
            page.items(),
            events.about(visit.merchantId(), page.items()),
            Pager.of(path, "before", before, page.next()),
            range));
  }

  private static String state(@Nullable String asked) {
    return asked != null && STATES.contains(asked) ? asked : "";
  }

  private Answer redeliverRange(MerchantVisit visit) {
    Form form = Form.of(visit.request(), "from", "to", "state");
    return form.attempt(
        () -> {
          Redeliver.Result.Accepted accepted = redelivery.all(visit, range(form));
          DashboardNotice done =
              accepted.more() ? DashboardNotice.REDELIVERED_SOME : DashboardNotice.REDELIVERED_ALL;
          return done.on(DashboardPaths.EVENTS.to(), COUNT, accepted.events());
        },
        again -> draw(visit, again));
  }

  /**
   * Returns the message about the last form. The count comes from the URL, so only a number is
   * accepted.
   */
  private static @Nullable String news(MerchantVisit visit) {
    String count = visit.request().query(COUNT);
    String done = visit.request().query(PageNotice.PARAMETER);
    String key = COUNTED.get(done == null ? "" : done);
    return key != null && count != null && count.matches("[0-9]{1,6}")
        ? visit.words().count(key, Long.parseLong(count))
        : visit.news();
  }

  private static Redeliver.Range range(Form form) {
    List<Fault> faults = new ArrayList<>();
    Instant from = time(form, "from", faults);
    Instant to = time(form, "to", faults);
    if (!REPEATABLE.contains(form.value("state"))) {
      faults.add(new Fault("state", Message.of("field.listed")));
    }
    if (from != null && to != null && !from.isBefore(to)) {
      faults.add(new Fault("to", Message.of("field.later")));
    }
    if (from == null || to == null || !faults.isEmpty()) {
      throw new Refused(Problem.invalidRequest(faults));
    }
    return new Redeliver.Range(from, to, form.value("state"));
  }

  private static @Nullable Instant time(Form form, String name, List<Fault> faults) {
    try {
      Instant time = LocalDateTime.parse(form.value(name)).toInstant(ZoneOffset.UTC);
      if (!time.isBefore(Instant.EPOCH) && time.isBefore(Instant.parse("9999-01-01T00:00:00Z"))) {
        return time;
      }
    } catch (DateTimeParseException e) {
      // reported below, like any other invalid time
    }
    faults.add(new Fault(name, Message.of("field.datetime")));
    return null;
  }

  private Answer show(MerchantVisit visit) {
    return Answer.html(draw(visit, visit.news(), Form.EMPTY));
  }

  private byte[] draw(MerchantVisit visit, @Nullable String news, Form redelivery) {
    EventId id = EventId.parse(visit.request().parameter("id"));
    ListEvents.One event = id == null ? null : events.find(visit.merchantId(), id);
    if (event == null) {
      throw Redelivery.notFound();
    }
    return visit.draw(
        "event",
        new View(
            visit.panel(DashboardSection.EVENTS, visit.words().get("event.title")),
            visit.may(Role.developer),
            news,
            event,
            redelivery));
  }

  private Answer redeliver(MerchantVisit visit) {
    String id = visit.request().parameter("id");
    return Form.EMPTY.attempt(
        () -> {
          redelivery.one(visit, id);
          return DashboardNotice.REDELIVERED.on(DashboardPaths.EVENT.to(id));
        },
        refused -> draw(visit, null, refused));
  }

  private Answer stop(MerchantVisit visit) {
    String id = visit.request().parameter("id");
    redelivery.stop(visit, id);
    return DashboardNotice.STOPPED.on(DashboardPaths.EVENT.to(id));
  }
}
