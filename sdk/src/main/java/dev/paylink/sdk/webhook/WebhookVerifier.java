package dev.paylink.sdk.webhook;

import dev.paylink.sdk.WebhookEvent;
import dev.paylink.sdk.json.JsonException;
import dev.paylink.sdk.webhook.WebhookVerificationException.Check;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Tells a genuine webhook from any other request: the body is not parsed before a signature over
 * exactly its bytes was verified. Thread-safe; create one and keep it.
 *
 * <pre>{@code
 * WebhookVerifier verifier = WebhookVerifier.with(signingSecret);
 * WebhookEvent event = verifier.verify(exchange.getRequestHeaders(), rawBody);
 * }</pre>
 *
 * <p>A delivery is signed in two ways. The headers of Standard Webhooks ({@code webhook-id}, {@code
 * webhook-timestamp}, {@code webhook-signature}) are bound to a time, and decide as soon as one of
 * them is present. Otherwise {@code x-service-signature} and {@code x-service-signature-v2} decide,
 * which sign the body alone: anyone who saw such a delivery can send it again at any time. That is
 * harmless to a receiver that processes each {@code eventId} once; {@link #timedOnly} refuses it.
 */
public final class WebhookVerifier {
  /** How far the time of a delivery may be from this clock's, unless set, in either direction. */
  public static final Duration TOLERANCE = Duration.ofMinutes(5);

  static final int MAX_SECRETS = 8;

  private final List<SigningSecret> secrets;
  private final Supplier<Instant> clock;
  private final boolean timedOnly;
  private final Duration tolerance;

  private WebhookVerifier(
      List<SigningSecret> secrets, Supplier<Instant> clock, boolean timedOnly, Duration tolerance) {
    this.secrets = secrets;
    this.clock = clock;
    this.timedOnly = timedOnly;
    this.tolerance = tolerance;
  }

  /** Returns a verifier for one signing secret, {@code whsec_…}. */
  public static WebhookVerifier with(String signingSecret) {
    return withAnyOf(List.of(signingSecret));
  }

  /** Returns a verifier that accepts any of several secrets, for the time of a rotation. */
  public static WebhookVerifier withAnyOf(List<String> signingSecrets) {
    if (signingSecrets.isEmpty() || signingSecrets.size() > MAX_SECRETS) {
      throw new IllegalArgumentException("signingSecrets: 1 to " + MAX_SECRETS);
    }
    List<SigningSecret> secrets =
        signingSecrets.stream().map(SigningSecret::new).collect(Collectors.toUnmodifiableList());
    return new WebhookVerifier(secrets, Instant::now, false, TOLERANCE);
  }

  /** Returns the same verifier with another clock. */
  public WebhookVerifier withClock(Supplier<Instant> source) {
    return new WebhookVerifier(secrets, source, timedOnly, tolerance);
  }

  /** Returns the same verifier, which accepts times that are this far from its clock's. */
  public WebhookVerifier withTolerance(Duration time) {
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("tolerance: more than nothing");
    }
    return new WebhookVerifier(secrets, clock, timedOnly, time);
  }

  /** Returns the same verifier, which refuses deliveries without a time: they could be replayed. */
  public WebhookVerifier timedOnly() {
    return new WebhookVerifier(secrets, clock, true, tolerance);
  }

  /**
   * Verifies a delivery and returns its event.
   *
   * @param headers as the HTTP server has them; the case of their names does not matter
   * @param body the raw bytes as they arrived, never JSON that was parsed and written again
   */
  public WebhookEvent verify(Map<String, List<String>> headers, byte[] body)
      throws WebhookVerificationException {
    WebhookHeaders signed = WebhookHeaders.of(headers);
    if (timedOnly || signed.timed()) {
      new TimedSignature(secrets, clock, tolerance).check(signed, body);
    } else {
      new BodySignature(secrets).check(signed, body);
    }
    try {
      return WebhookEvent.parse(body);
    } catch (JsonException e) {
      throw new WebhookVerificationException(
          Check.BODY, "the body is genuine but unreadable: " + e.getMessage());
    }
  }

  /** Shows nothing that could sign anything. */
  @Override
  public String toString() {
    return "WebhookVerifier" + secrets;
  }
}
