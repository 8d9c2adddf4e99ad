package dev.paylink.mail;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.Outage;
import dev.paylink.platform.queue.Persistently;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Function;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Sends batches of letters, each over its own connection and outside of any transaction. Each
 * letter is recorded before the next is sent: a crash repeats at most one letter per connection.
 */
final class BatchSender {
  private static final Logger LOG = System.getLogger(BatchSender.class.getName());

  private final Jdbi jdbi;
  private final MailStore store = new MailStore();
  private final MailSettings settings;
  private final Function<MerchantId, byte @Nullable []> logos;
  private final Session session;
  private final SendRecorder recorder;

  /** Letters that are claimed but not started. The thread that takes one is responsible for it. */
  private final Set<Deque<LetterClaim>> batches = ConcurrentHashMap.newKeySet();

  private volatile boolean stopping;

  BatchSender(
      Jdbi jdbi,
      MailSettings settings,
      Function<MerchantId, byte @Nullable []> logos,
      MeterRegistry registry) {
    this.jdbi = jdbi;
    this.settings = settings;
    this.logos = logos;
    this.session = SmtpConnection.session(settings);
    this.recorder = new SendRecorder(jdbi, registry);
  }

  /** Gives back the letters that are not started. Their own threads finish those in progress. */
  void stop() {
    stopping = true;
    batches.forEach(this::giveBack);
  }

  /** Sends a batch; returns when all letters are sent, recorded as not accepted, or given back. */
  void send(List<LetterClaim> claims) {
    Deque<LetterClaim> left = new ConcurrentLinkedDeque<>(claims);
    batches.add(left);
    try {
      @Nullable LetterClaim next = next(left);
      while (next != null) {
        next = sendOverOneConnection(next, left);
      }
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "a letter will be retried when its lease ends", e);
    } finally {
      batches.remove(left);
      giveBack(left);
    }
  }

  /**
   * Sends letters until the server does not accept one. Returns the letter to continue with, over a
   * new connection, or null if there is none.
   */
  private @Nullable LetterClaim sendOverOneConnection(LetterClaim first, Deque<LetterClaim> left) {
    @Nullable LetterClaim claim = first;
    try (SmtpConnection connection = SmtpConnection.open(session, settings.server())) {
      boolean taken = true;
      while (claim != null && taken) {
        SendResult result = send(connection, claim);
        record(claim, result);
        taken = result instanceof SendResult.Sent;
        claim = next(left);
      }
      return claim;
    } catch (MessagingException e) {
      // The server does not answer, or rejects us: the other letters need no attempt of their own.
      SendResult result = SendFault.ofConnection(e);
      for (; claim != null; claim = next(left)) {
        record(claim, result);
      }
      return null;
    }
  }

  private SendResult send(SmtpConnection connection, LetterClaim claim) {
    try {
      connection.send(new LetterMessage(session, settings, claim, logo(claim.letter())));
      return new SendResult.Sent();
    } catch (MessagingException e) {
      return SendFault.of(e);
    }
  }

  private byte @Nullable [] logo(FrozenLetter letter) {
    MerchantId merchant = letter.merchantId();
    return merchant == null || !LetterMessage.hasPlaceForLogo(letter)
        ? null
        : logos.apply(merchant);
  }

  /**
   * Records the result. Retries during an outage until the lease ends; after that another node
   * repeats the attempt.
   */
  private void record(LetterClaim claim, SendResult result) {
    Persistently.run(() -> recorder.record(claim, result), claim.endsAtNanos(), () -> stopping);
  }

  /** Returns the next letter, or null if no more may be started. */
  private @Nullable LetterClaim next(Deque<LetterClaim> left) {
    @Nullable LetterClaim claim = stopping ? null : left.poll();
    if (claim != null && !claim.isFresh()) {
      left.push(claim);
      return null;
    }
    return claim;
  }

  private void giveBack(Deque<LetterClaim> left) {
    List<LetterClaim> claims = new ArrayList<>();
    for (LetterClaim claim = left.poll(); claim != null; claim = left.poll()) {
      claims.add(claim);
    }
    if (claims.isEmpty()) {
      return;
    }
    try {
      jdbi.useHandle(handle -> store.release(handle, claims));
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "{0} letters wait until their lease ends: {1}",
          claims.size(),
          Outage.reason(e));
    }
  }
}
