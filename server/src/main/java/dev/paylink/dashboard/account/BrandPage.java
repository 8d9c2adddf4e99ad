package dev.paylink.dashboard.account;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.MerchantForms;
import dev.paylink.merchant.brand.Brand;
import dev.paylink.merchant.brand.MerchantBrand;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.FileBody;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Paint;
import dev.paylink.platform.web.Panel;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The colour and logo that payers see, and the reminder that customers get. */
public record BrandPage(DashboardDoor door, MerchantBrand brand) {
  /** The colour of a payment page whose merchant has chosen none. */
  public static final Paint OUR_GREEN = new Paint("#0e3b2e");

  private static final int MAX_NAME = 28;
  private static final BigDecimal SAMPLE = new BigDecimal("49.90");
  private static final List<String> FIELDS = List.of("color", "reminderHours");

  /** The page; each of its forms starts with the stored values. */
  public record View(
      Panel panel,
      String name,
      Brand brand,
      boolean mayChange,
      @Nullable String news,
      Form look,
      Form logo) {

    /** Returns the colour of the preview: the one typed, if it is one. */
    public Paint paint() {
      Paint typed = Paint.parse(look.value("color"));
      return typed == null ? OUR_GREEN : typed;
    }

    /** Returns as much of the merchant's name as the preview has room for. */
    public String shop() {
      return name.codePointCount(0, name.length()) > MAX_NAME
          ? name.substring(0, name.offsetByCodePoints(0, MAX_NAME)) + "…"
          : name;
    }

    /** Returns the amount of the preview. */
    public String sample() {
      return panel.words().amount(SAMPLE, "EUR");
    }

    /** Returns the reminders to choose from, with the one that was set by a call. */
    public Map<String, String> reminders() {
      Map<String, String> reminders = new LinkedHashMap<>();
      reminders.put("", panel.words().get("brand.noreminder"));
      reminders.put("24", panel.words().get("brand.oneday"));
      reminders.put("72", panel.words().get("brand.days", 3));
      reminders.put("168", panel.words().get("brand.days", 7));
      Integer chosen = brand.reminderHours();
      if (chosen != null) {
        reminders.putIfAbsent(chosen.toString(), panel.words().get("brand.hours", chosen));
      }
      return reminders;
    }

    public String reminder() {
      return Objects.requireNonNull(reminders().get(Objects.toString(brand.reminderHours(), "")));
    }
  }

  public List<Route> routes() {
    return List.of(
        door.page(
            DashboardPaths.BRAND,
            visit -> Answer.html(draw(visit, visit.news(), null, Form.EMPTY))),
        door.form(Role.owner, DashboardPaths.BRAND, this::change),
        door.form(Role.owner, DashboardPaths.BRAND_LOGO, this::changeLogo),
        door.form(Role.owner, DashboardPaths.BRAND_LOGO_REMOVE, this::removeLogo));
  }

  private Answer change(MerchantVisit visit) {
    Form form = Form.of(visit.request(), "color", "reminderHours");
    return form.attempt(
        () -> {
          brand.change(visit.signedIn(), MerchantForms.brand(form.filledFields(FIELDS)));
          return DashboardNotice.BRAND.on(DashboardSection.BRAND);
        },
        faulty -> draw(visit, null, faulty, Form.EMPTY));
  }

  private Answer changeLogo(MerchantVisit visit) {
    return Form.filled(Map.of("logo", ""))
        .attempt(
            () -> {
              brand.changeLogo(visit.signedIn(), FileBody.file(visit.request(), "logo"));
              return DashboardNotice.LOGO.on(DashboardSection.BRAND);
            },
            faulty -> draw(visit, null, null, faulty));
  }

  private Answer removeLogo(MerchantVisit visit) {
    brand.removeLogo(visit.signedIn());
    return DashboardNotice.LOGO_REMOVED.on(DashboardSection.BRAND);
  }

  private byte[] draw(MerchantVisit visit, @Nullable String news, @Nullable Form look, Form logo) {
    Brand chosen = brand.read(visit.signedIn());
    Form stored =
        Form.filled(
            Map.of(
                "color",
                chosen.color() == null ? "" : chosen.color().hex(),
                "reminderHours",
                Objects.toString(chosen.reminderHours(), "")));
    return visit.draw(
        "brand",
        new View(
            visit.panel(DashboardSection.BRAND),
            visit.merchant().businessName(),
            chosen,
            visit.may(Role.owner),
            news,
            look == null ? stored : look,
            logo));
  }
}
