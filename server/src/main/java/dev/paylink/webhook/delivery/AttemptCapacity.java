package dev.paylink.webhook.delivery;

import dev.paylink.webhook.settings.WebhookKey;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Counts the attempts that this node has under way, per webhook, and limits further ones.
 *
 * <p>An endpoint that hangs fills its share and no more. When many hang at once and fill half of
 * the node, every endpoint's share shrinks, so that there is still room for the next healthy one.
 *
 * <p>It also remembers which webhooks have deliveries in the queue, for lack of room: until the
 * queue was seen without them, their new deliveries go there too, behind the older ones.
 */
final class AttemptCapacity {
  static final int MAX = 4096;
  static final int MAX_PER_WEBHOOK = 32;
  static final int MAX_PER_WEBHOOK_UNDER_PRESSURE = 2;

  private final Map<WebhookKey, Integer> byWebhook = new ConcurrentHashMap<>();
  private final AtomicInteger all = new AtomicInteger();
  private final Set<WebhookKey> queued = ConcurrentHashMap.newKeySet();

  int room() {
    return Math.max(0, MAX - all.get());
  }

  int share() {
    return all.get() < MAX / 2 ? MAX_PER_WEBHOOK : MAX_PER_WEBHOOK_UNDER_PRESSURE;
  }

  /** Begins an attempt; returns false if the node is full or the webhook has that share. */
  boolean begin(WebhookKey webhook, int share) {
    int mine = byWebhook.merge(webhook, 1, Integer::sum);
    if (all.incrementAndGet() <= MAX && mine <= share) {
      return true;
    }
    giveBack(webhook);
    return false;
  }

  /** Begins an attempt that does not come from the queue; returns false if it has to wait there. */
  boolean beginDirectly(WebhookKey webhook) {
    if (!queued.contains(webhook) && begin(webhook, share())) {
      return true;
    }
    queued.add(webhook);
    return false;
  }

  /**
   * Ends an attempt; returns true if the webhook had its whole share or has deliveries in the
   * queue, or half of the node is in use, so that more deliveries may be waiting.
   */
  boolean end(WebhookKey webhook) {
    boolean wasFull = byWebhook.getOrDefault(webhook, 0) >= share();
    return giveBack(webhook) >= MAX / 2 || wasFull || queued.contains(webhook);
  }

  boolean hasRoom(WebhookKey webhook) {
    return room() > 0 && byWebhook.getOrDefault(webhook, 0) < share();
  }

  /** Returns the webhooks that have deliveries in the queue and room for them. */
  Set<WebhookKey> queuedWithRoom() {
    return queued.stream().filter(this::hasRoom).collect(Collectors.toSet());
  }

  /** Forgets that these webhooks had deliveries in the queue. */
  void notQueued(Collection<WebhookKey> webhooks) {
    queued.removeAll(webhooks);
  }

  int count() {
    return all.get();
  }

  /** Returns the counts as a JSON object, for the claim statement. */
  String json() {
    return byWebhook.entrySet().stream()
        .map(entry -> "\"" + name(entry.getKey()) + "\":" + entry.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** Returns the key as the claim statement writes it. */
  private static String name(WebhookKey webhook) {
    return webhook.merchantId().value() + " " + webhook.scope();
  }

  /** Gives one place back; returns how many were in use. */
  private int giveBack(WebhookKey webhook) {
    byWebhook.computeIfPresent(webhook, (id, count) -> count == 1 ? null : count - 1);
    return all.getAndDecrement();
  }
}
