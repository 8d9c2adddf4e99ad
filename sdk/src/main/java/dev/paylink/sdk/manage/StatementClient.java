package dev.paylink.sdk.manage;

import dev.paylink.sdk.json.JsonObject;
import java.time.YearMonth;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Statements, for keys with the scope {@code statements:read}, and what can be collected, for those
 * with {@code payments:read}. Answers are those of the API.
 */
public final class StatementClient {
  private static final String PATH = "/sdk/server/statements";

  private final Sending calls;

  public StatementClient(Sending calls) {
    this.calls = calls;
  }

  /** Returns the months that have a statement, with their sums. */
  public JsonObject list() {
    return calls.get(PATH, Map.of());
  }

  /** Returns how the payments and payouts of a month agree. */
  public JsonObject get(YearMonth month) {
    return calls.get(PATH + '/' + month + ".json", Map.of());
  }

  /** Returns the statement of a month as CSV. */
  public byte[] csv(YearMonth month) {
    return calls.send("GET", PATH + '/' + month + ".csv", null, null, Sending.Manner.USUAL);
  }

  /** Returns the statement of a month as PDF. */
  public byte[] pdf(YearMonth month) {
    return calls.send("GET", PATH + '/' + month + ".pdf", null, null, Sending.Manner.USUAL);
  }

  /**
   * Returns what can be collected, and the transactions that collect it.
   *
   * @param after the {@code nextCursor} of the page before; null for the first
   */
  public JsonObject collectable(@Nullable String after, int limit) {
    Map<String, @Nullable Object> query = new LinkedHashMap<>();
    query.put("after", after);
    query.put("limit", limit);
    return calls.get("/sdk/server/collectable", query);
  }
}
