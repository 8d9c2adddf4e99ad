package dev.paylink.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import org.junit.jupiter.api.Test;

/** Whoever guesses the admin token waits, on the pages and on the calls alike. */
final class DeskGuessingTest extends DeskTest {
  @Test
  void after_ten_wrong_tokens_not_even_the_right_one_is_looked_at() {
    Guest signedInBefore = operator();
    for (int i = 0; i < 10; i++) {
      anyone().post(DeskPaths.OWN.signIn(), "token", "guess" + i).expect(400);
    }
    Reply refused =
        anyone().post(DeskPaths.OWN.signIn(), "token", TestService.ADMIN_TOKEN).expect(429);
    assertThat(refused.body()).contains("Too many failed attempts");
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
    service.operator().get("/admin/merchants").expectProblem(429, "TOO_MANY_AUTH_FAILURES");
    signedInBefore.get("/admin").expect(200);
  }
}
