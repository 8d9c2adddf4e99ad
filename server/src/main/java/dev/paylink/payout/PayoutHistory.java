package dev.paylink.payout;

import dev.paylink.ids.PaymentId;
import dev.paylink.ids.PayoutId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All reports about one payout, and what they say together.
 *
 * <ul>
 *   <li>The first report of a state is applied. A later one of the same state changes nothing that
 *       was reported; if it says something else, it is kept, and the payout is flagged.
 *   <li>What the applied reports say together does not depend on the order in which they came.
 * </ul>
 */
final class PayoutHistory {
  static final PayoutHistory NONE = new PayoutHistory(List.of(), List.of());

  private final List<PayoutReport> applied; // those of the last states first
  private final List<PayoutReport> others;

  PayoutHistory(List<PayoutReport> applied, List<PayoutReport> others) {
    this.applied =
        applied.stream().sorted(Comparator.comparing(PayoutReport::status).reversed()).toList();
    this.others = List.copyOf(others);
  }

  int size() {
    return applied.size() + others.size();
  }

  /** Returns whether a report of this state was applied. */
  boolean knows(PayoutStatus status) {
    return applied.stream().anyMatch(report -> report.status() == status);
  }

  /** Returns whether exactly this was reported before. */
  boolean has(PayoutReport report) {
    return applied.stream().anyMatch(report::isRepeatedBy)
        || others.stream().anyMatch(report::isRepeatedBy);
  }

  /** Returns the history with one more report, which is applied if it is the first of its state. */
  PayoutHistory with(PayoutReport report) {
    List<PayoutReport> more = new ArrayList<>(knows(report.status()) ? others : applied);
    more.add(report);
    return knows(report.status())
        ? new PayoutHistory(applied, more)
        : new PayoutHistory(more, others);
  }

  /** Returns the payout that the reports tell of. */
  Payout payout(PayoutId id, PaymentsInPayout inIt, Instant createdAt, Instant updatedAt) {
    PayoutReport last = applied.getFirst();
    BigDecimal fee = latest(PayoutReport::fee);
    BigDecimal rate = latest(PayoutReport::rate);
    BigDecimal gross = fee == null ? last.amount() : last.amount().add(fee);
    BigDecimal total = inIt.total(last.currency(), last.amount().scale(), rate);
    Set<PayoutFlag> flags = EnumSet.noneOf(PayoutFlag.class);
    if (total != null && !inIt.agrees(total, gross, last.currency())) {
      flags.add(PayoutFlag.sum_mismatch);
    }
    if (differs()) {
      flags.add(PayoutFlag.reports_differ);
    }
    List<PaymentId> payments = payments();
    return new Payout(
        last.merchantId(),
        id,
        last.payoutRef(),
        last.status(),
        last.amount(),
        fee,
        last.currency(),
        rate,
        latest(PayoutReport::bankReference),
        latest(PayoutReport::accountLast4),
        payments,
        payments.size(),
        total,
        flags,
        createdAt,
        updatedAt);
  }

  /** Returns what the last state that says anything about it says; null if none does. */
  private <T> @Nullable T latest(Function<PayoutReport, @Nullable T> part) {
    for (PayoutReport report : applied) {
      T value = part.apply(report);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  /** Returns the payments that any applied report names. */
  List<PaymentId> payments() {
    Set<PaymentId> all = new LinkedHashSet<>();
    applied.forEach(report -> all.addAll(Objects.requireNonNullElse(report.payments(), List.of())));
    return all.stream().sorted(Comparator.comparing(PaymentId::toString)).toList();
  }

  /** Returns whether two reports disagree about anything that both of them say. */
  boolean differs() {
    return differs(PayoutReport::amount)
        || differs(PayoutReport::currency)
        || differs(PayoutReport::fee)
        || differs(PayoutReport::rate)
        || differs(PayoutReport::bankReference)
        || differs(PayoutReport::accountLast4)
        || differs(PayoutReport::paymentSet);
  }

  private boolean differs(Function<PayoutReport, @Nullable Object> part) {
    Set<Object> said = new HashSet<>();
    for (List<PayoutReport> reports : List.of(applied, others)) {
      for (PayoutReport report : reports) {
        Object value = part.apply(report);
        if (value != null) {
          said.add(value);
        }
      }
    }
    return said.size() > 1;
  }
}
