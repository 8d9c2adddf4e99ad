package dev.paylink.platform.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class PagePathTest {
  private static final PagePath KEY = new PagePath("/desk").below("/:id/keys/:key/on");

  @Test
  void a_link_has_values_in_place_of_the_parameters_in_their_order() {
    assertThat(KEY.template()).isEqualTo("/desk/:id/keys/:key/on");
    assertThat(KEY.to("mer_1", 2)).isEqualTo("/desk/mer_1/keys/2/on");
    assertThat(new PagePath("/desk").to()).isEqualTo("/desk");
  }

  @Test
  void a_value_stays_within_its_segment() {
    assertThat(KEY.to("a/b?c#d", " é")).isEqualTo("/desk/a%2Fb%3Fc%23d/keys/%20%C3%A9/on");
  }

  @Test
  void as_many_values_as_parameters_are_needed() {
    assertThatThrownBy(() -> KEY.to("a")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> KEY.to("a", "b", "c")).isInstanceOf(IllegalArgumentException.class);
  }
}
