package dev.paylink.app;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Threads that repeat something until told to stop. */
final class Repeated {
  private final List<Thread> threads;
  private volatile boolean stopping;

  /** The threads look after each turn whether they go on. */
  Repeated(Thread.Builder kind, int count, Consumer<Repeated> turns) {
    threads = Stream.generate(() -> kind.start(() -> turns.accept(this))).limit(count).toList();
  }

  boolean goesOn() {
    return !stopping;
  }

  /** Returns once every thread has ended. */
  void stop() {
    stopping = true;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
