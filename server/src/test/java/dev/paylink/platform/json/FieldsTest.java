package dev.paylink.platform.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.paylink.platform.error.Fault;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FieldsTest {
  private static final Set<String> KNOWN =
      Set.of("a", "amount", "currency", "customer", "metadata");

  @Test
  void absent_and_null_read_the_same() {
    for (String body : new String[] {"{}", "{\"a\":null}"}) {
      Fields fields = parse(body);
      assertThat(fields.has("a")).isFalse();
      assertThat(fields.text("a", 5)).isNull();
      assertThat(fields.integer("a", 0, 9)).isNull();
      assertThat(fields.bool("a")).isNull();
      assertThat(fields.decimal("a")).isNull();
      assertThat(fields.object("a", Set.of())).isNull();
      assertThat(fields.pairs("a", 1, 1, 1)).isEmpty();
      assertThat(fields.faults()).isEmpty();
      assertThat(fields.requiredText("a", 5)).isNull();
      assertFault(fields, "a", "is required");
    }
  }

  @Test
  void what_was_read_without_a_fault_is_returned_and_any_fault_refuses_with_all() {
    Fields fields = parse("{\"a\":\"x\"}");
    assertThat(fields.require(fields.text("a", 5))).isEqualTo("x");
    fields.refuseFaults();
    fields.required("amount", fields.integer("amount", 0, 9));
    fields.fault("currency", Message.of("field.currency", "EUR"));
    assertThatThrownBy(() -> fields.require(fields.text("a", 5)))
        .isInstanceOfSatisfying(
            Rejection.class,
            invalid ->
                assertThat(invalid.faults())
                    .extracting(Fault::field, fault -> fault.message().english())
                    .containsExactly(
                        tuple("amount", "is required"),
                        tuple("currency", "is not supported; use EUR")));
    assertThatThrownBy(fields::refuseFaults).isInstanceOf(Rejection.class);
  }

  @Test
  void a_required_field_of_another_kind_has_the_fault_of_its_kind_alone() {
    Fields fields = parse("{\"a\":\"x\"}");
    assertThat(fields.required("a", fields.integer("a", 0, 9))).isNull();
    assertFault(fields, "a", "must be a whole number from 0 to 9");
  }

  @Test
  void a_text_may_have_as_many_characters_as_allowed_and_no_more() {
    assertThat(parse("{\"a\":\"12345\"}").text("a", 5)).isEqualTo("12345");
    Fields fields = parse("{\"a\":\"123456\"}");
    assertThat(fields.text("a", 5)).isNull();
    assertFault(fields, "a", "has more than 5 characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "true", "[]", "{}"})
  void another_kind_than_a_string_is_no_text(String value) {
    Fields fields = parse("{\"a\":" + value + "}");
    assertThat(fields.text("a", 5)).isNull();
    assertFault(fields, "a", "must be a string");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\u0000", "\\u0001", "\\u001f", "\\b", "\\u001b"})
  void control_characters_are_refused(String escaped) {
    Fields fields = parse("{\"a\":\"x" + escaped + "\"}");
    assertThat(fields.text("a", 99)).isNull();
    assertFault(fields, "a", "has a control character");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\n", "\\r", "\\t", " ", "\\u007f", "\\ud83d\\ude00", "\\uffff"})
  void other_characters_are_kept(String escaped) {
    Fields fields = parse("{\"a\":\"x" + escaped + "y\"}");
    assertThat(fields.text("a", 99)).startsWith("x").endsWith("y");
    assertThat(fields.faults()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\\ud800", "\\udfff", "x\\ud83d", "\\ud83dx", "\\ude00\\ud83d", "\\ud83d\\ud83d"})
  void half_a_surrogate_pair_is_refused(String escaped) {
    Fields fields = parse("{\"a\":\"" + escaped + "\"}");
    assertThat(fields.text("a", 99)).isNull();
    assertThat(fields.faults())
        .singleElement()
        .extracting(Fault::message)
        .asString()
        .contains("surrogate");
  }

  @Test
  void a_required_text_is_neither_blank_nor_told_twice() {
    assertThat(parse("{\"a\":\" x \"}").requiredText("a", 5)).isEqualTo(" x ");
    Fields blank = parse("{\"a\":\" \\t\"}");
    assertThat(blank.requiredText("a", 5)).isNull();
    assertFault(blank, "a", "is required");
    Fields wrong = parse("{\"a\":1}");
    assertThat(wrong.requiredText("a", 5)).isNull();
    assertFault(wrong, "a", "must be a string");
  }

  @Test
  void whole_numbers_are_accepted_from_the_least_to_the_most() {
    assertThat(parse("{\"a\":300}").integer("a", 300, 500)).isEqualTo(300);
    assertThat(parse("{\"a\":500}").integer("a", 300, 500)).isEqualTo(500);
    assertThat(parse("{\"a\":-1}").integer("a", -1, 5)).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"299", "501", "300.0", "3e2", "\"300\"", "true", "9999999999999999999", "-300"})
  void other_numbers_are_refused(String value) {
    Fields fields = parse("{\"a\":" + value + "}");
    assertThat(fields.integer("a", 300, 500)).isNull();
    assertFault(fields, "a", "must be a whole number from 300 to 500");
  }

  @Test
  void only_true_and_false_are_booleans() {
    assertThat(parse("{\"a\":true}").bool("a")).isTrue();
    assertThat(parse("{\"a\":false}").bool("a")).isFalse();
    Fields fields = parse("{\"a\":\"true\"}");
    assertThat(fields.bool("a")).isNull();
    assertFault(fields, "a", "must be true or false");
  }

  @Test
  void a_decimal_comes_as_string_or_number_digit_for_digit() {
    assertThat(parse("{\"a\":\"0.10\"}").decimal("a")).isEqualTo("0.10");
    assertThat(parse("{\"a\":0.10}").decimal("a")).isEqualTo("0.10");
    assertThat(parse("{\"a\":99999999999999.999999}").decimal("a"))
        .isEqualTo("99999999999999.999999");
    Fields fields = parse("{\"a\":[]}");
    assertThat(fields.decimal("a")).isNull();
    assertThat(fields.faults()).hasSize(1);
  }

  @Test
  void a_misspelt_field_is_told_with_its_neighbour_also_inside() {
    assertFault(parse("{\"curency\":1}"), "curency", "unknown field; did you mean currency?");
    assertFault(parse("{\"Amount\":1}"), "Amount", "unknown field; did you mean amount?");
    assertFault(parse("{\"zzzzzz\":1}"), "zzzzzz", "unknown field");
    Fields fields = parse("{\"customer\":{\"mail\":1}}");
    fields.object("customer", Set.of("name", "email"));
    assertFault(fields, "customer.mail", "unknown field; did you mean email?");
  }

  @Test
  void a_huge_unknown_name_is_cut_between_characters() {
    for (String name : new String[] {"n".repeat(40_000), "x" + "😀".repeat(9_000)}) {
      String field = parse("{\"" + name + "\":1}").faults().getFirst().field();
      assertThat(field).hasSizeLessThanOrEqualTo(65).endsWith("…");
      assertThat(name).startsWith(field.substring(0, field.length() - 1));
      assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(field)).isTrue();
    }
  }

  @Test
  void pairs_keep_their_order_and_their_limits() {
    Fields good = parse("{\"metadata\":{\"zz\":\"1234\",\"b\":\"\"}}");
    assertThat(good.pairs("metadata", 2, 2, 4))
        .containsExactly(Map.entry("zz", "1234"), Map.entry("b", ""));
    assertThat(good.faults()).isEmpty();
    for (String bad :
        new String[] {
          "{\"a\":\"\",\"b\":\"\",\"c\":\"\"}",
          "{\"abc\":\"\"}",
          "{\"\":\"\"}",
          "{\"a\":\"12345\"}",
          "{\"a\":1}",
          "{\"a\":null}",
          "{\"a\":{}}",
          "{\"a\":\"\\u0000\"}",
          "[]",
          "\"a\""
        }) {
      Fields fields = parse("{\"metadata\":" + bad + "}");
      assertThat(fields.pairs("metadata", 2, 2, 4)).as(bad).isEmpty();
      assertThat(fields.faults()).as(bad).isNotEmpty();
    }
  }

  @Test
  void all_faults_are_told_at_once() {
    Fields fields =
        parse("{\"a\":1,\"a\":2,\"amout\":1,\"currency\":3,\"customer\":{\"email\":4,\"x\":5}}");
    fields.text("currency", 5);
    Fields customer = fields.object("customer", Set.of("name", "email"));
    if (customer != null) {
      customer.text("email", 5);
    }
    assertThat(fields.faults())
        .extracting(Fault::field)
        .containsExactly("a", "amout", "currency", "customer.x", "customer.email");
  }

  @Test
  void a_form_is_read_like_an_object() {
    Fields form = Fields.ofForm(Map.of("a", " x ", "amount", "12.50", "customer.name", "Ann"));
    form.only(KNOWN);
    assertThat(form.text("a", 5)).isEqualTo(" x ");
    assertThat(form.decimal("amount")).isEqualTo("12.50");
    Fields customer = Objects.requireNonNull(form.object("customer", Set.of("name")));
    assertThat(customer.text("name", 3)).isEqualTo("Ann");
    assertThat(form.faults()).isEmpty();
  }

  @Test
  void a_form_and_an_object_are_refused_in_the_same_words() {
    Fields form = Fields.ofForm(Map.of("customer.nmae", "Ann", "a", "123456"));
    Fields object = Fields.parse(bytes("{\"customer\":{\"nmae\":\"Ann\"},\"a\":\"123456\"}"));
    for (Fields fields : new Fields[] {form, object}) {
      fields.only(Set.of("customer")).object("customer", Set.of("name"));
      fields.text("a", 5);
      fields.requiredText("amount", 5);
    }
    assertThat(form.faults()).isEqualTo(object.faults()).hasSize(4);
  }

  @Test
  void digits_are_a_number_in_a_form_and_a_string_in_an_object() {
    Fields form = Fields.ofForm(Map.of("a", "9", "amount", "9.0", "currency", ""));
    assertThat(form.integer("a", 0, 9)).isEqualTo(9);
    assertThat(form.integer("a", 0, 8)).isNull();
    assertThat(form.integer("amount", 0, 9)).isNull();
    assertThat(form.integer("currency", 0, 9)).isNull();
    assertThat(form.faults()).hasSize(3);
    assertThat(parse("{\"a\":\"9\"}").integer("a", 0, 9)).isNull();
  }

  private static void assertFault(Fields fields, String field, String message) {
    assertThat(fields.faults())
        .extracting(Fault::field, fault -> fault.message().english())
        .containsExactly(tuple(field, message));
  }

  private static Fields parse(String body) {
    return Fields.parse(bytes(body), KNOWN);
  }

  private static byte[] bytes(String body) {
    return body.getBytes(StandardCharsets.UTF_8);
  }
}
