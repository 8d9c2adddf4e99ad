package dev.paylink.platform.http.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;

final class AcceptOptionsTest {
  @Test
  void end_of_a_long_answer_does_not_wait_for_the_reader_to_confirm_its_beginning()
      throws IOException {
    try (ServerSocketChannel listener = listener();
        SocketChannel reader = SocketChannel.open(listener.getLocalAddress());
        SocketChannel accepted = listener.accept()) {
      assertThat(reader.isConnected()).isTrue();
      new AcceptOptions(channel -> true).configureSocket(accepted);
      assertThat(accepted.getOption(StandardSocketOptions.TCP_NODELAY)).isTrue();
    }
  }

  @Test
  void connection_that_is_not_admitted_gets_no_options() throws IOException {
    AcceptOptions options = new AcceptOptions(channel -> false);
    try (SocketChannel refused = SocketChannel.open()) {
      assertThatThrownBy(() -> options.configureSocket(refused)).hasMessage("refused at accept");
    }
  }

  private static ServerSocketChannel listener() throws IOException {
    return ServerSocketChannel.open()
        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }
}
