package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.OutageLog;
import dev.paylink.platform.queue.Batcher;
import dev.paylink.testing.Await;
import dev.paylink.testing.Callback;
import dev.paylink.testing.LoggedBy;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Rounds;
import dev.paylink.testing.Seeded;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.Together;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Reports that race are applied once, on one node and on two, and never block each other. */
final class SettlementRaceTest extends SettlementTest {
  private static final int RACERS = 64;

  @Test
  void identical_reports_racing_on_one_node_are_applied_once() throws Exception {
    for (int round = 0; round < Rounds.of(5, 100); round++) {
      race(List.of(callback));
    }
  }

  @Test
  void identical_reports_racing_on_two_nodes_are_applied_once() throws Exception {
    for (int round = 0; round < Rounds.of(5, 100); round++) {
      race(List.of(callback, otherNode.callback()));
    }
  }

  @Test
  void cancels_racing_a_confirmation_leave_one_story_and_the_confirmation_wins() throws Exception {
    for (int round = 0; round < Rounds.of(5, 100); round++) {
      String payment = payment();
      List<Callable<Reply>> racers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        SignedCalls node = i % 2 == 0 ? calls : otherNode.callsAs(service);
        racers.add(() -> node.cancel(payment));
      }
      racers.add(4, () -> callback.report(CONFIRMED, payment));
      for (Reply reply : Together.all(racers)) {
        assertThat(reply.status()).as(reply.body()).isIn(200, 409);
      }
      assertThat(statusOf(payment)).isEqualTo("success");
      assertThat(eventTypesOf(payment)).endsWith(CONFIRMED).hasSizeBetween(1, 2);
    }
  }

  @Test
  void amount_that_is_chosen_while_the_confirmation_is_applied_is_told_with_it() throws Exception {
    String payment = payment("{}");
    try (ExecutorService reporter = Executors.newSingleThreadExecutor()) {
      Future<Reply> report =
          stored
              .jdbi()
              .inTransaction(
                  handle -> {
                    handle.execute(
                        "update payment set amount = 7.00 where id = ?", Stored.payment(payment));
                    Future<Reply> reported =
                        reporter.submit(() -> callback.report(CONFIRMED, payment));
                    Await.until(
                        "the report waits or is applied",
                        () -> reported.isDone() || stored.waitingForLocks() == 1);
                    return reported;
                  });
      expectApplied(report.get(), true);
    }
    assertThat(calls.status(payment).text("amount")).isEqualTo("7.00");
    assertThat(
            stored.text(
                "select convert_from(body, 'UTF8') from event where payment_id = ?",
                Stored.payment(payment)))
        .contains("\"amount\":\"7.00\"");
  }

  @Test
  void many_payments_of_several_merchants_settle_on_two_nodes_without_deadlock() throws Exception {
    for (int round = 0; round < Rounds.of(1, 12); round++) {
      settleManyOnTwoNodes();
    }
  }

  /** The counter's lock keeps two nodes apart also where only the invoice is shared. */
  @Test
  void payments_of_one_invoice_racing_on_two_nodes_are_all_counted() throws Exception {
    Reply created = calls.create("{\"amount\":\"1.00\"}").expect(200);
    List<String> payments = new ArrayList<>(List.of(created.text("paymentId")));
    for (int i = 1; i < 20; i++) {
      payments.add(payment("{\"invoiceId\":\"" + created.text("invoiceId") + "\"}"));
    }
    List<Callable<Reply>> reports = new ArrayList<>();
    for (int i = 0; i < payments.size(); i++) {
      String payment = payments.get(i);
      Callback node = i % 2 == 0 ? callback : otherNode.callback();
      reports.add(() -> node.report(CONFIRMED, payment).expect(200));
    }
    Together.all(reports);
    assertThat(
            stored.text(
                "select distinct successes from invoice i join payment p"
                    + " on p.merchant_id = i.merchant_id and p.invoice_id = i.id where p.id = ?",
                Stored.payment(payments.getFirst())))
        .isEqualTo("20");
  }

  /** Fewer reports at once than one source may have connections. */
  private static void settleManyOnTwoNodes() throws Exception {
    List<String> payments = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      payments.add(payment());
      payments.add(stranger.create("{}").expect(200).text("paymentId"));
    }
    List<Callable<Reply>> reports = new ArrayList<>();
    for (int i = 0; i < payments.size(); i++) {
      String payment = payments.get(i);
      Callback node = i % 4 < 2 ? callback : otherNode.callback();
      String ref = UUID.randomUUID().toString();
      reports.add(() -> node.report(ref, CONFIRMED, payment).expect(200));
      reports.add(() -> otherNode.callback().report(ref, CONFIRMED, payment).expect(200));
    }
    Collections.shuffle(reports, Seeded.random(SettlementRaceTest.class));
    try (LoggedBy log = new LoggedBy(Batcher.class);
        LoggedBy outages = new LoggedBy(OutageLog.class)) {
      int applied = 0;
      for (Reply reply : Together.all(reports)) {
        applied += reply.json().required("applied").asBoolean() ? 1 : 0;
      }
      assertThat(applied).isEqualTo(payments.size());
      assertThat(log.lines()).isEmpty(); // no batch had to be redone
      assertThat(outages.lines()).isEmpty();
    }
    for (String payment : payments) {
      assertThat(eventsOf(payment)).isEqualTo(1);
    }
  }

  private static void race(List<Callback> nodes) throws Exception {
    String payment = payment();
    String ref = UUID.randomUUID().toString();
    List<Callable<Reply>> racers = new ArrayList<>();
    for (int i = 0; i < RACERS; i++) {
      Callback node = nodes.get(i % nodes.size());
      racers.add(() -> node.report(ref, CONFIRMED, payment).expect(200));
    }
    int applied = 0;
    for (Reply reply : Together.all(racers)) {
      assertThat(reply.text("status")).isEqualTo("success");
      applied += reply.json().required("applied").asBoolean() ? 1 : 0;
    }
    assertThat(applied).isEqualTo(1);
    assertThat(eventsOf(payment)).isEqualTo(1);
    assertThat(reportsOf(payment)).isEqualTo(1);
  }
}
