package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A key works from its sources and from nowhere else; without a list, from everywhere. */
final class AllowedSourcesTest {
  @Test
  void key_with_a_list_works_from_each_of_its_ranges_only() {
    AllowedSources sources = AllowedSources.of(List.of("192.0.2.1", "2001:db8::/32"));
    assertThat(sources.permit("192.0.2.1")).isTrue();
    assertThat(sources.permit("2001:db8:1::1")).isTrue();
    assertThat(sources.permit("192.0.2.2")).isFalse();
    assertThat(sources.permit("2001:db9::1")).isFalse();
    assertThat(sources.permit("unknown")).isFalse();
    assertThat(sources.names()).containsExactly("192.0.2.1", "2001:db8::/32");
    assertThat(sources).hasToString("192.0.2.1, 2001:db8::/32");
  }

  @Test
  void key_without_a_list_works_from_everywhere() {
    assertThat(AllowedSources.of(null)).isSameAs(AllowedSources.ANY).hasToString("any");
    assertThat(AllowedSources.ofNames(null)).isSameAs(AllowedSources.ANY);
    assertThat(AllowedSources.ANY.permit("192.0.2.1")).isTrue();
    assertThat(AllowedSources.ANY.names()).isNull();
  }

  @Test
  void empty_list_permits_nobody_and_a_broken_one_is_refused() {
    assertThat(AllowedSources.of(List.of()).permit("192.0.2.1")).isFalse();
    assertThatThrownBy(() -> AllowedSources.of(List.of("192.0.2.1/33"))).hasMessage("192.0.2.1/33");
  }

  @Test
  void same_words_are_equal() {
    AllowedSources one = AllowedSources.ofNames(new String[] {"192.0.2.1"});
    assertThat(one)
        .isEqualTo(AllowedSources.of(List.of("192.0.2.1")))
        .hasSameHashCodeAs(AllowedSources.of(List.of("192.0.2.1")))
        .isNotEqualTo(AllowedSources.of(List.of("192.0.2.1/32")))
        .isNotEqualTo(AllowedSources.ANY)
        .isNotEqualTo("192.0.2.1");
  }
}
