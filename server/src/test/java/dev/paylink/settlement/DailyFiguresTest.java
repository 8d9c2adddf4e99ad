package dev.paylink.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.BusinessClock;
import dev.paylink.settlement.figures.DailyFigures;
import dev.paylink.settlement.figures.DailyFigures.Day;
import dev.paylink.testing.Await;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.Together;
import dev.paylink.testing.WithinOneDay;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** The last thirty days. Tests of one class share a merchant, so they look at what changes. */
@ExtendWith(WithinOneDay.class)
final class DailyFiguresTest extends SettlementTest {
  private static MerchantId merchantId;

  @BeforeAll
  static void signIn() {
    merchantId =
        Objects.requireNonNull(
            MerchantId.parse(merchant.get("/merchant/profile").text("merchantId")));
  }

  @Test
  void thirty_days_end_today_and_empty_ones_are_there() {
    JsonNode figures = merchant.get("/merchant/figures").expect(200).json();
    assertThat(figures.required("days").size()).isEqualTo(30);
    assertThat(figures.at("/days/29/day").asString())
        .isEqualTo(LocalDate.now(ZoneOffset.UTC).toString());
    assertThat(figures.at("/days/3/created").asInt()).isZero();
    assertThat(figures.required("upToDate").asBoolean()).isTrue();
    service.browser().get("/merchant/figures").expectProblem(401, "NOT_SIGNED_IN");
  }

  @Test
  void payment_counts_once_under_its_last_outcome_whatever_it_went_through() {
    Day before = today();
    String id = payment("{\"amount\":\"10.00\"}");
    assertThat(today().created()).isEqualTo(before.created() + 1);
    callback.report(CONFIRMED, id).expect(200);
    assertThat(today().success()).isEqualTo(before.success() + 1);
    assertThat(volume(today())).isEqualTo(volume(before) + 10.0);
    callback.report(FAILED, id).expect(200); // undone by a reorganisation
    assertThat(today().success()).isEqualTo(before.success());
    assertThat(today().failed()).isEqualTo(before.failed() + 1);
    assertThat(volume(today())).isEqualTo(volume(before));
    callback.report(CONFIRMED, id).expect(200);
    assertThat(today().failed()).isEqualTo(before.failed());
    assertThat(volume(today())).isEqualTo(volume(before) + 10.0);
    assertThat(today().created()).isEqualTo(before.created() + 1);
  }

  @Test
  void crowd_of_lookers_counts_nothing_twice() throws Exception {
    today();
    long before = today().created();
    for (int i = 0; i < 20; i++) {
      payment();
    }
    Together.all(Collections.<Callable<Day>>nCopies(16, DailyFiguresTest::today));
    assertThat(today().created()).isEqualTo(before + 20);
  }

  @Test
  void attempts_are_counted_by_how_they_ended() {
    Day before = today();
    try (Receiver receiver = new Receiver(delivery -> delivery.attempt() == 1 ? 500 : 204)) {
      merchant.putWebhook(receiver.url("/hook"));
      callback.report(CONFIRMED, payment()).expect(200);
      Await.until(
          "the second attempt is counted",
          () -> today().attempts().delivered() == before.attempts().delivered() + 1);
      assertThat(today().attempts().retried()).isEqualTo(before.attempts().retried() + 1);
      assertThat(today().attempts().exhausted()).isEqualTo(before.attempts().exhausted());
    }
  }

  private static Day today() {
    DailyFigures figures =
        new DailyFigures(service.jdbi(), InstantSource.system(), new BusinessClock());
    List<Day> days = figures.of(merchantId).days();
    return days.getLast();
  }

  private static double volume(Day day) {
    return day.volume().containsKey("USD") ? day.volume().get("USD").doubleValue() : 0;
  }
}
