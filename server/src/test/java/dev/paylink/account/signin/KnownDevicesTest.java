package dev.paylink.account.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.account.RealmKind;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.testing.SettableInstant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A browser is known for the people who have signed in there, for a while, and by our word only.
 */
final class KnownDevicesTest {
  private static final String ADA = "ada@example.com";
  private static final Vault VAULT = new Vault(List.of(new Secret("a key of the vault")));

  private final SettableInstant clock = new SettableInstant(Instant.parse("2026-03-01T12:00:00Z"));
  private final KnownDevices devices = new KnownDevices(VAULT, RealmKind.MERCHANT, clock);

  @Test
  void it_is_known_for_thirty_days_after_the_last_sign_in() {
    Secret cookie = devices.remember(null, ADA);
    String id = devices.id(cookie, ADA);
    assertThat(id).isNotNull();
    clock.forward(Duration.ofDays(29));
    Secret renewed = devices.remember(cookie, ADA);
    assertThat(devices.id(renewed, ADA)).isEqualTo(id);
    clock.forward(Duration.ofDays(1));
    assertThat(devices.id(cookie, ADA)).isNull();
    assertThat(devices.id(renewed, ADA)).isEqualTo(id);
    clock.forward(Duration.ofDays(29));
    assertThat(devices.id(renewed, ADA)).isNull();
    assertThat(devices.id(devices.remember(renewed, ADA), ADA)).isNotNull().isNotEqualTo(id);
  }

  @Test
  void two_browsers_of_one_person_are_two() {
    assertThat(devices.id(devices.remember(null, ADA), ADA))
        .isNotEqualTo(devices.id(devices.remember(null, ADA), ADA));
  }

  @Test
  void five_people_share_one_and_the_sixth_takes_the_place_of_the_first() {
    Secret cookie = null;
    for (int i = 0; i < 5; i++) {
      cookie = devices.remember(cookie, i + ADA);
    }
    for (int i = 0; i < 5; i++) {
      assertThat(devices.id(cookie, i + ADA)).isNotNull();
    }
    cookie = devices.remember(cookie, "0" + ADA); // the second is the oldest now
    cookie = devices.remember(cookie, "5" + ADA);
    assertThat(devices.id(cookie, "0" + ADA)).isNotNull();
    assertThat(devices.id(cookie, "1" + ADA)).isNull();
    assertThat(devices.id(cookie, "2" + ADA)).isNotNull();
    assertThat(devices.id(cookie, "5" + ADA)).isNotNull();
  }

  @Test
  void another_person_another_kind_of_account_and_whatever_is_not_ours_is_unknown() {
    Secret cookie = devices.remember(null, ADA);
    assertThat(devices.id(cookie, "x" + ADA)).isNull();
    KnownDevices operators = new KnownDevices(VAULT, RealmKind.INSTANCE, clock);
    assertThat(operators.id(cookie, ADA)).isNull();
    Vault other = new Vault(List.of(new Secret("another key of a vault")));
    assertThat(new KnownDevices(other, RealmKind.MERCHANT, clock).id(cookie, ADA)).isNull();
    for (@Nullable Secret nonsense :
        new @Nullable Secret[] {
          null,
          new Secret(""),
          new Secret("no base64!"),
          new Secret("AAAA"),
          new Secret("A".repeat(5000)),
          new Secret(cookie.reveal().substring(1))
        }) {
      assertThat(devices.id(nonsense, ADA)).isNull();
    }
  }
}
