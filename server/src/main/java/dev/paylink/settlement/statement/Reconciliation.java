package dev.paylink.settlement.statement;

import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.payout.PaidOut;
import dev.paylink.settlement.figures.Sums;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The sums of a month's lines by currency, divided by how far the money of each payment is on its
 * way to the bank now. Every line with a currency is in one part, so the parts of a currency add up
 * to its {@link Sums}, which have the decimals of their currency.
 */
public final class Reconciliation {
  private final Currencies currencies;
  private final SortedMap<String, Map<PaidOut, Sums>> sums = new TreeMap<>();

  Reconciliation(Currencies currencies) {
    this.currencies = currencies;
  }

  /** What the lines of one currency add up to whose payments are as far as this. */
  public record Part(String currency, PaidOut state, Sums sums) {}

  void add(StatementLine line) {
    String currency = line.currency();
    if (currency != null) {
      sums.computeIfAbsent(currency, its -> new EnumMap<>(PaidOut.class))
          .merge(line.paidOut(), line.sums(), Sums::plus);
    }
  }

  /** Returns the whole of each currency. */
  SortedMap<String, Sums> totals() {
    SortedMap<String, Sums> totals = new TreeMap<>();
    sums.forEach(
        (currency, its) ->
            totals.put(
                currency, exact(currency, its.values().stream().reduce(Sums.NONE, Sums::plus))));
    return totals;
  }

  /** Returns the three parts of each currency, also those in which nothing moved. */
  List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    sums.forEach(
        (currency, its) -> {
          for (PaidOut state : PaidOut.values()) {
            Sums part = its.getOrDefault(state, Sums.NONE);
            parts.add(new Part(currency, state, exact(currency, part)));
          }
        });
    return parts;
  }

  private Sums exact(String code, Sums its) {
    Currency currency = currencies.find(code);
    return new Sums(
        Balance.exact(its.gross(), currency),
        Balance.exact(its.takenBack(), currency),
        its.refunds(),
        Balance.exact(its.refunded(), currency));
  }
}
