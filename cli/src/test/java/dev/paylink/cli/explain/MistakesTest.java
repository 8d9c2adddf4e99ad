package dev.paylink.cli.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.cli.io.Delivery;
import dev.paylink.cli.io.WebhookSecret;
import dev.paylink.sdk.RequestSigner;
import dev.paylink.sdk.explain.SignedCall;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each usual mistake is named, and what is right is not complained about. */
final class MistakesTest {
  private static final String SECRET = "sk_test_7Qm2vX9pLrT4aZ0cWnE8uYbK1dGhJ5sF";
  private static final Instant NOW = Instant.ofEpochSecond(1_767_225_600);
  private static final String TIME = "1767225600";
  private static final String PATH = "/sdk/server/create-payment";
  private static final byte[] BODY = "{\"amount\":\"5\",\"reference\":\"Größe\"}".getBytes(UTF_8);
  private static final WebhookSecret WEBHOOK =
      WebhookSecret.of("whsec_GISbcJjbnRpd8bhl9V/eFQ/PjgzpEuvNQxWt5yZXIgw=");
  private static final byte[] EVENT =
      ("{\"eventId\":\"evt_01kdve6m00f9a8b7c6d5e4f3g7\",\"type\":\"webhook.test\","
              + "\"createdAt\":\"2026-01-01T09:30:00.250Z\",\"testMode\":true}")
          .getBytes(UTF_8);
  private static final String ID = "evt_01kdve6m00f9a8b7c6d5e4f3g7";

  @Test
  void right_request_has_no_finding() {
    assertThat(ofRequest(SECRET, canonical(BODY), TIME)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "line feed at the end   | has a line feed at its end",
        "body with a line feed  | body was signed with a line feed",
        "body escaped           | beyond ASCII escaped",
        "four lines             | idempotency key was not signed",
        "lower case method      | method was signed in lower case",
        "milliseconds           | signed in milliseconds",
        "body alone             | Only the body was signed",
        "no prefix              | without the secret's sk_test_",
        "other secret           | none of the usual mistakes",
      })
  void mistake_in_a_request_is_named(String mistake, String finding) {
    String signed =
        switch (mistake) {
          case "line feed at the end" -> canonical(BODY) + '\n';
          case "body with a line feed" -> canonical((text() + '\n').getBytes(UTF_8));
          case "body escaped" ->
              canonical(text().replace("ö", "\\u00f6").replace("ß", "\\u00df").getBytes(UTF_8));
          case "four lines" -> RequestSigner.canonical("POST", PATH, TIME, BODY, null);
          case "lower case method" -> canonical(BODY).replace("POST", "post");
          case "milliseconds" -> canonical(BODY).replace(TIME, TIME + "000");
          case "body alone" -> text();
          default -> canonical(BODY);
        };
    String secret =
        switch (mistake) {
          case "no prefix" -> SECRET.substring("sk_test_".length());
          case "other secret" -> "sk_test_another";
          default -> SECRET;
        };
    assertThat(ofRequest(secret, signed, TIME)).singleElement().asString().contains(finding);
  }

  @Test
  void old_request_is_told_apart_from_a_wrong_one() {
    List<Finding> findings = ofRequest(SECRET, canonical(BODY), TIME, NOW.plusSeconds(301));
    assertThat(findings).singleElement().asString().contains("301 seconds old");
    assertThat(ofRequest(SECRET, canonical(BODY), TIME, NOW.plusSeconds(300))).isEmpty();
  }

  @Test
  void encoding_of_the_signature_is_named() {
    byte[] mac = RequestSigner.hmacSha256(SECRET, canonical(BODY).getBytes(UTF_8));
    assertThat(ofSignature(Base64.getEncoder().encodeToString(mac)))
        .singleElement()
        .asString()
        .contains("base64");
    assertThat(ofSignature("sha256=" + HexFormat.of().formatHex(mac)))
        .singleElement()
        .asString()
        .contains("prefix");
  }

  @Test
  void genuine_delivery_has_no_finding() {
    assertThat(ofWebhook(delivery().headers(), EVENT, NOW)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "whole secret       | with the whole secret as text",
        "body header        | signature of x-service-signature",
        "hexadecimal        | in hexadecimal",
        "no version         | version v1",
        "reformatted        | reformatted with a space",
        "missing            | webhook-timestamp is missing",
        "other secret       | Is this the secret of this webhook",
      })
  void mistake_in_a_webhook_is_named(String mistake, String finding) {
    byte[] timed = (ID + '.' + TIME + '.' + new String(EVENT, UTF_8)).getBytes(UTF_8);
    String right = HexFormat.of().formatHex(WEBHOOK.timedMac(ID, TIME, EVENT));
    String spaced = new String(EVENT, UTF_8).replace(",\"", ", \"").replace("\":", "\": ");
    String base64 = WEBHOOK.ofTimed(ID, TIME, EVENT).substring("v1,".length());
    Delivery wrong =
        switch (mistake) {
          case "whole secret" ->
              signature("v1," + base64(RequestSigner.hmacSha256(WEBHOOK.reveal(), timed)));
          case "body header" ->
              signature("v1," + base64(RequestSigner.hmacSha256(WEBHOOK.reveal(), EVENT)));
          case "hexadecimal" -> signature("v1," + right);
          case "no version" -> signature(base64);
          case "reformatted" -> signature(WEBHOOK.ofTimed(ID, TIME, spaced.getBytes(UTF_8)));
          case "missing" -> delivery().without("webhook-timestamp");
          default -> signature(WebhookSecret.random().ofTimed(ID, TIME, EVENT));
        };
    assertThat(ofWebhook(wrong.headers(), EVENT, NOW)).asString().contains(finding);
  }

  @Test
  void old_webhook_is_told_apart_from_a_wrong_one() {
    assertThat(ofWebhook(delivery().headers(), EVENT, NOW.plusSeconds(301)))
        .singleElement()
        .asString()
        .contains("301 s old", "The signature is right");
  }

  private static Delivery delivery() {
    return Delivery.signed(WEBHOOK, ID, EVENT, 1, NOW);
  }

  private static Delivery signature(String value) {
    return delivery().with("webhook-signature", value);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static List<Finding> ofWebhook(Map<String, String> headers, byte[] body, Instant now) {
    Map<String, List<String>> lists = new HashMap<>();
    headers.forEach((name, value) -> lists.put(name, List.of(value)));
    return WebhookMistakes.in(lists, body, WEBHOOK, now);
  }

  private static String text() {
    return new String(BODY, StandardCharsets.UTF_8);
  }

  private static String canonical(byte[] body) {
    return RequestSigner.canonical("POST", PATH, TIME, body, "order-7");
  }

  private static List<Finding> ofRequest(String secret, String signed, String time) {
    return ofRequest(secret, signed, time, NOW);
  }

  private static List<Finding> ofRequest(String secret, String signed, String time, Instant now) {
    String signature = RequestSigner.signature(secret, signed);
    return Finding.in(new SignedCall("POST", PATH, time, "order-7", BODY, signature), SECRET, now);
  }

  private static List<Finding> ofSignature(String signature) {
    return Finding.in(new SignedCall("POST", PATH, TIME, "order-7", BODY, signature), SECRET, NOW);
  }
}
