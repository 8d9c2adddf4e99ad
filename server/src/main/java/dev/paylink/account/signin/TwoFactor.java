package dev.paylink.account.signin;

import dev.paylink.account.AccountError;
import dev.paylink.account.AccountLog;
import dev.paylink.account.FactorRule;
import dev.paylink.account.Member;
import dev.paylink.platform.crypto.Base32;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Totp;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Switches a user's second factor on and off. It is on once a code has confirmed it. The secret and
 * the recovery codes are shown once.
 */
public final class TwoFactor {
  private final Jdbi jdbi;
  private final FactorRule rule;
  private final SecondFactorStore store;
  private final AccountLog log;
  private final String issuer;
  private final InstantSource clock;

  /**
   * Prepares the second factors.
   *
   * @param issuer the name that an authenticator shows next to the e-mail address
   */
  public TwoFactor(
      Jdbi jdbi,
      SecondFactorStore store,
      AccountLog log,
      FactorRule rule,
      String issuer,
      InstantSource clock) {
    this.jdbi = jdbi;
    this.store = store;
    this.log = log;
    this.rule = rule;
    this.issuer = issuer;
    this.clock = clock;
  }

  /** The state of the second factor; one that is not confirmed is off. */
  public record State(boolean on, int recoveryCodesLeft) {}

  /** The secret in base32, and the same as an address that apps read from a QR code. */
  public record Begun(Secret secret, Secret otpauthUrl) {
    /** Encodes a secret for the authenticator of that person. */
    public static Begun of(String issuer, String email, byte[] secret) {
      String text = Base32.encode(secret);
      String url =
          "otpauth://totp/%s:%s?secret=%s&issuer=%s&algorithm=SHA1&digits=%d&period=%d"
              .formatted(
                  escaped(issuer),
                  escaped(email),
                  text,
                  escaped(issuer),
                  Totp.DIGITS,
                  Totp.STEP_SECONDS);
      return new Begun(new Secret(text), new Secret(url));
    }

    private static String escaped(String text) {
      return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
  }

  public State read(Member member) {
    return jdbi.withHandle(handle -> read(handle, member));
  }

  private State read(Handle handle, Member member) {
    SecondFactorStore.Factor factor = store.find(handle, member, Duration.ZERO);
    return new State(factor != null && factor.confirmed(), store.recoveryCodesLeft(handle, member));
  }

  /** Makes a secret that replaces an unconfirmed one; refuses with 409 while a factor is on. */
  public Begun begin(Member member) {
    byte[] secret = RandomToken.bytes(Totp.SECRET_BYTES);
    boolean begun = jdbi.withHandle(handle -> store.begin(handle, member, secret));
    if (!begun) {
      throw new Rejection(AccountError.TWO_FACTOR_ON, Message.of("factoron"));
    }
    return Begun.of(issuer, member.email(), secret);
  }

  /**
   * Switches it on when a code proves that the authenticator has the secret. Returns the recovery
   * codes. Refuses with 400 when the code is wrong, with 409 when there is nothing to confirm.
   */
  public List<Secret> confirm(Member member, Secret code) {
    return jdbi.inTransaction(handle -> confirm(handle, member, code));
  }

  private List<Secret> confirm(Handle handle, Member member, Secret code) {
    SecondFactorStore.Factor factor = store.find(handle, member, Duration.ZERO);
    if (factor == null || factor.confirmed()) {
      throw new Rejection(AccountError.TWO_FACTOR_NOT_BEGUN, Message.of("factornotbegun"));
    }
    String digits = code.reveal().replaceAll("\\s", "");
    long step = Totp.matchingStep(factor.secret(), digits, clock.instant());
    if (step == Totp.NO_STEP || !store.useStep(handle, member, step, false)) {
      throw Rejection.ofField(AccountError.INVALID_CODE, "code", Message.of("field.code"));
    }
    log.record(handle, member, "user.two_factor_on", null, null);
    return newCodes(handle, member);
  }

  /**
   * Creates new recovery codes and returns them; the earlier ones no longer work. Refuses with 409
   * while no second factor is on.
   */
  public List<Secret> renewCodes(Member member) {
    return jdbi.inTransaction(
        handle -> {
          if (!read(handle, member).on()) {
            throw new Rejection(AccountError.TWO_FACTOR_OFF, Message.of("factoroff"));
          }
          store.deleteRecoveryCodes(handle, member);
          log.record(handle, member, "user.recovery_codes_renewed", null, null);
          return newCodes(handle, member);
        });
  }

  private List<Secret> newCodes(Handle handle, Member member) {
    List<Secret> codes = RecoveryCode.set();
    store.insertRecoveryCodes(
        handle,
        member,
        codes.stream().map(each -> RecoveryCode.hash(member.userId(), each)).toList());
    return codes;
  }

  /**
   * Switches it off and deletes secret and recovery codes; does nothing when there is none. Refuses
   * with 409 when the realm requires a second factor and the user has no passkey.
   */
  public void end(Member member) {
    jdbi.useTransaction(
        handle -> {
          if (store.delete(handle, member)) {
            rule.requireOneLeft(handle, member);
            log.record(handle, member, "user.two_factor_off", null, null);
          }
        });
  }
}
