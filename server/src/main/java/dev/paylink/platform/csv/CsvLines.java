package dev.paylink.platform.csv;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows as RFC 4180 defines them, in UTF-8. Text that a spreadsheet would run as a formula
 * gets an apostrophe in front, because much of the exported text was written by somebody else. So
 * does text behind what another spreadsheet's settings take for the end of a cell: quotes do not
 * help there.
 */
public final class CsvLines {
  /** With the full-width signs, which some spreadsheets read as the others. */
  private static final String BEGINS_A_FORMULA = "=+-@\t\r\uff1d\uff0b\uff0d\uff20";

  /**
   * A formula behind the end of a cell elsewhere: a semicolon, a tab, a line break, a bar. Quotes
   * between them do not help: there they open a cell, and close it again.
   */
  private static final Pattern LATER_FORMULA =
      Pattern.compile("(?<=[;|\\t\\r\\n]\"{0,9})(?=[=+@\\-\uff1d\uff0b\uff0d\uff20])");

  private static final String NEEDS_QUOTES = ",\"\r\n";

  private final StringBuilder lines = new StringBuilder();
  private boolean begun;

  public CsvLines header(List<String> names) {
    names.forEach(this::text);
    return end();
  }

  /** Adds a cell with text of any origin; null is an empty cell. */
  public CsvLines text(@Nullable String value) {
    if (value == null || value.isEmpty()) {
      return cell("");
    }
    String defused = LATER_FORMULA.matcher(value).replaceAll("'");
    return cell(BEGINS_A_FORMULA.indexOf(value.charAt(0)) < 0 ? defused : '\'' + defused);
  }

  /** Adds a cell with a plain decimal, which every spreadsheet reads as a number. */
  public CsvLines number(@Nullable BigDecimal value) {
    return cell(value == null ? "" : value.toPlainString());
  }

  /** Ends the row. */
  public CsvLines end() {
    lines.append("\r\n");
    begun = false;
    return this;
  }

  public byte[] bytes() {
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  private CsvLines cell(String value) {
    if (begun) {
      lines.append(',');
    }
    begun = true;
    if (value.chars().anyMatch(c -> NEEDS_QUOTES.indexOf(c) >= 0)) {
      lines.append('"').append(value.replace("\"", "\"\"")).append('"');
    } else {
      lines.append(value);
    }
    return this;
  }
}
