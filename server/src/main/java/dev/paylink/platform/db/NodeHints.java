package dev.paylink.platform.db;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Tells other nodes that there may be work for them, with PostgreSQL's {@code notify}.
 *
 * <ul>
 *   <li>A hint may get lost. A node that waits for hints also looks on its own from time to time.
 *   <li>Sending never blocks and never joins a transaction: a commit with a notification waits for
 *       all others. Hints within {@link #PAUSE} share one notification, and the last is always
 *       followed by one.
 *   <li>Listening has a connection of its own, which is opened again when it breaks.
 * </ul>
 */
public final class NodeHints implements AutoCloseable {
  private static final String SEND = "select pg_notify(:channel, :node)";

  private static final Logger LOG = System.getLogger(NodeHints.class.getName());
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(2);
  private static final int WAIT_MILLIS = 60_000;

  private final Database database;
  private final Jdbi jdbi;
  private final String channel;
  private final String node = UUID.randomUUID().toString();
  private final AtomicBoolean sending = new AtomicBoolean();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile long sentAtNanos = System.nanoTime() - PAUSE.toNanos();
  private @Nullable Thread listener;
  private volatile @Nullable Connection listening;

  /** Creates the hints of a node; {@code channel} is an identifier. */
  public NodeHints(Database database, String channel) {
    this.database = database;
    this.jdbi = database.workers();
    this.channel = channel;
  }

  /**
   * Begins to listen.
   *
   * @param onHint told of hints of other nodes, and whenever some may have been missed
   */
  public void listen(Runnable onHint) {
    listener = Thread.ofPlatform().name("hints-" + channel).daemon().start(() -> listenOn(onHint));
  }

  /** Tells the other nodes soon. Never blocks. */
  public void send() {
    if (closing.getCount() > 0 && sending.compareAndSet(false, true)) {
      Thread.ofVirtual().name("hint").start(this::sendSoon);
    }
  }

  /** Tells the other nodes before it returns. */
  public void sendNow() {
    try {
      jdbi.useHandle(
          handle ->
              handle
                  .createQuery(SEND)
                  .bind("channel", channel)
                  .bind("node", node)
                  .mapTo(String.class)
                  .list());
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "a hint was not sent; the other nodes look on their own", e);
    }
  }

  @Override
  public void close() {
    closing.countDown();
    abort(listening);
    Thread thread = listener;
    if (thread != null) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void sendSoon() {
    try {
      closing.await(PAUSE.toNanos() - (System.nanoTime() - sentAtNanos), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sentAtNanos = System.nanoTime();
      sending.set(false); // whoever comes from now on needs another one
    }
    sendNow();
  }

  private void listenOn(Runnable onHint) {
    try {
      do {
        try (Connection connection = database.connection()) {
          listening = connection;
          listen(connection, onHint);
        } catch (SQLException e) {
          LOG.log(Level.DEBUG, "hints of other nodes may get lost", e);
        }
      } while (!closing.await(PAUSE_AFTER_FAILURE.toNanos(), TimeUnit.NANOSECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void listen(Connection connection, Runnable onHint) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("listen " + channel);
    }
    onHint.run(); // those before it were missed
    PGConnection postgres = connection.unwrap(PGConnection.class);
    while (closing.getCount() > 0) {
      PGNotification[] hints = postgres.getNotifications(WAIT_MILLIS);
      if (Arrays.stream(hints).anyMatch(hint -> !hint.getParameter().equals(node))) {
        onHint.run();
      }
    }
  }

  /** Closes the connection although its thread waits on it. */
  private static void abort(@Nullable Connection connection) {
    if (connection != null) {
      try {
        connection.abort(Runnable::run);
      } catch (SQLException e) {
        LOG.log(Level.DEBUG, "it was closed already", e);
      }
    }
  }
}
