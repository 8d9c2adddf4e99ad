package dev.paylink.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.Paint;
import dev.paylink.settlement.figures.DailyFigures.Day;
import dev.paylink.settlement.figures.DailyFigures.Figures;
import dev.paylink.settlement.figures.DailyFigures.Flags;
import dev.paylink.settlement.figures.Sums;
import dev.paylink.webhook.delivery.WebhookDayStore.Attempts;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FiguresChartTest {
  private static final Path CSS = Path.of("src/main/resources/dev/paylink/platform/web/panel.css");

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
    assertThat(chart.flags()).isEqualTo(new Flags(30, 60, 90, 120, 150));
    Sums sums = Objects.requireNonNull(chart.sums().get("USD"));
    assertThat(sums.gross()).isEqualByComparingTo("37.50");
    assertThat(sums.net()).isEqualByComparingTo("30.00");
    assertThat(chart.successRate()).isEqualTo("50 %");
    assertThat(chart.deliveryRate()).isEqualTo("75 %");
    for (FiguresChart.Bar bar : chart.bars()) {
      assertThat(Double.parseDouble(bar.x()) + Double.parseDouble(bar.width()))
          .isBetween(44.0, (double) FiguresChart.WIDTH);
      assertThat(Double.parseDouble(bar.created().y())).isBetween(8.0, 156.0);
    }
  }

  @Test
  void only_flags_that_were_set_are_named() {
    Words words = Objects.requireNonNull(Words.all(Dashboard.TEXTS).get(Language.EN));
    assertThat(FiguresChart.flags(words, new Flags(2, 0, 0, 0, 1)))
        .isEqualTo("2 paid twice · 1 late");
  }

  /** Three to one is what WCAG asks of graphics; the legend has the colours of the bars. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void bars_are_seen_in_light_and_dark(int scheme) throws IOException {
    String css = Files.readString(CSS);
    for (String kind : List.of("created", "success", "failed")) {
      String colour = found(css, "\\.chart \\." + kind + " \\{ fill: var\\((--\\w+)\\); }", 0);
      assertThat(css)
          .contains(".legend ." + kind + "::before { background: var(" + colour + "); }");
      Paint bar = new Paint(found(css, colour + ": (#[0-9a-f]{6});", scheme));
      String paper = found(css, "--paper: (#[0-9a-f]{6});", scheme);
      assertThat(bar.contrast(paper)).as(kind).isGreaterThan(3);
    }
  }

  /** The first group of the pattern, in its first match or, for the dark colours, its second. */
  private static String found(String css, String pattern, int match) {
    return Pattern.compile(pattern)
        .matcher(css)
        .results()
        .skip(match)
        .findFirst()
        .orElseThrow()
        .group(1);
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
      TreeMap<String, Sums> sums = new TreeMap<>();
      sums.put(
          "USD",
          Sums.ofGross(new BigDecimal("1.25")).plus(Sums.ofRefunded(1, new BigDecimal("0.25"))));
      days.add(
          new Day(
              LocalDate.of(2026, 1, 1).plusDays(i),
              i,
              1,
              1,
              new TreeMap<>(),
              sums,
              new Flags(1, 2, 3, 4, 5),
              new Attempts(3, 1, 0)));
    }
    return days;
  }
}
