package dev.paylink.webhook.settings;

import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The types of events that a webhook gets, without duplicates and in the order of the known. */
public record EventChoice(List<String> types) {
  /** The types that can be asked for. */
  public static final List<String> KNOWN =
      List.of(
          "payment.confirmed",
          "payment.failed",
          "payment.submitted",
          "payment.partially_paid",
          "payment.overpaid",
          "payment.held",
          "refund.settled",
          "refund.failed");

  /** What a webhook gets that asks for nothing else. */
  public static final EventChoice DEFAULT =
      new EventChoice(List.of("payment.confirmed", "payment.failed"));

  private static final int MAX_ITEMS = 50;
  private static final int MAX_TYPE = 64;

  static EventChoice of(Collection<String> types) {
    return new EventChoice(KNOWN.stream().filter(types::contains).toList());
  }

  /** Reads the field; null if it is absent, or has a fault that is now among the fields'. */
  static @Nullable EventChoice read(Fields fields, String name) {
    List<String> types = fields.texts(name, MAX_ITEMS, MAX_TYPE);
    if (types == null) {
      return null;
    }
    String known = String.join(", ", KNOWN);
    if (types.isEmpty()) {
      fields.fault(name, Message.of("field.eventtypes", known));
    }
    types.stream()
        .filter(type -> !KNOWN.contains(type))
        .findFirst()
        .ifPresent(type -> fields.fault(name, Message.of("unknowntype", type, known)));
    return of(types);
  }

  public boolean includes(String type) {
    return types.contains(type);
  }
}
