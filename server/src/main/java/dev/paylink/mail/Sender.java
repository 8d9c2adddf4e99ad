package dev.paylink.mail;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.queue.Loop;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Claims letters that are due and sends them to the mail server, for as long as the service runs.
 * Any number of nodes do this on one database.
 *
 * <ul>
 *   <li>A letter is sent only under a claim, and a claim is given for a lease: if the process dies,
 *       the same attempt is due again when the lease ends, with the same Message-ID. It is
 *       repeated, never skipped.
 *   <li>A batch has letters of all merchants that wait, so nobody's queue delays another's letters.
 *   <li>No attempt begins that might outlast its lease, so nobody takes over from a living node.
 * </ul>
 */
final class Sender implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Sender.class.getName());

  /** The time of the longest attempt, plus time to make a few more before it. */
  static final Duration LEASE = SmtpConnection.MAX_SEND.plusMinutes(1);

  static final int CONNECTIONS = 4;
  static final int MAX_PER_CLAIM = 20;

  /** How many letters of a batch one merchant gets while others wait. */
  static final int SHARE = 5;

  private static final UUID FIRST = new UUID(0, 0);

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  /** The pause between two claims under load: more letters then share a connection. */
  private static final Duration BREATH = Duration.ofMillis(50);

  private static final Duration GRACE = Duration.ofSeconds(4);

  private final Jdbi jdbi;
  private final MailStore store = new MailStore();
  private final Turns turns = new Turns(store);
  private final BatchSender batches;
  private final Semaphore connections = new Semaphore(CONNECTIONS);
  private final Loop loop;

  Sender(
      Jdbi jdbi,
      MailSettings settings,
      Function<MerchantId, byte @Nullable []> logos,
      MeterRegistry registry) {
    this.jdbi = jdbi;
    this.batches = new BatchSender(jdbi, settings, logos, registry);
    this.loop = new Loop("mail-sender", () -> LOOK_AGAIN, BREATH, this::claimAll).meter(registry);
    loop.start();
  }

  /** Wakes the sender, because a letter may be due. */
  void wake() {
    loop.wake();
  }

  /**
   * Stops claiming, finishes the letters in progress and gives the others back, within a time
   * limit.
   */
  @Override
  public void close() {
    loop.close();
    batches.stop();
    try {
      if (connections.tryAcquire(CONNECTIONS, GRACE.toNanos(), TimeUnit.NANOSECONDS)) {
        connections.release(CONNECTIONS);
      } else {
        LOG.log(Level.WARNING, "the mail server is slow; letters in progress will be retried");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Claims batch after batch while letters are due and a connection is free. */
  private void claimAll() {
    if (!jdbi.withHandle(store::look)) {
      return;
    }
    while (!loop.isClosing() && connections.tryAcquire()) {
      List<LetterClaim> claims = List.of();
      try {
        claims = jdbi.withHandle(turns::next);
      } finally {
        if (claims.isEmpty()) {
          connections.release();
        }
      }
      if (claims.isEmpty()) {
        return;
      }
      start(claims);
    }
  }

  /**
   * Claims batches in which every merchant gets its turn: at most a share for each, and the next
   * batch continues where a full one ended. The rest of a batch then goes to merchants that have
   * more.
   */
  static final class Turns {
    private final MailStore store;
    private UUID after = FIRST;

    Turns(MailStore store) {
      this.store = store;
    }

    /** Returns the next batch, all under one claim id; empty if nothing is due. */
    List<LetterClaim> next(Handle handle) {
      UUID claimId = UUID.randomUUID();
      List<LetterClaim> claims = claim(handle, claimId, SHARE, MAX_PER_CLAIM);
      if (claims.size() < MAX_PER_CLAIM && !after.equals(FIRST)) {
        after = FIRST; // the last merchant had its turn
        claims.addAll(claim(handle, claimId, SHARE, MAX_PER_CLAIM - claims.size()));
      }
      int room = MAX_PER_CLAIM - claims.size();
      after = room == 0 ? claims.getLast().lane() : FIRST;
      int more = withFullShare(claims);
      if (room > 0 && more > 0) {
        claims.addAll(claim(handle, claimId, Math.ceilDiv(room, more), room));
      }
      return claims;
    }

    private List<LetterClaim> claim(Handle handle, UUID claimId, int share, int limit) {
      return store.claim(handle, new MailStore.Wanted(after, share, limit, claimId, LEASE));
    }

    /** Returns how many merchants may have more letters than their share. */
    private static int withFullShare(List<LetterClaim> claims) {
      Map<UUID, Integer> counts = new HashMap<>();
      claims.forEach(claim -> counts.merge(claim.lane(), 1, Integer::sum));
      return (int) counts.values().stream().filter(count -> count >= SHARE).count();
    }
  }

  /**
   * Sends a batch on a platform thread: the library holds a lock while it waits for the server, so
   * a virtual thread is unsuitable.
   */
  private void start(List<LetterClaim> claims) {
    Thread.ofPlatform()
        .name("mail-connection")
        .daemon()
        .start(
            () -> {
              try {
                batches.send(claims);
              } finally {
                connections.release();
                wake(); // more letters may be waiting for a connection
              }
            });
  }
}
