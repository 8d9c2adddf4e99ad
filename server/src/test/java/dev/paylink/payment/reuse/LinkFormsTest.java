package dev.paylink.payment.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.LinkId;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A form of a reusable link is known by every node, at its own link, for a day. */
final class LinkFormsTest {
  private static final Secret SECRET = new Secret("0123456789abcdef0123456789abcdef");
  private static final Secret RENEWED = new Secret("fedcba9876543210fedcba9876543210");

  private Instant now = Instant.parse("2026-11-18T12:00:00Z");
  private final LinkId link = LinkId.at(now);
  private final LinkForms forms = forms(SECRET);

  @Test
  void a_form_has_one_id_on_every_node_and_two_forms_have_two() {
    String form = forms.next(link);
    String id = forms.id(link, form);
    assertThat(id).matches("[A-Za-z0-9_-]{22}").isEqualTo(forms(SECRET).id(link, form));
    assertThat(forms.id(link, forms.next(link))).isNotNull().isNotEqualTo(id);
    assertThat(form).doesNotContain(id);
  }

  @Test
  void a_form_lasts_a_day() {
    String form = forms.next(link);
    String id = forms.id(link, form);
    now = now.plus(LinkForms.LIFETIME);
    assertThat(forms.id(link, form)).isEqualTo(id);
    now = now.plusMillis(1);
    assertThat(forms.id(link, form)).isNull();
    assertThat(LinkForms.LIFETIME).isEqualTo(Duration.ofDays(1));
  }

  @Test
  void a_form_that_was_shown_under_the_key_of_before_counts_on() {
    String form = forms.next(link);
    assertThat(forms(RENEWED, SECRET).id(link, form)).isEqualTo(forms.id(link, form));
    assertThat(forms(RENEWED).id(link, form)).isNull();
  }

  @Test
  void no_other_text_is_a_form() {
    String form = forms.next(link);
    assertThat(forms.id(LinkId.at(now), form)).isNull();
    byte[] sealed = Base64.getUrlDecoder().decode(form);
    for (int i = 0; i < sealed.length; i++) { // each byte counts
      byte[] changed = sealed.clone();
      changed[i] ^= 1;
      assertThat(forms.id(link, Base64.getUrlEncoder().encodeToString(changed))).isNull();
    }
    for (String made :
        List.of("", "A", "=", "\u00e9", "a b", "A".repeat(22), form + form, form.substring(4))) {
      assertThat(forms.id(link, made)).as(made).isNull();
    }
    assertThat(forms.id(link, "A".repeat(60_000))).isNull();
  }

  private LinkForms forms(Secret... secrets) {
    return new LinkForms(new Vault(List.of(secrets)), () -> now);
  }
}
