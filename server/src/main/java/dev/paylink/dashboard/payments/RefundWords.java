package dev.paylink.dashboard.payments;

import dev.paylink.platform.language.Words;
import dev.paylink.settlement.refund.Refund;
import dev.paylink.settlement.refund.RefundStatus;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The words for refunds on pages: one word and one tone for each state. */
public final class RefundWords {
  private RefundWords() {}

  /** Returns what these refunds come to, in each currency. */
  public static String sum(Words words, List<Refund> refunds) {
    Map<String, BigDecimal> sums = new TreeMap<>();
    refunds.forEach(refund -> sums.merge(refund.currency(), refund.amount(), BigDecimal::add));
    return sums.entrySet().stream()
        .map(sum -> PaymentWords.amount(words, sum.getValue(), sum.getKey()))
        .collect(Collectors.joining(" + "));
  }

  public static String name(Words words, Refund refund) {
    String state =
        refund.status() != RefundStatus.requested ? refund.status().name() : requestedState(refund);
    return words.get("refunds.status." + state);
  }

  private static String requestedState(Refund refund) {
    if (refund.lacksAddress()) {
      return refund.namedAddress() == null ? "needsaddress" : "toconfirm";
    }
    return refund.transaction() == null ? "tosend" : "onitsway";
  }

  public static String tone(Refund refund) {
    return switch (refund.status()) {
      case requested, sent -> "warn";
      case settled -> "good";
      case failed -> "bad";
      case canceled -> "calm";
    };
  }

  /** Returns where a refund goes, as far as that is known. */
  public static String to(Words words, Refund refund) {
    String to = refund.to();
    String named = refund.namedAddress();
    return to != null ? to : named != null ? words.get("refunds.notconfirmed", named) : "";
  }

  public static boolean isToSend(Refund refund) {
    return refund.status() == RefundStatus.requested;
  }

  /** Returns what a person should know of a refund before it is sent. */
  public static String hint(Refund refund) {
    String reason = refund.reason();
    return refund.paymentId() + (reason == null ? "" : ": " + reason);
  }

  public static String cancelQuestion(Words words, Refund refund) {
    return words.get(refund.given() ? "refunds.cancelgiven" : "refunds.cancelfresh");
  }
}
