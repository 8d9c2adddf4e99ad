package dev.paylink.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** HAProxy with the configuration of {@code deploy/haproxy}, in front of nodes of this machine. */
public final class HaProxy implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/sbin/haproxy");
  private static final Path DEPLOY = Path.of("../deploy").toAbsolutePath().normalize();
  private static final int SERVERS = 3;

  private final Process process;

  public static boolean isThere() {
    return Files.exists(PROGRAM);
  }

  /**
   * Starts it; a server of the configuration that has no node stays down.
   *
   * @param nodes at most three
   */
  public HaProxy(Path folder, HeldPort port, List<ServiceProcess> nodes) {
    List<String> command =
        new ArrayList<>(
            List.of(
                DEPLOY.resolve("fill.sh").toString(),
                DEPLOY.resolve("haproxy/haproxy.cfg").toString(),
                "LISTEN=127.0.0.1:" + port));
    for (int i = 0; i < SERVERS; i++) {
      boolean is = i < nodes.size();
      command.add("NODE%d=127.0.0.1:%d".formatted(i + 1, is ? nodes.get(i).port() : 1));
      command.add("HEALTH%d=%d".formatted(i + 1, is ? nodes.get(i).internalPort() : 1));
    }
    Path config = folder.resolve("haproxy.cfg");
    try {
      int filled = new ProcessBuilder(command).redirectOutput(config.toFile()).start().waitFor();
      if (filled != 0) {
        throw new AssertionError("cannot fill haproxy.cfg");
      }
      process =
          new ProcessBuilder(PROGRAM.toString(), "-db", "-f", config.toString())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("haproxy.log").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    Await.until("HAProxy listens", () -> listens(port.number()));
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean listens(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    }
  }
}
