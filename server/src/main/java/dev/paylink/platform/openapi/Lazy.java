package dev.paylink.platform.openapi;

import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that is made when it is first asked for, once, and then kept without its maker. */
final class Lazy<T> implements Supplier<T> {
  /** No monitor: until Java 24 virtual threads that wait for one keep their carriers. */
  private final ReentrantLock lock = new ReentrantLock();

  private @Nullable Supplier<T> maker;
  private @Nullable T made;

  Lazy(Supplier<T> maker) {
    this.maker = maker;
  }

  @Override
  public T get() {
    lock.lock();
    try {
      if (maker != null) {
        made = maker.get();
        maker = null; // with all that only it refers to
      }
      return Objects.requireNonNull(made);
    } finally {
      lock.unlock();
    }
  }

  boolean isMade() {
    lock.lock();
    try {
      return maker == null;
    } finally {
      lock.unlock();
    }
  }
}
