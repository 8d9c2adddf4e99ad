package dev.paylink.bench.stage;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A sandbox as people start it: by the launcher, with a PostgreSQL of its own. */
public final class Sandbox implements AutoCloseable {
  private static final int LOOK_EVERY_MILLIS = 5;
  private static final int PATIENCE_SECONDS = 120;
  private static final byte[] READY =
      "GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);

  private final Process process;
  private final double secondsToReady;
  private final long cpuMicrosToReady;

  /** Starts it and returns when it is ready. */
  public Sandbox(Path launcher, Path data) throws IOException, InterruptedException {
    int internalPort = ServiceNode.freePort();
    long start = System.nanoTime();
    process =
        new ProcessBuilder(
                List.of(
                    launcher.toString(),
                    "sandbox",
                    "--data",
                    data.toString(),
                    "--port",
                    Integer.toString(ServiceNode.freePort()),
                    "--internal-port",
                    Integer.toString(internalPort)))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    while (!isReady(internalPort)) {
      if (!process.isAlive()
          || System.nanoTime() - start > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
        process.destroy();
        throw new IllegalStateException("the sandbox did not start");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
    }
    secondsToReady = (System.nanoTime() - start) / 1e9;
    cpuMicrosToReady = cpu().micros();
  }

  public double secondsToReady() {
    return secondsToReady;
  }

  /** Returns the CPU of the launcher, the service and PostgreSQL until it was ready. */
  public long cpuMicrosToReady() {
    return cpuMicrosToReady;
  }

  /** Returns the clock of the service and its PostgreSQL. The launcher has become the service. */
  public CpuClock cpu() {
    return CpuClock.ofTree(process.pid());
  }

  /** Returns the clock of the service alone. */
  public CpuClock serviceCpu() {
    return CpuClock.ofProcess(process.pid());
  }

  @Override
  public void close() {
    ServiceNode.end(process);
  }

  private static boolean isReady(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(READY);
      InputStream in = socket.getInputStream();
      return new String(in.readNBytes(12), StandardCharsets.US_ASCII).equals("HTTP/1.1 200");
    } catch (IOException e) {
      return false; // nobody listens yet
    }
  }
}
