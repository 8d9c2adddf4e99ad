package dev.paylink.merchant.user;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RoleTest {
  @ParameterizedTest
  @CsvSource({
    "viewer, viewer, true",
    "viewer, developer, false",
    "viewer, owner, false",
    "developer, viewer, true",
    "developer, developer, true",
    "developer, owner, false",
    "owner, viewer, true",
    "owner, developer, true",
    "owner, owner, true",
  })
  void role_may_do_what_the_ones_before_it_may(Role role, Role other, boolean includes) {
    assertThat(role.includes(other)).isEqualTo(includes);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {"owner, owner", "viewer, viewer", "Owner, -", "'', -", "admin, -"})
  void role_is_known_by_its_name(String name, @Nullable Role role) {
    assertThat(Role.parse(name)).isEqualTo(role);
  }
}
