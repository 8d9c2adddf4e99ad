package dev.paylink.operator.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.team.OperatorChange.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** More rights for somebody, and fewer for an admin, are for two to decide. */
final class OperatorChangeTest {
  @ParameterizedTest
  @CsvSource({
    "viewer,   viewer,   false",
    "viewer,   reviewer, true",
    "viewer,   operator, true",
    "viewer,   admin,    true",
    "reviewer, viewer,   false",
    "reviewer, operator, true",
    "reviewer, admin,    true",
    "operator, viewer,   false",
    "operator, reviewer, true",
    "operator, admin,    true",
    "admin,    viewer,   true",
    "admin,    reviewer, true",
    "admin,    operator, true",
    "admin,    admin,    false",
  })
  void another_role_may_need_two(OperatorRole now, OperatorRole after, boolean grave) {
    assertThat(new OperatorChange(Kind.role, after).isGraveFor(now)).isEqualTo(grave);
  }

  @ParameterizedTest
  @CsvSource({"viewer, false", "reviewer, false", "operator, false", "admin, true"})
  void removal_of_an_admin_needs_two(OperatorRole now, boolean grave) {
    assertThat(new OperatorChange(Kind.remove, null).isGraveFor(now)).isEqualTo(grave);
  }

  @Test
  void it_is_read_as_it_was_written_and_said_in_a_sentence() {
    OperatorChange invite = new OperatorChange(Kind.invite, OperatorRole.admin);
    OperatorChange role = new OperatorChange(Kind.role, OperatorRole.reviewer);
    OperatorChange remove = new OperatorChange(Kind.remove, null);
    for (OperatorChange each : new OperatorChange[] {invite, role, remove}) {
      assertThat(OperatorChange.parse(each.toString())).isEqualTo(each);
    }
    assertThat(invite.summary("a@b.example", null)).isEqualTo("Invite a@b.example as admin");
    assertThat(role.summary("a@b.example", OperatorRole.viewer))
        .isEqualTo("Change the role of a@b.example from viewer to reviewer");
    assertThat(remove.summary("a@b.example", OperatorRole.admin))
        .isEqualTo("Remove a@b.example, now admin");
    assertThat(role.requireRole()).isEqualTo(OperatorRole.reviewer);
  }
}
