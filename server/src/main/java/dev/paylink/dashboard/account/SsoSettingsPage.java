package dev.paylink.dashboard.account;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.SsoFields;
import dev.paylink.merchant.sso.SsoDomain;
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
  private static final String ISSUER = "issuer";
  private static final String REQUIRED = "required";
  private static final String TRUSTED = "secondFactorTrusted";

  /**
   * {@code exists} tells whether it is set up; the form has the stored values, or those sent.
   * {@code redirectUri} is null until there is an issuer, {@code domains} empty until they are
   * stored.
   */
  public record View(
      Panel panel,
      boolean mayChange,
      @Nullable String news,
      boolean exists,
      Form form,
      @Nullable String redirectUri,
      List<SsoDomain> domains) {

    public boolean isOn(String box) {
      return form.value(box).equals("on");
    }
  }

  /** Returns the tone of the badge of a proof. */
  public static String tone(SsoDomain.Status status) {
    return switch (status) {
      case pending -> "warn";
      case proven -> "good";
      case missing -> "bad";
    };
  }

  public List<Route> routes() {
    return List.of(
        door.page(
            DashboardPaths.TEAM_SSO,
            visit -> Answer.html(draw(visit, visit.news(), stored(visit)))),
        door.form(Role.owner, Guard.OWNERS, DashboardPaths.TEAM_SSO, this::save),
        door.form(Role.owner, DashboardPaths.TEAM_SSO_CHECK, this::check),
        door.form(Role.owner, Guard.OWNERS, DashboardPaths.TEAM_SSO_REMOVE, this::remove));
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

  private Answer check(MerchantVisit visit) {
    return stored(visit)
        .attempt(
            () -> {
              sso.proveDomains().handle(visit.signedIn());
              boolean allProven =
                  sso.proveDomains().read(visit.merchantId()).stream()
                      .allMatch(domain -> domain.status() == SsoDomain.Status.proven);
              DashboardNotice notice =
                  allProven ? DashboardNotice.SSO_DOMAINS : DashboardNotice.SSO_DOMAINS_OPEN;
              return notice.on(DashboardPaths.TEAM_SSO.to());
            },
            again -> draw(visit, null, again));
  }

  private Answer remove(MerchantVisit visit) {
    return stored(visit)
        .attempt(
            () -> {
              sso.configure().remove(visit.signedIn());
              return DashboardNotice.SSO_REMOVED.on(DashboardSection.TEAM);
            },
            again -> draw(visit, null, again));
  }

  private @Nullable SsoSettings read(MerchantVisit visit) {
    return sso.configure().read(visit.merchantId());
  }

  /** Returns the stored values; before there are any, the issuer that the page was asked for. */
  private Form stored(MerchantVisit visit) {
    SsoSettings settings = read(visit);
    if (settings == null) {
      String issuer = visit.request().query(ISSUER);
      return issuer == null ? Form.EMPTY : Form.filled(Map.of(ISSUER, issuer.strip()));
    }
    Map<String, String> values = new LinkedHashMap<>();
    values.put(ISSUER, settings.issuer());
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
    String issuer = form.value(ISSUER);
    return visit.draw(
        "team-sso",
        new View(
            visit.panel(DashboardSection.TEAM, visit.words().get("team.sso")),
            visit.may(Role.owner),
            news,
            read(visit) != null,
            form,
            issuer.isEmpty() ? null : sso.signIn().redirectUri(issuer),
            sso.proveDomains().read(visit.merchantId())));
  }
}
