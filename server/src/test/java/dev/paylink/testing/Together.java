package dev.paylink.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs calls at the same time, each on a thread of its own. */
public final class Together {
  private Together() {}

  /** What each of so many calls gave; fails as the first that failed. */
  public static <T> List<T> times(int count, Callable<T> call) throws Exception {
    return all(Collections.nCopies(count, call));
  }

  /** What each of them gave, in their order; fails as the first that failed. */
  public static <T> List<T> all(List<? extends Callable<T>> calls) throws Exception {
    List<T> results = new ArrayList<>();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<T> result : executor.invokeAll(calls)) {
        results.add(result.get());
      }
    }
    return results;
  }
}
