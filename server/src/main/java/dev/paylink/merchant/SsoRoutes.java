package dev.paylink.merchant;

import dev.paylink.account.signin.Reauthenticate;
import dev.paylink.account.web.AccountForms;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.sso.ConfigureSso;
import dev.paylink.merchant.sso.SsoDomain;
import dev.paylink.merchant.sso.SsoSettings;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import java.util.List;

/** The calls about the single sign-on of a team. Signing in by it needs a browser. */
final class SsoRoutes {
  private static final String PATH = "/merchant/sso";

  private final MerchantCalls calls;
  private final Accounts.Sso sso;
  private final Reauthenticate reauthenticate;

  SsoRoutes(MerchantCalls calls, Accounts.Sso sso, Reauthenticate reauthenticate) {
    this.calls = calls;
    this.sso = sso;
    this.reauthenticate = reauthenticate;
  }

  List<Route> routes() {
    return List.of(
        Route.get(PATH, calls.reading(this::read)),
        Route.put(PATH, calls.changing(Role.owner, Guard.OWNERS, this::change)),
        Route.post(PATH + "/check", calls.changing(Role.owner, this::check)),
        Route.delete(PATH, calls.changing(Role.owner, Guard.OWNERS, this::remove)));
  }

  private Answer read(Request request, SignedIn signedIn) {
    return answer(signedIn);
  }

  private Answer change(Request request, SignedIn signedIn) {
    Fields fields = request.jsonFields();
    reauthenticate.require(signedIn, AccountForms.proofAmong(fields));
    sso.configure().handle(signedIn, SsoFields.call(fields));
    return answer(signedIn);
  }

  private Answer check(Request request, SignedIn signedIn) {
    sso.proveDomains().handle(signedIn);
    return answer(signedIn);
  }

  private Answer remove(Request request, SignedIn signedIn) {
    reauthenticate.require(signedIn, AccountForms.proof(request.jsonBody()));
    sso.configure().remove(signedIn);
    return Answer.noContent();
  }

  private Answer answer(SignedIn signedIn) {
    SsoSettings settings = sso.configure().read(signedIn.merchantId());
    if (settings == null) {
      throw ConfigureSso.notFound();
    }
    SsoSettings.RoleClaim roles = settings.roles();
    return Answer.ok(
        Json.object()
            .put("issuer", settings.issuer())
            .put("clientId", settings.clientId())
            .putTexts("domains", settings.domains())
            .put("required", settings.required())
            .put("roleClaim", roles == null ? null : roles.claim())
            .put("developerValue", roles == null ? null : roles.developers())
            .put("viewerValue", roles == null ? null : roles.viewers())
            .put("secondFactorTrusted", settings.factorTrusted())
            .putObjects(
                "domainProofs",
                sso.proveDomains().read(signedIn.merchantId()),
                SsoRoutes::writeProof)
            .put("redirectUri", sso.signIn().redirectUri(settings.issuer()))
            .put("changedAt", settings.changedAt())
            .bytes());
  }

  private static void writeProof(Json json, SsoDomain domain) {
    json.put("domain", domain.domain())
        .put("status", domain.status().name())
        .put("recordName", domain.recordName())
        .put("recordValue", domain.recordValue())
        .put("provenAt", domain.provenAt())
        .put("missingSince", domain.missingSince());
  }
}
