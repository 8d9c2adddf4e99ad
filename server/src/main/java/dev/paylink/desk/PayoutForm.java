package dev.paylink.desk;

import dev.paylink.ids.MerchantId;
import dev.paylink.operator.account.Permission;
import dev.paylink.payout.PayoutReportParser;
import dev.paylink.payout.PayoutStatus;
import dev.paylink.payout.ReportPayout;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.platform.web.Form;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Takes what operators report of a merchant's payouts, with the rules of the call. */
record PayoutForm(
    DeskDoor door, MerchantPage page, ReportPayout reportPayout, InstantSource clock) {
  /** The name of the form on the merchant's page. */
  static final String NAME = "payout";

  private static final List<String> FIELDS =
      List.of(
          "payoutRef",
          "type",
          "amount",
          "fee",
          "currency",
          "rate",
          "bankReference",
          "accountLast4",
          "payments",
          "occurredAt");

  /** Returns the states that can be reported, by their types. */
  static Map<String, String> types() {
    Map<String, String> types = new LinkedHashMap<>();
    for (PayoutStatus status : PayoutStatus.values()) {
      types.put(status.type(), status.name());
    }
    return types;
  }

  List<Route> routes() {
    return List.of(door.provenForm(Permission.OPERATE, DeskPaths.MERCHANT_PAYOUT, this::report));
  }

  private Answer report(OperatorVisit visit) {
    Form form = Form.EMPTY.with(visit.request(), FIELDS);
    return form.attempt(
        () -> {
          MerchantId id = page.merchant(visit);
          ReportPayout.Result result =
              reportPayout.handle(visit.operator(), PayoutReportParser.parse(fields(form, id)));
          return (result instanceof ReportPayout.Result.Pending
                  ? DeskNotice.APPROVAL_ASKED
                  : DeskNotice.PAYOUT_REPORTED)
              .on(DeskPaths.MERCHANT.to(id));
        },
        again -> page.draw(visit, new MerchantPage.Refusal(NAME, again)));
  }

  /** Returns the fields of the call. Without a time it happened now. */
  private Fields fields(Form form, MerchantId merchant) {
    Map<String, String> filled = new LinkedHashMap<>();
    filled.put("merchantId", merchant.toString());
    filled.put("occurredAt", Timestamps.format(clock.instant()));
    for (String name : FIELDS) {
      if (!form.value(name).isEmpty()) {
        filled.put(name, form.value(name));
      }
    }
    return Fields.ofForm(filled);
  }
}
