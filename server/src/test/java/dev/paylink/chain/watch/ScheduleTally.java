package dev.paylink.chain.watch;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** What has happened in all schedules, so that one can see whether they tell anything. */
final class ScheduleTally {
  /** Something that must have happened now and then. */
  enum Seen {
    PAID,
    MINED_AGAIN,
    TOO_MUCH,
    LIARS,
    FORKS,
    LAGS,
    FLOODS,
    HALTS,
    CONFIRMED_EARLY,
    TAKEN_BACK,
    TRANSFERS,
    PAID_BY_TRANSFER,
    PAID_IN_PARTS,
    LATE,
    SURPLUS,
    MISSING,
    PAID_TWICE,
    CALM_LOOKS,
    SWEEPS,
    COLLECT_LISTS,
    ACCEPTED,
    ACCEPTS_REFUSED,
    FORGIVEN,
    REFUNDS_OF_WHAT_FAILED,
    REFUNDS_OF_ANOTHER_CURRENCY,
    REFUNDS,
    REFUNDS_AS_A_PART,
    REFUNDS_REFUSED,
    REFUNDS_RACING,
    REFUNDS_TAKEN_BACK,
    REFUNDS_CANCELED,
    REFUNDS_FAILED,
    REFUNDS_SETTLED,
    REFUNDS_SETTLED_ALTHOUGH_CANCELED,
    REFUNDS_SETTLED_AGAIN,
    RELAYED,
    RELAYS_REFUSED,
    RELAYS_LATE,
    RELAYS_RAISED,
    RELAYS_EMPTIED,
    RELAYED_IN_VAIN,
    PAID_BY_RELAY
  }

  private final Map<Seen, LongAdder> counts = new EnumMap<>(Seen.class);

  ScheduleTally() {
    for (Seen seen : Seen.values()) {
      counts.put(seen, new LongAdder());
    }
  }

  void note(Seen seen) {
    note(seen, true);
  }

  void note(Seen seen, boolean happened) {
    if (happened) {
      Objects.requireNonNull(counts.get(seen)).increment();
    }
  }

  long times(Seen seen) {
    return Objects.requireNonNull(counts.get(seen)).sum();
  }

  List<Seen> never() {
    return Arrays.stream(Seen.values()).filter(seen -> times(seen) == 0).toList();
  }

  @Override
  public String toString() {
    return Arrays.stream(Seen.values())
        .map(seen -> seen.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + times(seen))
        .collect(Collectors.joining(", "));
  }
}
