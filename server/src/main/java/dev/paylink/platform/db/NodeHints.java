package dev.paylink.platform.db;

import dev.paylink.platform.queue.Loop;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
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
  private final Loop listener;
  private volatile long sentAtNanos = System.nanoTime() - PAUSE.toNanos();
  private volatile Runnable onHint = () -> {};
  private volatile @Nullable Connection listening;

  /** Creates the hints of a node; {@code channel} is an identifier. */
  public NodeHints(Database database, String channel) {
    this.database = database;
    this.jdbi = database.workers();
    this.channel = channel;
    this.listener = new Loop("hints-" + channel, PAUSE_AFTER_FAILURE, this::listen);
  }

  /**
   * Begins to listen.
   *
   * @param onHint told of hints of other nodes, and whenever some may have been missed
   */
  public void listen(Runnable onHint) {
    this.onHint = onHint;
    listener.start().wake();
  }

  /** Tells the other nodes soon. Never blocks. */
  public void send() {
    if (!listener.isClosing() && sending.compareAndSet(false, true)) {
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
    listener.stop();
    PrimaryConnections.abort(listening);
    listener.close();
  }

  private void sendSoon() {
    try {
      listener.closesWithin(PAUSE.minusNanos(System.nanoTime() - sentAtNanos));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sentAtNanos = System.nanoTime();
      sending.set(false); // later callers need another one
    }
    sendNow();
  }

  /** Listens until the connection breaks. */
  private void listen() throws SQLException {
    try (Connection connection = database.connection();
        Statement statement = connection.createStatement()) {
      listening = connection;
      statement.execute("listen " + channel);
      onHint.run(); // those before it were missed
      PGConnection postgres = connection.unwrap(PGConnection.class);
      while (!listener.isClosing()) {
        PGNotification[] hints = postgres.getNotifications(WAIT_MILLIS);
        if (Arrays.stream(hints).anyMatch(hint -> !hint.getParameter().equals(node))) {
          onHint.run();
        }
      }
    }
  }
}
