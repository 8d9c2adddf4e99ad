package dev.paylink.platform.log;

import java.util.logging.LogManager;

/**
 * Keeps the log open while the process stops. The JDK's own manager closes all handlers at the
 * signal, and what a stop reports would be lost. The property {@code java.util.logging.manager}
 * must name it before this class or any logger is initialized.
 */
public final class LastingLog extends LogManager {
  private static volatile boolean lasting;

  /** From now on nothing closes the handlers. */
  static void keepHandlers() {
    lasting = true;
  }

  @Override
  public void reset() {
    if (!lasting) {
      super.reset();
    }
  }
}
