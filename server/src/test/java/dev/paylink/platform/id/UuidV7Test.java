package dev.paylink.platform.id;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Seeded;
import java.time.Instant;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class UuidV7Test {
  private static final long YEAR_2100_MILLIS = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();

  @Test
  void version_variant_and_time_stand_where_rfc_9562_puts_them() {
    Random random = Seeded.random(UuidV7Test.class);
    for (int i = 0; i < 10_000; i++) {
      long millis = random.nextLong(YEAR_2100_MILLIS);
      UUID id = UuidV7.at(millis);
      assertThat(id.version()).isEqualTo(7);
      assertThat(id.variant()).isEqualTo(2);
      assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(millis);
    }
  }

  @Test
  void the_floor_is_below_all_ids_of_its_millisecond_and_above_all_before() {
    Random random = Seeded.random(UuidV7Test.class);
    for (int i = 0; i < 10_000; i++) {
      long millis = 1 + random.nextLong(YEAR_2100_MILLIS);
      String floor = UuidV7.floor(Instant.ofEpochMilli(millis)).toString();
      assertThat(UuidV7.at(millis).toString()).isGreaterThanOrEqualTo(floor);
      assertThat(UuidV7.at(millis - 1).toString()).isLessThan(floor);
    }
  }

  @Test
  void a_time_is_cut_to_its_millisecond() {
    Instant time = Instant.parse("2026-07-15T10:00:00.123999999Z");
    assertThat(UuidV7.at(time).getMostSignificantBits() >>> 16).isEqualTo(time.toEpochMilli());
    assertThat(UuidV7.floor(time))
        .isEqualTo(UuidV7.floor(Instant.ofEpochMilli(time.toEpochMilli())));
    assertThat(UuidV7.floor(time)).hasToString("019f6538-0d7b-7000-8000-000000000000");
  }

  @Test
  void ids_sort_by_time_as_typeids_too() {
    Random random = Seeded.random(UuidV7Test.class);
    for (int i = 0; i < 1_000; i++) {
      long early = random.nextLong(YEAR_2100_MILLIS);
      long late = early + 1 + random.nextInt(100_000);
      assertThat(TypeId.format("pay", UuidV7.at(early)))
          .isLessThan(TypeId.format("pay", UuidV7.at(late)));
    }
  }

  @Test
  void ids_of_one_millisecond_differ() {
    Instant now = Instant.now();
    Set<UUID> ids = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      ids.add(UuidV7.at(now));
    }
    assertThat(ids).hasSize(10_000);
  }
}
