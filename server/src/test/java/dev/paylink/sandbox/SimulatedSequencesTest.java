package dev.paylink.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every sequence that docs/integrate/webhooks.md names can be tried out: late money and money taken
 * back.
 */
@Execution(ExecutionMode.CONCURRENT)
final class SimulatedSequencesTest {
  private static final String CONFIRMED = "payment.confirmed null";

  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final Stored STORED = SERVICE.stored();
  private static final SignedCalls CALLS = SERVICE.calls();

  private Reply created;
  private String payment;

  @BeforeEach
  void createPayment() {
    created = CALLS.create("{\"amount\":\"125.50\"}").expect(200);
    payment = created.text("paymentId");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cancel", "expired", "failed"})
  void late_money_counts(String end) {
    if (end.equals("cancel")) {
      CALLS.cancel(payment).expect(200);
    } else {
      simulate(end);
    }
    assertThat(simulate("pay").text("applied")).isEqualTo("true");
    awaitStatus("success");
    assertThat(told())
        .containsExactly(
            switch (end) {
              case "cancel" -> "payment.failed canceled";
              case "expired" -> "payment.failed expired";
              default -> "payment.failed reverted";
            },
            CONFIRMED);
  }

  @Test
  void a_confirmed_payment_is_taken_back_and_comes_again() {
    simulate("confirmed");
    assertThat(simulate("reorg").text("status")).isEqualTo("failed");
    assertThat(simulate("pay").text("status")).isEqualTo("success");
    assertThat(told()).containsExactly(CONFIRMED, "payment.failed reorg", CONFIRMED);
  }

  @Test
  void a_payment_that_was_paid_on_the_chain_is_taken_back_and_comes_again() {
    assertThat(simulate("pay").text("status")).isEqualTo("submitted");
    awaitStatus("success");
    assertThat(simulate("reorg").text("status")).isEqualTo("failed");
    assertThat(simulate("pay").text("status")).isEqualTo("success");
    assertThat(told())
        .containsExactly("payment.submitted null", CONFIRMED, "payment.failed reorg", CONFIRMED);
  }

  @Test
  void late_money_can_be_reorganised_before_it_is_final() {
    simulate("expired");
    assertThat(simulate("reorg").text("applied")).isEqualTo("true");
    awaitStatus("success");
    assertThat(told()).containsExactly("payment.failed expired", CONFIRMED);
  }

  @Test
  void a_payment_confirmed_once_was_not_paid_twice() {
    simulate("confirmed");
    long block =
        CALLS.status(payment).json().required("transaction").required("blockNumber").asLong();
    Await.until(
        "the watcher has read the block",
        () -> Long.parseLong(STORED.text("select max(number) from chain_cursor")) > block);
    assertThat(told()).containsExactly(CONFIRMED);
  }

  @Test
  void a_second_confirmation_is_a_second_transfer() {
    simulate("confirmed");
    simulate("confirmed");
    assertThat(told()).containsExactly(CONFIRMED, CONFIRMED, "payment.overpaid null");
  }

  @Test
  void buttons_say_what_they_do_and_why_one_is_not_possible() {
    assertThat(button("pay")).contains("Into the next block").doesNotContain(" disabled");
    assertThat(button("submitted")).doesNotContain(" disabled");
    simulate("confirmed");
    assertThat(button("pay")).contains(" disabled").contains("It is already paid.");
    assertThat(button("submitted")).contains(" disabled").contains("Only before anything");
    assertThat(button("reorg")).contains("Takes back").doesNotContain(" disabled");
  }

  private String button(String outcome) {
    String page = SERVICE.browser().get(path()).expect(200).body();
    int start = page.indexOf("value=\"" + outcome + "\"");
    return page.substring(start, page.indexOf("</li>", start));
  }

  private String path() {
    String url = created.text("paymentUrl");
    return url.substring(url.indexOf("/pay/"));
  }

  private Reply simulate(String outcome) {
    return CALLS.simulate("payments/" + payment, outcome).expect(200);
  }

  private void awaitStatus(String status) {
    Await.until(status, () -> CALLS.status(payment).text("status").equals(status));
  }

  private List<String> told() {
    return STORED.texts(
        """
        select type || ' ' || coalesce(convert_from(body, 'UTF8')::json ->> 'failureReason', 'null')
          from event where payment_id = ? order by position
        """,
        Stored.payment(payment));
  }
}
