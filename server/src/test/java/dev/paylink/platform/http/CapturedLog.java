package dev.paylink.platform.http;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a class logs while this is open, instead of the console. */
final class CapturedLog extends Handler implements AutoCloseable {
  private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
  private final Logger logger;

  CapturedLog(Class<?> source) {
    logger = Logger.getLogger(source.getName());
    logger.setUseParentHandlers(false);
    logger.addHandler(this);
  }

  /** Messages and stack traces. */
  String text() {
    StringWriter text = new StringWriter();
    PrintWriter printer = new PrintWriter(text);
    for (LogRecord record : records) {
      printer.println(record.getMessage());
      if (record.getThrown() != null) {
        record.getThrown().printStackTrace(printer);
      }
    }
    return text.toString();
  }

  @Override
  public void publish(LogRecord record) {
    records.add(record);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
