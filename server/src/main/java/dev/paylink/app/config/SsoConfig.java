package dev.paylink.app.config;

import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.account.OperatorSsoOptions;
import dev.paylink.platform.crypto.Secret;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads how operators sign in at an identity provider. */
final class SsoConfig {
  private static final String PREFIX = "operator.sso.";
  private static final List<String> NAMES =
      List.of(
          "client.id", "client.secret", "url", "domains", "role.claim", "roles", "second.factor");

  private SsoConfig() {}

  /** Returns null if there is no provider. */
  static @Nullable OperatorSsoOptions read(Settings settings, Config.Listener internal) {
    String issuer = settings.text(PREFIX + "issuer");
    if (issuer == null) {
      for (String name : NAMES) {
        if (settings.text(PREFIX + name) != null) {
          throw new ConfigError(PREFIX + name + " needs " + PREFIX + "issuer");
        }
      }
      return null;
    }
    String claim = settings.text(PREFIX + "role.claim");
    Map<String, OperatorRole> roles = roles(settings);
    if ((claim == null) != roles.isEmpty()) {
      throw new ConfigError(PREFIX + "role.claim and " + PREFIX + "roles must be set together");
    }
    return new OperatorSsoOptions(
        issuer(issuer),
        required(settings, "client.id"),
        new Secret(required(settings, "client.secret")),
        String.valueOf(settings.url(PREFIX + "url", internal.localUrl())),
        domains(settings),
        claim,
        roles,
        !settings.isFirst(PREFIX + "second.factor", true, "own", "provider"));
  }

  private static String issuer(String text) {
    boolean https = text.startsWith("https://");
    boolean local = text.matches("http://(localhost|127\\.[0-9.]+|\\[::1])(:[0-9]+)?(/.*)?");
    try {
      if ((https || local) && URI.create(text).getHost() != null) {
        return text;
      }
    } catch (IllegalArgumentException e) {
      // the same words
    }
    throw new ConfigError(
        PREFIX + "issuer must be an https address, or http on this machine, not \"" + text + "\"");
  }

  private static String required(Settings settings, String name) {
    String text = settings.text(PREFIX + name);
    if (text == null) {
      throw new ConfigError(PREFIX + name + " is required with " + PREFIX + "issuer");
    }
    return text;
  }

  private static Set<String> domains(Settings settings) {
    Set<String> domains = new LinkedHashSet<>();
    for (String domain : required(settings, "domains").split("[,\\s]+", -1)) {
      if (!domain.matches("[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+")) {
        throw new ConfigError(
            PREFIX + "domains takes names such as example.com, not \"" + domain + "\"");
      }
      domains.add(domain.toLowerCase(Locale.ROOT));
    }
    return domains;
  }

  private static Map<String, OperatorRole> roles(Settings settings) {
    Map<String, OperatorRole> roles = new LinkedHashMap<>();
    String text = settings.text(PREFIX + "roles");
    for (String pair : text == null ? new String[0] : text.split(",", -1)) {
      int colon = pair.lastIndexOf(':');
      OperatorRole role = colon < 0 ? null : OperatorRole.parse(pair.substring(colon + 1).strip());
      if (role == null || role == OperatorRole.admin || pair.substring(0, colon).isBlank()) {
        throw new ConfigError(
            PREFIX
                + "roles takes values of the claim with their roles viewer, reviewer or operator,"
                + " such as \"support:viewer, payments:operator\"; only an admin makes admins");
      }
      roles.put(pair.substring(0, colon).strip(), role);
    }
    return roles;
  }
}
