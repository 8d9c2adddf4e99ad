package dev.paylink.webhook.delivery;

import dev.paylink.ids.MerchantId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Counts the attempts that this node has under way, per merchant, and limits further ones.
 *
 * <p>An endpoint that hangs fills its share and no more. When many hang at once and fill half of
 * the node, every endpoint's share shrinks, so that there is still room for the next healthy one.
 */
final class AttemptCapacity {
  static final int MAX = 4096;
  static final int MAX_PER_MERCHANT = 32;
  static final int MAX_PER_MERCHANT_UNDER_PRESSURE = 2;

  private final Map<MerchantId, Integer> byMerchant = new ConcurrentHashMap<>();
  private final AtomicInteger all = new AtomicInteger();

  int room() {
    return Math.max(0, MAX - all.get());
  }

  int share() {
    return all.get() < MAX / 2 ? MAX_PER_MERCHANT : MAX_PER_MERCHANT_UNDER_PRESSURE;
  }

  void begin(MerchantId merchant) {
    all.incrementAndGet();
    byMerchant.merge(merchant, 1, Integer::sum);
  }

  /**
   * Ends an attempt; returns true if the merchant had its whole share or half of the node is in
   * use, so that more deliveries may be waiting.
   */
  boolean end(MerchantId merchant) {
    boolean wasFull = byMerchant.getOrDefault(merchant, 0) >= share();
    byMerchant.computeIfPresent(merchant, (id, count) -> count == 1 ? null : count - 1);
    return all.decrementAndGet() >= MAX / 2 || wasFull;
  }

  int count() {
    return all.get();
  }

  /** Returns the counts as a JSON object, for the claim statement. */
  String json() {
    return byMerchant.entrySet().stream()
        .map(entry -> "\"" + entry.getKey().value() + "\":" + entry.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }
}
