package dev.paylink.platform.log;

import dev.paylink.platform.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Sends all log records, ours and the libraries', as JSON lines to one sink. */
public final class JsonLog extends Handler {
  private static final SimpleFormatter FORMATTER = new SimpleFormatter();

  private final LineSink sink;

  private JsonLog(LineSink sink) {
    this.sink = sink;
  }

  /** Replaces the JDK's console logging for this process. */
  public static void install(LineSink sink) {
    LogManager.getLogManager().reset();
    Logger root = Logger.getLogger("");
    root.setLevel(Level.INFO);
    root.addHandler(new JsonLog(sink));
    LastingLog.keepHandlers();
    quietLibraries();
  }

  /** Leaves what libraries say about their ordinary work out of this process's log. */
  public static void quietLibraries() {
    for (String chatty :
        new String[] {
          "org.flywaydb", "com.zaxxer.hikari", "io.helidon", "io.lettuce", "org.jdbi"
        }) {
      Logger logger = Logger.getLogger(chatty);
      logger.setLevel(Level.WARNING);
      KEPT.add(logger);
    }
    // They tell of each connection that a stopped database closes, and advise against it.
    for (String each : new String[] {"PoolBase", "ProxyConnection"}) {
      Logger logger = Logger.getLogger("com.zaxxer.hikari.pool." + each);
      logger.setLevel(Level.SEVERE);
      KEPT.add(logger);
    }
    // BoundedExport says once, as a warning, what the library would say again and again.
    Logger traces = Logger.getLogger("io.opentelemetry");
    traces.setLevel(Level.OFF);
    KEPT.add(traces);
  }

  /** The LogManager holds loggers weakly; without this their levels would be forgotten. */
  private static final java.util.List<Logger> KEPT =
      new java.util.concurrent.CopyOnWriteArrayList<>();

  @Override
  public void publish(LogRecord record) {
    if (!isLoggable(record)) {
      return;
    }
    Json json =
        Json.object()
            .put("time", record.getInstant())
            .put("level", record.getLevel().getName())
            .put("logger", record.getLoggerName())
            .put("message", FORMATTER.formatMessage(record));
    Throwable thrown = record.getThrown();
    if (thrown != null) {
      StringWriter trace = new StringWriter();
      thrown.printStackTrace(new PrintWriter(trace));
      json.put("exception", trace.toString());
    }
    sink.write(json.bytes());
  }

  @Override
  public void flush() {
    sink.flush();
  }

  @Override
  public void close() {
    sink.flush();
  }
}
