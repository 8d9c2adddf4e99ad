package dev.paylink.operator.account;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.ratelimit.Pause;

/**
 * The configured token that may do everything, for the first start and for programs. It is compared
 * in constant time, and those who guess it are slowed down. It can be turned off.
 */
public final class AdminToken {
  private static final String LIMITED_NAME = "admin token";

  private final Secret token;
  private final boolean enabled;
  private final FailureLimiter limiter;

  public AdminToken(Secret token, boolean enabled, FailureLimiter limiter) {
    if (token.reveal().isBlank()) {
      throw new IllegalArgumentException("a blank admin token would let everyone in");
    }
    this.token = token;
    this.enabled = enabled;
    this.limiter = limiter;
  }

  public boolean enabled() {
    return enabled;
  }

  /** Refuses with 401 while the token is turned off. */
  public void requireEnabled() {
    if (!enabled) {
      throw new Rejection(OperatorError.ADMIN_TOKEN_DISABLED, Message.of("operator.tokenoff"));
    }
  }

  /** Checks the token; refuses with 429 while the source waits after wrong ones. */
  public boolean admits(String presented, String source) {
    refuseWhileCoolingOff(source);
    if (token.matches(presented)) {
      limiter.authenticated(source, LIMITED_NAME);
      return true;
    }
    limiter.failed(source, LIMITED_NAME);
    return false;
  }

  public void refuseWhileCoolingOff(String source) {
    Pause pause = limiter.pause(source, LIMITED_NAME);
    if (pause != null) {
      throw pause.refused();
    }
  }

  Secret secret() {
    return token;
  }
}
