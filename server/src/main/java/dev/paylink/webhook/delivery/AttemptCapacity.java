package dev.paylink.webhook.delivery;

import dev.paylink.ids.MerchantId;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Counts the attempts that this node has under way, per merchant, and limits further ones.
 *
 * <p>An endpoint that hangs fills its share and no more. When many hang at once and fill half of
 * the node, every endpoint's share shrinks, so that there is still room for the next healthy one.
 *
 * <p>It also remembers which merchants have deliveries in the queue, for lack of room: until the
 * queue was seen without them, their new deliveries go there too, behind the older ones.
 */
final class AttemptCapacity {
  static final int MAX = 4096;
  static final int MAX_PER_MERCHANT = 32;
  static final int MAX_PER_MERCHANT_UNDER_PRESSURE = 2;

  private final Map<MerchantId, Integer> byMerchant = new ConcurrentHashMap<>();
  private final AtomicInteger all = new AtomicInteger();
  private final Set<MerchantId> queued = ConcurrentHashMap.newKeySet();

  int room() {
    return Math.max(0, MAX - all.get());
  }

  int share() {
    return all.get() < MAX / 2 ? MAX_PER_MERCHANT : MAX_PER_MERCHANT_UNDER_PRESSURE;
  }

  /** Begins an attempt; returns false if the node is full or the merchant has that share. */
  boolean begin(MerchantId merchant, int share) {
    int mine = byMerchant.merge(merchant, 1, Integer::sum);
    if (all.incrementAndGet() <= MAX && mine <= share) {
      return true;
    }
    giveBack(merchant);
    return false;
  }

  /** Begins an attempt that does not come from the queue; returns false if it has to wait there. */
  boolean beginDirectly(MerchantId merchant) {
    if (!queued.contains(merchant) && begin(merchant, share())) {
      return true;
    }
    queued.add(merchant);
    return false;
  }

  /**
   * Ends an attempt; returns true if the merchant had its whole share or has deliveries in the
   * queue, or half of the node is in use, so that more deliveries may be waiting.
   */
  boolean end(MerchantId merchant) {
    boolean wasFull = byMerchant.getOrDefault(merchant, 0) >= share();
    return giveBack(merchant) >= MAX / 2 || wasFull || queued.contains(merchant);
  }

  boolean hasRoom(MerchantId merchant) {
    return room() > 0 && byMerchant.getOrDefault(merchant, 0) < share();
  }

  /** Returns the merchants that have deliveries in the queue and room for them. */
  Set<MerchantId> queuedWithRoom() {
    return queued.stream().filter(this::hasRoom).collect(Collectors.toSet());
  }

  /** Forgets that these merchants had deliveries in the queue. */
  void notQueued(Collection<MerchantId> merchants) {
    queued.removeAll(merchants);
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

  /** Gives one place back; returns how many were in use. */
  private int giveBack(MerchantId merchant) {
    byMerchant.computeIfPresent(merchant, (id, count) -> count == 1 ? null : count - 1);
    return all.getAndDecrement();
  }
}
