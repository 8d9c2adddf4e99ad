package dev.paylink.platform.http;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A body that is written while it is produced, so that its length does not matter. If writing
 * fails, the connection is broken off: a reader never takes a part for the whole.
 */
public interface StreamedBody extends AutoCloseable {
  /** Writes the body; every write waits until the reader has taken what was written before. */
  void writeTo(OutputStream out) throws IOException;

  /** Closes the body; called once, even if nothing was ever written. */
  @Override
  void close();
}
