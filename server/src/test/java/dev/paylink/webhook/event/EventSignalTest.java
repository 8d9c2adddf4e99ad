package dev.paylink.webhook.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.MerchantId;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Nothing that comes between the look and the wait is missed. */
final class EventSignalTest {
  private final EventSignal signal = new EventSignal();
  private final MerchantId merchant = new MerchantId(UUID.randomUUID());

  @Test
  void event_completes_every_signal_taken_before_it_and_none_taken_after() {
    CompletableFuture<Void> first = signal.next(merchant);
    CompletableFuture<Void> second = signal.next(merchant);
    signal.recorded(List.of(merchant));
    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(signal.next(merchant)).isNotDone();
  }

  @Test
  void event_of_another_merchant_wakes_nobody_and_the_end_wakes_all() {
    CompletableFuture<Void> ours = signal.next(merchant);
    signal.recorded(List.of(new MerchantId(UUID.randomUUID())));
    assertThat(ours).isNotDone();
    CompletableFuture<Void> theirs = signal.next(new MerchantId(UUID.randomUUID()));
    signal.wakeAll();
    assertThat(ours).isCompleted();
    assertThat(theirs).isCompleted();
  }
}
