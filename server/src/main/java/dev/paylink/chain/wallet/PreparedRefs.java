package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Prices;
import dev.paylink.money.Bytes32;
import dev.paylink.payment.PaymentStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The refs that were prepared for one payment so far, at one moment.
 *
 * <ul>
 *   <li>A ref is under way once a node says that a signature for it pays, or has the transaction
 *       that was sent, until the contract refuses it. A hash that no node has is a hint, which
 *       anyone with the link can invent. A settled ref stays under way.
 *   <li>While one ref is under way, nothing is prepared under another: it would be paid twice.
 *   <li>Anyone who has seen a signature can use it. So what the payer signs or sends ends after
 *       minutes, whenever the payment itself ends.
 *   <li>A payment has one ref on a contract, which settles once in whatever token and ends with the
 *       payment. The prices that were stored first stay the accepted ones, whatever is configured
 *       later.
 * </ul>
 */
final class PreparedRefs {
  static final Duration SIGNATURE_TIME = Duration.ofMinutes(10);

  /** What a block of the last second holds is seen by then. */
  private static final Duration GRACE = Duration.ofMinutes(1);

  /** Each is a question to the payer's node. */
  private static final int MAX_EARLIER = 6;

  private final List<Prepared> all;
  private final PaymentStatus status;
  private final Instant now;

  PreparedRefs(List<Prepared> all, PaymentStatus status, Instant now) {
    this.all = all;
    this.status = status;
    this.now = now;
  }

  /** A transaction that a wallet is said to have sent, and when it can no longer be mined. */
  record Hint(Bytes32 hash, long until) {}

  /**
   * One ref of the payment.
   *
   * @param given whether the payer has signed it, or a node has its transaction
   * @param givenUntil the end of what was signed or sent; null if that is not known
   * @param readTo the time of the last final block that was read; null if its chain is halted
   * @param hint a transaction that no node had yet; null if there is none
   */
  record Prepared(
      Deployment deployment,
      Bytes32 ref,
      long deadline,
      Prices accepted,
      boolean given,
      @Nullable Long givenUntil,
      boolean settled,
      @Nullable Instant readTo,
      @Nullable Hint hint) {

    /** Returns the first second in which the contract refuses what was given. */
    private Instant end() {
      return Instant.ofEpochSecond(givenUntil == null ? deadline : givenUntil);
    }
  }

  /** Returns these ways to pay as they can be prepared: with the prices that were stored first. */
  List<Payable> fitted(List<Payable> payables) {
    return payables.stream().map(this::fitted).filter(Objects::nonNull).toList();
  }

  private @Nullable Payable fitted(Payable payable) {
    Prices stored =
        all.stream()
            .filter(prepared -> prepared.deployment.equals(payable.terms().deployment()))
            .map(Prepared::accepted)
            .findFirst()
            .orElse(null);
    if (stored == null) {
      return payable;
    }
    boolean isAccepted = stored.find(payable.terms().token(), payable.terms().amount()) != null;
    return isAccepted ? payable.accepting(stored) : null;
  }

  /** Returns the refs with a transaction that a node may have meanwhile. */
  List<Prepared> hinted() {
    return all.stream()
        .filter(it -> it.hint != null && !it.settled)
        .filter(
            it ->
                now.isBefore(
                    Instant.ofEpochSecond(Objects.requireNonNull(it.hint).until).plus(GRACE)))
        .toList();
  }

  /** Tells whether the ref was prepared. */
  boolean contains(Bytes32 ref) {
    return all.stream().anyMatch(prepared -> prepared.ref.equals(ref));
  }

  /** Tells whether a wallet is paying, or has paid. */
  boolean isAnyUnderWay() {
    return all.stream().anyMatch(this::isUnderWay);
  }

  /** Tells whether a ref is under way other than this one. */
  boolean isOtherUnderWay(Bytes32 ref) {
    return all.stream().anyMatch(prepared -> isUnderWay(prepared) && !prepared.ref.equals(ref));
  }

  /** Tells whether the ref of this payment on its chain is under way. */
  boolean isUnderWay(Payable payable) {
    Bytes32 ref = payable.terms().ref();
    return all.stream().anyMatch(prepared -> isUnderWay(prepared) && prepared.ref.equals(ref));
  }

  /**
   * Returns the newest of the other refs on this chain, on an earlier contract too. One of them may
   * be settled in a block that the watcher has not read yet.
   */
  List<Prepared> earlier(Payable current) {
    return all.stream()
        .filter(prepared -> prepared.deployment.chainId() == current.terms().deployment().chainId())
        .filter(prepared -> !prepared.ref.equals(current.terms().ref()))
        .sorted(
            Comparator.comparing(Prepared::given).thenComparingLong(Prepared::deadline).reversed())
        .limit(MAX_EARLIER)
        .toList();
  }

  /** Returns the payment as it is prepared now: nobody is asked for longer than minutes. */
  Payable current(Payable payable) {
    return payable.until(latest());
  }

  /**
   * Returns the payment as the payer says it was sent. The contract does not tell until when a call
   * is valid, and nobody was asked to send one that is valid for longer than minutes.
   */
  Payable given(Payable payable, long end) {
    return payable.until(Math.min(end, latest()));
  }

  /** Tells whether what the payer signs or sends ends in time. */
  boolean isShort(Payable payable) {
    return payable.validBefore() <= latest();
  }

  private long latest() {
    return now.plus(SIGNATURE_TIME).getEpochSecond();
  }

  private boolean isUnderWay(Prepared prepared) {
    return prepared.settled || (prepared.given && !hasEnded(prepared));
  }

  /**
   * Tells whether the ref can no longer be settled. Once something of the payment was seen on a
   * chain, only final blocks tell.
   */
  private boolean hasEnded(Prepared prepared) {
    Instant end = prepared.end();
    return status == PaymentStatus.created
        ? !now.isBefore(end.plus(GRACE))
        : prepared.readTo != null && !prepared.readTo.isBefore(end);
  }
}
