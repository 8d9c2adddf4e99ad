package dev.paylink.payment.reuse;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a reusable link asks its payers for something. */
public enum PayerField {
  off,
  optional,
  required;

  /** Returns the names of all choices. */
  public static List<String> names() {
    return Arrays.stream(values()).map(PayerField::name).toList();
  }

  static @Nullable PayerField parse(String name) {
    return Arrays.stream(values())
        .filter(field -> field.name().equals(name))
        .findFirst()
        .orElse(null);
  }
}
