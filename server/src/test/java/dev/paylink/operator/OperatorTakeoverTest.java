package dev.paylink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.app.config.Config;
import dev.paylink.dashboard.Guest;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A stolen session of an admin makes no other admin, and one admin is one person. */
final class OperatorTakeoverTest {
  @AutoClose
  private static final TestService SERVICE =
      TestService.builder()
          .operators(new Config.Operators(true, EnumSet.allOf(FourEyes.class)))
          .start();

  private static final OperatorCrew CREW = new OperatorCrew(SERVICE);
  private static final OperatorCrew.Member REVIEWER = CREW.join(OperatorRole.reviewer);
  private static final OperatorCrew.Member ADMIN = CREW.join(OperatorRole.admin);
  private static final OperatorCrew.Member SECOND = CREW.join(OperatorRole.admin);

  /** The first half of the attack as it was found: a cookie is enough to become an admin. */
  @Test
  void a_stolen_cookie_makes_no_recovery_codes_and_nobody_an_admin() {
    OperatorCrew.Member victim = ADMIN;
    SERVICE.age("paylink_desk=" + victim.token());
    Guest thief = desk(victim);
    for (String form :
        List.of(
            "/admin/desk/account/two-factor",
            "/admin/desk/account/two-factor/recovery-codes",
            "/admin/desk/account/passkeys/new",
            "/admin/desk/operator-invitations",
            "/admin/desk/operators/" + SECOND.id() + "/role",
            "/admin/desk/operators/" + SECOND.id() + "/remove")) {
      Reply asked = thief.post(form, "email", "thief@desk.example", "role", "admin");
      assertThat(asked.status()).as(form).isEqualTo(403);
      assertThat(asked.body()).as(form).contains("name=\"kept\"", "current-password");
    }
    invite(victim.calls(), "thief@desk.example", "admin")
        .expectProblem(403, "REAUTHENTICATION_REQUIRED");
    victim
        .calls()
        .delete("/admin/operators/" + SECOND.id())
        .expectProblem(403, "REAUTHENTICATION_REQUIRED");
    victim
        .calls()
        .post("/admin/reauthenticate", "{\"password\":\"%s\"}".formatted(OperatorCrew.PASSWORD))
        .expect(200);
  }

  /** The second half: an admin invites himself a second pair of eyes. */
  @Test
  void an_admin_who_invites_another_account_is_still_one_person() {
    String merchant = SERVICE.register().get("/merchant/profile").text("merchantId");
    invite(ADMIN.calls(), "puppet@desk.example", "admin").expect(202);
    assertThat(SERVICE.stored().rows("invitation").toString()).doesNotContain("puppet@");
    String invitation = pending(ADMIN, "puppet@desk.example");
    approve(ADMIN.calls(), invitation).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    approve(REVIEWER.calls(), invitation).expectProblem(403, "ROLE_NOT_ALLOWED");
    Reply done = approve(SECOND.calls(), invitation).expect(200);
    OperatorCrew.Member puppet = CREW.member(CREW.accept(done.text("url")).expect(200));

    String approval = verify(ADMIN.calls(), merchant).text("approvalId");
    Reply young = approve(puppet.calls(), approval);
    assertThat(young.expectProblem(403, "SECOND_OPERATOR_REQUIRED").text("detail"))
        .contains("24 hours");
    CREW.age(puppet);
    Reply own = approve(puppet.calls(), approval);
    assertThat(own.expectProblem(403, "SECOND_OPERATOR_REQUIRED").text("detail"))
        .contains("count as one person");
    assertThat(desk(puppet).get("/admin/desk/approvals").body())
        .contains("count as one person")
        .doesNotContain("aria-label=\"Approve: Verify");
    ADMIN.calls().post("/admin/approvals/" + approval + "/decline").expect(200);

    String turned = verify(puppet.calls(), merchant).text("approvalId");
    approve(ADMIN.calls(), turned).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    assertThat(SERVICE.operator().get("/admin/merchants/" + merchant).text("verificationStatus"))
        .isEqualTo("Registered");
    approve(SECOND.calls(), turned).expect(200);
  }

  @Test
  void raising_somebody_and_removing_an_admin_need_two_and_lowering_others_does_not() {
    OperatorCrew.Member viewer = viewer("raised@desk.example");
    String path = "/admin/operators/" + viewer.id();
    String raise =
        ADMIN.calls().put(path, "{\"role\":\"reviewer\"}").expect(202).text("approvalId");
    assertThat(CREW.with(viewer.token()).get("/admin/account").text("role")).isEqualTo("viewer");
    approve(SECOND.calls(), raise).expect(200);
    String admin = ADMIN.calls().put(path, "{\"role\":\"admin\"}").expect(202).text("approvalId");
    approve(SECOND.calls(), admin).expect(200);
    for (Reply asked :
        List.of(ADMIN.calls().put(path, "{\"role\":\"viewer\"}"), ADMIN.calls().delete(path))) {
      assertThat(asked.expect(202).text("kind")).isEqualTo("operator");
    }
    String removal = pending(ADMIN, viewer.id());
    approve(SECOND.calls(), removal).expect(200);
    assertThat(ADMIN.calls().get("/admin/operators").body()).doesNotContain("raised@desk.example");

    OperatorCrew.Member other = viewer("lowered@desk.example");
    ADMIN.calls().delete("/admin/operators/" + other.id()).expect(204);
  }

  @Test
  void an_admin_leaves_when_another_agrees_and_a_changed_role_ends_the_request() {
    OperatorCrew.Member leaving = viewer("leaving@desk.example");
    approve(
            SECOND.calls(),
            ADMIN
                .calls()
                .put("/admin/operators/" + leaving.id(), "{\"role\":\"admin\"}")
                .expect(202)
                .text("approvalId"))
        .expect(200);
    Browser again =
        CREW.with(CREW.login(leaving.email(), OperatorCrew.PASSWORD).expect(200).text("token"));
    String own = again.delete("/admin/operators/" + leaving.id()).expect(202).text("approvalId");
    approve(SECOND.calls(), own).expect(200);
    CREW.login(leaving.email(), OperatorCrew.PASSWORD).expectProblem(401, "INVALID_LOGIN");

    OperatorCrew.Member changed = viewer("changed@desk.example");
    String path = "/admin/operators/" + changed.id();
    String raise =
        ADMIN.calls().put(path, "{\"role\":\"operator\"}").expect(202).text("approvalId");
    SERVICE
        .stored()
        .change("update account_user set role = 'reviewer' where email = 'changed@desk.example'");
    approve(SECOND.calls(), raise).expectProblem(409, "FACTS_CHANGED");
  }

  @Test
  void nobody_declines_the_request_to_remove_them() {
    String removal =
        ADMIN.calls().delete("/admin/operators/" + SECOND.id()).expect(202).text("approvalId");
    String path = "/admin/approvals/" + removal + "/decline";
    SECOND.calls().post(path).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    assertThat(desk(SECOND).get("/admin/desk/approvals").body())
        .contains("This is about you")
        .doesNotContain(path.replace("/admin/", "/admin/desk/"));
    SERVICE.operator().post(path).expect(200);
  }

  @Test
  void the_admin_token_and_whoever_it_invited_are_one_person() {
    String merchant = SERVICE.register().get("/merchant/profile").text("merchantId");
    OperatorCrew.Member founder = CREW.join(OperatorRole.viewer);
    SERVICE
        .stored()
        .change(
            "update account_user set role = 'reviewer', invited_by = 'token' where email = ?",
            founder.email());
    String approval = verify(SERVICE.operator(), merchant).text("approvalId");
    approve(founder.calls(), approval).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    approve(REVIEWER.calls(), approval).expect(200);
  }

  @Test
  void with_two_admins_the_token_no_longer_makes_operators_alone() {
    invite(SERVICE.operator(), "late@desk.example", "reviewer").expect(202);
    invite(SERVICE.operator(), "guest@desk.example", "viewer").expect(201);
  }

  /** Whoever asks for it, and whoever it concerns, hears of it, with all other admins. */
  @Test
  void every_admin_gets_a_letter_and_the_link_of_an_invitation_is_in_its_own_alone() {
    try (TestService service =
        TestService.builder()
            .mail(MailServer.started())
            .operators(new Config.Operators(true, EnumSet.allOf(FourEyes.class)))
            .start()) {
      Reply invited = invite(service.operator(), "ann@desk.example", "admin").expect(201);
      assertThat(invited.json().required("url").isNull()).isTrue();
      OperatorCrew crew = new OperatorCrew(service);
      OperatorCrew.Member ann = crew.joinByLetter("ann@desk.example");
      invite(service.operator(), "bob@desk.example", "admin").expect(201);
      OperatorCrew.Member bob = crew.joinByLetter("bob@desk.example");
      invite(ann.calls(), "eve@desk.example", "admin").expect(202);
      for (String admin : List.of("ann@desk.example", "bob@desk.example")) {
        assertThat(subjects(service, admin))
            .contains("A change to the operators needs a second admin", "An operator joined");
      }
      assertThat(subjects(service, "eve@desk.example")).isEmpty();
      Reply agreed = approve(bob.calls(), pending(ann.calls(), "eve@desk.example")).expect(200);
      assertThat(agreed.body()).doesNotContain("/join/");
      assertThat(subjects(service, "eve@desk.example"))
          .containsExactly("You are invited as an operator");
      assertThat(subjects(service, "bob@desk.example")).contains("An operator was invited");
    }
  }

  private static List<String> subjects(TestService service, String recipient) {
    return service.stored().letters().stream()
        .filter(letter -> letter.to().equals(recipient))
        .map(Stored.Letter::subject)
        .map(subject -> subject.replace("[Test] ", ""))
        .toList();
  }

  private static OperatorCrew.Member viewer(String email) {
    String url = invite(ADMIN.calls(), email, "viewer").expect(201).text("url");
    OperatorCrew.Member member = CREW.member(CREW.accept(url).expect(200));
    CREW.age(member);
    return member;
  }

  private static Reply invite(Browser by, String email, String role) {
    return by.post(
        "/admin/operator-invitations", "{\"email\":\"%s\",\"role\":\"%s\"}".formatted(email, role));
  }

  private static String pending(OperatorCrew.Member by, String subject) {
    return pending(by.calls(), subject);
  }

  private static String pending(Browser by, String subject) {
    return by.get("/admin/approvals")
        .expect(200)
        .json()
        .required("data")
        .valueStream()
        .filter(approval -> approval.required("subject").asString().equals(subject))
        .map(approval -> approval.required("approvalId").asString())
        .findFirst()
        .orElseThrow();
  }

  private static Reply verify(Browser by, String merchant) {
    String revision = SERVICE.operator().get("/admin/merchants/" + merchant).text("revision");
    return by.put(
            "/admin/merchants/" + merchant + "/verification",
            "{\"status\":\"KybVerified\",\"revision\":\"%s\"}".formatted(revision))
        .expect(202);
  }

  private static Guest desk(OperatorCrew.Member member) {
    return new Guest(SERVICE.internalUrl()).withCookie("paylink_desk=" + member.token());
  }

  private static Reply approve(Browser by, String approval) {
    return by.post("/admin/approvals/" + approval + "/approve");
  }
}
