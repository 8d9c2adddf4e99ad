package dev.paylink.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be sent faithfully is refused before anything is sent. */
class ClientArgumentsTest {
  private static final NewPayment PAYMENT = NewPayment.builder().build();

  private final LoopbackService service = new LoopbackService();
  private final PaymentLinkClient client =
      PaymentLinkClient.at(service.baseUrl(), LoopbackService.API_KEY, LoopbackService.SECRET_KEY);

  @AfterEach
  void stop() {
    service.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", " a", "a ", "a\n", "é", "a\u007f"})
  void an_idempotency_key_that_cannot_be_sent_is_refused(String key) {
    assertThatIllegalArgumentException().isThrownBy(() -> client.create(PAYMENT, key));
    assertThat(service.received()).isEmpty();
  }

  @Test
  void an_idempotency_key_has_at_most_255_characters() {
    service.thenOk(Answers.CREATED);
    client.create(PAYMENT, "~".repeat(255));
    assertThatIllegalArgumentException().isThrownBy(() -> client.create(PAYMENT, "~".repeat(256)));
    assertThat(service.onlyRequest().header("X-idempotency-key")).hasSize(255);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "..", "a/b", "a?b", "a b", "é"})
  void an_id_that_would_change_the_path_is_refused(String id) {
    assertThatIllegalArgumentException().isThrownBy(() -> client.status(id));
  }
}
