package dev.paylink.operator.account;

import dev.paylink.ids.OperatorId;
import dev.paylink.merchant.signin.RecoveryCode;
import dev.paylink.merchant.signin.TwoFactor;
import dev.paylink.merchant.user.Actor;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Totp;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import java.time.InstantSource;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Sets up an operator's second factor and checks its codes. It is on once a code has confirmed it;
 * the secret and the recovery codes are shown once. Where it is required it cannot be switched off.
 */
public final class OperatorTwoFactor {
  private final Jdbi jdbi;
  private final OperatorFactorStore store;
  private final OperatorLog log;
  private final boolean required;
  private final String issuer;
  private final InstantSource clock;

  /**
   * Prepares the second factors.
   *
   * @param required whether nobody may switch it off
   * @param issuer the name that an authenticator shows beside the e-mail address
   */
  public OperatorTwoFactor(
      Jdbi jdbi,
      Vault vault,
      OperatorLog log,
      boolean required,
      String issuer,
      InstantSource clock) {
    this.jdbi = jdbi;
    this.store = new OperatorFactorStore(vault);
    this.log = log;
    this.required = required;
    this.issuer = issuer;
    this.clock = clock;
  }

  /** The result of a check. */
  enum Verdict {
    /** The code is right, or there is no second factor. */
    PASSED,
    MISSING,
    WRONG
  }

  public boolean required() {
    return required;
  }

  public TwoFactor.State read(ActingOperator operator) {
    OperatorId id = operator.requireAccount().id();
    return jdbi.withHandle(
        handle -> new TwoFactor.State(isOn(handle, id), store.recoveryCodesLeft(handle, id)));
  }

  boolean isOn(Handle handle, OperatorId id) {
    OperatorFactorStore.Factor factor = store.find(handle, id);
    return factor != null && factor.confirmed();
  }

  /** Makes a secret that replaces an unconfirmed one; refuses with 409 while a factor is on. */
  public TwoFactor.Begun begin(ActingOperator operator) {
    ActingOperator.Account account = operator.requireAccount();
    byte[] secret = RandomToken.bytes(Totp.SECRET_BYTES);
    if (!jdbi.withHandle(handle -> store.begin(handle, account.id(), secret))) {
      throw new Refused(
          Problem.conflict("TWO_FACTOR_ON", "A second factor is on; switch it off first"));
    }
    return TwoFactor.Begun.of(issuer, account.email(), secret);
  }

  /**
   * Switches it on when a code proves that the authenticator has the secret. Returns the recovery
   * codes. Refuses with 400 when the code is wrong, with 409 when there is nothing to confirm.
   */
  public List<Secret> confirm(ActingOperator operator, Secret code) {
    OperatorId id = operator.requireAccount().id();
    return jdbi.inTransaction(
        handle -> {
          OperatorFactorStore.Factor factor = store.find(handle, id);
          if (factor == null || factor.confirmed()) {
            throw new Refused(
                Problem.conflict("TWO_FACTOR_NOT_BEGUN", "There is no second factor to confirm"));
          }
          long step = Totp.matchingStep(factor.secret(), digits(code), clock.instant());
          if (step == Totp.NO_STEP || !store.useStep(handle, id, step, false)) {
            throw new Refused(
                Problem.refusedField(
                    "INVALID_CODE", "code", "is not the authenticator's current code"));
          }
          log.record(handle, operator.actor(), "operator.two_factor_on", null, null);
          return newCodes(handle, id);
        });
  }

  /** Makes the recovery codes anew; refuses with 409 while no second factor is on. */
  public List<Secret> renewCodes(ActingOperator operator) {
    OperatorId id = operator.requireAccount().id();
    return jdbi.inTransaction(
        handle -> {
          if (!isOn(handle, id)) {
            throw new Refused(Problem.conflict("TWO_FACTOR_OFF", "No second factor is on"));
          }
          log.record(handle, operator.actor(), "operator.recovery_codes_renewed", null, null);
          return newCodes(handle, id);
        });
  }

  private List<Secret> newCodes(Handle handle, OperatorId id) {
    List<Secret> codes = RecoveryCode.set();
    store.replaceRecoveryCodes(
        handle, id, codes.stream().map(each -> RecoveryCode.hash(id, each)).toList());
    return codes;
  }

  /**
   * Switches it off; the caller has checked the password. Refuses with 409 where it is required.
   */
  void end(Handle handle, ActingOperator operator) {
    if (required) {
      throw new Refused(
          Problem.conflict("TWO_FACTOR_REQUIRED", "A second factor is required of every operator"));
    }
    if (store.delete(handle, operator.requireAccount().id())) {
      log.record(handle, operator.actor(), "operator.two_factor_off", null, null);
    }
  }

  /** Checks a code and uses it up; a wrong one is recorded. */
  Verdict check(Handle handle, OperatorId id, @Nullable Secret code, Actor actor) {
    OperatorFactorStore.Factor factor = store.find(handle, id);
    if (factor == null || !factor.confirmed()) {
      return Verdict.PASSED;
    }
    if (code == null) {
      return Verdict.MISSING;
    }
    if (isRight(handle, id, factor, code, actor)) {
      return Verdict.PASSED;
    }
    log.record(handle, actor, "operator.second_factor_failed", null, null);
    return Verdict.WRONG;
  }

  private boolean isRight(
      Handle handle, OperatorId id, OperatorFactorStore.Factor factor, Secret code, Actor actor) {
    String digits = digits(code);
    if (digits.matches("[0-9]{" + Totp.DIGITS + "}")) {
      long step = Totp.matchingStep(factor.secret(), digits, clock.instant());
      return step != Totp.NO_STEP && store.useStep(handle, id, step, true);
    }
    boolean used = store.useRecoveryCode(handle, id, RecoveryCode.hash(id, code));
    if (used) {
      int left = store.recoveryCodesLeft(handle, id);
      log.record(handle, actor, "operator.recovery_code_used", left + 1 + " left", left + " left");
    }
    return used;
  }

  private static String digits(Secret code) {
    return code.reveal().replaceAll("\\s", "");
  }
}
