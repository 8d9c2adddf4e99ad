package dev.paylink.desk;

import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.Page;
import dev.paylink.merchant.operator.FindMerchants;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.operator.account.Permission;
import dev.paylink.operator.approval.Approval;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Pager;
import dev.paylink.platform.web.Panel;
import dev.paylink.webhook.RedeliveryRoutes;
import dev.paylink.webhook.delivery.ExhaustedQueries;
import dev.paylink.webhook.delivery.Redeliver;
import dev.paylink.webhook.delivery.RedeliverForAll;
import dev.paylink.webhook.delivery.RedeliveryOrder;
import dev.paylink.webhook.settings.WebhookHealthQueries;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The exhausted deliveries, of all merchants or of one, and the forms that send them again: one,
 * all of a merchant, or all that were given up between two times.
 */
record DeliveriesPage(
    DeskDoor door,
    FindMerchants merchants,
    ExhaustedQueries exhausted,
    WebhookHealthQueries health,
    Redeliver redeliver,
    RedeliverForAll redeliverForAll) {
  private static final Set<String> PARAMETERS = Set.of("merchant", "cursor", DeskNotice.PARAMETER);
  private static final int MAX_ON_PAGE = 25;
  private static final int WITHOUT_SECONDS = "2026-01-31T12:00".length();
  private static final String[] ORDER_FIELDS = {"from", "to", "reason"};

  /**
   * {@code of} is the merchant of the deliveries; null for all merchants. {@code failing} has the
   * first webhooks that fail, and {@code moreFailing} tells how many others do.
   */
  record View(
      Panel panel,
      @Nullable String news,
      @Nullable Merchant of,
      List<ExhaustedQueries.Row> rows,
      List<WebhookHealthQueries.Failing> failing,
      int moreFailing,
      boolean mayOperate,
      Pager pager) {}

  /** The orders to send webhooks of all merchants again, and the form that gives one. */
  record OrdersView(
      Panel panel,
      @Nullable String news,
      List<RedeliveryOrder> orders,
      boolean mayOperate,
      Form form) {
    /** Tells whether an order is under way, so that the page follows it. */
    boolean isFollowed() {
      return orders.stream().anyMatch(order -> order.finishedAt() == null);
    }
  }

  List<Route> routes() {
    return List.of(
        door.page(Permission.READ, DeskPaths.DELIVERIES, this::show),
        door.form(Permission.OPERATE, DeskPaths.EVENT_REDELIVER, this::redeliverOne),
        door.form(Permission.OPERATE, DeskPaths.MERCHANT_REDELIVER, this::redeliverAll),
        door.page(
            Permission.READ,
            DeskPaths.REDELIVERIES,
            visit -> Answer.html(drawOrders(visit, Form.EMPTY))),
        door.provenForm(Permission.OPERATE, DeskPaths.REDELIVERIES, this::order));
  }

  /** Returns the path of the exhausted deliveries of one merchant. */
  static String path(MerchantId merchant) {
    return DeskPaths.DELIVERIES.to() + "?merchant=" + merchant;
  }

  private Answer show(OperatorVisit visit) {
    QueryParameters query = new QueryParameters(visit.request(), PARAMETERS);
    MerchantId id = query.read("merchant", MerchantId::parse, Message.of("field.merchantid"));
    DeliveryId before = query.read("cursor", DeliveryId::parse, Message.of("field.listcursor"));
    query.refuseFaults();
    Merchant of = id == null ? null : merchants.require(id);
    Page<ExhaustedQueries.Row, DeliveryId> page = exhausted.page(id, before, MAX_ON_PAGE);
    List<WebhookHealthQueries.Failing> failing =
        health.failing().stream()
            .filter(webhook -> id == null || webhook.merchantId().equals(id))
            .toList();
    String first = id == null ? DeskPaths.DELIVERIES.to() : path(id);
    View view =
        new View(
            visit.panel(DeskSection.DELIVERIES),
            visit.news(),
            of,
            page.items(),
            failing.stream().limit(MAX_ON_PAGE).toList(),
            Math.max(0, failing.size() - MAX_ON_PAGE),
            visit.may(Permission.OPERATE),
            Pager.of(first, "cursor", before, page.next()));
    return Answer.html(visit.draw("deliveries", view));
  }

  private Answer redeliverOne(OperatorVisit visit) {
    MerchantId merchant = visit.merchant();
    EventId event = EventId.parse(visit.request().parameter("event"));
    if (merchant == null || event == null) {
      throw unknown();
    }
    return answer(redeliver.one(merchant, visit.actor(), event), DeskNotice.REDELIVERED);
  }

  private Answer redeliverAll(OperatorVisit visit) {
    MerchantId merchant = merchants.require(visit.merchant()).id();
    return answer(redeliver.exhausted(merchant, visit.actor()), DeskNotice.ALL_REDELIVERED);
  }

  private Answer order(OperatorVisit visit) {
    Form form = Form.of(visit.request(), ORDER_FIELDS);
    return form.attempt(
        () -> {
          Approval pending =
              redeliverForAll.order(visit.operator(), RedeliveryRoutes.wish(fields(form)));
          return (pending == null ? DeskNotice.REDELIVERY_ORDERED : DeskNotice.APPROVAL_ASKED)
              .on(DeskPaths.REDELIVERIES.to());
        },
        again -> drawOrders(visit, again));
  }

  /** Returns the fields of the call: a browser gives times without their zone, which is UTC. */
  private static Fields fields(Form form) {
    Map<String, @Nullable String> fields = new LinkedHashMap<>();
    for (String name : ORDER_FIELDS) {
      String value = form.value(name).strip();
      boolean time = !name.equals("reason") && !value.isEmpty();
      fields.put(name, time ? value + (value.length() == WITHOUT_SECONDS ? ":00Z" : "Z") : value);
    }
    return Fields.ofForm(fields);
  }

  private byte[] drawOrders(OperatorVisit visit, Form form) {
    return visit.draw(
        "redeliveries",
        new OrdersView(
            visit.panel(DeskSection.DELIVERIES, "Send again after an outage"),
            visit.news(),
            redeliverForAll.newest(),
            visit.may(Permission.OPERATE),
            form));
  }

  private static Answer answer(Redeliver.Result result, DeskNotice done) {
    return switch (result) {
      case Redeliver.Result.Accepted accepted ->
          (accepted.more() ? DeskNotice.SOME_REDELIVERED : done).on(DeskSection.DELIVERIES);
      case Redeliver.Result.UnknownEvent ignored -> throw unknown();
      case Redeliver.Result.NeverDelivered ignored ->
          throw new Refused(
              Problem.conflict("EVENT_NOT_DELIVERABLE", Message.of("event.neversent")));
      case Redeliver.Result.NoActiveWebhook ignored ->
          throw new Refused(
              Problem.conflict("WEBHOOK_NOT_ACTIVE", Message.of("webhook.merchanthasnone")));
    };
  }

  private static Refused unknown() {
    return new Refused(Problem.notFound("EVENT_NOT_FOUND", Message.of("event.unknown")));
  }
}
