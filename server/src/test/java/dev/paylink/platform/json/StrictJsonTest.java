package dev.paylink.platform.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.paylink.platform.error.Fault;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StrictJsonTest {
  private final List<Fault> faults = new ArrayList<>();

  @Test
  void every_kind_of_value_is_read() {
    Map<String, @Nullable Object> members =
        read("{\"s\":\"x\",\"n\":1.50,\"t\":true,\"f\":false,\"z\":null,\"a\":[1,[]],\"o\":{}}");
    assertThat(faults).isEmpty();
    assertThat(members)
        .containsEntry("s", "x")
        .containsEntry("n", new JsonNumber("1.50"))
        .containsEntry("t", true)
        .containsEntry("f", false)
        .containsEntry("z", null)
        .containsEntry("a", List.of(new JsonNumber("1"), List.of()))
        .containsEntry("o", Map.of());
    assertThat(members.keySet()).containsExactly("s", "n", "t", "f", "z", "a", "o");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-0", "1.10", "1e400", "1E-7", "12345678901234567890.123456789"})
  void numbers_are_kept_as_they_were_written(String number) {
    assertThat(read("{\"n\":" + number + "}")).containsEntry("n", new JsonNumber(number));
    assertThat(faults).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,}",
        "{,}",
        "{]",
        "{\"a\" 1}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":1.}",
        "{\"a\":0x1}",
        "{\"a\":NaN}",
        "{\"a\":Infinity}",
        "{\"a\":nul}",
        "{\"a\":TRUE}",
        "{\"a\":\"\\q\"}",
        "{\"a\":\"\\u12\"}",
        "{\"a\":\"line\nfeed\"}",
        "{\"a\":\"tab\tbed\"}",
        "{\"a\":\"x}",
        "{\"a\":1 /*c*/}",
        "{\"a\":1}//c",
        "#\n{}",
        "{\"a\":[1,]}",
        "{\"a\":[}",
        "{\"a\":{]}",
        "x",
        "\uFEFF{}",
      })
  void what_is_not_json_is_told_with_its_place_and_without_its_text(String text) {
    assertThat(read(text)).isEmpty();
    assertThat(faults).singleElement().satisfies(StrictJsonTest::namesThePlaceOnly);
  }

  private static void namesThePlaceOnly(Fault fault) {
    assertThat(fault.field()).isEmpty();
    assertThat(fault.message().english()).matches("not valid JSON near line \\d+, column \\d+");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "\"x\"", "1", "null", "true", " ", "\n"})
  void another_value_than_an_object_is_refused(String text) {
    read(text);
    assertThat(faults)
        .extracting(Fault::field, fault -> fault.message().english())
        .containsExactly(tuple("", "the body must be a JSON object"));
  }

  @Test
  void an_empty_body_is_told_what_to_send() {
    read("");
    assertThat(faults)
        .singleElement()
        .extracting(Fault::message)
        .asString()
        .contains("at least {}");
  }

  @Test
  void white_space_around_is_accepted_and_anything_else_refused() {
    assertThat(read(" \r\n\t{\"a\":\"x\"}\n\t\r ")).containsEntry("a", "x");
    assertThat(faults).isEmpty();
    for (String garbage : List.of("{}", "[]", ",", "}", "x", "\0", "1", "\"\"")) {
      faults.clear();
      read("{\"a\":\"x\"}" + garbage);
      assertThat(faults).as(garbage).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'a':1,'a':1}          | a",
        "{'a':null,'a':null}    | a",
        "{'a':1,'b':2,'\\u0061':3} | a",
        "{'o':{'c':1,'c':2}}    | o.c",
        "{'o':{'p':{'c':1,'c':2}}} | o.p.c",
        "{'l':[{'c':1,'c':2}]}  | l.c",
        "{'l':[[{'c':1,'c':2}]]} | l.c",
      })
  void a_name_that_stands_there_twice_is_told_at_any_depth(String text, String field) {
    read(text.replace('\'', '"'));
    assertThat(faults)
        .extracting(Fault::field, fault -> fault.message().english())
        .containsExactly(tuple(field, "duplicate field"));
  }

  @Test
  void the_same_name_in_two_objects_is_no_duplicate() {
    read("{\"a\":{\"c\":1},\"b\":{\"c\":1},\"c\":1,\"l\":[{\"c\":1},{\"c\":1}]}");
    assertThat(faults).isEmpty();
  }

  @Test
  void eight_levels_are_accepted_and_nine_refused() {
    read(nested(7));
    assertThat(faults).isEmpty();
    read(nested(8));
    assertThat(faults).hasSize(1);
    faults.clear();
    read("{\"a\":" + "[".repeat(30_000));
    assertThat(faults).hasSize(1);
  }

  private static String nested(int arrays) {
    return "{\"a\":" + "[".repeat(arrays) + "]".repeat(arrays) + "}";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c328", // a start byte without its continuation
        "28a9c3", // a continuation byte alone, then an end that is cut off
        "c0af", // overlong '/'
        "e080af", // overlong '/'
        "eda080", // half a surrogate pair
        "eda0bdedb880", // a pair as CESU-8
        "f4908080", // beyond U+10FFFF
        "ff",
        "fe",
        "e282", // never in UTF-8, cut off
      })
  void bytes_that_are_not_utf8_are_refused_in_values_and_names(String hex) {
    String bytes = new String(HexFormat.of().parseHex(hex), StandardCharsets.ISO_8859_1);
    for (String text : List.of("{\"a\":\"" + bytes + "\"}", "{\"" + bytes + "\":1}")) {
      faults.clear();
      StrictJson.readObject(text.getBytes(StandardCharsets.ISO_8859_1), faults);
      assertThat(faults)
          .extracting(Fault::field, fault -> fault.message().english())
          .containsExactly(tuple("", "the body is not valid UTF-8"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"})
  void other_encodings_are_not_guessed(String charset) {
    StrictJson.readObject("{\"a\":\"x\"}".getBytes(Charset.forName(charset)), faults);
    assertThat(faults).hasSize(1);
  }

  @Test
  void all_of_unicode_is_read_written_out_or_escaped() {
    String text = "é€\u2028😀\u007f/";
    assertThat(read("{\"a\":\"" + text + "\"}")).containsEntry("a", text);
    assertThat(read("{\"a\":\"\\u00e9\\u20ac\\u2028\\ud83d\\ude00\\u007f\\/\"}"))
        .containsEntry("a", text);
    assertThat(faults).isEmpty();
  }

  @Test
  void what_passes_a_limit_of_the_parser_is_a_fault_and_no_failure() {
    for (String text :
        List.of(
            "{\"" + "n".repeat(60_000) + "\":1}",
            "{\"n\":" + "1".repeat(60_000) + "}",
            "{\"n\":1." + "1".repeat(60_000) + "}",
            "{\"n\":1e" + "1".repeat(60_000) + "}")) {
      faults.clear();
      read(text);
      assertThat(faults).as(text.substring(0, 8)).hasSize(1);
    }
  }

  @Test
  void long_names_are_cut_in_faults_so_that_few_bytes_never_become_many() {
    String inner = "\"c\":1,".repeat(1_000);
    read("{\"" + "n".repeat(40_000) + "\":{" + inner + "\"c\":1}}");
    assertThat(faults).hasSize(1_000);
    assertThat(faults).allSatisfy(fault -> assertThat(fault.field()).hasSizeLessThan(80));
  }

  private Map<String, @Nullable Object> read(String text) {
    return StrictJson.readObject(text.getBytes(StandardCharsets.UTF_8), faults);
  }
}
