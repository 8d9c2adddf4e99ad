package dev.paylink.bench.load;

import java.io.Closeable;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** Takes steps on a bounded number of connections at once, a thread each, until there are none. */
public final class Connections {
  private Connections() {}

  /** One request on one of the connections; false when there is none left to make. */
  public interface Step<C> {
    boolean take(C connection) throws Exception;
  }

  /** The first step that fails ends all of them with an error. */
  public static <C extends Closeable> void run(int count, Callable<C> open, Step<C> step)
      throws InterruptedException {
    AtomicBoolean ended = new AtomicBoolean();
    Callable<Boolean> work =
        () -> {
          try (C connection = open.call()) {
            while (!ended.get() && step.take(connection)) {}
            return true;
          } catch (Exception e) {
            ended.set(true); // for the other threads too
            throw e;
          }
        };
    try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
      for (Future<Boolean> done : threads.invokeAll(Collections.nCopies(count, work))) {
        done.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("the load has failed", e.getCause());
    }
  }
}
