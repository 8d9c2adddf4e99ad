package dev.paylink.merchant.team;

import static dev.paylink.testing.People.PASSWORD;
import static dev.paylink.testing.People.login;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.merchant.user.Role;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An owner leaves after the delay, in sight of all owners, and any other can undo it. */
final class OwnerLeavesTest {
  private static final String FIRST = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  private static final String SECOND = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
  private static final Duration DELAY = Duration.ofHours(24);

  @AutoClose
  private static final TestService SERVICE =
      TestService.builder().depositDelay(DELAY).mail(MailServer.absent()).start();

  private final Browser owner = SERVICE.register();
  private final Browser leaver = SERVICE.join(owner, Role.owner);
  private final String email = leaver.get("/merchant/profile").text("email");
  private final String path = "/merchant/team/" + TestService.userId(owner, email);

  @Test
  void a_removed_owner_stays_one_until_the_delay_is_over() {
    Reply leaving = owner.delete(path).expect(202);
    assertThat(leaving.text("role")).isEqualTo("owner");
    assertThat(leaving.text("pendingRole")).isEqualTo("removed");
    String from = leaving.text("pendingRoleFrom");
    assertThat(Instant.parse(from)).isAfter(Instant.now().plus(DELAY).minusSeconds(60));
    assertThat(owner.delete(path).expect(202).text("pendingRoleFrom")).isEqualTo(from);
    leaver.post("/merchant/kyb", "{}").expect(400); // still an owner
    passTime();
    leaver.get("/merchant/profile").expectProblem(401, "NOT_SIGNED_IN");
    SERVICE.browser().post("/merchant/login", login(email, PASSWORD)).expect(401);
    assertThat(owner.get("/merchant/team").json().required("users")).hasSize(1);
    owner.delete(path).expectProblem(404, "USER_NOT_FOUND");
    owner.delete(path + "/pending-role").expectProblem(404, "USER_NOT_FOUND");
    SERVICE.stored().burnLetters();
    owner.post("/merchant/api-keys", "{}").expect(201);
    assertThat(SERVICE.stored().letters()).extracting(Stored.Letter::to).doesNotContain(email);
    SERVICE
        .browser()
        .post("/merchant/register", People.registration(email))
        .expect(201); // the address is free again
  }

  @Test
  void a_demoted_owner_stays_one_until_the_delay_is_over() {
    Reply demoted = owner.put(path, "{\"role\":\"viewer\"}").expect(200);
    assertThat(demoted.text("role")).isEqualTo("owner");
    assertThat(demoted.text("pendingRole")).isEqualTo("viewer");
    passTime();
    assertThat(leaver.get("/merchant/profile").text("role")).isEqualTo("viewer");
    assertThat(owner.put(path, "{\"role\":\"developer\"}").expect(200).text("role"))
        .isEqualTo("developer");
    assertThat(leaver.get("/merchant/profile").text("role")).isEqualTo("developer");
  }

  @Test
  void another_owner_undoes_it_and_the_leaving_one_does_not() {
    owner.delete(path).expect(202);
    leaver.delete(path + "/pending-role").expectProblem(403, "OWN_REMOVAL");
    Reply stays = owner.delete(path + "/pending-role").expect(200);
    assertThat(stays.json().required("pendingRole").isNull()).isTrue();
    owner.delete(path + "/pending-role").expectProblem(404, "NO_PENDING_CHANGE");
    owner.put(path, "{\"role\":\"viewer\"}").expect(200);
    leaver.put(path, People.role("owner")).expectProblem(403, "OWN_REMOVAL");
    owner.put(path, People.role("owner")).expect(200); // as setting the address in effect does
    passTime();
    assertThat(leaver.get("/merchant/profile").text("role")).isEqualTo("owner");
  }

  @Test
  void two_owners_do_not_remove_each_other() {
    owner.delete(path).expect(202);
    String other = owner.get("/merchant/profile").text("email");
    leaver
        .delete("/merchant/team/" + TestService.userId(owner, other))
        .expectProblem(409, "LAST_OWNER");
  }

  @Test
  void no_address_takes_effect_while_an_owner_is_about_to_leave() {
    Reply leaving = owner.delete(path).expect(202);
    Reply first = set(FIRST); // takes effect at once otherwise
    assertThat(first.json().required("depositAddress").isNull()).isTrue();
    assertThat(Instant.parse(first.text("pendingDepositAddressFrom")))
        .isAfterOrEqualTo(Instant.parse(leaving.text("pendingRoleFrom")));
  }

  @Test
  void an_announced_address_waits_for_the_owner_who_leaves_after_it() {
    set(FIRST);
    String before = set(SECOND).text("pendingDepositAddressFrom");
    // As if announced earlier: it would take effect before the owner is gone.
    SERVICE
        .stored()
        .change(
            "update merchant set pending_deposit_address_from = now() + interval '1 hour'"
                + " where pending_deposit_address_from is not null");
    Reply leaving = owner.delete(path).expect(202);
    Instant from = Instant.parse(owner.get("/merchant/profile").text("pendingDepositAddressFrom"));
    assertThat(from)
        .isAfterOrEqualTo(Instant.parse(before).minusSeconds(60))
        .isAfterOrEqualTo(Instant.parse(leaving.text("pendingRoleFrom")));
  }

  @Test
  void everybody_concerned_is_told_and_the_removed_one_too() {
    Browser developer = SERVICE.join(owner, Role.developer);
    String developerEmail = developer.get("/merchant/profile").text("email");
    String ownerEmail = owner.get("/merchant/profile").text("email");
    SERVICE.stored().burnLetters();
    owner.put(path, "{\"role\":\"viewer\"}").expect(200);
    assertTold("An owner of your account will be removed or demoted", ownerEmail, email);
    owner.delete("/merchant/team/" + TestService.userId(owner, developerEmail)).expect(204);
    assertTold("Somebody was removed from your team", ownerEmail, email, developerEmail);
    leaver.post("/merchant/two-factor", People.PROOF).expect(200);
    leaver
        .post(
            "/merchant/password",
            "{\"currentPassword\":\"%s\",\"newPassword\":\"%s\"}"
                .formatted(PASSWORD, "entirely new battery"))
        .expect(204);
    assertTold("A password was changed", ownerEmail, email);
  }

  private void assertTold(String subject, String... readers) {
    List<Stored.Letter> told =
        SERVICE.stored().letters().stream()
            .filter(letter -> letter.subject().equals(subject))
            .toList();
    assertThat(told).extracting(Stored.Letter::to).containsExactlyInAnyOrder(readers);
  }

  private Reply set(String address) {
    return owner
        .put("/merchant/profile", "{\"depositAddress\":\"%s\"}".formatted(address))
        .expect(200);
  }

  /** Lets the delay pass for everything announced about owners. */
  private static void passTime() {
    SERVICE
        .stored()
        .change(
            "update account_user set pending_role_from = now() - interval '1 second'"
                + " where pending_role_from is not null");
  }
}
