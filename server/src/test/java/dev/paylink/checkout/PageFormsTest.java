package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import dev.paylink.testing.UsedUp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the page sends back: a sandbox's buttons without a script, and the script's codes. */
final class PageFormsTest extends PageTest {
  private static final int CODES_PER_MINUTE = 60;

  @ParameterizedTest
  @CsvSource({
    "submitted, submitted",
    "confirmed, success",
    "duplicate, success",
    "failed, failed",
    "expired, expired",
    "nonsense, waiting",
    "'', waiting",
  })
  void a_button_simulates_and_leads_back(String outcome, String stage) {
    Link link = new NewLink(service).create();
    Reply reply =
        service
            .browser()
            .with("Content-Type", "application/x-www-form-urlencoded")
            .post(link.path() + "/simulate", "outcome=" + outcome);
    assertThat(reply.expect(303).header("Location")).isEqualTo(link.path());
    assertThat(page(link)).contains("data-stage=\"" + stage + "\"");
  }

  @Test
  void the_script_gets_a_code_of_its_own_each_time() {
    Link link = new NewLink(service).create();
    Reply first = service.browser().post(link.path() + "/session").expect(200);
    Reply second = service.browser().post(link.path() + "/session").expect(200);
    assertThat(first.text("code")).isNotEqualTo(second.text("code"));
    assertThat(first.json().required("expiresIn").asInt()).isEqualTo(300);
    assertThat(first.header("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void codes_of_one_payment_are_limited_and_others_are_not_affected() {
    Link link = new NewLink(service).create();
    UsedUp.by(CODES_PER_MINUTE, 200, () -> service.browser().post(link.path() + "/session"))
        .expectProblem(429, "RATE_LIMITED");
    service.browser().post(new NewLink(service).create().path() + "/session").expect(200);
  }
}
