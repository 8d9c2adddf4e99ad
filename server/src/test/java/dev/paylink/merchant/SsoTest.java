package dev.paylink.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import dev.paylink.dashboard.Guest;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.oidc.OidcClient;
import dev.paylink.testing.Authenticator;
import dev.paylink.testing.Browser;
import dev.paylink.testing.LocalDns;
import dev.paylink.testing.LyingProvider;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Single sign-on of a merchant's team: whom its provider can sign in, and what no provider, no
 * stranger and no other merchant's provider can do. Each refused sign-in differs in one thing from
 * one that works.
 */
final class SsoTest {
  private static final LocalDns DNS = new LocalDns();
  private static final TestService SERVICE = TestService.builder().dns(DNS).start();
  private static final LyingProvider PROVIDER = new LyingProvider();
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final String domain = "team" + NUMBER.incrementAndGet() + ".example";
  private final Browser owner = SERVICE.browser();

  @AfterAll
  static void stop() {
    SERVICE.close();
    PROVIDER.close();
    DNS.close();
  }

  /** A merchant of its own with a provider of its own. */
  @BeforeEach
  void set_up() {
    owner.post("/merchant/register", People.registration("owner@" + domain)).expect(201);
    configure("").expect(200);
    SsoTestTeam.prove(owner, DNS);
  }

  @Test
  void a_member_for_whom_the_provider_vouches_is_signed_in_and_it_counts_as_a_fresh_proof() {
    join(Role.developer);
    Browser signedIn = signIn("developer@" + domain);
    assertThat(signedIn.get("/merchant/profile").expect(200).text("email"))
        .isEqualTo("developer@" + domain);
    signedIn.post("/merchant/api-keys", "{}").expect(201); // needs a fresh proof
    assertThat(owner.get("/merchant/audit").body()).contains(", single sign-on");
    assertThat(PROVIDER.asked().getLast()).contains("code_verifier=", "redirect_uri=");
  }

  @Test
  void what_is_wrong_with_a_token_refuses_it() throws JOSEException {
    join(Role.developer);
    String email = "developer@" + domain;
    Map<String, UnaryOperator<JWTClaimsSet.Builder>> wrong = new LinkedHashMap<>();
    wrong.put("nonce", claims -> claims.claim("nonce", "another"));
    wrong.put("no nonce", claims -> claims.claim("nonce", null));
    wrong.put("audience", claims -> claims.audience("another"));
    wrong.put("two audiences", claims -> claims.audience(List.of("paylink", "another")));
    wrong.put("authorized party", claims -> claims.claim("azp", "another"));
    wrong.put("issuer", claims -> claims.issuer("http://127.0.0.1:1"));
    wrong.put(
        "expired",
        claims -> claims.expirationTime(Date.from(Instant.now().minus(Duration.ofMinutes(5)))));
    wrong.put("endless", claims -> claims.expirationTime(null));
    wrong.put("unverified address", claims -> claims.claim("email_verified", false));
    wrong.put("nothing about the address", claims -> claims.claim("email_verified", null));
    wrong.put("words about the address", claims -> claims.claim("email_verified", "true"));
    wrong.put("no address", claims -> claims.claim("email", null));
    wrong.forEach(
        (what, change) ->
            assertRefused(
                what, email, visit -> PROVIDER.signed(change.apply(visit.claims(email)).build())));
    assertRefused(
        "no signature", email, visit -> new PlainJWT(visit.claims(email).build()).serialize());
    RSASSASigner other = new RSASSASigner(LyingProvider.newKey());
    assertRefused(
        "another key",
        email,
        visit -> PROVIDER.signed(visit.claims(email).build(), JWSAlgorithm.RS256, other));
    MACSigner publicKey = new MACSigner(PROVIDER.key().toRSAPublicKey().getEncoded());
    MACSigner clientSecret = new MACSigner(LyingProvider.SECRET.repeat(2));
    for (MACSigner shared : List.of(publicKey, clientSecret)) {
      assertRefused(
          "a shared secret",
          email,
          visit -> PROVIDER.signed(visit.claims(email).build(), JWSAlgorithm.HS256, shared));
    }
    assertRefused("no token", email, visit -> "");
    signIn(email);
  }

  @Test
  void an_address_that_only_looks_like_one_of_the_team_is_refused() {
    configure(",\"roleClaim\":\"groups\",\"viewerValue\":\"all\"").expect(200);
    for (String email :
        List.of(
            "eve@evil-" + domain,
            "eve@sub." + domain,
            "eve@" + domain + ".evil.example",
            "eve@evil.example@" + domain,
            "eve@" + domain.replace('e', '\u0435'),
            "eve",
            "@" + domain,
            "eve@" + domain + "\n@evil.example")) {
      assertRefused(
          email,
          "x@" + domain,
          visit -> PROVIDER.signed(visit.grouped(email, "everybody", "all").build()));
    }
    Browser eve = signIn("x@" + domain, "eve@" + domain, "all"); // the neighbour that is right
    eve.get("/merchant/profile").expect(200);
  }

  @Test
  void an_answer_is_worth_nothing_in_another_browser_and_works_once() {
    join(Role.developer);
    String email = "developer@" + domain;
    SsoVisit visit = visit(email);
    Guest own = visit.guest();
    String path = visit.path(visit.claims(email));
    // Somebody else follows the link: without a sign-in, and with one of their own.
    assertRefused(guest().get(path));
    assertRefused(visit(email).guest().get(path));
    int exchanged = PROVIDER.asked().size();
    String before = own.cookie();
    own.get(path).expect(303);
    assertRefused(guest().withCookie(before).get(path));
    assertThat(PROVIDER.asked()).hasSize(exchanged + 1);
  }

  @Test
  void another_provider_cannot_answer_in_place_of_the_one_that_was_asked() {
    join(Role.developer);
    String email = "developer@" + domain;
    SsoVisit first = visit(email);
    String path = first.path(first.claims(email));
    assertRefused(first.guest().get(path + "&iss=https%3A%2F%2Fevil.example"));
    SsoVisit second = visit(email);
    String issuer = URLEncoder.encode(PROVIDER.issuer(), StandardCharsets.UTF_8);
    second.guest().get(second.path(second.claims(email)) + "&iss=" + issuer).expect(303);
    // A provider that was changed in between gets no code of the earlier one.
    SsoVisit late = visit(email);
    try (LyingProvider next = new LyingProvider()) {
      put(next.issuer(), ",\"clientSecret\":\"another\"").expect(200);
      assertRefused(late.comeBack(late.claims(email)));
      assertThat(next.asked()).isEmpty();
    }
  }

  @Test
  void a_provider_vouches_for_the_members_of_its_own_merchant_only() {
    Browser victim = SERVICE.browser();
    String email = "victim@" + domain; // of another merchant, in the same domain
    victim.post("/merchant/register", People.registration(email)).expect(201);
    configure(",\"roleClaim\":\"groups\",\"developerValue\":\"all\"").expect(200);
    assertRefused(
        "x",
        "owner@" + domain,
        visit -> PROVIDER.signed(visit.grouped(email, "everybody", "all").build()));
    assertThat(victim.get("/merchant/team").body()).contains(email);
    assertThat(owner.get("/merchant/team").body()).doesNotContain(email);
  }

  @Test
  void a_claim_makes_members_but_neither_owners_nor_other_roles_of_members() {
    assertRefused(
        "nobody",
        "x@" + domain,
        visit -> PROVIDER.signed(visit.grouped("x@" + domain, "everybody", "dev").build()));
    configure(",\"roleClaim\":\"groups\",\"developerValue\":\"dev\",\"viewerValue\":\"view\"")
        .expect(200);
    for (String group : List.of("owner", "developer", "")) {
      assertRefused(
          group,
          "x@" + domain,
          visit -> PROVIDER.signed(visit.grouped("x@" + domain, "everybody", group).build()));
    }
    assertThat(role(signIn("x@" + domain, "x@" + domain, "dev"))).isEqualTo("developer");
    assertThat(role(signIn("v@" + domain, "V@" + domain, "view"))).isEqualTo("viewer");
    assertThat(role(signIn("v@" + domain, "v@" + domain, "dev"))).isEqualTo("viewer");
    assertThat(owner.get("/merchant/audit").body())
        .contains("user.joined_by_sso", "x@" + domain + " as developer");
  }

  @Test
  void an_invitation_is_accepted_by_signing_in_with_the_role_that_an_owner_chose() {
    configure(",\"required\":true").expect(200);
    String email = "invited@" + domain;
    String url = invite(email, Role.developer);
    SERVICE
        .browser()
        .post("/merchant/invitations/accept", People.acceptance(url))
        .expectProblem(403, "SSO_REQUIRED");
    assertThat(role(signIn(email))).isEqualTo("developer");
  }

  @Test
  void where_it_is_required_only_owners_use_their_passwords() {
    join(Role.developer);
    String login = "{\"email\":\"%s@" + domain + "\",\"password\":\"" + People.PASSWORD + "\"}";
    SERVICE.browser().post("/merchant/login", login.formatted("developer")).expect(200);
    configure(",\"required\":true").expect(200);
    SERVICE
        .browser()
        .post("/merchant/login", login.formatted("developer"))
        .expectProblem(403, "SSO_REQUIRED");
    SERVICE
        .browser()
        .post("/merchant/login", login.formatted("developer").replace("correct", "wrong"))
        .expectProblem(401, "INVALID_LOGIN");
    SERVICE.browser().post("/merchant/login", login.formatted("owner")).expect(200);
    signIn("developer@" + domain);
  }

  @Test
  void
      the_own_second_factor_is_asked_for_unless_the_providers_counts_which_it_never_does_for_owners() {
    Browser developer = join(Role.developer);
    Authenticator app = Authenticator.setUp(developer);
    String email = "developer@" + domain;
    assertAsksForCode(email, "mfa"); // not trusted
    configure(",\"secondFactorTrusted\":true").expect(200);
    Authenticator.setUp(owner);
    assertAsksForCode(email, "pwd");
    assertAsksForCode("owner@" + domain, "mfa");
    comeBack(visit(email), email, "mfa").expect(303);

    SsoVisit plain = visit(email);
    Guest guest = plain.guest();
    String page = comeBack(plain, email, "pwd").expect(200).body();
    String step = Guest.found(page, "name=\"step\" value=\"([^\"]+)\"");
    guest.post("/dashboard/sign-in/code", "step", step, "has", "app", "code", "000000").expect(401);
    guest
        .post(
            "/dashboard/sign-in/code",
            "step",
            step,
            "has",
            "app",
            "code",
            app.codeAt(Instant.now().plusSeconds(30)))
        .expect(303);
    browser(guest).get("/merchant/profile").expect(200);
  }

  @Test
  void a_trusted_second_factor_is_enough_where_one_is_required_of_everybody() {
    Authenticator app = Authenticator.setUp(owner);
    join(Role.viewer);
    owner.put("/merchant/team", "{\"secondFactorRequired\":true}").expect(200);
    signIn("viewer@" + domain)
        .get("/merchant/profile")
        .expectProblem(403, "SECOND_FACTOR_SETUP_REQUIRED");
    String code = app.codeAt(Instant.now().plusSeconds(30));
    configure(",\"secondFactorTrusted\":true,\"code\":\"" + code + "\"").expect(200);
    SsoVisit visit = visit("viewer@" + domain);
    comeBack(visit, "viewer@" + domain, "mfa").expect(303);
    browser(visit.guest()).get("/merchant/profile").expect(200);
  }

  @Test
  void a_provider_opens_no_owners_session_while_the_account_is_frozen() {
    Browser early = signIn("owner@" + domain);
    join(Role.viewer);
    String merchantId = owner.get("/merchant/profile").text("merchantId");
    SERVICE
        .stored()
        .change(
            "insert into account_freeze (realm_id, frozen_by)"
                + " select realm_id, email from account_user where email = ?",
            "owner@" + domain);
    assertThat(merchantId).isNotEmpty();
    early.get("/merchant/profile").expectProblem(401, "NOT_SIGNED_IN");
    owner.get("/merchant/profile").expect(200);
    SsoVisit visit = visit("owner@" + domain);
    assertThat(visit.comeBack(visit.claims("owner@" + domain)).expect(403).body())
        .contains("The account is frozen");
    signIn("viewer@" + domain).get("/merchant/profile").expect(200);
    owner.delete("/merchant/sso").expectProblem(403, "ACCOUNT_FROZEN");
  }

  @Test
  void sessions_of_a_provider_end_with_it_and_no_other_gets_its_secret() {
    join(Role.developer);
    Browser developer = signIn("developer@" + domain);
    try (LyingProvider next = new LyingProvider()) {
      Reply refused = put(next.issuer(), "").expectProblem(400, "INVALID_REQUEST");
      assertThat(refused.faultyFields()).containsExactly("clientSecret");
      developer.get("/merchant/profile").expect(200);
      put(next.issuer(), ",\"clientSecret\":\"another\"").expect(200);
    }
    developer.get("/merchant/profile").expect(401);
    owner.get("/merchant/profile").expect(200);
    configure("").expect(200);
    Browser again = signIn("developer@" + domain);
    owner.send("DELETE", "/merchant/sso", People.PROOF).expect(204);
    again.get("/merchant/profile").expect(401);
    owner.get("/merchant/sso").expectProblem(404, "SSO_NOT_FOUND");
    owner.send("DELETE", "/merchant/sso", People.PROOF).expectProblem(404, "SSO_NOT_FOUND");
    assertThat(owner.get("/merchant/audit").body())
        .contains("sso.configured", "sso.changed", "sso.removed")
        .doesNotContain(LyingProvider.SECRET);
  }

  @Test
  void sign_in_leads_to_our_own_pages_only_and_does_not_tell_who_has_an_account() {
    join(Role.developer);
    String email = "developer@" + domain;
    for (String next : List.of("https://evil.example/", "//evil.example", "/\\evil.example")) {
      SsoVisit visit = visit(email, next);
      assertThat(visit.comeBack(visit.claims(email)).expect(303).header("Location"))
          .isEqualTo("/dashboard");
    }
    SsoVisit own = visit(email, "/dashboard/payments?status=success");
    assertThat(own.comeBack(own.claims(email)).header("Location"))
        .isEqualTo("/dashboard/payments?status=success");
    assertThat(visit("nobody@" + domain).asked().keySet()).isEqualTo(visit(email).asked().keySet());
    assertThat(
            guest().post("/dashboard/sign-in/sso", "email", "x@nowhere.example").expect(400).body())
        .contains("No team uses single sign-on with this domain");
    // Another site cannot begin a sign-in at a provider of its choice.
    guest()
        .with("Origin", "https://evil.example")
        .post("/dashboard/sign-in/sso", "email", email)
        .expect(403);
  }

  @Test
  void an_issuer_is_stored_once_it_has_answered_as_itself_from_a_public_place() {
    for (String issuer :
        List.of(
            "http://10.0.0.1",
            "https://10.0.0.1",
            "https://169.254.169.254/latest",
            "https://user@idp.example",
            "ftp://127.0.0.1/",
            "http://127.0.0.1:1")) {
      put(issuer, ",\"clientSecret\":\"x\"").expectProblem(400, "ISSUER_REFUSED");
    }
    Map<String, String> lies =
        Map.of(
            "issuer", "https://accounts.example.com",
            "jwks_uri", "http://10.0.0.1/keys",
            "authorization_endpoint", "javascript:alert(1)");
    lies.forEach(
        (name, value) -> {
          try (LyingProvider liar = new LyingProvider()) {
            liar.saying(name, value);
            put(liar.issuer(), ",\"clientSecret\":\"x\"").expectProblem(400, "ISSUER_REFUSED");
          }
        });
    try (LyingProvider away = new LyingProvider()) {
      put(away.answering(302).issuer(), ",\"clientSecret\":\"x\"")
          .expectProblem(400, "ISSUER_REFUSED");
    }
  }

  @Test
  void settings_that_are_wrong_are_told_all_at_once() {
    assertThat(
            owner
                .put(
                    "/merchant/sso",
                    """
                    {"issuer":"","domains":["gmail.com"],"roleClaim":"groups","colour":"red",\
                    "password":"correct horse battery"}\
                    """)
                .expectProblem(400, "INVALID_REQUEST")
                .faultyFields())
        .containsExactlyInAnyOrder("colour", "issuer", "clientId", "domains", "viewerValue");
    for (String wrong : List.of("\u0435xample.com", "example", "*.example.com", "a@b.example")) {
      owner
          .put("/merchant/sso", settings(PROVIDER.issuer(), "").replace(domain, wrong))
          .expectProblem(400, "INVALID_REQUEST");
    }
  }

  @Test
  void a_provider_that_hangs_is_given_up_and_not_asked_again_at_once() {
    try (LyingProvider slow = new LyingProvider()) {
      slow.hanging();
      put(slow.issuer(), ",\"clientSecret\":\"x\"").expectProblem(400, "ISSUER_REFUSED");
      put(slow.issuer(), ",\"clientSecret\":\"x\"").expectProblem(400, "ISSUER_REFUSED");
      assertThat(slow.discoveries()).isEqualTo(1);
    }
  }

  private Reply configure(String more) {
    return put(PROVIDER.issuer(), ",\"clientSecret\":\"" + LyingProvider.SECRET + "\"" + more);
  }

  private Reply put(String issuer, String more) {
    return owner.put("/merchant/sso", settings(issuer, more));
  }

  private String settings(String issuer, String more) {
    return "{\"issuer\":\"%s\",\"clientId\":\"%s\",\"domains\":[\"%s\"],\"password\":\"%s\"%s}"
        .formatted(issuer, LyingProvider.CLIENT, domain, People.PASSWORD, more);
  }

  private String invite(String email, Role role) {
    return owner
        .post("/merchant/invitations", "{\"email\":\"%s\",\"role\":\"%s\"}".formatted(email, role))
        .expect(201)
        .text("url");
  }

  private Browser join(Role role) {
    Browser browser = SERVICE.browser();
    browser
        .post("/merchant/invitations/accept", People.acceptance(invite(role + "@" + domain, role)))
        .expect(200);
    return browser;
  }

  private static Guest guest() {
    return new Guest(SERVICE.baseUrl());
  }

  private static Browser browser(Guest guest) {
    return SERVICE.browser().withCookie(guest.cookie());
  }

  private static SsoVisit visit(String email) {
    return visit(email, "/dashboard");
  }

  private static SsoVisit visit(String email, String next) {
    SsoVisit visit =
        SsoVisit.begin(PROVIDER, guest(), "/dashboard/sign-in/sso", "email", email, "next", next);
    assertThat(visit.asked())
        .containsEntry(
            "redirect_uri",
            SERVICE.baseUrl()
                + "/dashboard/sign-in/sso/callback/"
                + OidcClient.pathName(PROVIDER.issuer()));
    return visit;
  }

  private static Reply comeBack(SsoVisit visit, String email, String way) {
    return visit.comeBack(visit.claims(email).claim("amr", List.of(way)));
  }

  private static Browser signIn(String email) {
    SsoVisit visit = visit(email);
    visit.comeBack(visit.claims(email)).expect(303);
    return browser(visit.guest());
  }

  private static Browser signIn(String typed, String email, String group) {
    SsoVisit visit = visit(typed);
    visit.comeBack(visit.grouped(email, "everybody", group)).expect(303);
    return browser(visit.guest());
  }

  private static String role(Browser signedIn) {
    return signedIn.get("/merchant/profile").expect(200).text("role");
  }

  private static void assertRefused(String what, String email, Function<SsoVisit, String> token) {
    SsoVisit visit = visit(email);
    Reply reply = visit.guest().get(visit.path(token.apply(visit)));
    assertThat(reply.status()).as(what).isEqualTo(401);
    assertRefused(reply);
  }

  private static void assertRefused(Reply reply) {
    assertThat(reply.expect(401).body()).contains("Single sign-on failed");
    assertThat(reply.header("Set-Cookie")).doesNotContain("paylink_session");
  }

  private static void assertAsksForCode(String email, String way) {
    Reply reply = comeBack(visit(email), email, way).expect(200);
    assertThat(reply.body()).contains("One more step");
    assertThat(reply.header("Set-Cookie")).doesNotContain("paylink_session");
  }
}
