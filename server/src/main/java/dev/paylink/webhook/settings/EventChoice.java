package dev.paylink.webhook.settings;

import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The types of events that a webhook gets, without duplicates and in the order of the known. */
public record EventChoice(List<String> types) {
  private static final List<String> OF_PAYMENTS =
      List.of(
          "payment.confirmed",
          "payment.failed",
          "payment.submitted",
          "payment.partially_paid",
          "payment.overpaid",
          "payment.held",
          "refund.settled",
          "refund.failed");

  private static final List<String> OF_PAYOUTS =
      List.of("payout.initiated", "payout.sent", "payout.paid", "payout.returned", "payout.failed");

  private static final int MAX_ITEMS = 50;
  private static final int MAX_TYPE = 64;

  /** Returns the types that a webhook of this scope can ask for; none is of two scopes. */
  public static List<String> known(WebhookScope scope) {
    return switch (scope) {
      case invoice_settlement -> OF_PAYMENTS;
      case fiat_settlement -> OF_PAYOUTS;
    };
  }

  /** Returns what a webhook of this scope gets that asks for nothing else. */
  public static EventChoice standard(WebhookScope scope) {
    return switch (scope) {
      case invoice_settlement -> new EventChoice(List.of("payment.confirmed", "payment.failed"));
      case fiat_settlement -> new EventChoice(OF_PAYOUTS);
    };
  }

  static EventChoice of(WebhookScope scope, Collection<String> types) {
    return new EventChoice(known(scope).stream().filter(types::contains).toList());
  }

  /** Reads the field; null if it is absent, or has a fault that is now among the fields'. */
  static @Nullable EventChoice read(Fields fields, String name, WebhookScope scope) {
    List<String> types = fields.texts(name, MAX_ITEMS, MAX_TYPE);
    if (types == null) {
      return null;
    }
    String known = String.join(", ", known(scope));
    if (types.isEmpty()) {
      fields.fault(name, Message.of("field.eventtypes", known));
    }
    types.stream()
        .filter(type -> !known(scope).contains(type))
        .findFirst()
        .ifPresent(type -> fields.fault(name, Message.of("unknowntype", type, known)));
    return of(scope, types);
  }

  public boolean includes(String type) {
    return types.contains(type);
  }
}
