package dev.paylink.dashboard.developers;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.language.Words;
import dev.paylink.sdk.RequestSigner;
import dev.paylink.sdk.explain.SignatureMistake;
import dev.paylink.sdk.explain.SignatureMistakes;
import dev.paylink.sdk.explain.SignedCall;
import java.time.Instant;
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

  /** A finding, in the words of the page. */
  public record Finding(SignatureMistake mistake, String value) {
    /** The name of the mistake as in the texts; mistakes of one group share their advice. */
    private String name() {
      return mistake.name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    public String title(Words words) {
      return words.get("finding." + name(), value);
    }

    public String advice(Words words) {
      return words.get("finding." + name().replaceFirst("[.].*", "") + ".advice");
    }
  }

  static SignatureReport of(SignedCall call, @Nullable Secret key, Instant now) {
    String canonical = call.canonical();
    String secret = key == null ? null : key.reveal();
    String expected = secret == null ? null : RequestSigner.signature(secret, canonical);
    return new SignatureReport(
        canonical,
        call.bodyHash(),
        expected,
        call.signature(),
        expected != null && expected.equalsIgnoreCase(call.signature()),
        SignatureMistakes.in(call, secret, now).stream()
            .map(found -> new Finding(found.mistake(), found.value()))
            .toList());
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
}
