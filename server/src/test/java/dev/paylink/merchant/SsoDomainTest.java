package dev.paylink.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Dashboard;
import dev.paylink.mail.Outbox;
import dev.paylink.merchant.audit.Announcements;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.sso.ProveDomains;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.dns.TxtLookup;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.ratelimit.Buckets;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.testing.DnsReply;
import dev.paylink.testing.LocalDns;
import dev.paylink.testing.LyingProvider;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Who may send the people of a domain to an identity provider: only teams that have proven the
 * domain by a TXT record, for as long as it is there. The records are a real name server's.
 */
final class SsoDomainTest {
  @AutoClose private static final LocalDns DNS = new LocalDns();
  @AutoClose private static final LyingProvider HONEST = new LyingProvider();
  @AutoClose private static final LyingProvider EVIL = new LyingProvider();

  @AutoClose private static final TestService SERVICE = TestService.builder().dns(DNS).start();

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final String domain = "bank" + NUMBER.incrementAndGet() + ".example";
  private final String victim = "ceo@" + domain;

  @Test
  void whoever_has_an_owner_at_a_domain_does_not_get_its_people() {
    SsoTestTeam thief = thief();
    assertNobody(thief.type(victim));
    thief.owner().post("/merchant/sso/check").expect(200); // nothing to find
    assertNobody(thief.type(victim));
    assertThat(status(thief)).isEqualTo("pending");
    // Nor does its provider let anybody in, by an invitation or a claim.
    thief.configure(",\"roleClaim\":\"groups\",\"viewerValue\":\"all\"").expect(200);
    SsoVisit own = thiefAt("evil" + domain).prove(DNS).visit("x@evil" + domain);
    own.comeBack(own.grouped(victim, "all")).expect(401);
  }

  @Test
  void the_older_claim_of_somebody_without_a_proof_does_not_win() {
    thief();
    SsoTestTeam honest = honest("The Bank").prove(DNS);
    assertThat(honest.type(victim).expect(200).header("Refresh"))
        .startsWith("0; url=" + HONEST.issuer());
    SsoTestTeam later = SsoTestTeam.register(SERVICE, EVIL, "Later", domain, "later@" + domain);
    assertThat(later.type(victim).expect(200).header("Refresh"))
        .startsWith("0; url=" + HONEST.issuer());
  }

  @Test
  void a_record_proves_the_domain_for_the_team_whose_token_it_has() {
    SsoTestTeam honest = honest("The Bank");
    SsoTestTeam thief = SsoTestTeam.register(SERVICE, EVIL, "T", domain, "t@" + domain);
    JsonNode proof = proof(honest);
    String name = proof.required("recordName").asString();
    String value = proof.required("recordValue").asString();
    assertThat(name).isEqualTo("_paylink-sso." + domain);
    assertThat(value).isNotEqualTo(proof(thief).required("recordValue").asString());
    for (String wrong : new String[] {value + "x", "x" + value, value.substring(1), ""}) {
      DNS.put(name, wrong);
      assertThat(checked(honest)).as(wrong).isEqualTo("pending");
    }
    DNS.remove(name);
    DNS.put(domain, value); // where everybody's records are
    assertThat(checked(honest)).isEqualTo("pending");
    DNS.put(name, "v=spf1 -all", value);
    assertThat(checked(honest)).isEqualTo("proven");
    assertThat(checked(thief)).isEqualTo("pending");
    assertThat(honest.owner().get("/merchant/audit").body())
        .contains("sso.domain_proven", "TXT record " + name);
    // The proof stays when other settings change, and goes with the domain.
    honest.configure(",\"required\":true").expect(200);
    assertThat(status(honest)).isEqualTo("proven");
    new SsoTestTeam(SERVICE, HONEST, honest.owner(), "other" + domain).configure("").expect(200);
    honest.configure("").expect(200);
    assertThat(status(honest)).isEqualTo("pending");
    assertThat(proof(honest).required("recordValue").asString()).isNotEqualTo(value);
  }

  @Test
  void where_two_teams_have_proven_a_domain_everybody_is_asked_which_one() {
    SsoTestTeam first = honest("First Bank").prove(DNS);
    SsoTestTeam second =
        SsoTestTeam.register(SERVICE, EVIL, "Second Bank", domain, "second@" + domain);
    String name = proof(first).required("recordName").asString();
    DNS.put(
        name,
        proof(first).required("recordValue").asString(),
        proof(second).required("recordValue").asString());
    assertThat(checked(second)).isEqualTo("proven");
    for (String email : new String[] {victim, "owner@" + domain, "second@" + domain}) {
      Reply page = first.type(email).expect(200);
      assertThat(page.header("Refresh")).isEmpty();
      assertThat(page.body()).contains("Which team?", "First Bank", "Second Bank");
    }
    SsoTestTeam stranger = thiefAt("evil" + domain).prove(DNS);
    for (SsoTestTeam team : new SsoTestTeam[] {first, second, stranger}) {
      Reply reply =
          first
              .guest()
              .post(
                  "/dashboard/sign-in/sso",
                  "email",
                  victim,
                  "next",
                  "/dashboard",
                  "team",
                  team.merchantId());
      if (team.equals(stranger)) {
        assertThat(reply.expect(200).body()).contains("Which team?").doesNotContain("Thief");
      } else {
        assertThat(reply.expect(200).header("Refresh"))
            .startsWith("0; url=" + team.provider().issuer());
      }
    }
  }

  @Test
  void a_record_that_is_gone_is_told_and_ends_the_proof_a_week_later() {
    SsoTestTeam honest = honest("The Bank").prove(DNS);
    String name = proof(honest).required("recordName").asString();
    String value = proof(honest).required("recordValue").asString();
    DNS.failing(true); // a name server that fails says nothing about the record
    assertThat(checked(honest)).isEqualTo("proven");
    DNS.failing(false);
    DNS.remove(name);
    assertThat(checked(honest)).isEqualTo("missing");
    assertThat(honest.type(victim).expect(200).header("Refresh")).isNotEmpty();
    assertThat(honest.owner().get("/merchant/audit").body()).contains("sso.domain_missing");
    age("6 days 23 hours");
    assertThat(checked(honest)).isEqualTo("missing");
    DNS.put(name, value);
    assertThat(checked(honest)).isEqualTo("proven");
    DNS.remove(name);
    assertThat(checked(honest)).isEqualTo("missing"); // from the beginning
    age("7 days 1 hour");
    assertThat(checked(honest)).isEqualTo("pending");
    assertNobody(honest.type(victim));
    assertThat(honest.owner().get("/merchant/audit").body()).contains("sso.domain_lapsed");
    DNS.put(name, value);
    assertThat(checked(honest)).isEqualTo("proven");
    assertThat(honest.type(victim).expect(200).header("Refresh")).isNotEmpty();
  }

  @Test
  void whoever_has_the_domain_now_ends_the_proof_of_its_last_owner() {
    SsoTestTeam before = thief().prove(DNS); // when it was theirs
    SsoTestTeam now = honest("The Bank").prove(DNS); // in place of the other record
    nextCheck(before, "now()", "now()"); // soon, because of the other proof
    assertThat(checked(before)).isEqualTo("pending");
    assertThat(checked(now)).isEqualTo("proven");
    assertThat(now.type(victim).expect(200).header("Refresh"))
        .startsWith("0; url=" + HONEST.issuer());
  }

  @Test
  void a_record_that_is_gone_for_a_moment_ends_no_proof_of_two_teams_that_share_a_domain() {
    SsoTestTeam first = honest("First Bank").prove(DNS);
    SsoTestTeam second =
        SsoTestTeam.register(SERVICE, EVIL, "Second Bank", domain, "second@" + domain);
    String name = proof(first).required("recordName").asString();
    String[] both = {
      proof(first).required("recordValue").asString(),
      proof(second).required("recordValue").asString()
    };
    DNS.put(name, both);
    assertThat(checked(second)).isEqualTo("proven");
    assertThat(checked(first)).isEqualTo("proven"); // still there: nobody else has taken it over
    DNS.remove(name);
    assertThat(checked(first)).isEqualTo("missing");
    assertThat(checked(second)).isEqualTo("missing");
    DNS.put(name, both);
    assertThat(checked(first)).isEqualTo("proven");
    assertThat(checked(second)).isEqualTo("proven");
  }

  /** A name server that lies or breaks off neither gives a proof nor takes one. */
  @Test
  void an_answer_that_is_not_whole_or_not_ours_says_nothing_about_the_domain() {
    SsoTestTeam honest = honest("The Bank");
    String value = proof(honest).required("recordValue").asString();
    try {
      DNS.datagrams(
          asked ->
              List.of(
                  new DnsReply(asked).text(domain, value).bytes(), // of another name
                  new DnsReply(asked).otherId().text(DnsReply.name(asked), value).bytes()));
      assertThat(checked(honest)).isEqualTo("pending");
      DNS.honest();
      honest.prove(DNS);
      DNS.datagrams(asked -> List.of(new DnsReply(asked).truncated().bytes()));
      DNS.overTcp((asked, out) -> {}); // hangs up
      assertThat(checked(honest)).isEqualTo("proven");
      DNS.datagrams(asked -> List.of(new DnsReply(asked).missing(1).bytes()));
      assertThat(checked(honest)).isEqualTo("proven");
      assertThat(honest.owner().get("/merchant/audit").body()).doesNotContain("domain_missing");
    } finally {
      DNS.honest();
    }
  }

  @Test
  void the_service_looks_for_the_record_of_a_proven_domain_each_day() {
    SsoTestTeam honest = honest("The Bank").prove(DNS);
    ProveDomains ofService =
        new ProveDomains(
            SERVICE.jdbi(),
            new TxtLookup(DNS.server()),
            new AuditLog(
                new Announcements(
                    Outbox.OFF,
                    Dashboard.accountLinks(BaseUrl.parse(SERVICE.baseUrl().toString())))),
            new RequestLimiter(Buckets.local()));
    DNS.remove(proof(honest).required("recordName").asString());
    nextCheck(honest, "now() + interval '1 minute'", "now() + interval '1 day'");
    ofService.handleDue();
    assertThat(status(honest)).isEqualTo("proven");
    nextCheck(honest, "now()", "now() + interval '1 minute'");
    ofService.handleDue();
    assertThat(status(honest)).isEqualTo("missing");
    nextCheck(honest, "now()", "now() + interval '1 hour'");
    age("8 days");
    ofService.handleDue();
    assertThat(status(honest)).isEqualTo("pending");
  }

  @Test
  void it_cannot_be_required_before_a_domain_is_proven() {
    SsoTestTeam honest = honest("The Bank");
    assertThat(honest.configure(",\"required\":true").expect(400).faultyFields())
        .containsExactly("required");
    honest.prove(DNS).configure(",\"required\":true").expect(200);
    SsoTestTeam elsewhere = new SsoTestTeam(SERVICE, HONEST, honest.owner(), "other" + domain);
    assertThat(elsewhere.configure(",\"required\":true").expect(400).faultyFields())
        .containsExactly("required");
  }

  @Test
  void only_an_owner_has_it_checked_and_not_while_the_account_is_frozen() {
    SsoTestTeam honest = honest("The Bank");
    honest.join(Role.developer).post("/merchant/sso/check").expectProblem(403, "ROLE_NOT_ALLOWED");
    SERVICE.register().post("/merchant/sso/check").expectProblem(404, "SSO_NOT_FOUND");
    SERVICE
        .stored()
        .change(
            "insert into account_freeze (realm_id, frozen_by)"
                + " select realm_id, email from account_user where email = ?",
            "owner@" + domain);
    JsonNode proof = proof(honest);
    DNS.put(proof.required("recordName").asString(), proof.required("recordValue").asString());
    honest.owner().post("/merchant/sso/check").expectProblem(403, "ACCOUNT_FROZEN");
    assertThat(status(honest)).isEqualTo("pending");
  }

  private SsoTestTeam honest(String name) {
    return SsoTestTeam.register(SERVICE, HONEST, name, domain);
  }

  /** Anybody can register an address that is not theirs. */
  private SsoTestTeam thief() {
    return SsoTestTeam.register(SERVICE, EVIL, "Thief", domain, "thief@" + domain);
  }

  private static SsoTestTeam thiefAt(String own) {
    return SsoTestTeam.register(SERVICE, EVIL, "Thief", own, "thief@" + own);
  }

  private static JsonNode proof(SsoTestTeam team) {
    return team.owner().get("/merchant/sso").expect(200).json().required("domainProofs").get(0);
  }

  private static String status(SsoTestTeam team) {
    return proof(team).required("status").asString();
  }

  private static String checked(SsoTestTeam team) {
    return team.owner()
        .post("/merchant/sso/check")
        .expect(200)
        .json()
        .required("domainProofs")
        .get(0)
        .required("status")
        .asString();
  }

  /** Lets the record be missing for that long. */
  private void age(String interval) {
    SERVICE
        .stored()
        .change(
            "update sso_domain set missing_since = now() - cast(? as interval) where domain = ?",
            interval,
            domain);
  }

  /** Has the next check due at that time, which was at most that one. */
  private void nextCheck(SsoTestTeam team, String at, String before) {
    int changed =
        SERVICE
            .stored()
            .change(
                "update sso_domain set next_check_at = %s where domain = ? and merchant_id = ?"
                        .formatted(at)
                    + " and next_check_at <= "
                    + before,
                domain,
                Stored.uuid(team.merchantId()));
    assertThat(changed).isEqualTo(1);
  }

  private static void assertNobody(Reply reply) {
    assertThat(reply.header("Refresh")).isEmpty();
    assertThat(reply.expect(400).body()).contains("No team uses single sign-on with this domain");
  }
}
