package dev.paylink.platform.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.error.Fault;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class FormTest {
  private static final Form FORM = Form.filled(Map.of("name", "a \"b\""));

  @Test
  void its_fields_are_read_as_those_of_a_call() {
    assertThat(FORM.fields().text("name", 5)).isEqualTo("a \"b\"");
    Form form = Form.filled(Map.of("name", "Ann", "other", "", "third", "3"));
    assertThat(form.fields().has("other")).isTrue();
    Fields filled = form.filledFields(List.of("name", "other"));
    assertThat(filled.has("name")).isTrue();
    assertThat(filled.has("other")).isFalse();
    assertThat(filled.has("third")).isFalse();
  }

  @Test
  void a_fault_becomes_a_sentence_with_a_subject() {
    Form form =
        FORM.refused(
            Problem.invalidRequest(
                List.of(
                    new Fault("name", Message.of("field.required")),
                    new Fault("name", Message.of("foreign", "said only once")))));
    assertThat(form.fault(Panel.ENGLISH, "name", "Name")).isEqualTo("Name is required.");
    assertThat(form.fault(Panel.ENGLISH, "other", "Other")).isNull();
    assertThat(form.trouble(Panel.ENGLISH)).isNull();
    assertThat(form.value("name")).isEqualTo("a \"b\"");
    assertThat(
            FORM.refused(Problem.invalidField("name", Message.of("urlhost")))
                .fault(Panel.ENGLISH, "name", "URL"))
        .isEqualTo("The URL has no host.");
  }

  @Test
  void what_concerns_no_field_of_it_is_told_above() {
    Problem elsewhere = Problem.invalidField("elsewhere", Message.of("field.required"));
    assertThat(FORM.refused(elsewhere).trouble(Panel.ENGLISH)).isEqualTo("elsewhere: is required.");
    assertThat(
            FORM.refused(Problem.conflict("TAKEN", Message.of("foreign", "It is taken")))
                .trouble(Panel.ENGLISH))
        .isEqualTo("It is taken.");
  }

  @Test
  void what_can_be_mended_is_shown_again_and_the_rest_passed_on() {
    AtomicReference<Form> shown = new AtomicReference<>();
    FORM.attempt(
        () -> {
          throw new Refused(Problem.conflict("TAKEN", Message.of("foreign", "It is taken")));
        },
        again -> {
          shown.set(again);
          return new byte[0];
        });
    assertThat(Objects.requireNonNull(shown.get()).trouble(Panel.ENGLISH))
        .isEqualTo("It is taken.");
    Refused missing =
        new Refused(Problem.notFound("NOT_FOUND", Message.of("foreign", "It is not there")));
    assertThatThrownBy(
            () ->
                FORM.attempt(
                    () -> {
                      throw missing;
                    },
                    again -> new byte[0]))
        .isSameAs(missing);
    Answer done = Answer.noContent();
    assertThat(FORM.attempt(() -> done, again -> new byte[0])).isSameAs(done);
  }
}
