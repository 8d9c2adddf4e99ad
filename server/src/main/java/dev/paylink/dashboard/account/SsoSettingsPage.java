package dev.paylink.dashboard.account;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.SsoFields;
import dev.paylink.merchant.sso.SsoSettings;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.Panel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The single sign-on of a team: its identity provider, and who may and must use it. */
public record SsoSettingsPage(DashboardDoor door, Accounts.Sso sso) {
  private static final String REQUIRED = "required";
  private static final String TRUSTED = "secondFactorTrusted";

  /** {@code exists} tells whether it is set up; the form has the stored values, or those sent. */
  public record View(
      Panel panel,
      boolean mayChange,
      @Nullable String news,
      boolean exists,
      Form form,
      String redirectUri) {

    public boolean isOn(String box) {
      return form.value(box).equals("on");
    }
  }

  public List<Route> routes() {
    return List.of(
        door.page(
            DashboardPaths.TEAM_SSO,
            visit -> Answer.html(draw(visit, visit.news(), stored(read(visit))))),
        door.form(Role.owner, Guard.MONEY, DashboardPaths.TEAM_SSO, this::save),
        door.form(Role.owner, Guard.MONEY, DashboardPaths.TEAM_SSO_REMOVE, this::remove));
  }

  private Answer save(MerchantVisit visit) {
    Form form =
        Form.of(visit.request(), REQUIRED, TRUSTED)
            .with(visit.request(), SsoFields.TEXTS)
            .withSecret(visit.request(), "clientSecret");
    return form.attempt(
        () -> {
          sso.configure()
              .handle(
                  visit.signedIn(),
                  SsoFields.wish(form.fields(), isOn(visit, REQUIRED), isOn(visit, TRUSTED)));
          return DashboardNotice.SSO.on(DashboardPaths.TEAM_SSO.to());
        },
        again -> draw(visit, null, again));
  }

  private static boolean isOn(MerchantVisit visit, String box) {
    return FormBody.field(visit.request(), box).equals("on");
  }

  private Answer remove(MerchantVisit visit) {
    return Form.EMPTY.attempt(
        () -> {
          sso.configure().remove(visit.signedIn());
          return DashboardNotice.SSO_REMOVED.on(DashboardSection.TEAM);
        },
        again -> draw(visit, null, again));
  }

  private @Nullable SsoSettings read(MerchantVisit visit) {
    return sso.configure().read(visit.merchantId());
  }

  private static Form stored(@Nullable SsoSettings settings) {
    if (settings == null) {
      return Form.EMPTY;
    }
    Map<String, String> values = new LinkedHashMap<>();
    values.put("issuer", settings.issuer());
    values.put("clientId", settings.clientId());
    values.put("domains", String.join(", ", settings.domains()));
    SsoSettings.RoleClaim roles = settings.roles();
    if (roles != null) {
      values.put("roleClaim", roles.claim());
      values.put("developerValue", Objects.requireNonNullElse(roles.developers(), ""));
      values.put("viewerValue", Objects.requireNonNullElse(roles.viewers(), ""));
    }
    values.put(REQUIRED, settings.required() ? "on" : "");
    values.put(TRUSTED, settings.factorTrusted() ? "on" : "");
    return Form.filled(values);
  }

  private byte[] draw(MerchantVisit visit, @Nullable String news, Form form) {
    return visit.draw(
        "team-sso",
        new View(
            visit.panel(DashboardSection.TEAM, visit.words().get("team.sso")),
            visit.may(Role.owner),
            news,
            read(visit) != null,
            form,
            sso.signIn().redirectUri()));
  }
}
