package dev.paylink.payout;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What somebody has to look at about a payout. */
public enum PayoutFlag {
  /** Amount and fee together are not what its payments brought. */
  sum_mismatch,
  /** Its reports disagree about sums, the bank, or the payments in it. */
  reports_differ;

  /** Returns the stored form; null without flags. */
  static @Nullable String text(Set<PayoutFlag> flags) {
    return flags.isEmpty() ? null : flags.stream().map(Enum::name).collect(Collectors.joining(" "));
  }

  /** Reads the stored form. */
  static Set<PayoutFlag> parse(@Nullable String text) {
    Set<PayoutFlag> flags = EnumSet.noneOf(PayoutFlag.class);
    for (PayoutFlag flag : values()) {
      if (text != null && (" " + text + " ").contains(" " + flag.name() + " ")) {
        flags.add(flag);
      }
    }
    return flags;
  }
}
