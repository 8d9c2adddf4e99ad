package dev.paylink.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.testing.Together;
import dev.paylink.webhook.endpoint.AttemptResult;
import dev.paylink.webhook.event.DeliveryClaim;
import dev.paylink.webhook.event.DeliveryStore;
import dev.paylink.webhook.event.FinishedAttempt;
import dev.paylink.webhook.settings.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The queue's invariants: one claim at a time, a fence behind it, a fair share for everyone. */
final class DeliveryStoreTest {
  private static final MerchantId FIRST = new MerchantId(new UUID(0, 0));
  private static final String URL = "http://127.0.0.1:9/";
  private static final AttemptResult FAILED =
      new AttemptResult(500, Duration.ofMillis(7), "answered 500", "oh no");
  private static final AttemptResult DELIVERED =
      new AttemptResult(204, Duration.ofMillis(7), null, "");

  @AutoClose private final Outbox outbox = new Outbox();
  private final DeliveryStore store = new DeliveryStore(outbox.database().clock());

  @Test
  void delivery_is_claimed_once_whoever_races() throws Exception {
    for (int i = 0; i < 5; i++) {
      outbox.record(outbox.merchant(URL), 60);
    }
    Callable<List<DeliveryClaim>> node =
        () -> {
          List<DeliveryClaim> mine = new ArrayList<>();
          List<DeliveryClaim> more;
          do {
            more = claim(FIRST, 1_000, "{}", 7);
            mine.addAll(more);
          } while (!more.isEmpty());
          return mine;
        };
    List<DeliveryId> claimed = new ArrayList<>();
    Together.times(8, node).forEach(mine -> mine.forEach(claim -> claimed.add(claim.deliveryId())));
    // One that was locked by another node for a moment may be left; it is found by the next look.
    claim(FIRST, 1_000, "{}", 1_000).forEach(claim -> claimed.add(claim.deliveryId()));
    assertThat(claimed).hasSize(300).doesNotHaveDuplicates();
  }

  @Test
  void claim_carries_the_stored_bytes_and_where_they_go() {
    EventId event = outbox.record(outbox.merchant(URL), 1).getFirst();
    DeliveryClaim claim = claimAll().getFirst();
    assertThat(new String(claim.body(), java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo("{\"eventId\":\"" + event + "\"}");
    assertThat(claim.eventId()).isEqualTo(event);
    assertThat(claim.attempt()).isEqualTo(1);
    assertThat(Objects.requireNonNull(claim.webhook()).url()).isEqualTo(URL);
  }

  @Test
  void what_is_leased_is_not_claimed_until_the_lease_ends_and_then_it_is_the_same_attempt() {
    outbox.record(outbox.merchant(URL), 1);
    DeliveryClaim dead = claimAll().getFirst();
    assertThat(claimAll()).isEmpty();
    endLeases();
    DeliveryClaim heir = claimAll().getFirst();
    assertThat(heir.attempt()).isEqualTo(dead.attempt());
    assertThat(heir.claimId()).isNotEqualTo(dead.claimId());
  }

  @Test
  void result_under_a_claim_that_was_lost_changes_nothing() {
    outbox.record(outbox.merchant(URL), 1);
    DeliveryClaim lost = claimAll().getFirst();
    endLeases();
    DeliveryClaim held = claimAll().getFirst();
    assertThat(record(lost, DELIVERED)).isEmpty();
    assertThat(outbox.rows().getFirst().state()).isEqualTo("pending");
    assertThat(outbox.attemptsLogged()).isZero();
    assertThat(record(held, DELIVERED)).containsExactly(held.deliveryId());
    assertThat(outbox.rows().getFirst().state()).isEqualTo("delivered");
    assertThat(record(held, FAILED)).as("twice").isEmpty();
    assertThat(outbox.attemptsLogged()).isEqualTo(1);
  }

  @Test
  void four_failures_exhaust_it_and_each_waits_twice_as_long() {
    outbox.record(outbox.merchant(URL), 1);
    for (int attempt = 1; attempt <= 4; attempt++) {
      DeliveryClaim claim = claimAll().getFirst();
      assertThat(claim.attempt()).isEqualTo(attempt);
      double before = seconds("select extract(epoch from clock_timestamp())");
      record(claim, FAILED);
      if (attempt < 4) {
        double after = seconds("select extract(epoch from clock_timestamp())");
        assertThat(seconds("select extract(epoch from due_at) from delivery") - (1 << attempt))
            .isBetween(before, after);
        outbox.sql("update delivery set due_at = due_at + interval '1 hour'"); // on a slow machine
      }
      assertThat(claimAll()).as("not due yet").isEmpty();
      if (attempt < 4) {
        makeDue();
      }
    }
    assertThat(outbox.rows().getFirst().state()).isEqualTo("exhausted");
    makeDue();
    assertThat(claimAll()).isEmpty();
    assertThat(outbox.attemptsLogged()).isEqualTo(4);
  }

  @Test
  void extended_run_waits_apart_from_the_queue_until_its_time_has_come() throws Exception {
    outbox.record(outbox.merchant(URL), 1);
    outbox.sql("update webhook set retry = 'extended'");
    outbox.sql("update delivery set attempts = 3");
    record(claimAll().getFirst(), FAILED);
    assertThat(outbox.rows().getFirst().state()).isEqualTo("waiting");
    assertThat(seconds("select extract(epoch from due_at - now()) from delivery"))
        .isBetween(30.0, 60.0);
    assertThat(wake()).as("too early").isZero();
    makeDue();
    assertThat(claimAll()).as("it is not in the queue").isEmpty();
    assertThat(wake()).isEqualTo(1);
    assertThat(wake()).as("once").isZero();
    DeliveryClaim fifth = claimAll().getFirst();
    assertThat(fifth.attempt()).isEqualTo(5);
    outbox.sql("update webhook set active = false");
    record(fifth, FAILED);
    makeDue();
    wake();
    DeliveryClaim sixth = claimAll().getFirst();
    assertThat(sixth.webhook()).as("paused").isNull();
    assertThat(sixth.retry()).as("a pause does not end the run").isEqualTo(Retry.extended);
    record(sixth, FAILED);
    makeDue();
    wake();
    outbox.sql("delete from webhook");
    record(claimAll().getFirst(), FAILED);
    assertThat(outbox.rows().getFirst().state()).as("the webhook is gone").isEqualTo("exhausted");
    assertThat(outbox.attemptsLogged()).isEqualTo(4);
  }

  @Test
  void merchant_gets_its_share_less_what_is_under_way() {
    MerchantId busy = outbox.merchant(URL);
    MerchantId idle = outbox.merchant(URL);
    outbox.record(busy, 50);
    outbox.record(idle, 50);
    List<DeliveryClaim> claims =
        claim(FIRST, 10, "{\"" + busy.value() + " invoice_settlement\":7}", 1_000);
    assertThat(claims).filteredOn(claim -> claim.merchantId().equals(busy)).hasSize(3);
    assertThat(claims).filteredOn(claim -> claim.merchantId().equals(idle)).hasSize(10);
    assertThat(claim(FIRST, 10, "{\"" + busy.value() + " invoice_settlement\":12}", 1_000))
        .as("over its share")
        .noneMatch(claim -> claim.merchantId().equals(busy));
  }

  @Test
  void full_claim_goes_on_behind_its_last_merchant() {
    List<MerchantId> merchants = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      MerchantId merchant = outbox.merchant(URL);
      merchants.add(merchant);
      outbox.record(merchant, 100);
    }
    List<DeliveryClaim> first = claim(FIRST, 10, "{}", 30);
    List<DeliveryClaim> second = claim(first.getLast().merchantId(), 10, "{}", 30);
    List<MerchantId> served = new ArrayList<>();
    first.forEach(claim -> served.add(claim.merchantId()));
    second.forEach(claim -> served.add(claim.merchantId()));
    assertThat(served.stream().distinct().toList()).containsExactlyInAnyOrderElementsOf(merchants);
  }

  @Test
  void oldest_is_claimed_first() {
    MerchantId merchant = outbox.merchant(URL);
    outbox.record(merchant, 3);
    outbox.sql(
        "update delivery d set due_at = now() - interval '1 hour'"
            + " where id = (select max(id::text)::uuid from delivery)");
    DeliveryId oldest = outbox.rows().getLast().id();
    assertThat(claim(FIRST, 1, "{}", 10).getFirst().deliveryId()).isEqualTo(oldest);
  }

  @Test
  void released_claim_is_due_at_once_and_is_the_same_attempt() throws Exception {
    outbox.record(outbox.merchant(URL), 1);
    DeliveryClaim claim = claimAll().getFirst();
    outbox.database().workers().useHandle(handle -> store.release(handle.getConnection(), claim));
    assertThat(claimAll().getFirst().attempt()).isEqualTo(1);
  }

  @Test
  void claim_that_was_lost_cannot_be_given_back() throws Exception {
    outbox.record(outbox.merchant(URL), 1);
    DeliveryClaim lost = claimAll().getFirst();
    endLeases();
    DeliveryClaim held = claimAll().getFirst();
    outbox.database().workers().useHandle(handle -> store.release(handle.getConnection(), lost));
    assertThat(claimAll()).as("two nodes would make one attempt").isEmpty();
    assertThat(record(held, DELIVERED)).containsExactly(held.deliveryId());
  }

  @Test
  void webhook_that_was_switched_off_meanwhile_gives_a_claim_without_an_address() {
    outbox.record(outbox.merchant(URL), 1);
    outbox.sql("update webhook set active = false");
    assertThat(claimAll().getFirst().webhook()).isNull();
  }

  private List<DeliveryClaim> claimAll() {
    return claim(FIRST, 1_000, "{}", 1_000);
  }

  private List<DeliveryClaim> claim(MerchantId after, int perMerchant, String underWay, int limit) {
    return outbox.claim(after, perMerchant, underWay, limit);
  }

  private Set<DeliveryId> record(DeliveryClaim claim, AttemptResult outcome) {
    List<FinishedAttempt> finished = List.of(new FinishedAttempt(claim, Instant.now(), outcome));
    return outbox.inTransaction(connection -> store.record(connection, finished));
  }

  private int wake() {
    return outbox.inTransaction(connection -> store.wake(connection, 1_000, null));
  }

  private void endLeases() {
    outbox.sql("update delivery set due_at = now() where claim_id is not null");
  }

  private void makeDue() {
    outbox.sql("update delivery set due_at = now()");
  }

  private double seconds(String sql) {
    return Double.parseDouble(outbox.stored().text(sql));
  }
}
