package dev.paylink.dashboard.developers;

import dev.paylink.platform.language.Words;
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
    ACCEPTED("good"),
    REFUSED("bad"),
    WRONG("bad"),
    UNSIGNED("calm"),
    NOT_COMPARED("calm");

    private final String tone;

    Verdict(String tone) {
      this.tone = tone;
    }

    public String tone() {
      return tone;
    }
  }

  private static final long WINDOW_SECONDS = 300;
  private static final HexFormat HEX = HexFormat.of();

  /** A fault, and the advice how to correct it: the names of both texts, with their values. */
  public record Finding(
      String fault, List<Object> values, String advice, List<Object> adviceValues) {
    Finding(String fault, Object... values) {
      this(fault, List.of(values), fault, List.of());
    }

    /** Returns the same fault with the advice of that name. */
    Finding withAdvice(String other, Object... otherValues) {
      return new Finding(fault, values, other, List.of(otherValues));
    }

    public String title(Words words) {
      return words.get("finding." + fault, values.toArray());
    }

    public String advice(Words words) {
      return words.get("finding." + advice + ".advice", adviceValues.toArray());
    }
  }

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
      findings.add(new Finding("method"));
    }
    if (!request.target().startsWith("/")) {
      findings.add(new Finding("slash"));
    }
    if (!request.hasKnownVersion()) {
      findings.add(new Finding("version"));
    }
    findings.addAll(ofTimestamp(request.timestamp(), now));
    findings.addAll(ofSecret(request));
    return findings;
  }

  private static List<Finding> ofTimestamp(String timestamp, Instant now) {
    if (!timestamp.matches("[0-9]{1,12}")) {
      return List.of(
          new Finding(timestamp.matches("[0-9]{13}") ? "timemillis" : "timewhole")
              .withAdvice("time"));
    }
    long off = Long.parseLong(timestamp) - now.getEpochSecond();
    return Math.abs(off) <= WINDOW_SECONDS
        ? List.of()
        : List.of(
            new Finding(off < 0 ? "timeold" : "timeahead", Math.abs(off))
                .withAdvice("window", now.getEpochSecond()));
  }

  private static List<Finding> ofSecret(SignedRequest request) {
    String secret = request.secret() == null ? "" : request.secret().reveal();
    if (secret.startsWith("whsec_")) {
      return List.of(new Finding("webhooksecret"));
    }
    if (secret.startsWith("pk_")) {
      return List.of(new Finding("apikey"));
    }
    return secret.equals(secret.strip()) ? List.of() : List.of(new Finding("secretspace"));
  }
}
