package dev.paylink.settlement.received;

import dev.paylink.settlement.received.ReceivedTransfer.Source;
import dev.paylink.settlement.received.ReceivedTransferStore.Part;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the amount of a payment has come in parts: in several tokens of its currency, or
 * on several chains. Tokens of a currency count at par.
 *
 * <ul>
 *   <li>An open payment is whole by what came in time; late money counts once it has ended, or as
 *       it ends.
 *   <li>It is a success once: nobody asks about a payment that is one. What one token on one chain
 *       holds alone is left to the chain's watcher, who reports it with its proof. In whichever
 *       order the two come, the second changes nothing.
 *   <li>Its expiry asks too, whatever the watcher has reported so far: what is whole in time never
 *       fails.
 *   <li>If it is whole only with a suspended token, the confirmation is by a transfer in that
 *       token, and so is held.
 *   <li>What was given back, or may be, does not pay again: nobody asks about a payment that is
 *       short of it.
 * </ul>
 *
 * @param parts of the transfers that count
 */
public record WholeSum(BigDecimal asked, List<Part> parts) {

  /** Returns the same without late money. */
  public WholeSum inTime() {
    return new WholeSum(asked, parts.stream().filter(part -> !part.isLate()).toList());
  }

  /**
   * Returns the parts, the last transfer of which confirms the payment; none if it is not whole.
   *
   * @param suspended those in tokens that operators have suspended
   * @param evenInOne whether it is asked about even if one token on one chain holds the amount
   */
  public List<Part> confirming(Set<Part> suspended, boolean evenInOne) {
    if (sum(parts).compareTo(asked) < 0) {
      return List.of();
    }
    List<Part> free = parts.stream().filter(part -> !suspended.contains(part)).toList();
    boolean isFree = sum(free).compareTo(asked) >= 0;
    if (!evenInOne && isInOne(isFree ? free : parts)) {
      return List.of();
    }
    return isFree ? free : parts.stream().filter(suspended::contains).toList();
  }

  /** Tells whether the address has the amount in one token on one chain. */
  private boolean isInOne(List<Part> some) {
    Map<List<?>, BigDecimal> sums = new HashMap<>();
    for (Part part : some) {
      if (part.source() == Source.address && part.token() != null) {
        sums.merge(List.of(part.chainId(), part.token()), part.amount(), BigDecimal::add);
      }
    }
    return sums.values().stream().anyMatch(sum -> sum.compareTo(asked) >= 0);
  }

  /** Returns the one of these transfers with which the sum has reached the limit; null if none. */
  public static @Nullable ReceivedTransfer reaching(
      BigDecimal limit, BigDecimal before, List<ReceivedTransfer> more) {
    BigDecimal sum = before;
    for (ReceivedTransfer row : more) {
      sum = sum.add(row.amount());
      if (sum.compareTo(limit) >= 0) {
        return row;
      }
    }
    return null;
  }

  /** Returns what the parts are together. */
  public static BigDecimal sum(List<Part> parts) {
    return parts.stream().map(Part::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
