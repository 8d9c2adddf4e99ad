package dev.paylink.platform.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SearchTextTest {
  @ParameterizedTest
  @CsvSource({
    "Müller, muller",
    "MÜLLER, muller",
    "Mu\u0308ller, muller",
    "Élodie Núñez, elodie nunez",
    "Weiß, weiss",
    "WEIẞ, weiss",
    "Işık, isik",
    "IŞIK, isik",
    "İpek, ipek",
    "Nguyễn Thị Đào, nguyen thi dao",
    "Søren Ærø, soren aero",
    "Łukasz, lukasz",
    "Þóra Sigurðardóttir, thora sigurdardottir",
    "Παπάς, παπασ",
    "ΠΑΠΑΣ, παπασ",
    "Фёдор, федор",
  })
  void accents_and_case_make_no_difference(String text, String folded) {
    assertThat(SearchText.of(text)).isEqualTo(folded);
    assertThat(SearchText.of(folded)).isEqualTo(folded);
  }

  @ParameterizedTest
  @CsvSource({
    "山田\u3000花子",
    "がぎぐ",
    "ヴァイオリン",
    "김철수",
    "محمد عبد الله",
    "مُحَمَّد",
    "أحمد",
    "שָׁלוֹם",
    "नमस्ते",
    "o'brien 100%",
    "\u0301",
  })
  void other_scripts_stay_as_they_are(String text) {
    assertThat(SearchText.of(text)).isEqualTo(text);
  }
}
