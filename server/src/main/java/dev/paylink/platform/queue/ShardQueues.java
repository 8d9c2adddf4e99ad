package dev.paylink.platform.queue;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Batches the questions of each shard by themselves: one {@link Batcher} on one server, one for
 * each shard where there are several. Callers whose shard is away or slow delay nobody else.
 */
public final class ShardQueues<Q, A> implements AutoCloseable {
  private final List<Batcher<Q, A>> queues = new ArrayList<>();
  private final ToIntFunction<Q> queueOf;
  private final FailureStreak streak;

  /**
   * Creates the queues.
   *
   * @param count how many
   * @param queueOf the queue of a question, asked only if there are several
   * @param make makes a queue of that name
   */
  public ShardQueues(
      String name, int count, ToIntFunction<Q> queueOf, Function<String, Batcher<Q, A>> make) {
    this.queueOf = queueOf;
    for (int i = 0; i < count; i++) {
      queues.add(make.apply(count == 1 ? name : name + "-" + i));
    }
    this.streak = count == 1 ? queues.getFirst().streak() : new FailureStreak(System::nanoTime);
  }

  /** Hands in a question; blocks until the batch that holds it is done. */
  public A ask(Q question) {
    return queues.size() == 1
        ? queues.getFirst().ask(question)
        : queues.get(queueOf.applyAsInt(question)).ask(question);
  }

  /** Returns how many questions wait. */
  public int depth() {
    return queues.stream().mapToInt(Batcher::depth).sum();
  }

  /**
   * Returns how the work of a single queue fares. Several have no streak: one whose shard is away
   * says nothing about the others.
   */
  public FailureStreak streak() {
    return streak;
  }

  public void meter(MeterRegistry registry) {
    queues.forEach(queue -> queue.meter(registry));
  }

  /** Answers the accepted questions, then stops. */
  @Override
  public void close() {
    queues.forEach(Batcher::close);
  }
}
