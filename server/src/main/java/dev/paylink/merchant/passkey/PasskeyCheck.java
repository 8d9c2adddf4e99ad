package dev.paylink.merchant.passkey;

import com.yubico.webauthn.AssertionResult;
import com.yubico.webauthn.data.AuthenticatorAssertionResponse;
import com.yubico.webauthn.data.ClientAssertionExtensionOutputs;
import com.yubico.webauthn.data.PublicKeyCredential;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.Actor;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.merchant.user.UserStore;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.ratelimit.AuthenticationAttempt;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.Pause;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiFunction;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Checks what a passkey has signed: at sign-in, as a second factor, and as a proof again. A
 * challenge works once, for five minutes. A counter that goes back means that there is a copy of
 * the passkey: it is refused, and owners and user are told.
 */
public final class PasskeyCheck {
  private static final String PURPOSE = "sign";

  /** Of a credential's id: enough to tell them apart, and no room for a flood of long names. */
  private static final int COUNTED_CHARACTERS = 43;

  private final PasskeyStore store = new PasskeyStore();
  private final Jdbi jdbi;
  private final Ceremony ceremony;
  private final Challenges challenges;
  private final FailureLimiter failures;
  private final RequestLimiter limiter;
  private final AuditLog audit;

  public PasskeyCheck(
      Jdbi jdbi,
      BaseUrl baseUrl,
      Vault vault,
      FailureLimiter failures,
      RequestLimiter limiter,
      AuditLog audit,
      InstantSource clock) {
    this.jdbi = jdbi;
    this.ceremony = new Ceremony(baseUrl);
    this.challenges = new Challenges(vault, clock);
    this.failures = failures;
    this.limiter = limiter;
    this.audit = audit;
  }

  /** The result of a check, with what the work returned. */
  public sealed interface Result<T> {
    record Passed<T>(T value) implements Result<T> {}

    record Wrong<T>() implements Result<T> {}

    record CoolingOff<T>(Pause pause) implements Result<T> {}
  }

  /**
   * Returns the options for a browser, with a new challenge, as JSON. Refuses with 409 where
   * passkeys are not possible, with 429 too many requests.
   *
   * @param signedIn whose passkeys the browser offers; null lets the person choose one
   */
  public byte[] options(@Nullable SignedIn signedIn, String source) {
    OwnPasskeys.requirePossible(ceremony);
    limiter.require(Limit.PASSKEY_CHALLENGES, source);
    List<byte[]> own =
        signedIn == null
            ? List.of()
            : jdbi.withHandle(
                handle ->
                    store.ofUser(handle, signedIn.merchantId(), signedIn.userId()).stream()
                        .map(PasskeyStore.Credential::credentialId)
                        .toList());
    return ceremony.request(challenges.make(PURPOSE), own);
  }

  /**
   * Checks a signed challenge, and runs the work in the same transaction when it is right.
   *
   * @param signedIn whose passkey it must be; null for anybody's
   */
  public <T> Result<T> check(
      SignedChallenge signed,
      @Nullable SignedIn signedIn,
      String source,
      BiFunction<Handle, UserStore.Login, T> work) {
    String id = signed.credentialId();
    String name = id.substring(0, Math.min(id.length(), COUNTED_CHARACTERS));
    try (AuthenticationAttempt guess = failures.begin(source, name)) {
      Pause pause = guess.pause();
      if (pause != null) {
        return new Result.CoolingOff<>(pause);
      }
      Result<T> result =
          jdbi.inTransaction(
              handle -> {
                boolean identified = signedIn != null || signed.userHandle() != null;
                UserStore.Login login = identified ? login(handle, signed, source) : null;
                boolean right = login != null && (signedIn == null || isOf(signedIn, login));
                return right
                    ? new Result.Passed<>(work.apply(handle, login))
                    : new Result.Wrong<>();
              });
      if (result instanceof Result.Wrong) {
        guess.wrong();
      } else {
        guess.right();
      }
      return result;
    }
  }

  /** Tells whether a passkey of this user has signed. The caller counts wrong ones. */
  public boolean isRight(
      Handle handle, UserStore.Login user, SignedChallenge signed, String source) {
    UserStore.Login login = login(handle, signed, source);
    return login != null
        && login.merchantId().equals(user.merchantId())
        && login.userId().equals(user.userId());
  }

  private static boolean isOf(SignedIn signedIn, UserStore.Login login) {
    return login.merchantId().equals(signedIn.merchantId())
        && login.userId().equals(signedIn.userId());
  }

  /** Returns the user whose passkey has signed, and uses up the challenge; null if it is wrong. */
  private UserStore.@Nullable Login login(Handle handle, SignedChallenge signed, String source) {
    PublicKeyCredential<AuthenticatorAssertionResponse, ClientAssertionExtensionOutputs>
        credential = signed.parsed();
    if (credential == null || !ceremony.isPossible()) {
      return null;
    }
    byte[] challenge = credential.getResponse().getClientData().getChallenge().getBytes();
    PasskeyStore.Key key =
        challenges.isLive(challenge, PURPOSE)
            ? store.lock(handle, credential.getId().getBytes())
            : null;
    AssertionResult result = key == null ? null : ceremony.verify(credential, key);
    if (key == null
        || result == null
        || !store.useChallenge(handle, key.login().merchantId(), challenge, Challenges.LIFETIME)) {
      return null;
    }
    if (!result.isSignatureCounterValid()) {
      tellCopied(handle, key, result.getSignatureCount(), source);
      return null;
    }
    return store.use(handle, key, result.getSignatureCount()) ? key.login() : null;
  }

  private void tellCopied(Handle handle, PasskeyStore.Key key, long count, String source) {
    audit.record(
        handle,
        key.login().merchantId(),
        new Actor("somebody", source),
        "user.passkey_copied",
        key.name() + " of " + key.login().email() + ", counter " + key.signatureCount(),
        "counter " + count,
        List.of(key.login().email()));
  }
}
