package dev.paylink.merchant;

import dev.paylink.account.signin.Reauthenticate;
import dev.paylink.account.signin.SecondFactorCheck;
import dev.paylink.account.web.AccountForms;
import dev.paylink.merchant.brand.Brand;
import dev.paylink.merchant.profile.AddressWarnings;
import dev.paylink.merchant.profile.KybDetails;
import dev.paylink.merchant.profile.ProfileChange;
import dev.paylink.merchant.signin.RegisterMerchant.Registration;
import dev.paylink.merchant.signin.ResetPassword;
import dev.paylink.merchant.user.Role;
import dev.paylink.money.AddressFault;
import dev.paylink.money.DepositAddress;
import dev.paylink.platform.crypto.Secret;
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
  private static final int MAX_ADDRESS = 100; // longer than any, so that DepositAddress reports it
  private static final int MAX_COLOR = 20;
  private static final int MAX_REGISTRATION_NUMBER = 100;

  private static final Set<String> PROFILE =
      Set.of(
          "businessName",
          "depositAddress",
          "userDepositAddress",
          "sendInvoices",
          "contact",
          "privacyUrl");
  private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

  private MerchantForms() {}

  /** The person to invite; the proof is nothing where none is sent. */
  public record InvitationForm(String email, Role role, Reauthenticate.Proof proof) {}

  /** Another role; the proof is nothing where none is sent. */
  public record RoleForm(Role role, Reauthenticate.Proof proof) {}

  /** Joining a team. */
  record AcceptanceForm(Secret token, Secret password) {}

  public static Registration registration(Fields fields) {
    fields.only(Set.of("email", "password", "businessName"));
    String email = AccountForms.email(fields);
    String businessName = fields.requiredText("businessName", MAX_NAME);
    List<String> own = Stream.of(email, businessName).filter(Objects::nonNull).toList();
    String password = AccountForms.newPassword(fields, "password", own);
    return new Registration(
        fields.require(email), new Secret(fields.require(password)), fields.require(businessName));
  }

  public static InvitationForm invitation(Fields fields) {
    fields.only(Set.of("email", "role", "password", "code", "passkey"));
    String email = AccountForms.email(fields);
    Role role = AccountForms.role(fields, Role::parse, Role.KNOWN);
    Reauthenticate.Proof proof = AccountForms.proofAmong(fields);
    return new InvitationForm(fields.require(email), fields.require(role), proof);
  }

  static AcceptanceForm acceptance(Fields fields) {
    fields.only(Set.of("token", "password"));
    String token = fields.requiredText("token", AccountForms.MAX_TOKEN);
    String password = AccountForms.newPassword(fields, "password");
    return new AcceptanceForm(
        new Secret(fields.require(token)), new Secret(fields.require(password)));
  }

  static ResetPassword.Wish reset(Fields fields) {
    fields.only(Set.of("token", "password", "code", "passkey"));
    String token = fields.requiredText("token", AccountForms.MAX_TOKEN);
    String password = AccountForms.newPassword(fields, "password");
    SecondFactorCheck.Given second = AccountForms.second(fields);
    return new ResetPassword.Wish(
        new Secret(fields.require(token)), new Secret(fields.require(password)), second);
  }

  /** Reads the form behind the link that sets a new password. */
  public static ResetPassword.Wish reset(Secret token, Fields fields) {
    fields.only(Set.of("password", "code", "passkey"));
    String password = AccountForms.newPassword(fields, "password");
    SecondFactorCheck.Given second = AccountForms.second(fields);
    return new ResetPassword.Wish(token, new Secret(fields.require(password)), second);
  }

  public static RoleForm roleChange(Fields fields) {
    fields.only(Set.of("role", "password", "code", "passkey"));
    Role role = AccountForms.role(fields, Role::parse, Role.KNOWN);
    Reauthenticate.Proof proof = AccountForms.proofAmong(fields);
    return new RoleForm(fields.require(role), proof);
  }

  /** Reads whether a team requires a second factor. */
  public static boolean secondFactorRule(Fields fields) {
    fields.only(Set.of("secondFactorRequired"));
    Boolean required = fields.bool("secondFactorRequired");
    AccountForms.orRequired(fields, "secondFactorRequired", required);
    return fields.require(required);
  }

  /** Reads the token of a link in a letter: the last part of its address. */
  static Secret linkToken(Fields fields) {
    return AccountForms.secret(fields, "token", AccountForms.MAX_TOKEN);
  }

  /** Reads what changes about a merchant; an address that cannot be paid to is a fault. */
  public static ProfileChange profileChange(Fields fields, AddressWarnings warnings) {
    fields.only(PROFILE);
    String businessName = fields.text("businessName", MAX_NAME);
    if (businessName != null && businessName.isBlank()) {
      fields.fault("businessName", Message.of("field.blank"));
    }
    return fields.require(
        new ProfileChange(
            businessName,
            address(fields, "depositAddress", warnings),
            address(fields, "userDepositAddress", warnings),
            fields.bool("sendInvoices"),
            PayerInfoForm.contact(fields),
            PayerInfoForm.privacyUrl(fields)));
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
    return fields.require(new Brand.Wish(color, hours == null ? null : hours.intValue()));
  }

  public static KybDetails kyb(Fields fields) {
    fields.only(Set.of("legalName", "country", "registrationNumber"));
    String legalName = fields.requiredText("legalName", MAX_NAME);
    String country = fields.requiredText("country", MAX_NAME);
    if (country != null && !COUNTRIES.contains(country)) {
      fields.fault("country", Message.of("field.country"));
    }
    String number = fields.requiredText("registrationNumber", MAX_REGISTRATION_NUMBER);
    return new KybDetails(
        fields.require(legalName), fields.require(country), fields.require(number));
  }

  private static @Nullable DepositAddress address(
      Fields fields, String name, AddressWarnings warnings) {
    String text = fields.text(name, MAX_ADDRESS);
    if (text == null) {
      return null;
    }
    return switch (DepositAddress.parse(text)) {
      case DepositAddress.Parsed.Accepted accepted -> {
        AddressFault fault = warnings.fault(accepted.address());
        if (fault != null) {
          fields.fault(name, fault.message());
        }
        yield accepted.address();
      }
      case DepositAddress.Parsed.Faulty faulty -> {
        fields.fault(name, faulty.message());
        yield null;
      }
    };
  }
}
