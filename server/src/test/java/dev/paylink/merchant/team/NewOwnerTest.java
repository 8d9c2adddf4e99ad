package dev.paylink.merchant.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.merchant.user.Role;
import dev.paylink.testing.Browser;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Whoever becomes an owner has the rights of one after the delay, however it came about. Here no
 * letters are sent, so links are shown.
 */
final class NewOwnerTest {
  private static final String ADDRESS = "{\"depositAddress\":\"0x%s\"}".formatted("ab".repeat(20));
  private static final Duration DELAY = Duration.ofHours(24);

  @AutoClose
  private static final TestService SERVICE = TestService.builder().depositDelay(DELAY).start();

  private final Browser owner = SERVICE.register();

  @Test
  void an_invited_one_is_a_viewer_until_then() {
    String email = People.newEmail();
    Reply invited =
        owner.post("/merchant/invitations", People.invitation(email, "owner")).expect(201);
    Browser second = SERVICE.browser();
    second.post("/merchant/invitations/accept", People.acceptance(invited.text("url"))).expect(200);
    assertThat(role(second)).isEqualTo("viewer");
    second.put("/merchant/profile", ADDRESS).expectProblem(403, "ROLE_NOT_ALLOWED");
    second.post("/merchant/api-keys", "{}").expectProblem(403, "ROLE_NOT_ALLOWED");
    assertThat(owner.get("/merchant/team").body()).contains("\"pendingRole\":\"owner\"");
    assertThat(owner.get("/merchant/audit").body()).contains(email + " as owner from ");
    passTime();
    assertThat(role(second)).isEqualTo("owner");
    second.put("/merchant/profile", ADDRESS).expect(200);
  }

  @Test
  void a_promoted_one_keeps_the_rights_of_before_until_then() {
    Browser developer = SERVICE.join(owner, Role.developer);
    String path = path(developer);
    Reply promoted = owner.put(path, People.role("owner")).expect(200);
    assertThat(promoted.text("role")).isEqualTo("developer");
    assertThat(promoted.text("pendingRole")).isEqualTo("owner");
    String from = promoted.text("pendingRoleFrom");
    assertThat(Instant.parse(from)).isAfter(Instant.now().plus(DELAY).minusSeconds(60));
    assertThat(owner.put(path, People.role("owner")).expect(200).text("pendingRoleFrom"))
        .isEqualTo(from);
    developer.post("/merchant/api-keys", "{}").expect(201);
    developer.put("/merchant/profile", ADDRESS).expectProblem(403, "ROLE_NOT_ALLOWED");
    passTime();
    assertThat(role(developer)).isEqualTo("owner");
  }

  @Test
  void it_is_undone_by_an_owner_and_by_another_role() {
    Browser developer = SERVICE.join(owner, Role.developer);
    String path = path(developer);
    owner.put(path, People.role("owner")).expect(200);
    Reply undone = owner.delete(path + "/pending-role").expect(200);
    assertThat(undone.json().required("pendingRole").isNull()).isTrue();
    owner.put(path, People.role("owner")).expect(200);
    owner.put(path, "{\"role\":\"viewer\"}").expect(200);
    passTime();
    assertThat(role(developer)).isEqualTo("viewer");
  }

  @Test
  void the_last_owner_stays_until_the_next_one_is_one() {
    Browser developer = SERVICE.join(owner, Role.developer);
    owner.put(path(developer), People.role("owner")).expect(200);
    owner.delete(path(owner)).expectProblem(409, "LAST_OWNER");
    passTime();
    owner.delete(path(owner)).expect(202);
  }

  @Test
  void one_who_became_an_owner_leaves_as_any_other() {
    Browser developer = SERVICE.join(owner, Role.developer);
    String path = path(developer);
    owner.put(path, People.role("owner")).expect(200);
    passTime();
    Reply leaving = owner.delete(path).expect(202);
    assertThat(leaving.text("role")).isEqualTo("owner");
    assertThat(role(developer)).isEqualTo("owner");
    owner.delete(path + "/pending-role").expect(200);
    assertThat(role(developer)).isEqualTo("owner");
    owner.put(path, "{\"role\":\"viewer\"}").expect(200);
    assertThat(role(developer)).isEqualTo("owner");
    passTime();
    assertThat(role(developer)).isEqualTo("viewer");
  }

  @Test
  void no_deposit_address_waits_for_somebody_who_becomes_an_owner() {
    owner.put(path(SERVICE.join(owner, Role.developer)), People.role("owner")).expect(200);
    Reply first = owner.put("/merchant/profile", ADDRESS).expect(200);
    assertThat(first.text("depositAddress")).isNotEqualTo("null");
    assertThat(first.json().required("pendingDepositAddress").isNull()).isTrue();
  }

  private String path(Browser member) {
    String email = member.get("/merchant/profile").text("email");
    return "/merchant/team/" + TestService.userId(owner, email);
  }

  private static String role(Browser member) {
    return member.get("/merchant/profile").text("role");
  }

  /** Lets the delay pass for everything announced about owners. */
  private static void passTime() {
    SERVICE
        .stored()
        .change(
            "update account_user set pending_role_from = now() - interval '1 second'"
                + " where pending_role_from > now()");
  }
}
