package dev.paylink.operator;

import dev.paylink.account.team.Invitations.Acceptance;
import dev.paylink.account.web.AccountForms;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.json.Fields;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is sent about operators, by a call or a form; refuses it with all its faults at once.
 */
public final class OperatorForms {
  private static final int MAX_NAME = 100;

  private OperatorForms() {}

  /** The person to invite. */
  public record Invitation(String email, OperatorRole role) {}

  public static Invitation invitation(Fields fields) {
    fields.only(Set.of("email", "role"));
    String email = AccountForms.email(fields);
    OperatorRole role = AccountForms.role(fields, OperatorRole::parse, OperatorRole.KNOWN);
    return new Invitation(fields.require(email), fields.require(role));
  }

  public static OperatorRole role(Fields fields) {
    fields.only(Set.of("role"));
    return fields.require(AccountForms.role(fields, OperatorRole::parse, OperatorRole.KNOWN));
  }

  static Acceptance acceptance(Fields fields) {
    fields.only(Set.of("token", "name", "password"));
    String token = fields.requiredText("token", AccountForms.MAX_TOKEN);
    return acceptance(fields, token, List.of());
  }

  /**
   * Reads the form behind the link of an invitation.
   *
   * @param email the invited person's, which must not be the password
   */
  public static Acceptance acceptance(Secret token, String email, Fields fields) {
    fields.only(Set.of("name", "password"));
    return acceptance(fields, token.reveal(), List.of(email));
  }

  private static Acceptance acceptance(Fields fields, @Nullable String token, List<String> known) {
    String name = fields.requiredText("name", MAX_NAME);
    List<String> own =
        Stream.concat(known.stream(), Stream.ofNullable(name)).filter(Objects::nonNull).toList();
    String password = AccountForms.newPassword(fields, "password", own);
    return new Acceptance(
        new Secret(fields.require(token)),
        fields.require(name).strip(),
        new Secret(fields.require(password)));
  }
}
