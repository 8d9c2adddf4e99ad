package dev.paylink.sdk.webhook;

import dev.paylink.sdk.webhook.WebhookVerificationException.Check;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks a delivery by the headers of Standard Webhooks, which sign id, time and body together: it
 * passes only if one of the secrets made one of the signatures, and its time is close enough to
 * now.
 */
final class TimedSignature {
  static final int MAX_SIGNATURES = 16;

  private static final String NAME = "webhook-signature";
  private static final String VERSION = "v1,";
  // No full stop, because it separates the signed parts.
  private static final Pattern ID = Pattern.compile("[!-~&&[^.]]{1,255}");
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,15}");

  private final List<SigningSecret> secrets;
  private final Supplier<Instant> clock;
  private final Duration tolerance;

  TimedSignature(List<SigningSecret> secrets, Supplier<Instant> clock, Duration tolerance) {
    this.secrets = secrets;
    this.clock = clock;
    this.tolerance = tolerance;
  }

  void check(WebhookHeaders headers, byte[] body) throws WebhookVerificationException {
    String id = matching(ID, "webhook-id", headers.id());
    String timestamp = matching(SECONDS, "webhook-timestamp", headers.timestamp());
    List<String> given = signatures(headers.signatures());
    List<String> right =
        secrets.stream()
            .map(secret -> secret.standardSignature(id, timestamp, body))
            .filter(Objects::nonNull)
            .collect(Collectors.toUnmodifiableList());
    if (right.isEmpty()) {
      throw new WebhookVerificationException(
          Check.SECRET, "the signing secret is not whsec_ followed by base64");
    }
    if (given.stream().noneMatch(value -> SigningSecret.isOneOf(right, value))) {
      throw new WebhookVerificationException(Check.SIGNATURE, NAME + SigningSecret.WRONG);
    }
    // Last, so that "too old" implies that the delivery was genuine.
    checkTime(Long.parseLong(timestamp));
  }

  private static String matching(Pattern pattern, String name, @Nullable String value)
      throws WebhookVerificationException {
    if (value == null || !pattern.matcher(value).matches()) {
      throw new WebhookVerificationException(
          Check.HEADERS, name + (value == null ? " is missing" : " is malformed"));
    }
    return value;
  }

  /** Returns the signatures of the version known here; others are ignored. */
  private static List<String> signatures(@Nullable String header)
      throws WebhookVerificationException {
    String[] values = header == null ? new String[0] : header.split(" ", MAX_SIGNATURES + 1);
    if (values.length > MAX_SIGNATURES) {
      throw new WebhookVerificationException(Check.HEADERS, NAME + " has too many values");
    }
    List<String> known =
        Arrays.stream(values)
            .filter(v -> v.startsWith(VERSION))
            .collect(Collectors.toUnmodifiableList());
    if (known.isEmpty()) {
      throw new WebhookVerificationException(Check.HEADERS, NAME + " has no value of version v1");
    }
    return known;
  }

  private void checkTime(long timestamp) throws WebhookVerificationException {
    long age = clock.get().getEpochSecond() - timestamp;
    if (Math.abs(age) > tolerance.toSeconds()) {
      throw new WebhookVerificationException(
          Check.TIMESTAMP,
          "webhook-timestamp is "
              + Math.abs(age)
              + (age > 0 ? " s old" : " s ahead of this clock"));
    }
  }
}
