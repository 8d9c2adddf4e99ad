package dev.paylink.mail;

import dev.paylink.platform.queue.Persistently;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Carries a batch of letters over one connection, outside of any transaction, and records each
 * before it sends the next: a crash redoes one letter per connection at most.
 */
final class Carrier {
  private static final Logger LOG = System.getLogger(Carrier.class.getName());

  private final Jdbi jdbi;
  private final MailStore store = new MailStore();
  private final MailSettings settings;
  private final Session session;
  private final SendRecorder recorder;
  private volatile boolean stopping;

  Carrier(Jdbi jdbi, MailSettings settings, MeterRegistry registry) {
    this.jdbi = jdbi;
    this.settings = settings;
    this.session = SmtpConnection.session(settings.server(), settings.from().domain());
    this.recorder = new SendRecorder(jdbi, registry);
  }

  /** What is under way is finished, what is not begun is given back. */
  void stop() {
    stopping = true;
  }

  void carry(List<Claim> claims) {
    Deque<Claim> left = new ArrayDeque<>(claims);
    try {
      while (!left.isEmpty() && mayBegin(left.peek())) {
        carryOverOneConnection(left);
      }
      jdbi.useHandle(handle -> store.release(handle.getConnection(), List.copyOf(left)));
    } catch (Exception e) {
      LOG.log(Level.ERROR, left.size() + " letters will be redone", e);
    }
  }

  /** Until all are sent or one of them ends the conversation. */
  private void carryOverOneConnection(Deque<Claim> left) {
    try (SmtpConnection connection = SmtpConnection.open(session, settings.server())) {
      boolean wellSpoken = true;
      while (wellSpoken && !left.isEmpty() && mayBegin(left.peek())) {
        Claim claim = left.pop();
        SendResult result = send(connection, claim);
        record(claim, result);
        wellSpoken = result instanceof SendResult.Sent;
      }
    } catch (MessagingException e) {
      // Nobody answers, or not to us: the others need not try for themselves.
      SendResult result = SendFault.ofConnection(e);
      while (!left.isEmpty()) {
        record(left.pop(), result);
      }
    }
  }

  private SendResult send(SmtpConnection connection, Claim claim) {
    try {
      connection.send(new LetterMessage(session, settings, claim));
      return new SendResult.Sent();
    } catch (MessagingException e) {
      return SendFault.of(e);
    }
  }

  /** In an outage it is tried again until the lease ends; after that somebody else redoes it. */
  private void record(Claim claim, SendResult result) {
    Persistently.run(() -> recorder.record(claim, result), claim.endsAtNanos(), () -> stopping);
  }

  private boolean mayBegin(@Nullable Claim claim) {
    return claim != null && !stopping && claim.isFresh();
  }
}
