package dev.paylink.merchant;

import dev.paylink.dashboard.Guest;
import dev.paylink.merchant.user.Role;
import dev.paylink.testing.Browser;
import dev.paylink.testing.LocalDns;
import dev.paylink.testing.LyingProvider;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import tools.jackson.databind.JsonNode;

/** A merchant whose people sign in at that provider, by addresses of that domain. */
public record SsoTestTeam(
    TestService service, LyingProvider provider, Browser owner, String domain) {
  private static final String PAGE = "/dashboard/sign-in/sso";

  /** Registers it under this name, with an owner who has an address of the domain. */
  public static SsoTestTeam register(
      TestService service, LyingProvider provider, String name, String domain) {
    return register(service, provider, name, domain, "owner@" + domain);
  }

  public static SsoTestTeam register(
      TestService service, LyingProvider provider, String name, String domain, String email) {
    Browser owner = service.browser();
    String registration = People.registration(email).replace("Analytical Engines", name);
    owner.post("/merchant/register", registration).expect(201);
    service.prove(email);
    SsoTestTeam team = new SsoTestTeam(service, provider, owner, domain);
    team.configure("").expect(200);
    return team;
  }

  public Reply configure(String more) {
    String settings =
        ("{\"issuer\":\"%s\",\"clientId\":\"%s\",\"clientSecret\":\"%s\",\"domains\":[\"%s\"],"
                + "\"password\":\"%s\"%s}")
            .formatted(
                provider.issuer(),
                LyingProvider.CLIENT,
                LyingProvider.SECRET,
                domain,
                People.PASSWORD,
                more);
    return owner.put("/merchant/sso", settings);
  }

  /** Makes the records that the service asks for, and has them checked. */
  public SsoTestTeam prove(LocalDns dns) {
    prove(owner, dns);
    return this;
  }

  /** The same for the team of whoever is signed in. */
  public static void prove(Browser owner, LocalDns dns) {
    for (JsonNode proof : owner.get("/merchant/sso").expect(200).json().required("domainProofs")) {
      dns.put(proof.required("recordName").asString(), proof.required("recordValue").asString());
    }
    owner.post("/merchant/sso/check").expect(200);
  }

  public String merchantId() {
    return owner.get("/merchant/profile").expect(200).text("merchantId");
  }

  public Guest guest() {
    return new Guest(service.baseUrl());
  }

  /** Somebody types this address on the page for single sign-on. */
  public Reply type(String email) {
    return guest().post(PAGE, "email", email, "next", "/dashboard");
  }

  public SsoVisit visit(String email) {
    return SsoVisit.begin(provider, guest(), PAGE, "email", email, "next", "/dashboard");
  }

  public Browser signIn(String email) {
    SsoVisit visit = visit(email);
    visit.comeBack(visit.claims(email)).expect(303);
    return browser(visit);
  }

  public Browser browser(SsoVisit visit) {
    return service.browser().withCookie(visit.guest().cookie());
  }

  /** Lets somebody join with a password, under the role's address. */
  public Browser join(Role role) {
    String invitation = "{\"email\":\"%s@%s\",\"role\":\"%s\"}".formatted(role, domain, role);
    String url = owner.post("/merchant/invitations", invitation).expect(201).text("url");
    Browser browser = service.browser();
    browser.post("/merchant/invitations/accept", People.acceptance(url)).expect(200);
    return browser;
  }
}
