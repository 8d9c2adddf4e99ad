package dev.paylink.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** What every test relies on that needs a port. */
final class HeldPortTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final int PICKS = 2_000;

  @Test
  void nobody_else_is_given_a_held_port() throws IOException {
    try (HeldPort held = new HeldPort()) {
      for (int i = 0; i < PICKS; i++) {
        try (HeldPort other = new HeldPort();
            ServerSocket any = new ServerSocket(0)) {
          assertThat(held.number()).isNotEqualTo(other.number()).isNotEqualTo(any.getLocalPort());
        }
      }
    }
  }

  @Test
  void nobody_answers_before_and_after_its_holder_listens() throws IOException {
    try (HeldPort held = new HeldPort()) {
      for (int i = 0; i < 3; i++) {
        refuses(held);
        try (ServerSocket server = new ServerSocket(held.number(), 1, LOOPBACK);
            Socket client = new Socket(LOOPBACK, held.number())) {
          assertThat(client.getPort()).isEqualTo(server.getLocalPort());
        }
      }
      refuses(held);
    }
  }

  private static void refuses(HeldPort held) {
    assertThatThrownBy(() -> new Socket(LOOPBACK, held.number()).close())
        .isInstanceOf(ConnectException.class);
  }
}
