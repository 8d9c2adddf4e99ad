package dev.paylink.cli.explain;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylink.cli.io.WebhookSecret;
import dev.paylink.sdk.RequestSigner;
import dev.paylink.sdk.explain.OtherBodies;
import dev.paylink.sdk.webhook.WebhookVerificationException;
import dev.paylink.sdk.webhook.WebhookVerifier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Verifies a delivery as the merchant's client does, and finds the mistake behind a wrong signature
 * by making it.
 */
public final class WebhookMistakes {
  private static final HexFormat HEX = HexFormat.of();
  private static final String RAW =
      "Verify the raw bytes as they arrived, before anything parses them.";

  private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final byte[] body;
  private final WebhookSecret secret;
  private final List<Finding> found = new ArrayList<>();

  private WebhookMistakes(Map<String, List<String>> headers, byte[] body, WebhookSecret secret) {
    this.headers.putAll(headers);
    this.body = body;
    this.secret = secret;
  }

  /** Returns what is wrong, empty for a delivery that is genuine now. */
  public static List<Finding> in(
      Map<String, List<String>> headers, byte[] body, WebhookSecret secret, Instant now) {
    try {
      WebhookVerifier.with(secret.reveal()).withClock(() -> now).verify(headers, body);
      return List.of();
    } catch (WebhookVerificationException e) {
      return new WebhookMistakes(headers, body, secret).behind(e);
    }
  }

  private List<Finding> behind(WebhookVerificationException refusal) {
    String message = String.valueOf(refusal.getMessage());
    switch (refusal.failed()) {
      case HEADERS ->
          add(
              message,
              "Pass all headers of the delivery on: webhook-id, webhook-timestamp and"
                  + " webhook-signature.");
      case TIMESTAMP ->
          add(
              message,
              "The signature is right. 300 seconds are allowed: for a delivery kept from earlier that"
                  + " is normal, otherwise set this machine's clock.");
      case SIGNATURE -> trySignatures();
      case BODY -> add(message, "It was signed with your secret, but is no event.");
      case SECRET -> add(message, "Copy all of it, to the last =.");
    }
    return found;
  }

  private void trySignatures() {
    if (headers.containsKey("webhook-signature")) {
      tryTimed();
    } else {
      tryOfBody();
    }
    if (found.isEmpty()) {
      add(
          "The signature is wrong, and none of the usual mistakes explains it",
          "Is this the secret of this webhook? After a rotation the new one; from paylink listen the"
              + " one that it prints.");
    }
  }

  private void tryTimed() {
    String id = first("webhook-id");
    String time = first("webhook-timestamp");
    expectTimed(
        secret.timedMac(id, time + "000", body),
        "The timestamp was signed in milliseconds",
        "Sign what webhook-timestamp says, in seconds.");
    expectTimed(
        RequestSigner.hmacSha256(secret.reveal(), timed(id, time, body)),
        "It was signed with the whole secret as text",
        "The key of webhook-signature is what the base64 after whsec_ decodes to.");
    expectTimed(
        RequestSigner.hmacSha256(
            secret.reveal().substring("whsec_".length()), timed(id, time, body)),
        "It was signed with the base64 text itself",
        "Decode what follows whsec_; the key is the 32 bytes.");
    expectTimed(
        RequestSigner.hmacSha256(secret.reveal(), body),
        "It is the signature of x-service-signature",
        "webhook-signature signs id, a full stop, timestamp, a full stop and the body.");
    OtherBodies.of(body)
        .forEach(
            (mistake, other) ->
                expectTimed(secret.timedMac(id, time, other), mistake.title(), RAW));
    byte[] right = secret.timedMac(id, time, body);
    if (values().contains(HEX.formatHex(right))
        || values().contains("v1," + HEX.formatHex(right))) {
      add("The signature is in hexadecimal", "webhook-signature is v1, and base64.");
    }
    if (values().contains(Base64.getEncoder().encodeToString(right))) {
      add("The signature has no version", "Write v1, in front of it.");
    }
  }

  private void tryOfBody() {
    expectOfBody(
        secret.ofBody(body).getBytes(UTF_8),
        "The digits are right, but not written as agreed",
        "x-service-signature is 64 digits in lower case; -v2 has sha256= in front.");
    byte[] key = Base64.getDecoder().decode(secret.reveal().substring("whsec_".length()));
    expectOfBody(
        HEX.formatHex(RequestSigner.hmacSha256(key, body)).getBytes(UTF_8),
        "It was signed with the decoded secret",
        "The key of x-service-signature is the whole secret as text, whsec_ included.");
    OtherBodies.of(body)
        .forEach(
            (mistake, other) ->
                expectOfBody(secret.ofBody(other).getBytes(UTF_8), mistake.title(), RAW));
  }

  private void expectTimed(byte[] mac, String title, String advice) {
    String text = Base64.getEncoder().encodeToString(mac);
    if (values().contains("v1," + text) || values().contains(text)) {
      add(title, advice);
    }
  }

  private void expectOfBody(byte[] hex, String title, String advice) {
    String digits = new String(hex, UTF_8);
    String given = first("x-service-signature") + first("x-service-signature-v2");
    if (given.toLowerCase(Locale.ROOT).contains(digits)) {
      add(title, advice);
    }
  }

  private List<String> values() {
    return Arrays.asList(first("webhook-signature").split(" ", -1));
  }

  private String first(String name) {
    List<String> values = headers.get(name);
    return values == null || values.isEmpty() ? "" : values.getFirst();
  }

  private static byte[] timed(String id, String time, byte[] body) {
    byte[] before = (id + '.' + time + '.').getBytes(UTF_8);
    byte[] all = Arrays.copyOf(before, before.length + body.length);
    System.arraycopy(body, 0, all, before.length, body.length);
    return all;
  }

  private void add(String title, String advice) {
    found.add(new Finding(title, advice));
  }
}
