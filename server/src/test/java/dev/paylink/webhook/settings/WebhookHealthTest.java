package dev.paylink.webhook.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.webhook.settings.WebhookHealth.Day;
import dev.paylink.webhook.settings.WebhookHealth.Share;
import dev.paylink.webhook.settings.WebhookHealth.State;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How a webhook does, judged by its days. */
final class WebhookHealthTest {
  private static final String URL = "https://shop.example/hook";
  private static final LocalDate TODAY = LocalDate.parse("2026-03-10");
  private static final LocalDate YESTERDAY = TODAY.minusDays(1);

  @Test
  void nothing_was_sent_so_nothing_is_known() {
    assertThat(WebhookHealth.of(URL, List.of(), TODAY))
        .isEqualTo(
            new WebhookHealth(State.unknown, null, null, null, null, Share.NONE, Share.NONE));
  }

  @Test
  void four_failures_in_a_row_are_failing_and_three_are_not() {
    assertThat(of(failed(TODAY, 4, 4)).state()).isEqualTo(State.failing);
    assertThat(of(failed(TODAY, 3, 3)).state()).isEqualTo(State.degraded);
  }

  @Test
  void delivered_again_it_is_no_longer_failing() {
    assertThat(of(day(TODAY, 1, 40, 0, URL)).state()).isEqualTo(State.degraded);
    assertThat(of(day(TODAY, 90, 10, 0, URL)).state()).isEqualTo(State.healthy);
    assertThat(of(day(TODAY, 89, 11, 0, URL)).state()).isEqualTo(State.degraded);
    assertThat(of(day(TODAY, 90, 10, 4, URL)).state()).isEqualTo(State.failing);
  }

  @Test
  void midnight_does_not_heal_a_webhook_but_a_delivery_does() {
    assertThat(of(failed(YESTERDAY, 9, 4)).state()).isEqualTo(State.failing);
    assertThat(of(failed(YESTERDAY, 9, 4), failed(TODAY, 1, 1)).state()).isEqualTo(State.failing);
    assertThat(of(failed(YESTERDAY, 9, 4), day(TODAY, 1, 0, 0, URL)).state())
        .isEqualTo(State.degraded);
    assertThat(of(failed(YESTERDAY.minusDays(1), 9, 4)).state()).isEqualTo(State.unknown);
  }

  @Test
  void errors_of_an_address_that_was_replaced_are_not_its_own() {
    String old = "https://old.example/hook";
    assertThat(of(day(TODAY, 0, 8, 4, old)).state()).isEqualTo(State.unknown);
    assertThat(of(day(TODAY, 1, 8, 0, old)).state()).isEqualTo(State.healthy);
    assertThat(of(day(TODAY, 0, 8, 4, null)).state()).isEqualTo(State.unknown);
    assertThat(of(day(TODAY, 0, 8, 4, old)).lastErrorUrl()).isEqualTo(old);
  }

  @Test
  void the_last_of_each_kind_may_be_of_different_days() {
    WebhookHealth health =
        of(day(TODAY.minusDays(20), 5, 0, 0, null), failed(TODAY.minusDays(9), 1, 1));
    assertThat(health.lastSuccessAt()).isEqualTo(noon(TODAY.minusDays(20)));
    assertThat(health.lastErrorAt()).isEqualTo(noon(TODAY.minusDays(9)));
    assertThat(health.lastError()).isEqualTo("answered 500");
    assertThat(health.state()).isEqualTo(State.unknown);
  }

  @Test
  void shares_are_those_of_their_days_and_round_down() {
    WebhookHealth health = of(day(TODAY, 199, 1, 0, URL), day(YESTERDAY, 0, 3, 3, URL));
    assertThat(health.today()).isEqualTo(new Share(199, 1));
    assertThat(health.today().percent()).isEqualTo(99);
    assertThat(health.yesterday().attempts()).isEqualTo(3);
    assertThat(health.yesterday().percent()).isZero();
  }

  private static WebhookHealth of(Day... days) {
    return WebhookHealth.of(URL, List.of(days), TODAY);
  }

  private static Day failed(LocalDate day, long failed, int inRow) {
    return day(day, 0, failed, inRow, URL);
  }

  private static Day day(
      LocalDate day, long delivered, long failed, int inRow, @Nullable String errorUrl) {
    return new Day(
        day,
        delivered,
        failed,
        delivered == 0 ? null : noon(day),
        failed == 0 ? null : noon(day),
        failed == 0 ? null : "answered 500",
        errorUrl,
        inRow);
  }

  private static Instant noon(LocalDate day) {
    return day.atTime(12, 0).toInstant(ZoneOffset.UTC);
  }
}
