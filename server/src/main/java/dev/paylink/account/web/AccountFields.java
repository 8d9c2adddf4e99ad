package dev.paylink.account.web;

import dev.paylink.account.PasswordRule;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields that several forms of an account share, so that each form reports the same
 * faults.
 */
public final class AccountFields {
  public static final int MAX_EMAIL = 254; // RFC 5321: what fits between the angle brackets

  /** What HTML's e-mail input takes: not all that RFC 5322 allows, but all that is in use. */
  private static final Pattern EMAIL =
      Pattern.compile(
          "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@"
              + "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
              + "(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*");

  private static final int MAX_ROLE = 64;

  private AccountFields() {}

  public static @Nullable String email(Fields fields) {
    String email = fields.requiredText("email", MAX_EMAIL);
    if (email != null && !EMAIL.matcher(email).matches()) {
      fields.fault("email", Message.of("field.email"));
    }
    return email;
  }

  public static @Nullable String newPassword(Fields fields, String name) {
    return newPassword(fields, name, List.of());
  }

  /**
   * Reads a password that somebody chooses.
   *
   * @param own what is known of the person, and therefore easy to guess
   */
  public static @Nullable String newPassword(Fields fields, String name, List<String> own) {
    String password = fields.requiredText(name, PasswordRule.MAX_LENGTH);
    Message fault = password == null ? null : PasswordRule.fault(password, own);
    if (fault != null) {
      fields.fault(name, fault);
    }
    return password;
  }

  /** Reads a role; null when it is absent or none of the known ones, which are named then. */
  public static <R> @Nullable R role(
      Fields fields, Function<String, @Nullable R> parse, Message known) {
    String text = fields.requiredText("role", MAX_ROLE);
    R role = text == null ? null : parse.apply(text);
    if (text != null && role == null) {
      fields.fault("role", known);
    }
    return role;
  }
}
