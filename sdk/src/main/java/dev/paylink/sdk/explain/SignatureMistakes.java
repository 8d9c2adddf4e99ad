package dev.paylink.sdk.explain;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylink.sdk.RequestSigner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Says what is wrong with a signed request. The mistake behind a wrong signature is found by making
 * it: each usual one is tried, until one gives exactly this signature.
 */
public final class SignatureMistakes {
  private static final long WINDOW_SECONDS = 300;

  private final SignedCall call;
  private final String secret;
  private final List<SignatureFinding> found = new ArrayList<>();

  private SignatureMistakes(SignedCall call, String secret) {
    this.call = call;
    this.secret = secret;
  }

  /**
   * Returns what is wrong, empty for a request that the service would accept now: first the mistake
   * behind the signature, then what is wrong with the request. Several mistakes can give the same
   * signature; the first is enough to correct it.
   *
   * @param secret null to look at the request alone
   */
  public static List<SignatureFinding> in(SignedCall call, @Nullable String secret, Instant now) {
    SignatureMistakes mistakes = new SignatureMistakes(call, secret == null ? "" : secret);
    if (secret != null && !call.signature().isEmpty()) {
      mistakes.lookAtSignature();
    }
    mistakes.lookAtParts();
    mistakes.lookAtTime(now);
    mistakes.lookAtSecret();
    return mistakes.found;
  }

  private void lookAtSignature() {
    if (isSigned(secret, call.canonical())) {
      return;
    }
    tryEncodings();
    tryBodies();
    tryLines();
    tryStrings();
    expect(SignatureMistake.NOKEY, call.canonicalWithoutKey());
    tryKeys();
    if (!found.isEmpty()) {
      found.subList(1, found.size()).clear();
    } else if (!call.signature().matches("[0-9a-fA-F]{64}")) {
      add(SignatureMistake.NOTHEX);
    } else if (!isOfWebhook() && !isKey()) {
      add(SignatureMistake.UNEXPLAINED);
    }
  }

  private void tryEncodings() {
    byte[] mac = RequestSigner.hmacSha256(secret, call.canonical().getBytes(UTF_8));
    String hex = RequestSigner.hex(mac);
    String given = call.signature();
    if (given.equals(Base64.getEncoder().encodeToString(mac))
        || given.equals(Base64.getUrlEncoder().withoutPadding().encodeToString(mac))) {
      add(SignatureMistake.BASE64);
    }
    if (given.equalsIgnoreCase("sha256=" + hex)) {
      add(SignatureMistake.PREFIX);
    }
    if (given.strip().equalsIgnoreCase(hex)) {
      add(SignatureMistake.SPACE);
    }
  }

  private void tryBodies() {
    OtherBodies.of(call.body())
        .forEach(
            (mistake, other) ->
                expect(
                    mistake,
                    call.canonical(call.method(), call.target(), call.timestamp(), other)));
  }

  private void tryLines() {
    String target = call.target();
    expectTarget(SignatureMistake.PATH_NOQUERY, target.replaceFirst("\\?.*", ""));
    expectTarget(SignatureMistake.PATH_NOSLASH, target.replaceFirst("/$", ""));
    expectTarget(SignatureMistake.PATH_SLASH, target + '/');
    expectTarget(SignatureMistake.PATH_NOHOST, target.replaceFirst("^https?://[^/]+", ""));
    expectLines(
        SignatureMistake.LOWERMETHOD,
        call.method().toLowerCase(Locale.ROOT),
        target,
        call.timestamp());
    expectLines(SignatureMistake.MILLIS, call.method(), target, call.timestamp() + "000");
  }

  private void tryStrings() {
    String right = call.canonical();
    String hash = call.bodyHash();
    String text = new String(call.body(), UTF_8);
    expect(SignatureMistake.STRING_LINEFEED, right + '\n');
    expect(SignatureMistake.STRING_BACKSLASH, right.replace("\n", "\\n"));
    expect(SignatureMistake.STRING_NOTHING, right.replace("\n", ""));
    expect(SignatureMistake.STRING_RAWBODY, right.replace(hash, text));
    expect(SignatureMistake.STRING_UPPERHASH, right.replace(hash, hash.toUpperCase(Locale.ROOT)));
    expect(SignatureMistake.BODYONLY, text);
  }

  private void tryKeys() {
    String right = call.canonical();
    if (!secret.strip().equals(secret) && isSigned(secret.strip(), right)) {
      add(SignatureMistake.STRIPPED);
    }
    String prefix = secret.substring(0, secret.lastIndexOf('_') + 1); // sk_live_, sk_test_, sk_
    if (!prefix.isEmpty() && isSigned(secret.substring(prefix.length()), right)) {
      add(SignatureMistake.NOPREFIX, prefix);
    }
    if (isSigned(secret + "\n", right)) {
      add(SignatureMistake.LINEFEED);
    }
  }

  private void lookAtParts() {
    if (!call.method().equals(call.method().toUpperCase(Locale.ROOT))) {
      add(SignatureMistake.METHOD);
    }
    if (!call.target().startsWith("/")) {
      add(SignatureMistake.SLASH);
    }
  }

  private void lookAtTime(Instant now) {
    String timestamp = call.timestamp();
    if (!timestamp.matches("[0-9]{1,12}")) {
      add(
          timestamp.matches("[0-9]{13}")
              ? SignatureMistake.TIME_MILLIS
              : SignatureMistake.TIME_WHOLE);
      return;
    }
    long off = Long.parseLong(timestamp) - now.getEpochSecond();
    if (Math.abs(off) > WINDOW_SECONDS) {
      add(
          off < 0 ? SignatureMistake.WINDOW_OLD : SignatureMistake.WINDOW_AHEAD,
          Long.toString(Math.abs(off)));
    }
  }

  private void lookAtSecret() {
    if (isOfWebhook()) {
      add(SignatureMistake.WEBHOOKSECRET);
    } else if (isKey()) {
      add(SignatureMistake.APIKEY);
    } else if (!secret.equals(secret.strip())) {
      add(SignatureMistake.SECRETSPACE);
    }
  }

  private boolean isOfWebhook() {
    return secret.startsWith("whsec_");
  }

  private boolean isKey() {
    return secret.startsWith("pk_");
  }

  private void expectTarget(SignatureMistake mistake, String target) {
    if (!target.equals(call.target())) {
      expectLines(mistake, call.method(), target, call.timestamp());
    }
  }

  private void expectLines(SignatureMistake mistake, String method, String target, String time) {
    expect(mistake, call.canonical(method, target, time, call.body()));
  }

  private void expect(SignatureMistake mistake, String text) {
    if (isSigned(secret, text)) {
      add(mistake);
    }
  }

  private boolean isSigned(String key, String text) {
    return RequestSigner.signature(key, text).equalsIgnoreCase(call.signature());
  }

  private void add(SignatureMistake mistake) {
    add(mistake, "");
  }

  private void add(SignatureMistake mistake, String value) {
    found.add(new SignatureFinding(mistake, value));
  }
}
