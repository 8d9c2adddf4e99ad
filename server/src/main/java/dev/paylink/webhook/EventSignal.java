package dev.paylink.webhook;

import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Wakes whoever waits for a merchant's next event on this node. Take the signal first, look, and
 * wait only then: an event that comes in between has completed it already.
 */
final class EventSignal {
  private final Map<UUID, CompletableFuture<Void>> waiting = new ConcurrentHashMap<>();

  CompletableFuture<Void> next(UUID merchant) {
    return waiting.computeIfAbsent(merchant, ignored -> new CompletableFuture<>());
  }

  void recorded(Collection<UUID> merchants) {
    for (UUID merchant : merchants) {
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
