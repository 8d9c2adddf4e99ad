package dev.paylink.chain.source;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One question, put to several nodes at the same time.
 *
 * <ul>
 *   <li>As many are asked at once as must answer. A further one is asked for each that fails, and
 *       when nobody has answered for a moment: a node that hangs costs a moment, not its timeout.
 *   <li>Once somebody has answered, others that take much longer are not waited for: a node that is
 *       slow with each of many questions costs this once, since it rests then.
 *   <li>A node that did not answer, or was outrun by one that was asked later, rests.
 *   <li>Answers are processed on the asking thread, one after the other.
 * </ul>
 */
final class NodeRace<T> {
  private static final long MOMENT_MILLIS = Duration.ofSeconds(2).toMillis();

  /** A node that answers so soon after another is not slow. */
  private static final long LEAST_MILLIS = 500;

  /** A node that takes so many times as long as another is slow. */
  private static final int SLOW = 3;

  private final long startNanos = System.nanoTime();

  private final Iterator<ChainNode> next;
  private final int atOnce;
  private final Function<ChainNode, Function<ChainSource, T>> question;
  private final BlockingQueue<Reply<T>> replies = new LinkedBlockingQueue<>();
  private final Map<ChainNode, Thread> pending = new LinkedHashMap<>();
  private final Map<ChainNode, Integer> waves = new HashMap<>();
  private int wave;
  private int answeredWave;
  private int answered;
  private long patienceMillis = MOMENT_MILLIS;
  private boolean timedOut;
  private @Nullable ChainUnavailable failure;

  /**
   * @param order the nodes, in the order in which they are asked
   * @param question what to ask a node at the moment when it is its turn
   */
  NodeRace(
      List<ChainNode> order, int atOnce, Function<ChainNode, Function<ChainSource, T>> question) {
    this.next = order.iterator();
    this.atOnce = atOnce;
    this.question = question;
  }

  private record Reply<T>(ChainNode node, @Nullable T answer, @Nullable Throwable failure) {}

  /** Asks until this says that the answers are enough, or everybody was asked. */
  void run(BiPredicate<ChainNode, T> isEnough) {
    for (int i = 0; i < atOnce && next.hasNext(); i++) {
      start(next.next());
    }
    boolean enough = false;
    try {
      while (!pending.isEmpty() && !enough) {
        Reply<T> reply = next.hasNext() ? poll() : replies.take();
        wave++;
        if (reply == null) {
          start(next.next());
        } else {
          enough = take(reply, isEnough);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChainUnavailable("interrupted", e);
    } finally {
      abandon();
    }
  }

  /** Asks these nodes at once, and waits for all; for a moment only once enough have answered. */
  void runAll(int enough, BiPredicate<ChainNode, T> take) {
    for (int i = 0; i < atOnce && next.hasNext(); i++) {
      start(next.next());
    }
    try {
      while (!pending.isEmpty()) {
        Reply<T> reply = answered >= enough || next.hasNext() ? poll() : replies.take();
        wave++;
        if (reply != null) {
          take(reply, take);
        } else if (answered >= enough) {
          answeredWave = wave;
          return;
        } else {
          start(next.next());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChainUnavailable("interrupted", e);
    } finally {
      abandon();
    }
  }

  int answered() {
    return answered;
  }

  /** Returns whether a node did not answer in time. */
  boolean timedOut() {
    return timedOut;
  }

  /** Returns why a node did not answer; that a question was too large, if any node said so. */
  @Nullable ChainUnavailable failure() {
    return failure;
  }

  private @Nullable Reply<T> poll() throws InterruptedException {
    return replies.poll(patienceMillis, TimeUnit.MILLISECONDS);
  }

  private void start(ChainNode node) {
    Function<ChainSource, T> asked = question.apply(node);
    waves.put(node, wave);
    pending.put(
        node,
        Thread.ofVirtual()
            .name("node-" + node.name())
            .start(() -> replies.add(reply(node, asked))));
  }

  private static <T> Reply<T> reply(ChainNode node, Function<ChainSource, T> asked) {
    try {
      return new Reply<>(node, asked.apply(node.source()), null);
    } catch (RuntimeException | Error e) {
      return new Reply<>(node, null, e);
    }
  }

  private boolean take(Reply<T> reply, BiPredicate<ChainNode, T> isEnough) {
    pending.remove(reply.node);
    T answer = reply.answer;
    if (reply.failure != null || answer == null) {
      fail(reply.node, reply.failure);
      if (next.hasNext()) {
        start(next.next());
      }
      return false;
    }
    if (answered++ == 0) {
      long tookMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
      patienceMillis = Math.clamp(SLOW * tookMillis, LEAST_MILLIS, MOMENT_MILLIS);
    }
    answeredWave = Math.max(answeredWave, waves.getOrDefault(reply.node, 0));
    reply.node.answered();
    boolean enough = isEnough.test(reply.node, answer);
    if (!enough && pending.isEmpty() && next.hasNext()) {
      start(next.next());
    }
    return enough;
  }

  private void fail(ChainNode node, @Nullable Throwable why) {
    switch (why) {
      case TooManyLogs large -> failure = large; // the node is fine, the question is too large
      case ChainUnavailable silent -> {
        failure = failure instanceof TooManyLogs ? failure : silent;
        timedOut = timedOut || silent instanceof NodeTimeout;
        node.failed();
      }
      case RuntimeException other -> throw other;
      case Error error -> throw error;
      case null, default -> throw new IllegalStateException("a node has no answer", why);
    }
  }

  /** Lets go of nodes that nobody waits for; those that were asked before others answered rest. */
  private void abandon() {
    pending.forEach(
        (node, thread) -> {
          thread.interrupt();
          if (waves.getOrDefault(node, 0) < answeredWave) {
            node.failed();
          }
        });
  }
}
