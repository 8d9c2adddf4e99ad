package dev.paylink.merchant;

import dev.paylink.account.PasswordRule;
import dev.paylink.account.passkey.NewCredential;
import dev.paylink.account.passkey.SignedChallenge;
import dev.paylink.account.signin.Reauthenticate;
import dev.paylink.account.signin.SecondFactorCheck;
import dev.paylink.account.signin.SignIn;
import dev.paylink.merchant.brand.Brand;
import dev.paylink.merchant.profile.KybDetails;
import dev.paylink.merchant.profile.ProfileChange;
import dev.paylink.merchant.signin.RegisterMerchant.Registration;
import dev.paylink.merchant.signin.ResetPassword;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Paint;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a merchant sends about itself, by a call or a form; refuses it with all its faults at
 * once.
 */
public final class MerchantForms {
  private static final int MAX_NAME = 200;
  private static final int MAX_COLOR = 20;
  private static final int MAX_REGISTRATION_NUMBER = 100;
  private static final int MAX_CODE = 64;
  private static final int MAX_TOKEN = 100;
  private static final int MAX_PASSKEY_NAME = 64;

  private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

  private MerchantForms() {}

  /** The person to invite. */
  public record InvitationForm(String email, Role role) {}

  /** Joining a team. */
  record AcceptanceForm(Secret token, Secret password) {}

  /** A change of password. */
  public record PasswordForm(Secret currentPassword, Secret newPassword) {}

  /** A passkey to register. */
  public record PasskeyForm(String name, NewCredential credential) {}

  public static Registration registration(Fields fields) {
    fields.only(Set.of("email", "password", "businessName"));
    String email = AccountFields.email(fields);
    String businessName = fields.requiredText("businessName", MAX_NAME);
    List<String> own = Stream.of(email, businessName).filter(Objects::nonNull).toList();
    String password = AccountFields.newPassword(fields, "password", own);
    if (email == null || password == null || businessName == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new Registration(email, new Secret(password), businessName);
  }

  public static SignIn.Attempt login(Fields fields) {
    fields.only(Set.of("email", "password", "code", "passkey"));
    String email = fields.requiredText("email", AccountFields.MAX_EMAIL);
    String password = fields.requiredText("password", PasswordRule.MAX_LENGTH);
    SecondFactorCheck.Given second = second(fields);
    if (email == null || password == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new SignIn.Attempt(email, new Secret(password), second);
  }

  public static InvitationForm invitation(Fields fields) {
    fields.only(Set.of("email", "role"));
    String email = AccountFields.email(fields);
    Role role = AccountFields.role(fields);
    if (email == null || role == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new InvitationForm(email, role);
  }

  static AcceptanceForm acceptance(Fields fields) {
    fields.only(Set.of("token", "password"));
    String token = fields.requiredText("token", MAX_TOKEN);
    String password = AccountFields.newPassword(fields, "password");
    if (token == null || password == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new AcceptanceForm(new Secret(token), new Secret(password));
  }

  /** Reads the e-mail address of somebody who has lost the password, or signs in elsewhere. */
  public static String resetRequest(Fields fields) {
    fields.only(Set.of("email"));
    String email = AccountFields.email(fields);
    if (email == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return email;
  }

  static ResetPassword.Wish reset(Fields fields) {
    fields.only(Set.of("token", "password", "code", "passkey"));
    String token = fields.requiredText("token", MAX_TOKEN);
    String password = AccountFields.newPassword(fields, "password");
    SecondFactorCheck.Given second = second(fields);
    if (token == null || password == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new ResetPassword.Wish(new Secret(token), new Secret(password), second);
  }

  /** Reads the form behind the link that sets a new password. */
  public static ResetPassword.Wish reset(Secret token, Fields fields) {
    fields.only(Set.of("password", "code", "passkey"));
    String password = AccountFields.newPassword(fields, "password");
    SecondFactorCheck.Given second = second(fields);
    if (password == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new ResetPassword.Wish(token, new Secret(password), second);
  }

  /** Reads the password that an invited person chooses. */
  public static Secret newPassword(Fields fields) {
    fields.only(Set.of("password"));
    String password = AccountFields.newPassword(fields, "password");
    if (password == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new Secret(password);
  }

  public static Role roleChange(Fields fields) {
    fields.only(Set.of("role"));
    Role role = AccountFields.role(fields);
    if (role == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return role;
  }

  public static PasswordForm passwordChange(Fields fields) {
    fields.only(Set.of("currentPassword", "newPassword"));
    String current = fields.requiredText("currentPassword", PasswordRule.MAX_LENGTH);
    String next = AccountFields.newPassword(fields, "newPassword");
    if (current == null || next == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new PasswordForm(new Secret(current), new Secret(next));
  }

  /** Reads the user's password, which confirms a sensitive change. */
  public static Secret password(Fields fields) {
    return secret(fields, "password", PasswordRule.MAX_LENGTH);
  }

  /** Reads the proof of a person who is signed in; an empty field of a form is none. */
  public static Reauthenticate.Proof proof(Fields fields) {
    fields.only(Set.of("password", "code", "passkey"));
    String password = fields.text("password", PasswordRule.MAX_LENGTH);
    SecondFactorCheck.Given second = second(fields);
    if (isFaulty(fields)) {
      throw refused(fields);
    }
    return new Reauthenticate.Proof(filled(password), second);
  }

  /** Reads what a passkey has signed, to sign in with it alone. */
  public static SignedChallenge passkeyLogin(Fields fields) {
    fields.only(Set.of("passkey"));
    SignedChallenge signed = PasskeyFields.signed(fields, "passkey");
    if (signed == null && !isFaulty(fields)) {
      fields.fault("passkey", Message.of("field.required"));
    }
    if (signed == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return signed;
  }

  /** Reads a second factor: the code of an authenticator, or what a passkey has signed. */
  public static SecondFactorCheck.Given secondFactor(Fields fields) {
    fields.only(Set.of("code", "passkey"));
    SecondFactorCheck.Given second = second(fields);
    if (second.isNothing() && !isFaulty(fields)) {
      fields.fault("code", Message.of("field.required"));
    }
    if (isFaulty(fields)) {
      throw refused(fields);
    }
    return second;
  }

  private static SecondFactorCheck.Given second(Fields fields) {
    return new SecondFactorCheck.Given(
        filled(fields.text("code", MAX_CODE)), PasskeyFields.signed(fields, "passkey"));
  }

  /** Reads a passkey to register. */
  public static PasskeyForm newPasskey(Fields fields) {
    fields.only(Set.of("name", "credential"));
    String name = fields.requiredText("name", MAX_PASSKEY_NAME);
    NewCredential credential = PasskeyFields.made(fields, "credential");
    if (credential == null && !isFaulty(fields)) {
      fields.fault("credential", Message.of("field.required"));
    }
    if (name == null || credential == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new PasskeyForm(name.strip(), credential);
  }

  /** Reads the new name of a passkey. */
  public static String passkeyName(Fields fields) {
    fields.only(Set.of("name"));
    String name = fields.requiredText("name", MAX_PASSKEY_NAME);
    if (name == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return name.strip();
  }

  /** Reads whether a team requires a second factor. */
  public static boolean secondFactorRule(Fields fields) {
    fields.only(Set.of("secondFactorRequired"));
    Boolean required = fields.bool("secondFactorRequired");
    if (required == null && !isFaulty(fields)) {
      fields.fault("secondFactorRequired", Message.of("field.required"));
    }
    if (required == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return required;
  }

  /** Reads the token of a link in a letter: the last part of its address. */
  static Secret linkToken(Fields fields) {
    return secret(fields, "token", MAX_TOKEN);
  }

  /** Reads a code of an authenticator. */
  public static Secret code(Fields fields) {
    return secret(fields, "code", MAX_CODE);
  }

  public static ProfileChange profileChange(Fields fields) {
    fields.only(Set.of("businessName", "depositAddress", "userDepositAddress"));
    String businessName = fields.text("businessName", MAX_NAME);
    if (businessName != null && businessName.isBlank()) {
      fields.fault("businessName", Message.of("field.blank"));
    }
    ProfileChange change =
        new ProfileChange(
            businessName,
            AccountFields.address(fields, "depositAddress"),
            AccountFields.address(fields, "userDepositAddress"));
    if (isFaulty(fields)) {
      throw refused(fields);
    }
    return change;
  }

  /** Reads how pages and letters are to look; what is left out is not set any more. */
  public static Brand.Wish brand(Fields fields) {
    fields.only(Set.of("color", "reminderHours"));
    String text = fields.text("color", MAX_COLOR);
    Paint color = text == null ? null : Paint.parse(text);
    if (text != null && color == null) {
      fields.fault("color", Message.of("field.color"));
    }
    Long hours = fields.integer("reminderHours", 1, Brand.MAX_REMINDER_HOURS);
    if (isFaulty(fields)) {
      throw refused(fields);
    }
    return new Brand.Wish(color, hours == null ? null : hours.intValue());
  }

  public static KybDetails kyb(Fields fields) {
    fields.only(Set.of("legalName", "country", "registrationNumber"));
    String legalName = fields.requiredText("legalName", MAX_NAME);
    String country = fields.requiredText("country", MAX_NAME);
    if (country != null && !COUNTRIES.contains(country)) {
      fields.fault("country", Message.of("field.country"));
    }
    String number = fields.requiredText("registrationNumber", MAX_REGISTRATION_NUMBER);
    if (legalName == null || country == null || number == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new KybDetails(legalName, country, number);
  }

  private static Secret secret(Fields fields, String name, int max) {
    fields.only(Set.of(name));
    String text = fields.requiredText(name, max);
    if (text == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new Secret(text);
  }

  /** Returns the secret; null without one, and for an empty field of a form. */
  private static @Nullable Secret filled(@Nullable String text) {
    return text == null || text.isBlank() ? null : new Secret(text);
  }

  private static boolean isFaulty(Fields fields) {
    return !fields.faults().isEmpty();
  }

  private static Refused refused(Fields fields) {
    return new Refused(Problem.invalidRequest(fields.faults()));
  }
}
