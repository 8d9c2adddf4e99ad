package dev.paylink.merchant;

import dev.paylink.merchant.sso.ConfigureSso;
import dev.paylink.merchant.sso.SsoSettings;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.oidc.OidcFlow;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the settings of single sign-on, by a call or a form; reports all faults at once. */
public final class SsoFields {
  /** The fields that hold a text. */
  public static final List<String> TEXTS =
      List.of("issuer", "clientId", "domains", "roleClaim", "developerValue", "viewerValue");

  private static final Set<String> ALL =
      Set.of(
          "issuer",
          "clientId",
          "clientSecret",
          "domains",
          "required",
          "roleClaim",
          "developerValue",
          "viewerValue",
          "secondFactorTrusted",
          "password",
          "code",
          "passkey");

  private static final int MAX_TEXT = 500;
  private static final int MAX_DOMAINS = 20;
  private static final int MAX_DOMAIN = 253;
  private static final Pattern DOMAIN =
      Pattern.compile("(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]");

  /** Where everybody can have an address: their owners are no team. */
  private static final Set<String> OF_EVERYBODY =
      Set.of(
          "gmail.com",
          "googlemail.com",
          "outlook.com",
          "hotmail.com",
          "live.com",
          "msn.com",
          "yahoo.com",
          "icloud.com",
          "me.com",
          "aol.com",
          "gmx.com",
          "gmx.de",
          "gmx.net",
          "web.de",
          "mail.ru",
          "yandex.ru",
          "qq.com",
          "163.com",
          "proton.me",
          "protonmail.com",
          "zoho.com",
          "fastmail.com");

  private SsoFields() {}

  /** Reads the body of a call; the proof that comes with it is read apart. */
  static ConfigureSso.Wish call(Fields fields) {
    Boolean required = fields.bool("required");
    Boolean trusted = fields.bool("secondFactorTrusted");
    return wish(fields.only(ALL), Boolean.TRUE.equals(required), Boolean.TRUE.equals(trusted));
  }

  /** Reads the texts; what a box of a form says is given. */
  public static ConfigureSso.Wish wish(Fields fields, boolean required, boolean factorTrusted) {
    String issuer = fields.requiredText("issuer", OidcFlow.MAX_ISSUER);
    String clientId = fields.requiredText("clientId", MAX_TEXT);
    String secret = filled(fields.text("clientSecret", MAX_TEXT));
    List<String> domains = domains(fields);
    SsoSettings.RoleClaim roles = roles(fields);
    return new ConfigureSso.Wish(
        fields.require(issuer),
        fields.require(clientId),
        secret == null ? null : new Secret(secret),
        fields.require(domains),
        required,
        roles,
        factorTrusted);
  }

  private static @Nullable List<String> domains(Fields fields) {
    List<String> texts = fields.texts("domains", MAX_DOMAINS, MAX_DOMAIN);
    if (texts == null || texts.isEmpty()) {
      if (!fields.has("domains") || texts != null) {
        fields.fault("domains", Message.of("field.required"));
      }
      return null;
    }
    List<String> domains = texts.stream().map(text -> text.toLowerCase(Locale.ROOT)).toList();
    for (String domain : domains) {
      if (!DOMAIN.matcher(domain).matches()) {
        fields.fault("domains", Message.of("field.domains"));
        return null;
      }
      if (OF_EVERYBODY.contains(domain)) {
        fields.fault("domains", Message.of("field.publicdomain", domain));
        return null;
      }
    }
    return domains.stream().distinct().sorted().toList();
  }

  private static SsoSettings.@Nullable RoleClaim roles(Fields fields) {
    String claim = filled(fields.text("roleClaim", MAX_TEXT));
    String developers = filled(fields.text("developerValue", MAX_TEXT));
    String viewers = filled(fields.text("viewerValue", MAX_TEXT));
    boolean anyValue = developers != null || viewers != null;
    if (claim == null && anyValue) {
      fields.fault("roleClaim", Message.of("field.roleclaim"));
    }
    if (claim != null && !anyValue) {
      fields.fault("viewerValue", Message.of("field.viewervalue"));
    }
    if (developers != null && developers.equals(viewers)) {
      fields.fault("viewerValue", Message.of("field.sameviewer"));
    }
    return claim == null ? null : new SsoSettings.RoleClaim(claim, developers, viewers);
  }

  private static @Nullable String filled(@Nullable String text) {
    return text == null || text.isBlank() ? null : text.strip();
  }
}
