package dev.paylink.platform.queue;

import dev.paylink.platform.Outage;
import dev.paylink.platform.OutageLog;
import dev.paylink.platform.Unavailable;
import dev.paylink.platform.trace.Span;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets many callers share one round trip: each hands in a question and blocks; one worker takes all
 * waiting questions (up to a limit) and answers them together. Group commit is this with a
 * transaction as the work, group read is this with a {@code select … = any(…)}.
 *
 * <ul>
 *   <li>A caller is answered only after the work that holds its question has returned.
 *   <li>At most {@code capacity} questions wait; one more is refused at once as {@link
 *       Unavailable}. With {@link Fairness} fewer may wait, if more could not be answered in time,
 *       and each owner has its share of the room ({@link Lanes}).
 *   <li>A caller waits at most about {@code patience}; a question whose caller was sent away before
 *       the worker took it is dropped, so a refusal in the queue means that nothing was done.
 *   <li>Under load the worker lingers a moment before it takes a batch, so that more callers share
 *       it; a lone caller is never delayed.
 *   <li>A batch that fails for a reason other than an outage is redone one by one, so that one bad
 *       question never fails its neighbours. The work must therefore be all or nothing.
 *   <li>While nobody asks, no thread wakes up.
 * </ul>
 */
public final class Batcher<Q, A> implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Batcher.class.getName());
  private static final Duration WATCH_PAUSE = Duration.ofMillis(50);

  private final String name;
  private final int maxBatch;
  private final long patienceNanos;
  private final long lingerNanos;
  private final Function<List<Q>, List<A>> work;
  private final Lanes<Ticket<Q, A>> queue;
  private final @Nullable ExpectedWait expected;
  private final Thread worker;
  private final Thread watch;
  private final FailureStreak streak = new FailureStreak(System::nanoTime);
  private final AtomicLong timeouts = new AtomicLong();
  private final AtomicLong refusals = new AtomicLong();
  private volatile Batch<Q, A> underWay = new Batch<>(List.of());
  private volatile boolean closing;
  private volatile boolean closed;
  private volatile boolean watchSleeps;

  /**
   * How a queue is shared.
   *
   * @param owner tells whose a question is
   * @param longestWait how long the last of the room is expected to wait
   */
  public record Fairness<Q>(Function<Q, Object> owner, Duration longestWait) {}

  public Batcher(
      String name,
      int capacity,
      int maxBatch,
      Duration patience,
      Duration linger,
      Function<List<Q>, List<A>> work) {
    this(name, capacity, maxBatch, patience, linger, null, work);
  }

  /** Creates a batcher; without fairness all questions are of one owner. */
  public Batcher(
      String name,
      int capacity,
      int maxBatch,
      Duration patience,
      Duration linger,
      @Nullable Fairness<Q> fairness,
      Function<List<Q>, List<A>> work) {
    this.name = name;
    this.maxBatch = maxBatch;
    this.patienceNanos = patience.toNanos();
    this.lingerNanos = linger.toNanos();
    this.work = work;
    this.queue =
        new Lanes<>(capacity, fairness == null ? null : ticket -> ticket.ownedBy(fairness.owner));
    this.expected =
        fairness == null ? null : new ExpectedWait(fairness.longestWait, maxBatch, capacity);
    this.worker = Thread.ofPlatform().name(name).daemon().start(this::run);
    this.watch = Thread.ofPlatform().name(name + "-watch").daemon().start(this::watch);
  }

  /** Hands in a question; blocks until the batch that holds it is done. */
  public A ask(Q question) {
    Span span = Span.below(name);
    if (span == null) {
      return await(question);
    }
    try (span) {
      span.put("db.system.name", "postgresql");
      return await(question);
    } catch (RuntimeException | Error e) {
      span.failed(e.getClass().getSimpleName());
      throw e;
    }
  }

  private A await(Q question) {
    Ticket<Q, A> ticket = new Ticket<>(question);
    if (closing || !queue.offer(ticket)) {
      refusals.incrementAndGet();
      throw new Unavailable(name + " is full or closing", null);
    }
    wakeWatch();
    // The worker looks a last time after it sees that it is closing: it finds what was put in
    // before that, and what was put in after is taken back here.
    if (closing && queue.remove(ticket)) {
      throw new Unavailable(name + " is closing", null);
    }
    try {
      return ticket.answer.get();
    } catch (InterruptedException e) {
      ticket.claim();
      Thread.currentThread().interrupt();
      throw new Unavailable(name + " was interrupted", e);
    } catch (ExecutionException e) {
      throw rethrown(Objects.requireNonNull(e.getCause()));
    }
  }

  /** Returns how many questions wait, for the metrics. */
  public int depth() {
    return queue.size();
  }

  /**
   * Returns how the work fares: a success is a batch that answered a caller in time, a failure one
   * that was {@link Unavailable} or too slow. A question that is refused on its own merits is
   * neither.
   */
  public FailureStreak streak() {
    return streak;
  }

  /** Registers counters of the batches that ran out of patience, and of refused questions. */
  public void meter(MeterRegistry registry) {
    FunctionCounter.builder("paylink.batch.timeouts", timeouts, AtomicLong::get)
        .description("batches that did not finish while their callers waited")
        .tag("batcher", name)
        .register(registry);
    FunctionCounter.builder("paylink.batch.refused", refusals, AtomicLong::get)
        .description("requests that found no room in the queue and were refused at once")
        .tag("batcher", name)
        .register(registry);
  }

  /** Answers the accepted questions, then stops. */
  @Override
  public void close() {
    closing = true;
    queue.offer(Ticket.taken()); // wakes the worker; where the queue is full, it is awake
    try {
      worker.join();
      closed = true;
      LockSupport.unpark(watch);
      watch.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    boolean shared = false;
    while (true) {
      try {
        Ticket<Q, A> first = closing ? queue.poll() : queue.take();
        if (first == null) {
          return;
        }
        if (shared && lingerNanos > 0) {
          LockSupport.parkNanos(lingerNanos);
        }
        List<Ticket<Q, A>> taken = takeWith(first);
        shared = taken.size() > 1;
        Batch<Q, A> batch = new Batch<>(taken);
        underWay = batch;
        wakeWatch();
        long start = System.nanoTime();
        answer(taken);
        if (expected != null && !taken.isEmpty()) {
          queue.limit(expected.after(taken.size(), System.nanoTime() - start));
        }
        batch.finish();
        underWay = new Batch<>(List.of());
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private List<Ticket<Q, A>> takeWith(Ticket<Q, A> first) {
    List<Ticket<Q, A>> taken = new ArrayList<>(maxBatch);
    taken.add(first);
    queue.drainTo(taken, maxBatch - 1);
    taken.removeIf(ticket -> !ticket.claim());
    return taken;
  }

  private void answer(List<Ticket<Q, A>> tickets) {
    if (tickets.isEmpty()) {
      return;
    }
    try {
      List<A> answers = work.apply(questions(tickets));
      if (answers.size() != tickets.size()) { // it may have been done, so it must not be redone
        throw new Unavailable(name + " lost an answer", null);
      }
      if (tickets.stream().anyMatch(Ticket::isAwaited)) {
        streak.succeeded(); // known before any caller goes on
      }
      OutageLog.DATABASE.worked();
      for (int i = 0; i < tickets.size(); i++) {
        tickets.get(i).answer.complete(answers.get(i));
      }
    } catch (RuntimeException | Error failure) {
      if (Outage.isBehind(failure)) {
        OutageLog.DATABASE.failed(name, failure);
      } else {
        LOG.log(Level.WARNING, name + " failed a batch of " + tickets.size(), failure);
      }
      if (failure instanceof Unavailable) {
        streak.failed(tickets.getFirst().askedAtNanos, Outage.reason(failure));
      }
      if (tickets.size() == 1 || failure instanceof Unavailable) {
        tickets.forEach(ticket -> ticket.answer.completeExceptionally(failure));
      } else {
        tickets.stream().filter(Ticket::isAwaited).forEach(ticket -> answer(List.of(ticket)));
      }
    }
  }

  private static <Q, A> List<Q> questions(List<Ticket<Q, A>> tickets) {
    List<Q> questions = new ArrayList<>(tickets.size());
    tickets.forEach(ticket -> questions.add(Objects.requireNonNull(ticket.question)));
    return questions;
  }

  /** Looks again and again while somebody waits, and sleeps until the next question otherwise. */
  private void watch() {
    while (!closed) {
      watchSleeps = isIdle();
      if (watchSleeps && isIdle()) { // what came before the mark is seen here
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, WATCH_PAUSE.toNanos());
        sendAwayWhoWaitsTooLong();
      }
    }
  }

  private boolean isIdle() {
    return queue.size() == 0 && underWay.tickets.isEmpty() && !closed;
  }

  private void wakeWatch() {
    if (watchSleeps) {
      watchSleeps = false;
      LockSupport.unpark(watch);
    }
  }

  /**
   * Refuses callers that wait too long. One watch serves all callers instead of a timer for each:
   * at full load a timer per call costs more than the call's share of the batch.
   */
  private void sendAwayWhoWaitsTooLong() {
    long now = System.nanoTime();
    if (queue.anyFirst(oldest -> isOverdue(oldest, now))) {
      for (Ticket<Q, A> ticket : queue.copy()) {
        if (isOverdue(ticket, now) && ticket.claim()) {
          ticket.answer.completeExceptionally(new Unavailable(name + " is too slow", null));
        }
      }
    }
    Batch<Q, A> batch = underWay;
    boolean sentAway = false;
    for (Ticket<Q, A> ticket : batch.tickets) {
      sentAway |= isOverdue(ticket, now) && ticket.answer.completeExceptionally(tooLate());
    }
    if (sentAway && !batch.timedOut) {
      batch.timedOut = true;
      timeouts.incrementAndGet();
    }
    if (batch.timedOut) {
      batch.unlessFinished( // reported again for as long as it hangs
          () -> streak.failed(batch.tickets.getFirst().askedAtNanos, "it was not done in time"));
    }
  }

  private Unavailable tooLate() {
    return new Unavailable(name + " has not answered in time", null);
  }

  private boolean isOverdue(Ticket<Q, A> ticket, long now) {
    return now - ticket.askedAtNanos > patienceNanos;
  }

  private static RuntimeException rethrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure;
  }

  /** The questions the worker has taken. */
  private static final class Batch<Q, A> {
    final List<Ticket<Q, A>> tickets;
    boolean timedOut; // used by the watch alone
    private boolean finished;

    Batch(List<Ticket<Q, A>> tickets) {
      this.tickets = tickets;
    }

    synchronized void finish() {
      finished = true;
    }

    /** Keeps a late report about this batch from following the success of a later one. */
    synchronized void unlessFinished(Runnable report) {
      if (!finished) {
        report.run();
      }
    }
  }

  private static final class Ticket<Q, A> {
    final @Nullable Q question;
    final long askedAtNanos = System.nanoTime();
    final CompletableFuture<A> answer = new CompletableFuture<>();
    private final AtomicBoolean claimed = new AtomicBoolean();

    Ticket(@Nullable Q question) {
      this.question = question;
    }

    /** Returns a ticket that somebody has already claimed, so it is never answered. */
    static <Q, A> Ticket<Q, A> taken() {
      Ticket<Q, A> ticket = new Ticket<>(null);
      ticket.claim();
      return ticket;
    }

    /** Returns whose question it is; a ticket without one has an owner of its own. */
    Object ownedBy(Function<Q, Object> owner) {
      return question == null ? this : owner.apply(question);
    }

    /** Returns false if its caller was sent away while the batch was redone one by one. */
    boolean isAwaited() {
      return !answer.isDone();
    }

    /**
     * Returns true once: to the worker that takes the question or to the watch that gives it up.
     */
    boolean claim() {
      return claimed.compareAndSet(false, true);
    }
  }
}
