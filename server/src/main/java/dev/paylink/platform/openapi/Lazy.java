package dev.paylink.platform.openapi;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that is made when it is first asked for, once, and then kept without its maker. */
final class Lazy<T> implements Supplier<T> {
  private @Nullable Supplier<T> maker;
  private @Nullable T made;

  Lazy(Supplier<T> maker) {
    this.maker = maker;
  }

  @Override
  public synchronized T get() {
    if (maker != null) {
      made = maker.get();
      maker = null; // with all that only it refers to
    }
    return Objects.requireNonNull(made);
  }

  synchronized boolean isMade() {
    return maker == null;
  }
}
