package dev.paylink.account.passkey;

import com.yubico.webauthn.AssertionResult;
import com.yubico.webauthn.data.AuthenticatorAssertionResponse;
import com.yubico.webauthn.data.ClientAssertionExtensionOutputs;
import com.yubico.webauthn.data.PublicKeyCredential;
import dev.paylink.account.AccountLog;
import dev.paylink.account.Actor;
import dev.paylink.account.Checked;
import dev.paylink.account.Member;
import dev.paylink.account.Person;
import dev.paylink.account.RealmKind;
import dev.paylink.account.UserStore;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.ratelimit.AuthenticationAttempt;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.Pause;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiFunction;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Checks what a passkey has signed: at sign-in, as a second factor, and as a proof again. A
 * challenge works once, for five minutes. A counter that goes back means that there is a copy of
 * the passkey: it is refused, and the owners and the user get a letter.
 */
public final class PasskeyCheck {

  /** Of a credential's id: enough to tell them apart, and no room for a flood of long names. */
  private static final int COUNTED_CHARACTERS = 43;

  private final PasskeyStore store = new PasskeyStore();
  private final Jdbi jdbi;
  private final RealmKind kind;
  private final String purpose;
  private final WebAuthn webAuthn;
  private final Challenges challenges;
  private final FailureLimiter failures;
  private final RequestLimiter limiter;
  private final AccountLog log;

  public PasskeyCheck(
      Jdbi jdbi,
      RealmKind kind,
      @Nullable BaseUrl site,
      Vault vault,
      FailureLimiter failures,
      RequestLimiter limiter,
      AccountLog log,
      InstantSource clock) {
    this.jdbi = jdbi;
    this.kind = kind;
    this.purpose = "sign in " + kind;
    this.webAuthn = new WebAuthn(site);
    this.challenges = new Challenges(vault, clock);
    this.failures = failures;
    this.limiter = limiter;
    this.log = log;
  }

  /**
   * Returns the options for a browser, with a new challenge, as JSON. Refuses with 409 where
   * passkeys are not possible, with 429 too many requests.
   *
   * @param member whose passkeys the browser offers; null lets the person choose one
   */
  public byte[] options(@Nullable Member member, String source) {
    ManagePasskeys.requirePossible(webAuthn);
    limiter.require(Limit.PASSKEY_CHALLENGES, source);
    List<byte[]> own =
        member == null
            ? List.of()
            : jdbi.withHandle(
                handle ->
                    store.ofUser(handle, member).stream()
                        .map(PasskeyStore.Credential::credentialId)
                        .toList());
    return webAuthn.request(challenges.make(purpose), own);
  }

  /**
   * Checks a signed challenge, and runs the work in the same transaction when it is right.
   *
   * @param member whose passkey it must be; null for anybody's
   */
  public <T> Checked<T> check(
      SignedChallenge signed,
      @Nullable Member member,
      String source,
      BiFunction<Handle, UserStore.Login, T> work) {
    String id = signed.credentialId();
    String name = id.substring(0, Math.min(id.length(), COUNTED_CHARACTERS));
    try (AuthenticationAttempt guess = failures.begin(source, name)) {
      Pause pause = guess.pause();
      if (pause != null) {
        return new Checked.CoolingOff<>(pause);
      }
      Checked<T> result =
          jdbi.inTransaction(
              handle -> {
                boolean identified = member != null || signed.userHandle() != null;
                UserStore.Login login = identified ? login(handle, signed, source) : null;
                boolean right = login != null && (member == null || isOf(member, login));
                return right
                    ? new Checked.Passed<>(work.apply(handle, login))
                    : new Checked.Wrong<>();
              });
      if (result instanceof Checked.Wrong) {
        guess.wrong();
      } else {
        guess.right();
      }
      return result;
    }
  }

  /**
   * Tells whether a passkey of this user has signed. The caller counts wrong ones.
   *
   * @param age how long ago it must have been added
   */
  public boolean isRight(
      Handle handle, UserStore.Login user, SignedChallenge signed, Duration age, String source) {
    PasskeyStore.Key key = signer(handle, signed, source);
    return key != null
        && isOf(user, key.login())
        && (age.isZero() || !key.createdAt().isAfter(Instant.now().minus(age)));
  }

  private static boolean isOf(Person person, UserStore.Login login) {
    return login.realm().equals(person.realm()) && login.userId().equals(person.userId());
  }

  private UserStore.@Nullable Login login(Handle handle, SignedChallenge signed, String source) {
    PasskeyStore.Key key = signer(handle, signed, source);
    return key == null ? null : key.login();
  }

  /** Returns the passkey that has signed, and uses up the challenge; null if it is wrong. */
  private PasskeyStore.@Nullable Key signer(Handle handle, SignedChallenge signed, String source) {
    PublicKeyCredential<AuthenticatorAssertionResponse, ClientAssertionExtensionOutputs>
        credential = signed.parsed();
    if (credential == null || !webAuthn.isPossible()) {
      return null;
    }
    byte[] challenge = credential.getResponse().getClientData().getChallenge().getBytes();
    PasskeyStore.Key key =
        challenges.isLive(challenge, purpose)
            ? store.lock(handle, credential.getId().getBytes())
            : null;
    AssertionResult result = key == null ? null : webAuthn.verify(credential, key);
    if (key == null
        || !kind.includes(key.login().realm())
        || result == null
        || !store.useChallenge(handle, key.login().realm(), challenge, Challenges.LIFETIME)) {
      return null;
    }
    if (!result.isSignatureCounterValid()) {
      tellCopied(handle, key, result.getSignatureCount(), source);
      return null;
    }
    return store.use(handle, key, result.getSignatureCount()) ? key : null;
  }

  private void tellCopied(Handle handle, PasskeyStore.Key key, long count, String source) {
    log.record(
        handle,
        key.login().realm(),
        new Actor("somebody", source),
        "user.passkey_copied",
        key.name() + " of " + key.login().email() + ", counter " + key.signatureCount(),
        "counter " + count,
        List.of(key.login().email()));
  }
}
