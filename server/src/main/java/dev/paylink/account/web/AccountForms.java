package dev.paylink.account.web;

import dev.paylink.account.PasswordRule;
import dev.paylink.account.passkey.NewCredential;
import dev.paylink.account.passkey.SignedChallenge;
import dev.paylink.account.signin.Reauthenticate;
import dev.paylink.account.signin.SecondFactorCheck;
import dev.paylink.account.signin.SignIn;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Form;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what people send about their own accounts, in whatever realm, by a call or a form; refuses
 * it with all its faults at once.
 */
public final class AccountForms {
  public static final int MAX_TOKEN = 100;

  static final int MAX_EMAIL = 254; // RFC 5321: what fits between the angle brackets

  /** What HTML's e-mail input takes: not all that RFC 5322 allows, but all that is in use. */
  private static final Pattern EMAIL =
      Pattern.compile(
          "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@"
              + "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
              + "(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*");

  /** The fields of a proof. */
  public static final Set<String> PROOF = Set.of("password", "code", "passkey");

  private static final int MAX_CODE = 64;
  private static final int MAX_ROLE = 64;
  private static final int MAX_PASSKEY_NAME = 64;

  private AccountForms() {}

  /** A passkey to register. */
  public record PasskeyForm(String name, NewCredential credential) {}

  /** A change of password. */
  public record PasswordForm(Secret currentPassword, Secret newPassword) {}

  public static SignIn.Attempt login(Fields fields) {
    fields.only(Set.of("email", "password", "code", "passkey"));
    String email = fields.requiredText("email", MAX_EMAIL);
    String password = fields.requiredText("password", PasswordRule.MAX_LENGTH);
    SecondFactorCheck.Given second = second(fields);
    return new SignIn.Attempt(fields.require(email), new Secret(fields.require(password)), second);
  }

  /** Reads the e-mail address of somebody who has lost the password, or signs in elsewhere. */
  public static String resetRequest(Fields fields) {
    fields.only(Set.of("email"));
    return fields.require(email(fields));
  }

  /** Reads the password that an invited person chooses. */
  public static Secret newPassword(Fields fields) {
    fields.only(Set.of("password"));
    String password = newPassword(fields, "password");
    return new Secret(fields.require(password));
  }

  public static PasswordForm passwordChange(Fields fields) {
    fields.only(Set.of("currentPassword", "newPassword"));
    String current = fields.requiredText("currentPassword", PasswordRule.MAX_LENGTH);
    String next = newPassword(fields, "newPassword");
    return new PasswordForm(new Secret(fields.require(current)), new Secret(fields.require(next)));
  }

  /** Reads the user's password, which confirms a sensitive change. */
  public static Secret password(Fields fields) {
    return secret(fields, "password", PasswordRule.MAX_LENGTH);
  }

  /** Reads what a page that asks for a proof has sent; it is never shown again. */
  public static Form proofForm(Request request) {
    return Form.EMPTY
        .withSecret(request, "password")
        .withSecret(request, "code")
        .withSecret(request, "passkey");
  }

  /** Reads the proof in a call that needs nothing else; no body is no proof. */
  public static Reauthenticate.Proof proof(byte[] json) {
    return proof(json.length == 0 ? Fields.ofForm(Map.of()) : Fields.parse(json));
  }

  /** Reads the proof of a person who is signed in; an empty field of a form is none. */
  public static Reauthenticate.Proof proof(Fields fields) {
    return proofAmong(fields.only(PROOF));
  }

  /** Reads the proof among other fields; nothing where none is sent. */
  public static Reauthenticate.Proof proofAmong(Fields fields) {
    String password = fields.text("password", PasswordRule.MAX_LENGTH);
    SecondFactorCheck.Given second = second(fields);
    return fields.require(new Reauthenticate.Proof(filled(password), second));
  }

  /** Reads what a passkey has signed, to sign in with it alone. */
  public static SignedChallenge passkeyLogin(Fields fields) {
    fields.only(Set.of("passkey"));
    SignedChallenge signed = PasskeyFields.signed(fields, "passkey");
    orRequired(fields, "passkey", signed);
    return fields.require(signed);
  }

  /** Reads a second factor: the code of an authenticator, or what a passkey has signed. */
  public static SecondFactorCheck.Given secondFactor(Fields fields) {
    fields.only(Set.of("code", "passkey"));
    SecondFactorCheck.Given second = second(fields);
    orRequired(fields, "code", second.isNothing() ? null : second);
    return fields.require(second);
  }

  /** Reads the second factor among other fields; nothing where none is sent. */
  public static SecondFactorCheck.Given second(Fields fields) {
    return new SecondFactorCheck.Given(
        filled(fields.text("code", MAX_CODE)), PasskeyFields.signed(fields, "passkey"));
  }

  /** Reads a passkey to register. */
  public static PasskeyForm newPasskey(Fields fields) {
    fields.only(Set.of("name", "credential"));
    String name = fields.requiredText("name", MAX_PASSKEY_NAME);
    NewCredential credential = PasskeyFields.made(fields, "credential");
    orRequired(fields, "credential", credential);
    return new PasskeyForm(fields.require(name).strip(), fields.require(credential));
  }

  /** Reads the new name of a passkey. */
  public static String passkeyName(Fields fields) {
    fields.only(Set.of("name"));
    String name = fields.requiredText("name", MAX_PASSKEY_NAME);
    return fields.require(name).strip();
  }

  /** Reads a code of an authenticator. */
  public static Secret code(Fields fields) {
    return secret(fields, "code", MAX_CODE);
  }

  /** Reads a single secret. */
  public static Secret secret(Fields fields, String name, int max) {
    fields.only(Set.of(name));
    String text = fields.requiredText(name, max);
    return new Secret(fields.require(text));
  }

  /** Returns the secret; null without one, and for an empty field of a form. */
  private static @Nullable Secret filled(@Nullable String text) {
    return text == null || text.isBlank() ? null : new Secret(text);
  }

  /** Adds a fault if nothing was read and nothing else is wrong. */
  public static void orRequired(Fields fields, String name, @Nullable Object read) {
    if (read == null && fields.faults().isEmpty()) {
      fields.fault(name, Message.of("field.required"));
    }
  }

  public static @Nullable String email(Fields fields) {
    String email = fields.requiredText("email", MAX_EMAIL);
    if (email != null && !isEmail(email)) {
      fields.fault("email", Message.of("field.email"));
    }
    return email;
  }

  /** Tells whether the text is an e-mail address. */
  public static boolean isEmail(String text) {
    return text.length() <= MAX_EMAIL && EMAIL.matcher(text).matches();
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
