package dev.paylink.webhook.settings;

import dev.paylink.platform.Version;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Builds the headers of a delivery, signed over exactly the bytes it carries. Our own two headers
 * are keyed with the whole current secret; the Standard Webhooks header with the bytes it encodes,
 * and during a rotation with those of the previous secret as well.
 */
public final class WebhookHeaders {
  private static final String USER_AGENT = "PaymentLinkService/" + Version.NUMBER;
  private static final String HMAC = "HmacSHA256";

  private WebhookHeaders() {}

  /**
   * Returns the headers; {@code attempt} counts from 1, {@code now} is the time of this attempt.
   */
  public static Map<String, String> of(
      SigningSecrets secrets, String eventId, byte[] body, int attempt, Instant now) {
    String signature =
        HexFormat.of().formatHex(RequestSigner.hmacSha256(secrets.current().reveal(), body));
    String signed = eventId + '.' + now.getEpochSecond();
    return headers(
        signature, signature, eventId, attempt, now, standardSignatures(secrets, signed, body));
  }

  /**
   * Returns the headers as a merchant sees them later: signatures are not stored, only what they
   * cover.
   */
  public static Map<String, String> shown(String eventId, int attempt, Instant at) {
    return headers(
        "(hex HMAC-SHA256 of the body)",
        "(the same)",
        eventId,
        attempt,
        at,
        "v1,(base64 HMAC-SHA256 of id.timestamp.body)");
  }

  private static Map<String, String> headers(
      String signature, String again, String eventId, int attempt, Instant at, String standard) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", "application/json");
    headers.put("user-agent", USER_AGENT);
    headers.put("x-service-signature", signature);
    headers.put("x-service-signature-v2", "sha256=" + again);
    headers.put("x-service-attempt", Integer.toString(attempt));
    headers.put("webhook-id", eventId);
    headers.put("webhook-timestamp", Long.toString(at.getEpochSecond()));
    headers.put("webhook-signature", standard);
    return headers;
  }

  private static String standardSignatures(SigningSecrets secrets, String prefix, byte[] body) {
    String current = standardSignature(secrets.current(), prefix, body);
    SigningSecret previous = secrets.previous();
    return previous == null ? current : current + ' ' + standardSignature(previous, prefix, body);
  }

  private static String standardSignature(SigningSecret secret, String prefix, byte[] body) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(secret.keyBytes(), HMAC));
      mac.update((prefix + '.').getBytes(StandardCharsets.UTF_8));
      return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(HMAC + " is required of every Java platform", e);
    }
  }
}
