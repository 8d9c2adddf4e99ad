package dev.paylink.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.Unavailable;
import org.junit.jupiter.api.Test;

final class BodyRoomTest {
  private static final int LARGE = 64 * 1024;

  @Test
  void large_bodies_fit_until_the_room_is_full_and_again_when_one_is_given_back() {
    BodyRoom room = new BodyRoom(2 * LARGE);
    int first = room.take(LARGE);
    room.take(LARGE);
    assertThatThrownBy(() -> room.take(LARGE)).isInstanceOf(Unavailable.class);
    room.giveBack(first);
    assertThat(room.take(LARGE)).isEqualTo(LARGE);
  }

  @Test
  void refused_body_takes_no_room() {
    BodyRoom room = new BodyRoom(LARGE);
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> room.take(LARGE + 1)).isInstanceOf(Unavailable.class);
    }
    assertThat(room.take(LARGE)).isEqualTo(LARGE);
  }

  @Test
  void small_bodies_always_fit() {
    BodyRoom room = new BodyRoom(LARGE);
    room.take(LARGE);
    assertThat(room.take(BodyRoom.SMALL_BYTES)).isZero();
    assertThatThrownBy(() -> room.take(BodyRoom.SMALL_BYTES + 1)).isInstanceOf(Unavailable.class);
  }
}
