package dev.paylink.platform.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CsvLinesTest {
  @Test
  void row_ends_as_rfc_4180_has_it() {
    CsvLines lines = new CsvLines().header(List.of("a", "b"));
    assertThat(text(lines.text("1").text(null).end())).isEqualTo("a,b\r\n1,\r\n");
  }

  @Test
  void comma_quote_and_line_break_are_quoted_and_nothing_else_is() {
    assertThat(text(new CsvLines().text("a,b").text("say \"hi\"").text("x\ny").text("a;b 'c'")))
        .isEqualTo("\"a,b\",\"say \"\"hi\"\"\",\"x\ny\",a;b 'c'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\t1", "\r1", "＝1+1", "＋1", "－1", "＠SUM(A1)"})
  void text_that_a_spreadsheet_would_run_is_defused(String formula) {
    assertThat(text(new CsvLines().text(formula)).replace("\"", "")).isEqualTo('\'' + formula);
  }

  /** Where a semicolon separates cells, a spreadsheet looks at no quotes in the middle of one. */
  @ParameterizedTest
  @ValueSource(strings = {"=cmd|'/c calc'!A1", "+1", "-1", "@SUM(A1)", "＝1", "＠SUM(A1)"})
  void text_behind_another_separator_is_defused(String formula) {
    for (String separator : List.of(";", "\t", "\n", "\r\n", "|", "a;b;")) {
      assertThat(text(new CsvLines().text("x" + separator + formula)).replace("\"", ""))
          .isEqualTo("x" + separator + "'" + formula);
    }
  }

  /** A quote is doubled, so a spreadsheet that splits there sees an empty cell and goes on. */
  @Test
  void quotes_behind_another_separator_hide_no_formula() {
    assertThat(text(new CsvLines().text("x;\"=1+1"))).isEqualTo("\"x;\"\"'=1+1\"");
    assertThat(text(new CsvLines().text("x|\"\"@SUM(A1)"))).isEqualTo("\"x|\"\"\"\"'@SUM(A1)\"");
    assertThat(text(new CsvLines().text("\"a\";\"b\""))).isEqualTo("\"\"\"a\"\";\"\"b\"\"\"");
  }

  @Test
  void harmless_neighbour_of_a_formula_is_left_alone() {
    assertThat(text(new CsvLines().text("1=1").text(" -1").text("a@b.c").text("a; b").text("a|b")))
        .isEqualTo("1=1, -1,a@b.c,a; b,a|b");
  }

  @Test
  void amount_is_a_plain_decimal() {
    assertThat(
            text(new CsvLines().number(new BigDecimal("1E+3")).number(null).number(BigDecimal.ONE)))
        .isEqualTo("1000,,1");
  }

  @Test
  void text_is_utf_8() {
    assertThat(text(new CsvLines().text("Zoë 東京"))).isEqualTo("Zoë 東京");
  }

  private static String text(CsvLines lines) {
    return new String(lines.bytes(), StandardCharsets.UTF_8);
  }
}
