package dev.paylink.settlement.apply;

import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.payment.Payment;
import dev.paylink.platform.db.Tx;
import dev.paylink.settlement.figures.PaymentDayStore;
import dev.paylink.settlement.received.Movement;
import dev.paylink.settlement.received.MovementStore;
import dev.paylink.settlement.received.ReceivedTransfer;
import dev.paylink.settlement.received.ReceivedTransfer.Source;
import dev.paylink.settlement.received.ReceivedTransferStore;
import dev.paylink.settlement.received.ReceivedTransferStore.Part;
import dev.paylink.settlement.received.SurplusQueries;
import dev.paylink.settlement.received.WholeSum;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The transfers that payments got, as far as one transaction changes them. The changes are written
 * once at the end, together with the payments' sums and the merchants' books: a transfer that is
 * stored is a line, and so is one that is deleted.
 */
final class ReceivedTransfers {
  /** Why money is gone, where nobody has told it. */
  private static final String REPLACED = "replaced";

  private final Connection connection;
  private final Currencies currencies;
  private final ReceivedTransferStore store = new ReceivedTransferStore();
  private final Map<ReceivedTransferStore.Key, ReceivedTransfer> added = new LinkedHashMap<>();
  private final Map<ReceivedTransferStore.Key, ReceivedTransfer> removed = new HashMap<>();
  private final Map<PaymentId, String> reasons = new HashMap<>();
  private final Set<PaymentId> noneStored = new HashSet<>();
  private final MovementStore books = new MovementStore();
  private final List<Movement> lines = new ArrayList<>();

  ReceivedTransfers(Connection connection, Currencies currencies) {
    this.connection = connection;
    this.currencies = currencies;
  }

  /** Notes that none is stored of this payment: nothing is asked about it. */
  void noneOf(PaymentId payment) {
    noneStored.add(payment);
  }

  /** Returns whether the transfer is in the payment's sum. */
  boolean isCounted(ReceivedTransfer row, Payment payment) throws SQLException {
    ReceivedTransferStore.Key key = ReceivedTransferStore.Key.of(row);
    ReceivedTransfer here = added.get(key);
    if (here != null) {
      return here.counts();
    }
    // Most payments get one transfer: nothing is asked about those that have none yet.
    return payment.money().amount() != null
        && !noneStored.contains(payment.id())
        && !removed.containsKey(key)
        && store.isCounted(connection, row);
  }

  void add(ReceivedTransfer row) {
    added.put(ReceivedTransferStore.Key.of(row), row);
  }

  void remove(ReceivedTransfer row) {
    added.remove(ReceivedTransferStore.Key.of(row));
    removed.put(ReceivedTransferStore.Key.of(row), row);
  }

  /**
   * Notes money that came, or is gone, without a transfer that is known.
   *
   * @param by what is known of it; null if nothing is
   */
  void addUnproven(Payment payment, @Nullable OnChainTransaction by, BigDecimal amount) {
    Long chainId = by == null ? null : by.chainId();
    String token = by == null ? null : by.token();
    String hash = by == null ? null : by.hash();
    lines.add(
        new Movement(
            payment.merchantId(),
            payment.id(),
            amount.signum() > 0 ? Movement.Kind.received : Movement.Kind.taken_back,
            Objects.requireNonNullElse(chainId, 0L),
            Objects.requireNonNullElse(token, ""),
            amount,
            payment.currency(),
            hash == null ? null : Bytes32.parse(hash),
            by == null ? null : by.logIndex(),
            null,
            amount.signum() > 0 ? null : reasons.get(payment.id())));
  }

  /**
   * Removes what the payment was settled with: a reorganisation took it. What came to the payment's
   * own address stays, and so do settlements on other chains. Returns the sum of what stays; null
   * if nothing does.
   *
   * @param chainId the chain that was reorganised; null if it is not known: then none is kept
   */
  @Nullable BigDecimal takeBackSettlements(
      Payment payment, @Nullable Long chainId, @Nullable String reason) throws SQLException {
    reasons.put(payment.id(), Objects.requireNonNullElse(reason, REPLACED));
    List<ReceivedTransfer> settlements = settlements(payment);
    List<ReceivedTransfer> gone =
        settlements.stream()
            .filter(row -> chainId == null || row.transfer().chainId() == chainId)
            .toList();
    gone.forEach(this::remove);
    BigDecimal stored =
        noneStored.contains(payment.id()) ? null : store.atAddress(connection, payment);
    BigDecimal stays =
        sum(added.values().stream().filter(row -> isOf(row, payment, Source.address)))
            .add(Objects.requireNonNullElse(stored, BigDecimal.ZERO))
            .add(sum(settlements.stream()))
            .subtract(sum(gone.stream()));
    BigDecimal all = Objects.requireNonNullElse(payment.money().amount(), BigDecimal.ZERO);
    BigDecimal unproven = all.subtract(stays).subtract(sum(gone.stream()));
    if (unproven.signum() > 0) {
      addUnproven(payment, OnChainTransaction.stored(payment.transaction()), unproven.negate());
    }
    return stays.signum() > 0 ? stays : null;
  }

  /** Returns what came for the payment and not to its own address. */
  List<ReceivedTransfer> settlements(Payment payment) throws SQLException {
    List<ReceivedTransfer> all = new ArrayList<>();
    List<ReceivedTransfer> stored =
        noneStored.contains(payment.id()) ? List.of() : store.ofSettlements(connection, payment);
    for (ReceivedTransfer row : stored) {
      ReceivedTransferStore.Key key = ReceivedTransferStore.Key.of(row);
      if (!removed.containsKey(key) && !added.containsKey(key)) {
        all.add(row);
      }
    }
    added.values().stream().filter(row -> isOf(row, payment, Source.settlement)).forEach(all::add);
    return all;
  }

  private static boolean isOf(ReceivedTransfer row, Payment payment, Source source) {
    return row.source() == source && row.paymentId().equals(payment.id());
  }

  private static BigDecimal sum(Stream<ReceivedTransfer> rows) {
    return rows.filter(ReceivedTransfer::counts)
        .map(ReceivedTransfer::amount)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** Returns the last transfer that counts; null if there is none. */
  @Nullable ReceivedTransfer last(Payment payment) throws SQLException {
    ReceivedTransfer last = lastAdded(payment, row -> true);
    return last == null ? store.last(connection, payment) : last;
  }

  /** Returns the last transfer in one of these tokens that counts; null if there is none. */
  @Nullable ReceivedTransfer last(Payment payment, List<Part> among) throws SQLException {
    Predicate<ReceivedTransfer> isAmong = row -> among.stream().anyMatch(it -> it.isTokenOf(row));
    ReceivedTransfer last = lastAdded(payment, isAmong);
    if (last == null) {
      ReceivedTransfer stored = store.last(connection, payment);
      last = stored != null && isAmong.test(stored) ? stored : null;
    }
    return last == null ? store.last(connection, payment, among.getFirst()) : last;
  }

  private @Nullable ReceivedTransfer lastAdded(
      Payment payment, Predicate<ReceivedTransfer> isMeant) {
    return added.values().stream()
        .filter(row -> row.paymentId().equals(payment.id()) && row.counts() && isMeant.test(row))
        .reduce((before, after) -> after)
        .orElse(null);
  }

  /**
   * Returns the transfer with which the sum has reached the limit; null if there is none, or the
   * payment has just lost money.
   */
  @Nullable ReceivedTransfer beyond(Payment payment, BigDecimal limit) throws SQLException {
    if (hasLost(payment)) {
      return null;
    }
    BigDecimal before = BigDecimal.ZERO;
    if (!noneStored.contains(payment.id())) {
      ReceivedTransfer stored = new SurplusQueries().reaching(connection, payment, limit);
      if (stored != null) {
        return stored;
      }
      before = WholeSum.sum(store.parts(connection, payment));
    }
    return WholeSum.reaching(limit, before, counted(added, payment));
  }

  private boolean hasLost(Payment payment) {
    return removed.keySet().stream().anyMatch(key -> key.paymentId().equals(payment.id()));
  }

  /** Returns what has come and counts, in parts; none of a payment that has just lost money. */
  List<Part> parts(Payment payment) throws SQLException {
    if (hasLost(payment)) {
      return List.of();
    }
    List<Part> parts = new ArrayList<>();
    if (!noneStored.contains(payment.id())) {
      parts.addAll(store.parts(connection, payment));
    }
    counted(added, payment).forEach(row -> parts.add(Part.of(row)));
    return parts;
  }

  private static List<ReceivedTransfer> counted(
      Map<ReceivedTransferStore.Key, ReceivedTransfer> rows, Payment payment) {
    return rows.values().stream()
        .filter(row -> row.paymentId().equals(payment.id()) && row.counts())
        .toList();
  }

  /** Returns what was reported without its transfer: what no row has of what came. */
  BigDecimal unproven(Payment payment) throws SQLException {
    BigDecimal came = Objects.requireNonNullElse(payment.money().amount(), BigDecimal.ZERO);
    BigDecimal proven = WholeSum.sum(left(payment)).add(sum(counted(added, payment).stream()));
    return came.subtract(proven).max(BigDecimal.ZERO);
  }

  /** Returns what is stored and counts, in parts, and as negative parts what is gone of it. */
  List<Part> left(Payment payment) throws SQLException {
    List<Part> left = new ArrayList<>(store.parts(connection, payment));
    counted(removed, payment).forEach(row -> left.add(Part.of(row).negated()));
    return left;
  }

  /**
   * Writes the changes, and a line of the books for each; returns what moved.
   *
   * @param currency returns that of a payment
   */
  List<PaymentDayStore.Moved> store(
      Tx.Together together, Instant at, Function<PaymentId, @Nullable String> currency)
      throws SQLException {
    List<ReceivedTransfer> gone =
        store.delete(
            connection,
            removed.values().stream()
                .filter(row -> !added.containsKey(ReceivedTransferStore.Key.of(row)))
                .toList());
    List<ReceivedTransfer> came = store.insert(connection, added.values(), at);
    for (ReceivedTransfer row : without(gone, came)) {
      lines.add(
          Movement.takenBack(
              row,
              currency(row, currency.apply(row.paymentId())),
              reasons.getOrDefault(row.paymentId(), REPLACED)));
    }
    for (ReceivedTransfer row : without(came, gone)) {
      lines.add(Movement.received(row, currency(row, currency.apply(row.paymentId()))));
    }
    return books.add(together, lines.stream().map(this::withDecimals).toList(), at);
  }

  /**
   * Returns the rows that are not the same money elsewhere in the chain, which has not moved. Each
   * of the others is that of one row at most.
   */
  private static List<ReceivedTransfer> without(
      List<ReceivedTransfer> rows, List<ReceivedTransfer> others) {
    List<ReceivedTransfer> left = new ArrayList<>(rows);
    for (ReceivedTransfer other : others) {
      left.stream().filter(row -> isSameMoney(row, other)).findFirst().ifPresent(left::remove);
    }
    return left;
  }

  /** A transaction that is mined again in another block has the same hash, and other indexes. */
  private static boolean isSameMoney(ReceivedTransfer row, ReceivedTransfer other) {
    return row.paymentId().equals(other.paymentId())
        && row.transfer().chainId() == other.transfer().chainId()
        && row.transfer().hash().equals(other.transfer().hash())
        && Objects.equals(row.token(), other.token())
        && row.amount().compareTo(other.amount()) == 0
        && row.counts() == other.counts();
  }

  /**
   * Returns the currency that the transfer is an amount of, whether it counts or not; null if none
   * lists its token. What is held is so counted as what it is when it counts.
   */
  private @Nullable String currency(ReceivedTransfer row, @Nullable String ofPayment) {
    String token = row.token();
    if (row.counts() || ofPayment == null || token == null) {
      return row.counts() ? ofPayment : null;
    }
    Currency lists = currencies.listing(token, ofPayment);
    return lists == null ? null : lists.code();
  }

  /** Returns the line with at least the decimals of its currency. */
  private Movement withDecimals(Movement line) {
    String code = line.currency();
    Currency currency = code == null ? null : currencies.find(code);
    return currency == null ? line : line.withDecimals(currency.decimals());
  }
}
