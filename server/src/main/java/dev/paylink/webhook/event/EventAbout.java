package dev.paylink.webhook.event;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What people recognise an event by, as its body has it: the merchant's reference, and the amount,
 * which is the refund's where it is about one.
 *
 * @param reference null if the merchant gave none
 * @param amount null if the payer chooses it and has not yet
 */
public record EventAbout(
    @Nullable String reference, @Nullable BigDecimal amount, @Nullable String currency) {
  static EventAbout of(byte[] body) {
    JsonNode event = JsonMapper.shared().readTree(body);
    JsonNode sum = event.path("refund").isObject() ? event.path("refund") : event;
    String amount = text(sum, "amount");
    return new EventAbout(
        text(event, "reference"),
        amount == null ? null : new BigDecimal(amount),
        text(sum, "currency"));
  }

  private static @Nullable String text(JsonNode event, String name) {
    JsonNode value = event.path(name);
    return value.isString() ? value.stringValue() : null;
  }
}
