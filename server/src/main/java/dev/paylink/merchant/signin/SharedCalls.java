package dev.paylink.merchant.signin;

import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.MerchantActing;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Handler;
import dev.paylink.platform.http.Request;

/**
 * The guard before calls that a merchant's people and its servers make alike: people with a cookie,
 * servers with a key. Routes behind it need to know nothing of either.
 */
public interface SharedCalls {
  /** Answers a person or server that acts for a merchant. */
  @FunctionalInterface
  interface Call {
    Answer handle(Request request, MerchantActing by);
  }

  /** Makes a route that only reads. */
  Handler reading(Call call);

  /** Makes a route that changes something, behind a guard. */
  Handler changing(Guard guard, Call call);
}
