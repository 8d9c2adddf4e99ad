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
      add("The signature is in base64", "Send it in hexadecimal: 64 digits.");
    }
    if (given.equalsIgnoreCase(PREFIX + hex)) {
      add("The signature has a prefix", "Send the 64 digits alone; sha256= belongs to webhooks.");
    }
    if (given.strip().equalsIgnoreCase(hex)) {
      add("There is a space around the signature", "Send the 64 digits alone.");
    }
  }

  private void tryBodies() {
    Map<String, String> bodies = new LinkedHashMap<>();
    bodies.put("with a line feed at its end", body + '\n');
    bodies.put("without the line feed at its end", body.stripTrailing());
    bodies.put("with Windows line endings", body.replace("\r\n", "\n").replace("\n", "\r\n"));
    bodies.put("reformatted without white space", JsonSpacing.compact(body));
    bodies.put("reformatted with a space after each comma and colon", JsonSpacing.spaced(body));
    bodies.put("left out, as if it were empty", "");
    bodies.forEach(
        (how, other) -> {
          if (!other.equals(body) && isSigned(secret, canonical(other.getBytes(UTF_8)))) {
            add("The body was signed " + how, "Sign and send the very same bytes.");
          }
        });
  }

  private void tryRequestLines() {
    String target = request.target();
    Map<String, String> targets = new LinkedHashMap<>();
    targets.put("without its query", target.replaceFirst("\\?.*", ""));
    targets.put("without the slash at its end", target.replaceFirst("/$", ""));
    targets.put("with a slash at its end", target + '/');
    targets.put("without scheme and host", target.replaceFirst("^https?://[^/]+", ""));
    targets.forEach(
        (how, other) -> {
          if (!other.equals(target)
              && isSigned(secret, canonical(request.method(), other, request.timestamp()))) {
            add("The path was signed " + how, "Sign path and query as on the request line.");
          }
        });
    String lower = request.method().toLowerCase(Locale.ROOT);
    if (isSigned(secret, canonical(lower, target, request.timestamp()))) {
      add("The method was signed in lower case", "Sign it in upper case.");
    }
    if (isSigned(secret, canonical(request.method(), target, request.timestamp() + "000"))) {
      add("The timestamp was signed in milliseconds", "Sign what X-Timestamp says, in seconds.");
    }
  }

  private void tryStrings() {
    String right = canonical(request.body());
    Map<String, String> strings = new LinkedHashMap<>();
    strings.put("has a line feed at its end", right + '\n');
    strings.put("has a backslash and an n where a line feed belongs", right.replace("\n", "\\n"));
    strings.put("has nothing between its parts", right.replace("\n", ""));
    strings.put("has the body itself in place of its hash", rawBody());
    strings.put("has the hash in upper case", upperHash());
    strings.forEach(
        (how, other) -> {
          if (isSigned(secret, other)) {
            add(
                "The string that was signed " + how,
                "Sign the parts above, a single line feed between them, none after the last.");
          }
        });
    if (isSigned(secret, body)) {
      add("Only the body was signed", "That is how webhooks are signed; sign all parts.");
    }
  }

  private void tryVersions() {
    String four =
        RequestSigner.canonical(
            request.method(), request.target(), request.timestamp(), request.body());
    if (request.isSecondVersion() && isSigned(secret, four)) {
      add(
          "The idempotency key was not signed",
          "Version 2 has a fifth line: the idempotency key, empty when there is none.");
    }
    if (!request.isSecondVersion()
        && !request.idempotencyKey().isEmpty()
        && isSigned(secret, four + '\n' + request.idempotencyKey())) {
      add(
          "It was signed in version 2",
          "Send X-Signature-Version: 2 with it, or leave out the fifth line.");
    }
  }

  private void tryKeys() {
    String right = canonical(request.body());
    if (!secret.strip().equals(secret) && isSigned(secret.strip(), right)) {
      add("It was signed with the secret without spaces", "Only the secret you pasted is wrong.");
    }
    String prefix = secret.substring(0, secret.lastIndexOf('_') + 1); // sk_live_, sk_test_, sk_
    if (secret.startsWith("sk_") && isSigned(secret.substring(prefix.length()), right)) {
      add("It was signed without the secret's " + prefix, "The key is the whole secret, as text.");
    }
  }

  private static Finding unexplained(SignedRequest request) {
    return request.signature().matches("[0-9a-fA-F]{64}")
        ? new Finding(
            "None of the usual mistakes explains it",
            "Compare the string above with the one your code signs, byte by byte; then the secret.")
        : new Finding(
            "The signature is not 64 hexadecimal digits",
            "Send the whole HMAC-SHA256 in hexadecimal.");
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

  private void add(String title, String advice) {
    found.add(new Finding(title, advice));
  }
}
