package dev.paylink.account;

import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Pause;
import java.util.function.Function;

/** The result of an identity check: the result of the work, or why it was not done. */
public sealed interface Checked<T> {
  record Passed<T>(T value) implements Checked<T> {}

  /** The rest is right, but the second factor is missing: an authenticator app, a passkey. */
  record Missing<T>(boolean hasApp, boolean hasPasskey) implements Checked<T> {
    private Rejection refused() {
      return new Rejection(
          AccountError.SECOND_FACTOR_REQUIRED,
          hasApp && hasPasskey
              ? Message.of("factor.send.either")
              : hasApp ? Message.of("factor.send.code") : Message.of("factor.send.passkey"));
    }
  }

  record Wrong<T>() implements Checked<T> {}

  record CoolingOff<T>(Pause pause) implements Checked<T> {}

  /** Continues with the next check if this one passed. */
  default <U> Checked<U> then(Function<T, Checked<U>> next) {
    return switch (this) {
      case Passed<T> passed -> next.apply(passed.value);
      case Missing<T> missing -> new Missing<>(missing.hasApp, missing.hasPasskey);
      case Wrong<T> wrong -> new Wrong<>();
      case CoolingOff<T> coolingOff -> new CoolingOff<>(coolingOff.pause);
    };
  }

  /**
   * Returns the result of the work; otherwise refuses, with 401 and this message if the proof was
   * wrong.
   */
  default T require(Message wrong) {
    return switch (this) {
      case Passed<T> passed -> passed.value;
      case Missing<T> missing -> throw missing.refused();
      case Wrong<T> nothing -> throw new Rejection(AccountError.INVALID_LOGIN, wrong);
      case CoolingOff<T> coolingOff -> throw coolingOff.pause.refused();
    };
  }
}
