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
  private static final int MIN_PASSWORD = 10;
  private static final int MAX_PASSWORD = 200;
  private static final int MAX_NAME = 200;
  private static final int MAX_REGISTRATION_NUMBER = 100;
  private static final int MAX_ADDRESS = 100; // more than it has, so that its own check can speak

  /** What HTML's e-mail input takes: not all that RFC 5322 allows, but all that is in use. */
  private static final Pattern EMAIL =
      Pattern.compile(
          "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@"
              + "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
              + "(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*");

  private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

  private MerchantForms() {}

  /** What somebody signing in claims. */
  public record LoginForm(String email, Secret password) {}

  public static Registration registration(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("email", "password", "businessName"));
    String email = fields.requiredText("email", MAX_EMAIL);
    if (email != null && !EMAIL.matcher(email).matches()) {
      fields.fault("email", "is not an e-mail address");
    }
    String password = fields.requiredText("password", MAX_PASSWORD);
    if (password != null && password.length() < MIN_PASSWORD) {
      fields.fault("password", "has fewer than %d characters".formatted(MIN_PASSWORD));
    }
    String businessName = fields.requiredText("businessName", MAX_NAME);
    if (email == null || password == null || businessName == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new Registration(email, new Secret(password), businessName);
  }

  public static LoginForm login(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("email", "password"));
    String email = fields.requiredText("email", MAX_EMAIL);
    String password = fields.requiredText("password", MAX_PASSWORD);
    if (email == null || password == null || isFaulty(fields)) {
      throw refused(fields);
    }
    return new LoginForm(email, new Secret(password));
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
