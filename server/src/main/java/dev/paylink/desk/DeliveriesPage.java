package dev.paylink.desk;

import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.Page;
import dev.paylink.merchant.operator.FindMerchants;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Pager;
import dev.paylink.platform.web.Panel;
import dev.paylink.webhook.delivery.ExhaustedQueries;
import dev.paylink.webhook.delivery.Redeliver;
import dev.paylink.webhook.settings.WebhookHealthQueries;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The exhausted deliveries, of all merchants or of one, and the forms that send them again. */
record DeliveriesPage(
    DeskDoor door,
    FindMerchants merchants,
    ExhaustedQueries exhausted,
    WebhookHealthQueries health,
    Redeliver redeliver) {
  private static final Set<String> PARAMETERS = Set.of("merchant", "cursor", DeskNotice.PARAMETER);
  private static final int MAX_ON_PAGE = 25;

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

  List<Route> routes() {
    return List.of(
        door.page(Permission.READ, DeskPaths.DELIVERIES, this::show),
        door.form(Permission.OPERATE, DeskPaths.EVENT_REDELIVER, this::redeliverOne),
        door.form(Permission.OPERATE, DeskPaths.MERCHANT_REDELIVER, this::redeliverAll));
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
