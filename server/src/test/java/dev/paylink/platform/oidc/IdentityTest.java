package dev.paylink.platform.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a provider says is believed only where it is asked for, and only as it has to be said. */
final class IdentityTest {
  private static final Set<String> DOMAINS = Set.of("shop.example");

  @Test
  void verified_address_of_an_allowed_domain_is_taken_in_lower_case() {
    assertThat(
            new Identity(Map.of("email", "Ann@Shop.Example", "email_verified", true))
                .email(DOMAINS))
        .isEqualTo("ann@shop.example");
  }

  @Test
  void address_that_is_not_verified_is_not_taken() {
    for (Object verified : List.of(false, "true", 1)) {
      Identity identity =
          new Identity(Map.of("email", "ann@shop.example", "email_verified", verified));
      assertThatThrownBy(() -> identity.email(DOMAINS)).hasMessageContaining("not verified");
    }
    assertThatThrownBy(() -> new Identity(Map.of("email", "ann@shop.example")).email(DOMAINS))
        .hasMessageContaining("not verified");
    assertThatThrownBy(() -> new Identity(Map.of("email_verified", true)).email(DOMAINS))
        .hasMessageContaining("does not tell");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ann@other.example",
        "ann@sub.shop.example",
        "ann@shop.example.other.example",
        "ann@other.example@shop.example",
        "ann@shop.example ",
        "ann@shop.exаmple",
        "@shop.example",
        "shop.example",
        "\"ann@other.example\"@shop.example"
      })
  void address_of_another_domain_is_not_taken(String email) {
    Identity identity = new Identity(Map.of("email", email, "email_verified", true));
    assertThatThrownBy(() -> identity.email(DOMAINS)).hasMessageContaining("not allowed here");
  }

  @Test
  void address_may_have_254_characters() {
    String domain = "@shop.example";
    String longest = "a".repeat(254 - domain.length()) + domain;
    assertThat(Identity.domain(longest)).isEqualTo("shop.example");
    assertThat(Identity.domain("a" + longest)).isNull();
  }

  @Test
  void claim_is_one_text_or_a_list_of_which_texts_count() {
    assertThat(new Identity(Map.of("groups", "one")).texts("groups")).containsExactly("one");
    assertThat(new Identity(Map.of("groups", List.of("one", 2, "two"))).texts("groups"))
        .containsExactly("one", "two");
    assertThat(new Identity(Map.of("groups", 1)).texts("groups")).isEmpty();
    assertThat(new Identity(Map.of()).texts("groups")).isEmpty();
    assertThat(new Identity(Map.of("groups", Collections.nCopies(501, "x"))).texts("groups"))
        .hasSize(500);
  }

  @ParameterizedTest
  @CsvSource({"mfa, true", "otp, true", "hwk, true", "swk, true", "sms, true", "pwd, false"})
  void second_factor_counts_if_the_provider_says_so(String way, boolean counts) {
    assertThat(new Identity(Map.of("amr", List.of("pwd", way))).saysSecondFactor())
        .isEqualTo(counts);
    assertThat(new Identity(Map.of("acr", way)).saysSecondFactor()).isFalse();
  }

  @Test
  void name_is_a_text_that_is_not_blank() {
    assertThat(new Identity(Map.of("name", "Ann")).name()).isEqualTo("Ann");
    assertThat(new Identity(Map.of("name", " ")).name()).isNull();
    assertThat(new Identity(Map.of("name", 7)).name()).isNull();
    assertThat(new Identity(Map.of()).name()).isNull();
  }
}
