package dev.paylink.app.config;

import dev.paylink.operator.account.OperatorSsoOptions;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.platform.http.BaseUrl;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads how operators sign in, and what needs two of them. */
final class OperatorConfig {
  private OperatorConfig() {}

  static Config.Operators read(Settings settings, boolean sandbox, Config.Listener internal) {
    boolean tokenEnabled = settings.part(() -> tokenEnabled(settings), true);
    OperatorSsoOptions sso = settings.optional(() -> SsoConfig.read(settings, internal));
    BaseUrl deskUrl = settings.url("desk.url", sso == null ? null : sso.deskUrl());
    return new Config.Operators(tokenEnabled, fourEyes(settings, sandbox), sso, deskUrl);
  }

  private static boolean tokenEnabled(Settings settings) {
    return switch (settings.text("admin.token.enabled", "true")) {
      case "true", "on" -> true;
      case "false", "off" -> false;
      default -> throw new ConfigError("admin.token.enabled must be true or false");
    };
  }

  private static Set<FourEyes> fourEyes(Settings settings, boolean sandbox) {
    String text = settings.text("operator.four.eyes");
    if (text == null) {
      return sandbox ? Set.of() : EnumSet.allOf(FourEyes.class);
    }
    Set<FourEyes> all = EnumSet.noneOf(FourEyes.class);
    for (String name : text.equals("none") ? new String[0] : text.split("[,\\s]+", -1)) {
      all.add(
          Arrays.stream(FourEyes.values())
              .filter(each -> each.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new ConfigError(
                          "operator.four.eyes must be none, or a list out of %s, not \"%s\""
                              .formatted(
                                  Arrays.stream(FourEyes.values())
                                      .map(Enum::name)
                                      .collect(Collectors.joining(", ")),
                                  text))));
    }
    return all;
  }
}
