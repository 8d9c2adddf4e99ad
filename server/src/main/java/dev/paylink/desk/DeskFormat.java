package dev.paylink.desk;

import dev.paylink.merchant.profile.Verification;
import dev.paylink.webhook.settings.WebhookHealth;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Formats values for the pages of the desk. */
final class DeskFormat {
  private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB"};

  private DeskFormat() {}

  static String status(Verification verification) {
    return switch (verification) {
      case Registered -> "Registered";
      case KybSubmitted -> "Waiting for review";
      case KybVerified -> "Verified";
      case KybRejected -> "Rejected";
      case Suspended -> "Suspended";
    };
  }

  static String tone(Verification verification) {
    return switch (verification) {
      case Registered -> "calm";
      case KybSubmitted -> "warn";
      case KybVerified -> "good";
      case KybRejected, Suspended -> "bad";
    };
  }

  /** Returns the options of a status filter: every status, then each one. */
  static Map<String, String> statuses() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("", "Every status");
    for (Verification verification : Verification.values()) {
      options.put(verification.name(), status(verification));
    }
    return options;
  }

  /** Returns the state of a webhook: the badge of the merchant's page, in English. */
  static String state(boolean active, WebhookHealth.State state) {
    if (!active) {
      return "Paused";
    }
    return switch (state) {
      case unknown, healthy -> "Active";
      case degraded -> "Many attempts fail";
      case failing -> "Failing";
    };
  }

  static String tone(boolean active, WebhookHealth.State state) {
    if (!active) {
      return "calm";
    }
    return switch (state) {
      case unknown -> "calm";
      case healthy -> "good";
      case degraded -> "warn";
      case failing -> "bad";
    };
  }

  /** Formats how many attempts of a day were delivered. */
  static String share(WebhookHealth.Share share) {
    return share.attempts() == 0
        ? "No attempts"
        : "%s of %s attempts (%d %%)"
            .formatted(number(share.delivered()), number(share.attempts()), share.percent());
  }

  static String country(String code) {
    return Locale.of("", code).getDisplayCountry(Locale.ENGLISH);
  }

  static String number(long number) {
    return String.format(Locale.ENGLISH, "%,d", number);
  }

  /** Formats a count that stopped at {@code most}. */
  static String count(int count, int most) {
    return number(count) + (count >= most ? "+" : "");
  }

  /** Formats a duration in its two largest units, such as "2 h 5 min". */
  static String duration(Duration duration) {
    if (duration.toDays() > 0) {
      return duration.toDays() + " d " + duration.toHoursPart() + " h";
    }
    if (duration.toHours() > 0) {
      return duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }
    return duration.toMinutes() > 0
        ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
        : duration.toSeconds() + " s";
  }

  /** Formats coins or fees with the digits that matter. */
  static String coins(BigDecimal coins) {
    BigDecimal rounded = coins.round(new MathContext(5)).stripTrailingZeros();
    return rounded.signum() == 0 ? "0" : rounded.toPlainString();
  }

  static String millis(Duration duration) {
    return String.format(Locale.ENGLISH, "%.1f ms", duration.toNanos() / 1e6);
  }

  /** Formats by how much something grows or shrinks. */
  static String growth(long bytes) {
    return bytes == 0 ? "None" : (bytes < 0 ? "−" : "+") + bytes(Math.abs(bytes));
  }

  static String bytes(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ENGLISH, unit == 0 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
  }
}
