package dev.paylink.testing;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What a class logs while this is open. */
public final class LoggedBy extends Handler implements AutoCloseable {
  private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
  private final Logger logger;

  public LoggedBy(Class<?> source) {
    this(source.getName());
  }

  /** For a class that is not visible here. */
  public LoggedBy(String source) {
    logger = Logger.getLogger(source);
    logger.addHandler(this);
  }

  /** Each message behind its level, such as {@code SEVERE disk is full}. */
  public List<String> lines() {
    SimpleFormatter formatter = new SimpleFormatter();
    return records.stream()
        .map(each -> each.getLevel().getName() + " " + formatter.formatMessage(each))
        .toList();
  }

  /** How many of them have a stack trace. */
  public long thrown() {
    return records.stream().filter(each -> each.getThrown() != null).count();
  }

  @Override
  public void publish(LogRecord logged) {
    records.add(logged);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
