package dev.paylink.mail;

import dev.paylink.ids.MerchantId;
import dev.paylink.ratelimit.Buckets;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Limits the letters that go to people outside a merchant's team on its behalf, so that nobody can
 * flood an inbox through us. Letters about security are never dropped: a flood must not hide them.
 * This node counts alone: letters are posted within transactions, where nothing waits for a
 * network.
 */
final class LetterBudget {
  private final RequestLimiter limiter = new RequestLimiter(Buckets.local());
  private final Counter ofMerchant;
  private final Counter toRecipient;

  LetterBudget(MeterRegistry registry) {
    this.ofMerchant = dropped(registry, "merchant");
    this.toRecipient = dropped(registry, "recipient");
  }

  /** Takes one letter from both budgets; false, and counted, if one of them is used up. */
  boolean allows(StoredOutbox.Posting posting) {
    MerchantId merchantId = posting.merchantId();
    if (merchantId != null && !limiter.take(Limit.LETTERS_OF_MERCHANT, merchantId).allowed()) {
      ofMerchant.increment();
      return false;
    }
    if (!limiter.take(Limit.LETTERS_TO_RECIPIENT, posting.letter().to()).allowed()) {
      toRecipient.increment();
      return false;
    }
    return true;
  }

  private static Counter dropped(MeterRegistry registry, String limit) {
    return Counter.builder("paylink.mail.dropped")
        .description("letters to customers that were not sent because there were too many")
        .tag("limit", limit)
        .register(registry);
  }
}
