package dev.paylink.cli.explain;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylink.sdk.RequestSigner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Finds the mistake behind a wrong signature of a request by making it: tries each usual mistake,
 * and names those that give exactly this signature.
 */
public final class RequestMistakes {
  private static final long WINDOW_SECONDS = 300;
  private static final HexFormat HEX = HexFormat.of();

  private final Request request;
  private final String secret;
  private final List<Finding> found = new ArrayList<>();

  private RequestMistakes(Request request, String secret) {
    this.request = request;
    this.secret = secret;
  }

  /** A request as it was sent. */
  public record Request(
      String method,
      String target,
      String timestamp,
      int version,
      String idempotencyKey,
      byte[] body,
      String signature) {

    public String canonical() {
      return canonical(method, target, timestamp, body);
    }

    String canonical(String verb, String path, String time, byte[] bytes) {
      return version == 2
          ? RequestSigner.canonical(verb, path, time, bytes, idempotencyKey)
          : RequestSigner.canonical(verb, path, time, bytes);
    }
  }

  /** Returns what is wrong, empty for a request that the service would accept now. */
  public static List<Finding> in(Request request, String secret, Instant now) {
    RequestMistakes mistakes = new RequestMistakes(request, secret);
    mistakes.lookAtTime(now);
    if (!mistakes.isSigned(secret, request.canonical())) {
      int before = mistakes.found.size();
      mistakes.tryKeys();
      mistakes.tryEncodings();
      mistakes.tryBodies();
      mistakes.tryLines();
      mistakes.tryStrings();
      if (mistakes.found.size() == before) {
        mistakes.add(
            "The signature is wrong, and none of the usual mistakes explains it",
            "Compare the string to sign with yours, byte by byte; then the secret.");
      }
    }
    return mistakes.found;
  }

  private void lookAtTime(Instant now) {
    if (!request.timestamp().matches("[0-9]{1,12}")) {
      add(
          request.timestamp().matches("[0-9]{13}")
              ? "The timestamp is in milliseconds"
              : "The timestamp is not a whole number",
          "X-Timestamp is Unix time in seconds.");
      return;
    }
    long off = Long.parseLong(request.timestamp()) - now.getEpochSecond();
    if (Math.abs(off) > WINDOW_SECONDS) {
      add(
          "The timestamp is " + Math.abs(off) + " seconds " + (off < 0 ? "old" : "ahead"),
          "300 are allowed. For an old request that is normal; otherwise set the sender's clock.");
    }
  }

  private void tryKeys() {
    if (secret.startsWith("whsec_")) {
      add("This is the secret of a webhook", "Requests are signed with that of an API key, sk_….");
    } else if (secret.startsWith("pk_")) {
      add("This is the API key, not its secret", "The secret begins with sk_.");
    }
    String right = request.canonical();
    String prefix = secret.substring(0, secret.lastIndexOf('_') + 1);
    if (!prefix.isEmpty() && isSigned(secret.substring(prefix.length()), right)) {
      add("It was signed without the secret's " + prefix, "The key is the whole secret, as text.");
    }
    if (isSigned(secret + "\n", right)) {
      add("It was signed with a line feed after the secret", "Strip what you read from a file.");
    }
  }

  private void tryEncodings() {
    byte[] mac = RequestSigner.hmacSha256(secret, request.canonical().getBytes(UTF_8));
    String given = request.signature();
    if (given.equals(Base64.getEncoder().encodeToString(mac))
        || given.equals(Base64.getUrlEncoder().withoutPadding().encodeToString(mac))) {
      add("The signature is in base64", "Send it in hexadecimal: 64 digits.");
    } else if (given.equalsIgnoreCase("sha256=" + HEX.formatHex(mac))) {
      add("The signature has a prefix", "Send the 64 digits alone; sha256= belongs to webhooks.");
    } else if (!given.matches("[0-9a-fA-F]{64}")) {
      add("The signature is not 64 hexadecimal digits", "Send the whole HMAC-SHA256.");
    }
  }

  private void tryBodies() {
    Bodies.changed(request.body())
        .forEach(
            (how, other) ->
                expect(
                    request.canonical(
                        request.method(), request.target(), request.timestamp(), other),
                    "The body was signed " + how,
                    "Sign and send the very same bytes."));
  }

  private void tryLines() {
    String target = request.target();
    String advice = "Sign path and query as they stand on the request line.";
    expectTarget(target.replaceFirst("\\?.*", ""), "The path was signed without its query", advice);
    expectTarget(
        target.replaceFirst("/$", ""), "The path was signed without its last slash", advice);
    expectTarget(target + '/', "The path was signed with a slash at its end", advice);
    expect(
        request.canonical(
            request.method().toLowerCase(Locale.ROOT), target, request.timestamp(), request.body()),
        "The method was signed in lower case",
        "Sign it in upper case.");
    expect(
        request.canonical(request.method(), target, request.timestamp() + "000", request.body()),
        "The timestamp was signed in milliseconds",
        "Sign what X-Timestamp says, in seconds.");
  }

  private void tryStrings() {
    String right = request.canonical();
    String hash = HEX.formatHex(RequestSigner.sha256(request.body()));
    String text = new String(request.body(), UTF_8);
    String advice = "Sign the parts with a single line feed between them, none after the last.";
    expect(right + '\n', "The string that was signed ends with a line feed", advice);
    expect(right.replace("\n", "\\n"), "It has a backslash and an n for each line feed", advice);
    expect(right.replace("\n", ""), "It has nothing between its parts", advice);
    expect(right.replace(hash, text), "It has the body itself in place of its hash", advice);
    expect(
        right.replace(hash, hash.toUpperCase(Locale.ROOT)), "It has the hash in capitals", advice);
    expect(text, "Only the body was signed", "That is how webhooks are signed; sign all parts.");
    String four =
        RequestSigner.canonical(
            request.method(), request.target(), request.timestamp(), request.body());
    if (request.version() == 2) {
      expect(
          four,
          "The idempotency key was not signed",
          "Version 2 has a fifth line: the idempotency key, empty when there is none.");
    } else {
      expect(
          four + '\n' + request.idempotencyKey(),
          "It was signed in version 2",
          "Send X-Signature-Version: 2 with it, or leave out the fifth line.");
    }
  }

  private void expectTarget(String target, String title, String advice) {
    if (!target.equals(request.target())) {
      expect(
          request.canonical(request.method(), target, request.timestamp(), request.body()),
          title,
          advice);
    }
  }

  private void expect(String text, String title, String advice) {
    if (isSigned(secret, text)) {
      add(title, advice);
    }
  }

  private boolean isSigned(String key, String text) {
    return RequestSigner.signature(key, text).equalsIgnoreCase(request.signature());
  }

  private void add(String title, String advice) {
    found.add(new Finding(title, advice));
  }
}
