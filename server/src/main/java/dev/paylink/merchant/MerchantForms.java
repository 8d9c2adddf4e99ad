package dev.paylink.merchant;

import dev.paylink.merchant.RegisterMerchant.Registration;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.json.Fields;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the bodies a merchant sends about itself; refuses with all faults of one at once. */
public final class MerchantForms {
  private static final int MAX_EMAIL = 254; // RFC 5321: what fits between the angle brackets
  private static final int MAX_NAME = 200;
  private static final int MAX_REGISTRATION_NUMBER = 100;
  private static final int MAX_ADDRESS = 100; // more than it has, so that its own check can speak
  private static final int MAX_CODE = 64;
  private static final int MAX_TOKEN = 100;

  /** What HTML's e-mail input takes: not all that RFC 5322 allows, but all that is in use. */
  private static final Pattern EMAIL =
      Pattern.compile(
          "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@"
              + "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
              + "(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*");

  private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

  private MerchantForms() {}

  /** Whom to invite. */
  public record InvitationForm(String email, Role role) {}

  /** Joining a team. */
  public record AcceptanceForm(Secret token, Secret password) {}

  /** A change of password. */
  public record PasswordForm(Secret currentPassword, Secret newPassword) {}

  public static Registration registration(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("email", "password", "businessName"));
    String email = email(fields);
    String password = newPassword(fields, "password");
    String businessName = fields.requiredText("businessName", MAX_NAME);
    if (email == null || password == null || businessName == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new Registration(email, new Secret(password), businessName);
  }

  public static SignIn.Attempt login(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("email", "password", "code"));
    String email = fields.requiredText("email", MAX_EMAIL);
    String password = fields.requiredText("password", PasswordRule.LONGEST);
    String code = fields.text("code", MAX_CODE);
    if (email == null || password == null || isFaulty(fields)) {
      throw refused(fields);
    }
    // An empty field of a form is no code.
    return new SignIn.Attempt(
        email, new Secret(password), code == null || code.isBlank() ? null : new Secret(code));
  }

  public static InvitationForm invitation(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("email", "role"));
    String email = email(fields);
    Role role = role(fields);
    if (email == null || role == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new InvitationForm(email, role);
  }

  public static AcceptanceForm acceptance(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("token", "password"));
    String token = fields.requiredText("token", MAX_TOKEN);
    String password = newPassword(fields, "password");
    if (token == null || password == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new AcceptanceForm(new Secret(token), new Secret(password));
  }

  public static Role roleChange(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("role"));
    Role role = role(fields);
    if (role == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return role;
  }

  public static PasswordForm passwordChange(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("currentPassword", "newPassword"));
    String current = fields.requiredText("currentPassword", PasswordRule.LONGEST);
    String next = newPassword(fields, "newPassword");
    if (current == null || next == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new PasswordForm(new Secret(current), new Secret(next));
  }

  /** The user's password, asked for before something that needs it. */
  public static Secret password(byte[] body) {
    return secret(body, "password", PasswordRule.LONGEST);
  }

  /** A code of an authenticator. */
  public static Secret code(byte[] body) {
    return secret(body, "code", MAX_CODE);
  }

  public static ProfileChange profileChange(byte[] body) {
    Fields fields =
        Fields.parse(body, Set.of("businessName", "depositAddress", "userDepositAddress"));
    String businessName = fields.text("businessName", MAX_NAME);
    if (businessName != null && businessName.isBlank()) {
      fields.fault("businessName", "must not be blank");
    }
    ProfileChange change =
        new ProfileChange(
            businessName, address(fields, "depositAddress"), address(fields, "userDepositAddress"));
    if (isFaulty(fields)) {
      throw refused(fields);
    }
    return change;
  }

  public static KybDetails kyb(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("legalName", "country", "registrationNumber"));
    String legalName = fields.requiredText("legalName", MAX_NAME);
    String country = fields.requiredText("country", MAX_NAME);
    if (country != null && !COUNTRIES.contains(country)) {
      fields.fault("country", "must be an ISO 3166 code of two capital letters, such as DE");
    }
    String number = fields.requiredText("registrationNumber", MAX_REGISTRATION_NUMBER);
    if (legalName == null || country == null || number == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new KybDetails(legalName, country, number);
  }

  private static @Nullable String email(Fields fields) {
    String email = fields.requiredText("email", MAX_EMAIL);
    if (email != null && !EMAIL.matcher(email).matches()) {
      fields.fault("email", "is not an e-mail address");
    }
    return email;
  }

  private static @Nullable String newPassword(Fields fields, String name) {
    String password = fields.requiredText(name, PasswordRule.LONGEST);
    String fault = password == null ? null : PasswordRule.fault(password);
    if (fault != null) {
      fields.fault(name, fault);
    }
    return password;
  }

  private static @Nullable Role role(Fields fields) {
    String text = fields.requiredText("role", MAX_NAME);
    Role role = text == null ? null : Role.parse(text);
    if (text != null && role == null) {
      fields.fault("role", Role.KNOWN);
    }
    return role;
  }

  private static Secret secret(byte[] body, String name, int max) {
    Fields fields = Fields.parse(body, Set.of(name));
    String text = fields.requiredText(name, max);
    if (text == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new Secret(text);
  }

  private static @Nullable DepositAddress address(Fields fields, String name) {
    String text = fields.text(name, MAX_ADDRESS);
    if (text == null) {
      return null;
    }
    return switch (DepositAddress.parse(text)) {
      case DepositAddress.Parsed.Accepted accepted -> accepted.address();
      case DepositAddress.Parsed.Faulty faulty -> {
        fields.fault(name, faulty.message());
        yield null;
      }
    };
  }

  private static boolean isFaulty(Fields fields) {
    return !fields.faults().isEmpty();
  }

  private static Refused refused(Fields fields) {
    return new Refused(Problem.invalidRequest(fields.faults()));
  }
}
