package dev.paylink.invoice;

import java.util.regex.Pattern;

/**
 * The form of automatic invoice numbers: {@code INV-000001}, with more digits from a million on.
 */
final class InvoiceNumber {
  private static final Pattern AUTOMATIC = Pattern.compile("INV-[0-9]{6,}");

  private InvoiceNumber() {}

  static String of(long number) {
    String digits = Long.toString(number);
    return "INV-" + "0".repeat(Math.max(0, 6 - digits.length())) + digits;
  }

  /** Tells whether a merchant's own number could collide with an automatic one. */
  static boolean hasAutomaticForm(String number) {
    return AUTOMATIC.matcher(number).matches();
  }
}
