package dev.paylink.platform.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a vault sealed opens again with the same master secret and in the same place only. */
final class VaultTest {
  private static final String PLACE = "row 1";
  private static final byte[] PLAIN = "whsec_hunter2".getBytes(StandardCharsets.UTF_8);

  private final Vault vault = vault("master");

  @Test
  void what_was_sealed_opens_also_after_a_restart() {
    byte[] sealed = vault.seal(PLAIN, PLACE);
    assertThat(vault.open(sealed, PLACE)).isEqualTo(PLAIN);
    assertThat(vault("master").open(sealed, PLACE)).isEqualTo(PLAIN);
  }

  @Test
  void a_sealed_value_shows_nothing_and_is_never_the_same_twice() {
    byte[] sealed = vault.seal(PLAIN, PLACE);
    assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("hunter2");
    assertThat(vault.seal(PLAIN, PLACE)).isNotEqualTo(sealed);
  }

  @Test
  void moved_to_another_place_it_does_not_open() {
    assertRefused(vault, vault.seal(PLAIN, PLACE), "row 2");
  }

  @Test
  void with_another_master_secret_it_does_not_open() {
    assertRefused(vault("Master"), vault.seal(PLAIN, PLACE), PLACE);
  }

  @Test
  void a_changed_byte_anywhere_is_noticed() {
    byte[] sealed = vault.seal(PLAIN, PLACE);
    for (int i = 0; i < sealed.length; i++) {
      byte[] changed = sealed.clone();
      changed[i] ^= 1;
      assertRefused(vault, changed, PLACE);
    }
    assertRefused(vault, Arrays.copyOf(sealed, sealed.length - 1), PLACE);
    assertRefused(vault, new byte[0], PLACE);
  }

  @Test
  void the_first_master_secret_seals_and_all_of_them_open() {
    byte[] byOld = vault("old").seal(PLAIN, PLACE);
    Vault both = vault("new", "old");
    assertThat(both.open(byOld, PLACE)).isEqualTo(PLAIN);
    byte[] byNew = both.seal(PLAIN, PLACE);
    assertThat(vault("new").open(byNew, PLACE)).isEqualTo(PLAIN);
    assertRefused(vault("old"), byNew, PLACE);
  }

  @Test
  void whose_a_sealed_value_is_can_be_told_from_its_beginning() {
    Vault both = vault("new", "old");
    assertThat(both.seal(PLAIN, PLACE)).startsWith(both.currentPrefix());
    assertThat(vault("new").currentPrefix()).isEqualTo(both.currentPrefix());
    assertThat(vault("old").seal(PLAIN, PLACE)).startsWith(vault("old").currentPrefix());
    assertThat(vault("old").currentPrefix()).isNotEqualTo(both.currentPrefix());
  }

  @Test
  void a_vault_with_a_second_master_secret_has_older_keys_and_one_named_twice_is_one() {
    assertThat(vault("new", "old").hasOlderKeys()).isTrue();
    assertThat(vault("new").hasOlderKeys()).isFalse();
    assertThat(vault("new", "new").hasOlderKeys()).isFalse();
  }

  /** Key ids are derived, so they come out negative as often as not. */
  @Test
  void any_master_secret_makes_a_key() {
    List<Secret> many = IntStream.range(0, 64).mapToObj(i -> new Secret("master " + i)).toList();
    byte[] sealed = new Vault(List.of(many.getLast())).seal(PLAIN, PLACE);
    assertThat(new Vault(many).open(sealed, PLACE)).isEqualTo(PLAIN);
  }

  @Test
  void a_vault_without_a_master_secret_is_none() {
    assertThatThrownBy(() -> new Vault(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  private static void assertRefused(Vault vault, byte[] sealed, String place) {
    assertThatThrownBy(() -> vault.open(sealed, place))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(place)
        .hasMessageContaining("the encryption key has changed")
        .hasMessageNotContaining("hunter2")
        .hasNoCause();
  }

  private static Vault vault(String... masterSecrets) {
    return new Vault(Stream.of(masterSecrets).map(Secret::new).toList());
  }
}
