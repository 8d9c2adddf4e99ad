package dev.paylink.platform.queue;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.IntSupplier;

/**
 * Lets many callers share one round trip: each hands in a question and blocks, one worker takes all
 * that wait (up to a limit) and answers them together. Group commit is this with a transaction as
 * the work, group read is this with a {@code select … = any(…)}.
 *
 * <ul>
 *   <li>A caller is answered only after the work that holds its question has returned.
 *   <li>At most {@code capacity} questions wait; one more is refused at once as {@link
 *       Unavailable}.
 *   <li>A caller waits at most {@code patience}; a question whose caller has left before the worker
 *       took it is dropped, so a refusal in the queue means that nothing was done.
 *   <li>A batch that fails for a reason other than an outage is redone one by one, so that one bad
 *       question never fails its neighbours. The work must therefore be all or nothing.
 * </ul>
 */
public final class Batcher<Q, A> implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Batcher.class.getName());

  private final String name;
  private final int maxBatch;
  private final long patienceNanos;
  private final Function<List<Q>, List<A>> work;
  private final ArrayBlockingQueue<Ticket<Q, A>> queue;
  private final Thread worker;
  private volatile boolean closing;

  public Batcher(
      String name, int capacity, int maxBatch, Duration patience, Function<List<Q>, List<A>> work) {
    this.name = name;
    this.maxBatch = maxBatch;
    this.patienceNanos = patience.toNanos();
    this.work = work;
    this.queue = new ArrayBlockingQueue<>(capacity);
    this.worker = Thread.ofPlatform().name(name).daemon().start(this::run);
  }

  /** Blocks until the batch that holds the question is done. */
  public A ask(Q question) {
    Ticket<Q, A> ticket = new Ticket<>(question);
    if (closing || !queue.offer(ticket)) {
      throw new Unavailable(name + " is full or closing", null);
    }
    try {
      return ticket.answer.get(patienceNanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      boolean dropped = ticket.claimed.compareAndSet(false, true);
      throw new Unavailable(name + (dropped ? " is too slow" : " has not answered in time"), null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unavailable(name + " was interrupted", e);
    } catch (ExecutionException e) {
      throw rethrown(Objects.requireNonNull(e.getCause()));
    }
  }

  /** How many questions wait, for the metrics. */
  public IntSupplier depth() {
    return queue::size;
  }

  /** Answers what was taken in, then stops. */
  @Override
  public void close() {
    closing = true;
    try {
      worker.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    List<Ticket<Q, A>> taken = new ArrayList<>(maxBatch);
    while (true) {
      try {
        Ticket<Q, A> first = queue.poll(100, TimeUnit.MILLISECONDS);
        if (first == null) {
          if (closing) {
            return;
          }
          continue;
        }
        taken.add(first);
        queue.drainTo(taken, maxBatch - 1);
        taken.removeIf(ticket -> !ticket.claimed.compareAndSet(false, true));
        answer(taken);
      } catch (InterruptedException e) {
        return;
      } finally {
        taken.clear();
      }
    }
  }

  private void answer(List<Ticket<Q, A>> tickets) {
    if (tickets.isEmpty()) {
      return;
    }
    try {
      List<A> answers = work.apply(tickets.stream().map(ticket -> ticket.question).toList());
      for (int i = 0; i < tickets.size(); i++) {
        tickets.get(i).answer.complete(answers.get(i));
      }
    } catch (RuntimeException | Error failure) {
      LOG.log(Level.WARNING, name + " failed a batch of " + tickets.size(), failure);
      if (tickets.size() == 1 || failure instanceof Unavailable) {
        tickets.forEach(ticket -> ticket.answer.completeExceptionally(failure));
      } else {
        tickets.forEach(ticket -> answer(List.of(ticket)));
      }
    }
  }

  private static RuntimeException rethrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure;
  }

  private static final class Ticket<Q, A> {
    final Q question;
    final CompletableFuture<A> answer = new CompletableFuture<>();

    /** Set once, by the worker that takes the question or by the caller that gives it up. */
    final AtomicBoolean claimed = new AtomicBoolean();

    Ticket(Q question) {
      this.question = question;
    }
  }
}
