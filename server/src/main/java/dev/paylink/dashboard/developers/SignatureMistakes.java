package dev.paylink.dashboard.developers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylink.dashboard.developers.SignatureReport.Finding;
import dev.paylink.sdk.RequestSigner;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Finds the mistake behind a wrong signature by making it: tries each usual mistake, and reports
 * the one that gives exactly this signature.
 */
final class SignatureMistakes {
  private static final HexFormat HEX = HexFormat.of();
  private static final String PREFIX = "sha256=";

  private final SignedRequest request;
  private final String secret;
  private final String body;
  private final List<Finding> found = new ArrayList<>();

  private SignatureMistakes(SignedRequest request) {
    this.request = request;
    this.secret = Objects.requireNonNull(request.secret()).reveal();
    this.body = new String(request.body(), UTF_8);
  }

  /**
   * Returns the first mistake that explains the signature, or a finding that says that none does.
   * Several can give the same bytes; one of them is enough to mend it.
   */
  static Finding behind(SignedRequest request) {
    SignatureMistakes mistakes = new SignatureMistakes(request);
    mistakes.tryEncodings();
    mistakes.tryBodies();
    mistakes.tryRequestLines();
    mistakes.tryStrings();
    mistakes.tryVersions();
    mistakes.tryKeys();
    return mistakes.found.isEmpty() ? unexplained(request) : mistakes.found.getFirst();
  }

  private void tryEncodings() {
    String given = request.signature();
    byte[] digest = RequestSigner.hmacSha256(secret, canonical(request.body()).getBytes(UTF_8));
    String hex = HEX.formatHex(digest);
    if (given.equals(Base64.getEncoder().encodeToString(digest))
        || given.equals(Base64.getUrlEncoder().withoutPadding().encodeToString(digest))) {
      add("base64");
    }
    if (given.equalsIgnoreCase(PREFIX + hex)) {
      add("prefix");
    }
    if (given.strip().equalsIgnoreCase(hex)) {
      add("space");
    }
  }

  private void tryBodies() {
    Map<String, String> bodies = new LinkedHashMap<>();
    bodies.put("linefeed", body + '\n');
    bodies.put("nolinefeed", body.stripTrailing());
    bodies.put("windows", body.replace("\r\n", "\n").replace("\n", "\r\n"));
    bodies.put("compact", JsonSpacing.compact(body));
    bodies.put("spaced", JsonSpacing.spaced(body));
    bodies.put("empty", "");
    bodies.forEach(
        (how, other) -> {
          if (!other.equals(body) && isSigned(secret, canonical(other.getBytes(UTF_8)))) {
            found.add(new Finding("body." + how).withAdvice("body"));
          }
        });
  }

  private void tryRequestLines() {
    String target = request.target();
    Map<String, String> targets = new LinkedHashMap<>();
    targets.put("noquery", target.replaceFirst("\\?.*", ""));
    targets.put("noslash", target.replaceFirst("/$", ""));
    targets.put("slash", target + '/');
    targets.put("nohost", target.replaceFirst("^https?://[^/]+", ""));
    targets.forEach(
        (how, other) -> {
          if (!other.equals(target)
              && isSigned(secret, canonical(request.method(), other, request.timestamp()))) {
            found.add(new Finding("path." + how).withAdvice("path"));
          }
        });
    String lower = request.method().toLowerCase(Locale.ROOT);
    if (isSigned(secret, canonical(lower, target, request.timestamp()))) {
      add("lowermethod");
    }
    if (isSigned(secret, canonical(request.method(), target, request.timestamp() + "000"))) {
      add("millis");
    }
  }

  private void tryStrings() {
    String right = canonical(request.body());
    Map<String, String> strings = new LinkedHashMap<>();
    strings.put("linefeed", right + '\n');
    strings.put("backslash", right.replace("\n", "\\n"));
    strings.put("nothing", right.replace("\n", ""));
    strings.put("rawbody", rawBody());
    strings.put("upperhash", upperHash());
    strings.forEach(
        (how, other) -> {
          if (isSigned(secret, other)) {
            found.add(new Finding("string." + how).withAdvice("string"));
          }
        });
    if (isSigned(secret, body)) {
      add("bodyonly");
    }
  }

  private void tryVersions() {
    String four =
        RequestSigner.canonical(
            request.method(), request.target(), request.timestamp(), request.body());
    if (request.isSecondVersion() && isSigned(secret, four)) {
      add("nokey");
    }
    if (!request.isSecondVersion()
        && !request.idempotencyKey().isEmpty()
        && isSigned(secret, four + '\n' + request.idempotencyKey())) {
      add("version2");
    }
  }

  private void tryKeys() {
    String right = canonical(request.body());
    if (!secret.strip().equals(secret) && isSigned(secret.strip(), right)) {
      add("stripped");
    }
    String prefix = secret.substring(0, secret.lastIndexOf('_') + 1); // sk_live_, sk_test_, sk_
    if (secret.startsWith("sk_") && isSigned(secret.substring(prefix.length()), right)) {
      add("noprefix", prefix);
    }
  }

  private static Finding unexplained(SignedRequest request) {
    return new Finding(request.signature().matches("[0-9a-fA-F]{64}") ? "unexplained" : "nothex");
  }

  private String rawBody() {
    return canonical(request.body()).replace(hash(), body);
  }

  private String upperHash() {
    return canonical(request.body()).replace(hash(), hash().toUpperCase(Locale.ROOT));
  }

  private String hash() {
    return HEX.formatHex(RequestSigner.sha256(request.body()));
  }

  private String canonical(byte[] otherBody) {
    return request.canonical(request.method(), request.target(), request.timestamp(), otherBody);
  }

  private String canonical(String method, String target, String timestamp) {
    return request.canonical(method, target, timestamp, request.body());
  }

  private boolean isSigned(String key, String text) {
    return RequestSigner.signature(key, text).equalsIgnoreCase(request.signature());
  }

  private void add(String fault, Object... values) {
    found.add(new Finding(fault, values));
  }
}
