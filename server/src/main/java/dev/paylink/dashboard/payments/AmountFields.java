package dev.paylink.dashboard.payments;

import dev.paylink.money.TypedAmount;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.web.Form;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Amounts in forms: read as the page's language writes them, and written so that they are read the
 * same. The form that is shown again keeps what was typed.
 */
final class AmountFields {
  /** Between amounts: 5.00, 10.00, or 5,00; 10,00 where the decimal sign is the comma. */
  private static final Pattern BETWEEN = Pattern.compile(",?\\s+|\\s*;\\s*");

  /** The same where a space groups thousands. */
  private static final Pattern BETWEEN_GROUPS = Pattern.compile(",\\s+|\\s*;\\s*");

  private AmountFields() {}

  /** Returns the form with these amounts as plain decimals, for the parser of the call. */
  static Form plain(Form form, LocalFormat format, String... names) {
    return form.mapped(List.of(names), typed -> TypedAmount.plain(typed, format));
  }

  /** Returns the form with this list of amounts as plain decimals with commas between them. */
  static Form plainList(Form form, LocalFormat format, String name) {
    return form.mapped(List.of(name), typed -> plainList(typed, format));
  }

  private static String plainList(String typed, LocalFormat format) {
    boolean isSpace = Character.isSpaceChar(format.groupingSeparator());
    return (isSpace ? BETWEEN_GROUPS : BETWEEN)
        .splitAsStream(typed.strip())
        .map(each -> isList(each, format) ? each : TypedAmount.plain(each, format))
        .collect(Collectors.joining(", "));
  }

  /** Tells whether the commas in 5,10,25 are between amounts: those in 1,234.50 group thousands. */
  private static boolean isList(String typed, LocalFormat format) {
    return format.groupingSeparator() == ',' && typed.indexOf('.') < 0;
  }

  /** Writes a list of amounts as {@link #plainList} reads it. */
  static String typed(List<BigDecimal> amounts, LocalFormat format) {
    return amounts.stream()
        .map(format::typed)
        .collect(Collectors.joining(format.decimalSeparator() == ',' ? "; " : ", "));
  }
}
