package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Terms;
import dev.paylink.money.Bytes32;
import dev.paylink.payment.Payment;
import java.time.InstantSource;
import java.util.Objects;
import org.jdbi.v3.core.Jdbi;

/**
 * Looks for the transactions that wallets are said to have sent, at the moment when it matters
 * whether they exist: before something else is offered. Asks nodes outside of any transaction.
 */
final class SentHints {
  private final Jdbi jdbi;
  private final SentTransactions sent;
  private final InstantSource clock;
  private final RefStore refs = new RefStore();
  private final RefQueries queries = new RefQueries();

  SentHints(Jdbi jdbi, SentTransactions sent, InstantSource clock) {
    this.jdbi = jdbi;
    this.sent = sent;
    this.clock = clock;
  }

  /** Returns the refs of the payment, after a look for transactions that no node had before. */
  PreparedRefs look(Payment payment) {
    PreparedRefs prepared = load(payment);
    boolean found = false;
    for (PreparedRefs.Prepared hinted : prepared.hinted()) {
      Bytes32 hash = Objects.requireNonNull(hinted.hint()).hash();
      if (sent.isKnown(hinted.deployment(), hash, Terms.idOf(payment.id()))) {
        jdbi.useHandle(handle -> refs.noteKnown(handle, payment, hinted, hash));
        found = true;
      }
    }
    return found ? load(payment) : prepared;
  }

  private PreparedRefs load(Payment payment) {
    return jdbi.withHandle(handle -> queries.ofPayment(handle, payment, clock.instant()));
  }
}
