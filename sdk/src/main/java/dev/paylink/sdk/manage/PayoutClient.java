package dev.paylink.sdk.manage;

import dev.paylink.sdk.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Payouts, for keys with the scope {@code payouts:read}. Answers are those of the API. */
public final class PayoutClient {
  private static final String PATH = "/sdk/server/payouts";

  private final Sending calls;

  public PayoutClient(Sending calls) {
    this.calls = calls;
  }

  /** Returns a payout with its payments and what was reported of it. */
  public JsonObject get(String payoutId) {
    return calls.get(PATH + '/' + Sending.id("payoutId", payoutId), Map.of());
  }

  /**
   * Returns one page of payouts, newest first.
   *
   * @param status such as {@code paid}; null for all
   * @param after the {@code nextCursor} of the page before; null for the first
   */
  public JsonObject list(@Nullable String status, @Nullable String after, int limit) {
    Map<String, @Nullable Object> query = new LinkedHashMap<>();
    query.put("status", status);
    query.put("after", after);
    query.put("limit", limit);
    return calls.get(PATH, query);
  }
}
