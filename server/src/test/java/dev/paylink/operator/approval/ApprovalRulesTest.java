package dev.paylink.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.account.signin.AccountSession;
import dev.paylink.ids.ApprovalId;
import dev.paylink.ids.RealmId;
import dev.paylink.ids.SessionId;
import dev.paylink.ids.UserId;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.account.Permission;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What needs two people is agreed to by another one, who could have asked for it as well. */
final class ApprovalRulesTest {
  @ParameterizedTest
  @CsvSource({
    "freeze,       operator, true",
    "freeze,       admin,    true",
    "freeze,       reviewer, false",
    "freeze,       viewer,   false",
    "verification, reviewer, true",
    "verification, admin,    true",
    "verification, operator, false",
    "verification, viewer,   false",
    "chain,        operator, true",
    "chain,        admin,    true",
    "chain,        reviewer, false",
    "chain,        viewer,   false",
    "rename,       reviewer, true",
    "rename,       admin,    true",
    "rename,       operator, false",
    "rename,       viewer,   false",
    "operator,     admin,    true",
    "operator,     operator, false",
    "operator,     reviewer, false",
    "operator,     viewer,   false",
  })
  void another_operator_with_the_permission_decides(FourEyes kind, OperatorRole role, boolean may) {
    Approval approval = approval(kind, "operator:somebody@example.com");
    assertThat(approval.mayBeApprovedBy(person(role, false))).isEqualTo(may);
    assertThat(approval.mayBeDeclinedBy(person(role, false))).isEqualTo(may);
    assertThat(approval.mayBeApprovedBy(person(role, true)))
        .as("without the factor that is required")
        .isFalse();
  }

  @Test
  void who_asked_can_withdraw_and_never_agree() {
    for (FourEyes kind : FourEyes.values()) {
      Approval own = approval(kind, person(OperatorRole.admin, false).name());
      assertThat(own.isOf(person(OperatorRole.admin, false))).isTrue();
      assertThat(own.mayBeApprovedBy(person(OperatorRole.admin, false))).isFalse();
      assertThat(own.mayBeDeclinedBy(person(OperatorRole.viewer, false))).isTrue();
      assertThat(own.mayBeApprovedBy(ActingOperator.token("192.0.2.1"))).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "OWN,        viewer reviewer operator admin",
    "READ,       viewer reviewer operator admin",
    "REVIEW,     reviewer admin",
    "OPERATE,    operator admin",
    "APPROVE,    reviewer operator admin",
    "ADMINISTER, admin",
  })
  void permission_is_of_these_roles(Permission permission, String roles) {
    assertThat(Stream.of(OperatorRole.values()).filter(permission::isOf).map(Enum::name))
        .containsExactly(roles.split(" "));
  }

  @Test
  void role_has_one_spelling() {
    for (OperatorRole role : OperatorRole.values()) {
      assertThat(OperatorRole.parse(role.name())).isEqualTo(role);
      assertThat(OperatorRole.KNOWN.english()).contains(role.name());
    }
    assertThat(OperatorRole.parse("Admin")).isNull();
    assertThat(OperatorRole.parse("")).isNull();
  }

  private static ActingOperator person(OperatorRole role, boolean factorMissing) {
    return ActingOperator.of(
        new AccountSession(
            SessionId.next(),
            RealmId.INSTANCE,
            UserId.next(),
            "ann@example.com",
            "Ann",
            role.name(),
            "192.0.2.1",
            Instant.EPOCH,
            true,
            false,
            false,
            factorMissing));
  }

  private static Approval approval(FourEyes kind, String by) {
    return new Approval(
        ApprovalId.next(),
        kind,
        "subject",
        "",
        "summary",
        "facts",
        by,
        "192.0.2.1",
        Instant.EPOCH,
        Instant.EPOCH,
        Approval.State.pending);
  }
}
