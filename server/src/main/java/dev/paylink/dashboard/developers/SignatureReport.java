package dev.paylink.dashboard.developers;

import dev.paylink.sdk.RequestSigner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The string to sign for a request, and why a signature does not match it. Without a secret the
 * report covers only the request itself.
 *
 * @param canonical the string to sign, unchanged
 * @param expected its signature; null without a secret
 */
public record SignatureReport(
    String canonical,
    String bodyHash,
    @Nullable String expected,
    String given,
    boolean matches,
    List<Finding> findings) {
  /** The one answer of the report; the findings say why. */
  public enum Verdict {
    ACCEPTED("good", "The signature is right. The service would accept this request now."),
    REFUSED(
        "bad", "The signature is right for what you pasted, but the service would refuse it now."),
    WRONG("bad", "The signature is wrong. The service would refuse this request."),
    UNSIGNED("calm", "This is the string to sign, and its signature."),
    NOT_COMPARED(
        "calm", "This is the string to sign. Add the secret to compare the signature as well.");

    private final String tone;
    private final String sentence;

    Verdict(String tone, String sentence) {
      this.tone = tone;
      this.sentence = sentence;
    }

    public String tone() {
      return tone;
    }

    public String sentence() {
      return sentence;
    }
  }

  private static final long WINDOW_SECONDS = 300;
  private static final HexFormat HEX = HexFormat.of();

  /** A fault, and the advice how to correct it. */
  public record Finding(String title, String advice) {}

  static SignatureReport of(SignedRequest request, Instant now) {
    String canonical = request.canonical();
    String secret = request.secret() == null ? null : request.secret().reveal();
    String expected = secret == null ? null : RequestSigner.signature(secret, canonical);
    boolean matches = expected != null && expected.equalsIgnoreCase(request.signature());
    List<Finding> findings = new ArrayList<>();
    if (expected != null && !matches && !request.signature().isEmpty()) {
      findings.add(SignatureMistakes.behind(request));
    }
    findings.addAll(ofRequest(request, now));
    return new SignatureReport(
        canonical,
        HEX.formatHex(RequestSigner.sha256(request.body())),
        expected,
        request.signature(),
        matches,
        findings);
  }

  public Verdict verdict() {
    if (expected == null) {
      return Verdict.NOT_COMPARED;
    }
    if (given.isEmpty()) {
      return Verdict.UNSIGNED;
    }
    return !matches ? Verdict.WRONG : findings.isEmpty() ? Verdict.ACCEPTED : Verdict.REFUSED;
  }

  /** Returns the lines of the canonical string, with their line ends made visible. */
  public List<String> canonicalLines() {
    return List.of(canonical.split("\n", -1));
  }

  private static List<Finding> ofRequest(SignedRequest request, Instant now) {
    List<Finding> findings = new ArrayList<>();
    if (!request.method().equals(request.method().toUpperCase(Locale.ROOT))) {
      findings.add(new Finding("The method is not in upper case", "Sign POST, not post."));
    }
    if (!request.target().startsWith("/")) {
      findings.add(
          new Finding(
              "The path does not begin with a slash",
              "Sign what is on the request line: path and query, without scheme and host."));
    }
    if (!request.hasKnownVersion()) {
      findings.add(
          new Finding(
              "There is no such version of the signature",
              "X-Signature-Version is 1 or 2. Without it, version 1 counts."));
    }
    findings.addAll(ofTimestamp(request.timestamp(), now));
    findings.addAll(ofSecret(request));
    return findings;
  }

  private static List<Finding> ofTimestamp(String timestamp, Instant now) {
    if (!timestamp.matches("[0-9]{1,12}")) {
      return List.of(
          timestamp.matches("[0-9]{13}")
              ? new Finding(
                  "The timestamp is in milliseconds", "X-Timestamp is Unix time in seconds.")
              : new Finding(
                  "The timestamp is not a whole number", "X-Timestamp is Unix time in seconds."));
    }
    long off = Long.parseLong(timestamp) - now.getEpochSecond();
    return Math.abs(off) <= WINDOW_SECONDS
        ? List.of()
        : List.of(
            new Finding(
                "The timestamp is %d seconds %s"
                    .formatted(Math.abs(off), off < 0 ? "old" : "ahead"),
                "It may differ from our clock, now %d, by at most 300 seconds. For an old request "
                        .formatted(now.getEpochSecond())
                    + "that is normal; otherwise set the sender's clock."));
  }

  private static List<Finding> ofSecret(SignedRequest request) {
    String secret = request.secret() == null ? "" : request.secret().reveal();
    if (secret.startsWith("whsec_")) {
      return List.of(
          new Finding(
              "This is the secret of a webhook",
              "Requests are signed with the secret of an API key, which begins with sk_."));
    }
    if (secret.startsWith("pk_")) {
      return List.of(
          new Finding(
              "This is the API key, not its secret",
              "The secret begins with sk_, the key with pk_."));
    }
    return secret.equals(secret.strip())
        ? List.of()
        : List.of(
            new Finding(
                "There is a space around the secret", "Remove the spaces that pasting added."));
  }
}
