package dev.paylink.dashboard.payments;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.user.Role;
import dev.paylink.money.Currencies;
import dev.paylink.payment.create.CreateLink;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Creates a payment link without any code. The form contains a new id, which becomes part of the
 * idempotency key: a second click, or a retry after an outage, creates no second payment.
 */
public record NewLinkPage(DashboardDoor door, CreateLink create, Currencies currencies) {
  static final String FORM_ID = "form";
  private static final List<String> PAYMENT_FIELDS =
      List.of(
          "amount",
          "currency",
          "description",
          "reference",
          "customer.name",
          "customer.email",
          "expiresIn",
          "successUrl");
  private static final String A_WEEK = "604800";

  public record View(
      Panel panel,
      boolean mayChange,
      boolean verified,
      boolean payable,
      Form form,
      Map<String, String> currencies) {
    /** Returns the choices of how long the link is valid, in seconds. */
    public static Map<String, String> expiries(Words words) {
      return words.choices("newlink.", "3600", "86400", A_WEEK, "2592000");
    }
  }

  public List<Route> routes() {
    return List.of(
        door.page(DashboardPaths.NEW_LINK, visit -> Answer.html(draw(visit, fresh()))),
        door.form(Role.developer, DashboardPaths.NEW_LINK, this::create));
  }

  private Answer create(MerchantVisit visit) {
    Form form = Form.of(visit.request(), FORM_ID).with(visit.request(), PAYMENT_FIELDS);
    return form.attempt(
        () -> {
          PaymentId id =
              create.handle(
                  visit.merchant(),
                  visit.signedIn(),
                  formId(form).toString(),
                  visit.request().body(),
                  AmountFields.plain(form, visit.words().format(), "amount")
                      .filledFields(PAYMENT_FIELDS));
          return DashboardNotice.LINK.on(DashboardPaths.PAYMENT.to(id));
        },
        again -> draw(visit, again));
  }

  /** Returns the id that the form was given when it was drawn. */
  static UUID formId(Form form) {
    try {
      return UUID.fromString(form.value(FORM_ID));
    } catch (IllegalArgumentException e) {
      throw new Refused(Problem.badRequest("INVALID_REQUEST", Message.of("formincomplete")));
    }
  }

  private Form fresh() {
    return Form.filled(
        Map.of(
            FORM_ID,
            UUID.randomUUID().toString(),
            "currency",
            currencies.standard().code(),
            "expiresIn",
            A_WEEK));
  }

  private byte[] draw(MerchantVisit visit, Form form) {
    Merchant merchant = visit.merchant();
    return visit.draw(
        "new-link",
        new View(
            visit.panel(DashboardSection.NEW_LINK),
            visit.may(Role.developer),
            merchant.verification() == Verification.KybVerified,
            merchant.payee() != null,
            form,
            codes(currencies)));
  }

  /** Returns the choices of the currency. */
  static Map<String, String> codes(Currencies currencies) {
    Map<String, String> codes = new LinkedHashMap<>();
    currencies.payable().forEach(code -> codes.put(code, code));
    return codes;
  }
}
