package dev.paylink.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;

/** A real Redis of a test's own, on a free port of loopback, that can be killed and come back. */
public final class RedisServer implements AutoCloseable {
  private final Path folder;
  private final HeldPort port = new HeldPort();
  private Process process;

  public RedisServer(Path folder) {
    this.folder = folder;
    start();
  }

  /** Its address, with the patience for an answer that a busy machine needs. */
  public String url() {
    return hastyUrl() + "?timeout=60s";
  }

  /** Its address as operators write it. */
  public String hastyUrl() {
    return "redis://127.0.0.1:" + port;
  }

  /** Starts it, empty. */
  public void start() {
    try {
      process =
          new ProcessBuilder(
                  "redis-server",
                  "--port",
                  port.toString(),
                  "--bind",
                  "127.0.0.1",
                  "--save",
                  "",
                  "--appendonly",
                  "no",
                  "--dir",
                  folder.toString())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("redis.log").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start redis-server", e);
    }
    Await.until("Redis answers", this::connects);
  }

  public void kill() {
    try {
      process.destroyForcibly().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** As SIGSTOP: it is connected, and does not answer. */
  public void freeze() {
    signal("-STOP");
  }

  public void thaw() {
    signal("-CONT");
  }

  private void signal(String name) {
    try {
      new ProcessBuilder("kill", name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    kill();
    port.close();
  }

  private boolean connects() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.number())) {
      return socket.isConnected();
    }
  }
}
