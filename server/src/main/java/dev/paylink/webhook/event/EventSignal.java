package dev.paylink.webhook.event;

import dev.paylink.ids.MerchantId;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Wakes readers that wait for a merchant's next event on this node. Take the signal first, then
 * look, and only then wait: an event that comes in between has already completed it.
 */
final class EventSignal {
  private final Map<MerchantId, CompletableFuture<Void>> waiting = new ConcurrentHashMap<>();

  CompletableFuture<Void> next(MerchantId merchant) {
    return waiting.computeIfAbsent(merchant, ignored -> new CompletableFuture<>());
  }

  void recorded(Collection<MerchantId> merchants) {
    for (MerchantId merchant : merchants) {
      CompletableFuture<Void> signal = waiting.remove(merchant);
      if (signal != null) {
        signal.complete(null);
      }
    }
  }

  void wakeAll() {
    recorded(waiting.keySet());
  }
}
