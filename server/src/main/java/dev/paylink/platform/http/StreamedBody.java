package dev.paylink.platform.http;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A body that is written while it is made, so that its length does not matter. When writing fails,
 * the connection is broken off: a reader never takes a part for the whole.
 */
public interface StreamedBody extends AutoCloseable {
  /** Every write waits until the reader has taken what was written before. */
  void writeTo(OutputStream out) throws IOException;

  /** Called once, also when nothing was ever written. */
  @Override
  void close();
}
