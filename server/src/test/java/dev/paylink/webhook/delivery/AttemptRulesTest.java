package dev.paylink.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.ClaimId;
import dev.paylink.ids.DeliveryId;
import dev.paylink.ids.EventId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.webhook.endpoint.AttemptResult;
import dev.paylink.webhook.event.DeliveryClaim;
import dev.paylink.webhook.event.DeliveryState;
import dev.paylink.webhook.event.FinishedAttempt;
import dev.paylink.webhook.settings.Retry;
import dev.paylink.webhook.settings.WebhookKey;
import dev.paylink.webhook.settings.WebhookScope;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What follows from an attempt, and how many there may be at once, without a database. */
final class AttemptRulesTest {
  private static final MerchantId MERCHANT = new MerchantId(new UUID(0, 1));
  private static final WebhookKey BUSY = new WebhookKey(MERCHANT, WebhookScope.fiat_settlement);

  /** Another webhook of the same merchant. */
  private static final WebhookKey OTHER = new WebhookKey(MERCHANT, WebhookScope.invoice_settlement);

  private final AttemptCapacity capacity = new AttemptCapacity();

  @ParameterizedTest
  @CsvSource({"1, pending, 2", "2, pending, 4", "3, pending, 8", "4, exhausted, 0"})
  void failed_attempt_waits_twice_as_long_each_time_and_the_fourth_is_the_last(
      int attempt, DeliveryState state, long waitSeconds) {
    FinishedAttempt failed = failed(attempt, Retry.standard);
    assertThat(failed.stateAfter()).isEqualTo(state);
    assertThat(failed.waitBeforeNext()).isEqualTo(Duration.ofSeconds(waitSeconds));
  }

  @ParameterizedTest
  @CsvSource({
    "3, pending, PT8S", "4, waiting, PT1M", "5, waiting, PT5M", "6, waiting, PT30M",
    "7, waiting, PT2H", "8, waiting, PT5H", "9, waiting, PT10H", "10, waiting, PT12H",
    "14, waiting, PT6H", "15, exhausted, PT0S", "16, exhausted, PT0S"
  })
  void extended_run_goes_on_after_the_fourth(int attempt, DeliveryState state, Duration wait) {
    FinishedAttempt failed = failed(attempt, Retry.extended);
    assertThat(failed.stateAfter()).isEqualTo(state);
    assertThat(failed.waitBeforeNext()).isEqualTo(wait);
  }

  @Test
  void extended_run_ends_within_three_days_and_not_much_earlier() {
    Duration all = Duration.ZERO;
    for (int attempt = 1; attempt <= 15; attempt++) {
      all = all.plus(failed(attempt, Retry.extended).waitBeforeNext());
    }
    assertThat(all).isBetween(Duration.ofHours(71), Duration.ofHours(72));
  }

  @ParameterizedTest
  @EnumSource
  void merchant_is_told_at_the_fourth_failure_alone(Retry retry) {
    for (int attempt = 1; attempt <= 16; attempt++) {
      assertThat(failed(attempt, retry).endsStandardPart()).isEqualTo(attempt == 4);
    }
    AttemptResult delivered = new AttemptResult(204, Duration.ofMillis(1), null, "");
    assertThat(attempt(4, retry, delivered).endsStandardPart()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1", "4"})
  void delivered_attempt_ends_it(int number) {
    FinishedAttempt done =
        attempt(number, Retry.extended, new AttemptResult(204, Duration.ofMillis(1), null, ""));
    assertThat(done.stateAfter()).isEqualTo(DeliveryState.delivered);
    assertThat(done.waitBeforeNext()).isZero();
  }

  @Test
  void share_shrinks_when_half_of_all_are_taken() {
    begin(BUSY, AttemptCapacity.MAX / 2 - 1);
    assertThat(capacity.share()).isEqualTo(32);
    begin(BUSY, 1);
    assertThat(capacity.share()).isEqualTo(2);
    begin(OTHER, 1);
    assertThat(capacity.end(OTHER)).as("others may wait for room").isTrue();
    assertThat(capacity.end(BUSY)).as("it had more than its share").isTrue();
    assertThat(capacity.share()).isEqualTo(32);
  }

  @Test
  void room_ends_with_the_last_place_and_never_below() {
    begin(BUSY, AttemptCapacity.MAX - 1);
    assertThat(capacity.room()).isEqualTo(1);
    begin(BUSY, 1);
    assertThat(capacity.room()).isZero();
    assertThat(capacity.begin(OTHER, 32)).isFalse();
    assertThat(capacity.room()).isZero();
    assertThat(capacity.count()).isEqualTo(AttemptCapacity.MAX);
  }

  @Test
  void end_of_an_attempt_tells_whether_its_webhook_had_its_whole_share() {
    begin(BUSY, 32);
    begin(OTHER, 31);
    assertThat(capacity.end(OTHER)).isFalse();
    assertThat(capacity.end(BUSY)).isTrue();
    assertThat(capacity.end(BUSY)).isFalse();
  }

  @Test
  void webhook_never_has_more_than_its_share() {
    begin(BUSY, 31);
    assertThat(capacity.hasRoom(BUSY)).isTrue();
    assertThat(capacity.beginDirectly(BUSY)).isTrue();
    assertThat(capacity.hasRoom(BUSY)).isFalse();
    assertThat(capacity.beginDirectly(BUSY)).isFalse();
    assertThat(capacity.begin(BUSY, capacity.share())).isFalse();
    assertThat(capacity.beginDirectly(OTHER)).isTrue();
    assertThat(capacity.count()).isEqualTo(33);
  }

  @Test
  void newer_deliveries_wait_behind_those_in_the_queue_until_it_is_empty() {
    begin(BUSY, 32);
    assertThat(capacity.beginDirectly(BUSY)).as("it has its share").isFalse();
    assertThat(capacity.queuedWithRoom()).isEmpty();
    assertThat(capacity.end(BUSY)).isTrue();
    assertThat(capacity.queuedWithRoom()).containsExactly(BUSY);
    assertThat(capacity.beginDirectly(BUSY)).as("older ones wait").isFalse();
    assertThat(capacity.begin(BUSY, capacity.share())).as("one of those").isTrue();
    assertThat(capacity.end(BUSY)).isTrue();
    assertThat(capacity.end(BUSY)).as("there may be more in the queue").isTrue();
    capacity.notQueued(capacity.queuedWithRoom());
    assertThat(capacity.end(BUSY)).isFalse();
    assertThat(capacity.beginDirectly(BUSY)).isTrue();
  }

  @Test
  void end_of_the_pressure_tells_that_others_may_wait() {
    begin(BUSY, AttemptCapacity.MAX / 2);
    begin(OTHER, 1);
    capacity.end(BUSY);
    assertThat(capacity.end(OTHER)).as("shares are whole again").isTrue();
  }

  @Test
  void webhook_without_attempts_is_not_told() {
    begin(BUSY, 2);
    assertThat(capacity.json()).isEqualTo("{\"" + MERCHANT.value() + " fiat_settlement\":2}");
    capacity.end(BUSY);
    assertThat(capacity.json()).isEqualTo("{\"" + MERCHANT.value() + " fiat_settlement\":1}");
    capacity.end(BUSY);
    assertThat(capacity.json()).isEqualTo("{}");
  }

  private void begin(WebhookKey webhook, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(capacity.begin(webhook, Integer.MAX_VALUE)).isTrue();
    }
  }

  private static FinishedAttempt failed(int number, Retry retry) {
    return attempt(number, retry, new AttemptResult(500, Duration.ofMillis(1), "answered 500", ""));
  }

  private static FinishedAttempt attempt(int number, Retry retry, AttemptResult outcome) {
    DeliveryClaim claim =
        new DeliveryClaim(
            new ClaimId(new UUID(0, 1)),
            BUSY,
            new DeliveryId(new UUID(0, 2)),
            new EventId(new UUID(0, 3)),
            new PaymentId(new UUID(0, 4)),
            number,
            new byte[0],
            retry,
            null,
            0);
    return new FinishedAttempt(claim, Instant.EPOCH, outcome);
  }
}
