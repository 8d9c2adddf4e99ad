package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import dev.paylink.testing.Await;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * While the database is unreachable an outcome is refused whole, and the same report works after
 * it.
 */
final class SettlementOutageTest {
  @TempDir Path folder;

  @Test
  void report_without_a_database_is_503_and_leaves_nothing_behind() {
    HeldPort port = new HeldPort();
    EmbeddedPostgresOptions there = EmbeddedPostgresOptions.defaults().withPort(port.number());
    EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, there);
    try (TestService service = TestService.impatientOn(postgres.jdbcUrl())) {
      SignedCalls calls = service.calls();
      String payment =
          Await.value( // a machine that stands still makes any database slow
                  "a payment is created",
                  () -> calls.create("{\"amount\":\"1.00\"}"),
                  created -> created.status() == 200)
              .text("paymentId");
      postgres.close();
      unavailable(service.callback().report("ref", "payment.confirmed", payment));
      unavailable(calls.cancel(payment));
      unavailable(calls.get("/sdk/server/events?waitSeconds=5"));
      unavailable(calls.simulate("payments/" + payment, "expired"));
      postgres = EmbeddedPostgres.start(folder, there);
      Await.until(
          "polls work again", () -> calls.get("/sdk/server/status/" + payment).status() == 200);
      assertThat(statusOf(service, payment)).isEqualTo("created");
      assertThat(service.stored().rows("settlement_event")).isEmpty();
      assertThat(service.stored().rows("event")).isEmpty();
      Await.until(
          "the report is taken",
          () -> service.callback().report("ref", "payment.confirmed", payment).status() == 200);
      assertThat(statusOf(service, payment)).isEqualTo("success");
      assertThat(service.stored().rows("settlement_event")).hasSize(1);
      assertThat(service.stored().rows("event")).hasSize(1);
    } finally {
      postgres.close();
      port.close();
    }
  }

  private static String statusOf(TestService service, String payment) {
    return service
        .stored()
        .text("select status from payment where id = ?", Stored.payment(payment));
  }

  private static void unavailable(Reply reply) {
    reply.expectProblem(503, "UNAVAILABLE");
    assertThat(reply.header("Retry-After")).isNotEmpty();
  }
}
