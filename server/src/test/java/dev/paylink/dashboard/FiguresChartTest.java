package dev.paylink.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.settlement.figures.DailyFigures.Day;
import dev.paylink.settlement.figures.DailyFigures.Figures;
import dev.paylink.webhook.delivery.WebhookDayStore.Attempts;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FiguresChartTest {
  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "2, 2", "3, 5", "6, 10", "10, 10", "11, 20", "4321, 5000"})
  void top_of_the_scale_is_a_number_that_is_good_to_read(long most, long top) {
    assertThat(FiguresChart.roundUp(most)).isEqualTo(top);
  }

  @Test
  void days_add_up_and_bars_stay_within_the_drawing() {
    FiguresChart chart = FiguresChart.of(new Figures(days(), true));
    assertThat(chart.bars()).hasSize(30);
    assertThat(chart.created()).isEqualTo(30 * 29 / 2);
    assertThat(chart.success()).isEqualTo(30);
    assertThat(chart.duplicates()).isEqualTo(30);
    assertThat(chart.mismatches()).isEqualTo(60);
    assertThat(chart.overpaid()).isEqualTo(90);
    assertThat(chart.volume()).containsEntry("USD", new BigDecimal("37.50"));
    assertThat(chart.successRate()).isEqualTo("50 %");
    assertThat(chart.deliveryRate()).isEqualTo("75 %");
    for (FiguresChart.Bar bar : chart.bars()) {
      assertThat(Double.parseDouble(bar.x()) + Double.parseDouble(bar.width()))
          .isBetween(44.0, (double) FiguresChart.WIDTH);
      assertThat(Double.parseDouble(bar.created().y())).isBetween(8.0, 156.0);
    }
  }

  @Test
  void nothing_yet_is_no_division_by_zero() {
    FiguresChart chart = FiguresChart.of(new Figures(List.of(), true));
    assertThat(chart.isEmpty()).isTrue();
    assertThat(chart.successRate()).isEqualTo("–");
    assertThat(chart.deliveryRate()).isEqualTo("–");
  }

  private static List<Day> days() {
    List<Day> days = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      TreeMap<String, BigDecimal> volume = new TreeMap<>();
      volume.put("USD", new BigDecimal("1.25"));
      days.add(
          new Day(
              LocalDate.of(2026, 1, 1).plusDays(i),
              i,
              1,
              1,
              volume,
              1,
              2,
              3,
              new Attempts(3, 1, 0)));
    }
    return days;
  }
}
