package dev.paylink.merchant;

import dev.paylink.merchant.MerchantForms.LoginForm;
import dev.paylink.merchant.RegisterMerchant.Registered;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.ratelimit.RequestLimiter;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The calls by which a merchant registers, signs in and out, and tells about itself. */
public final class MerchantRoutes {
  private final MerchantSessions sessions;
  private final SameOrigin sameOrigin;
  private final RegisterMerchant registerMerchant;
  private final SignIn signIn;
  private final ChangeProfile changeProfile;
  private final SubmitKyb submitKyb;
  private final RegistrationBudget registrations;
  private final ReadProfile readProfile;

  public MerchantRoutes(
      Jdbi jdbi,
      MerchantSessions sessions,
      SameOrigin sameOrigin,
      RegisterMerchant registerMerchant,
      SignIn signIn,
      ChangeProfile changeProfile,
      SubmitKyb submitKyb,
      RequestLimiter limiter) {
    this.sessions = sessions;
    this.sameOrigin = sameOrigin;
    this.registerMerchant = registerMerchant;
    this.signIn = signIn;
    this.changeProfile = changeProfile;
    this.submitKyb = submitKyb;
    this.registrations = new RegistrationBudget(limiter);
    this.readProfile = new ReadProfile(jdbi);
  }

  public List<Route> routes() {
    return List.of(
        Route.post("/merchant/register", sameOrigin.only(this::register)),
        Route.post("/merchant/login", sameOrigin.only(this::login)),
        Route.post("/merchant/logout", sameOrigin.only(this::logout)),
        Route.get("/merchant/profile", this::profile),
        Route.put("/merchant/profile", sameOrigin.only(this::changeProfile)),
        Route.post("/merchant/kyb", sameOrigin.only(this::submitKyb)));
  }

  private Answer register(Request request) {
    registrations.take(request.source());
    Registered registered =
        registerMerchant.handle(MerchantForms.registration(request.jsonBody()), request.source());
    MerchantId id = registered.signedIn().merchantId();
    request.actor(id.toString());
    Json json =
        Json.object()
            .put("merchantId", id.toString())
            .put("verificationStatus", Verification.Registered.name());
    return withCookie(Answer.created(json.bytes()), registered.sessionToken());
  }

  private Answer login(Request request) {
    LoginForm form = MerchantForms.login(request.jsonBody());
    return switch (signIn.handle(form.email(), form.password(), request.source())) {
      case SignIn.Result.Welcome welcome -> {
        request.actor(welcome.merchantId().toString());
        Json json = Json.object().put("merchantId", welcome.merchantId().toString());
        yield withCookie(Answer.ok(json.bytes()), welcome.sessionToken());
      }
      case SignIn.Result.Wrong wrong ->
          throw new Refused(
              Problem.unauthorized("INVALID_LOGIN", "The e-mail address or password is wrong"));
      case SignIn.Result.CoolingOff coolingOff ->
          throw new Refused(
              Problem.tooMany(
                  "TOO_MANY_AUTH_FAILURES",
                  "Too many failed attempts from your address",
                  coolingOff.seconds()));
    };
  }

  private Answer logout(Request request) {
    sessions.close(request);
    return Answer.noContent().with(Headers.SET_COOKIE, sessions.clearedCookie());
  }

  private Answer profile(Request request) {
    return profile(readProfile.handle(sessions.require(request).merchantId()));
  }

  private Answer changeProfile(Request request) {
    SignedIn signedIn = sessions.require(request);
    ProfileChange change = MerchantForms.profileChange(request.jsonBody());
    return profile(changeProfile.handle(signedIn, change));
  }

  private Answer submitKyb(Request request) {
    SignedIn signedIn = sessions.require(request);
    Verification status = submitKyb.handle(signedIn, MerchantForms.kyb(request.jsonBody()));
    return Answer.ok(Json.object().put("verificationStatus", status.name()).bytes());
  }

  private Answer withCookie(Answer answer, Secret sessionToken) {
    return answer
        .with(Headers.SET_COOKIE, sessions.cookie(sessionToken))
        .with(Headers.CACHE_CONTROL, "no-store");
  }

  private static Answer profile(Merchant merchant) {
    return Answer.ok(
        Json.object()
            .put("merchantId", merchant.id().toString())
            .put("email", merchant.email())
            .put("businessName", merchant.businessName())
            .put("verificationStatus", merchant.verification().name())
            .put("depositAddress", text(merchant.depositAddress()))
            .put("userDepositAddress", text(merchant.userDepositAddress()))
            .bytes());
  }

  private static @Nullable String text(@Nullable DepositAddress address) {
    return address == null ? null : address.value();
  }
}
