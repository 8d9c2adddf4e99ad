package dev.paylink.platform.db.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Chooses a free loopback port below the range the kernel assigns to outgoing connections: while
 * PostgreSQL is down, a client that retries could otherwise be given its port and keep it.
 */
final class FreePort {
  private static final Path EPHEMERAL_RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final int FIRST = 10_000;
  private static final int DEFAULT_LIMIT = 32_768;
  private static final int MIN_CHOICE = 1_000;
  private static final int MAX_TRIES = 100;

  private FreePort() {}

  static int choose() {
    // A machine tuned to assign nearly all ports has no safe range; use one of those.
    int start = ephemeralStart();
    int limit = start >= FIRST + MIN_CHOICE ? start : DEFAULT_LIMIT;
    for (int i = 0; i < MAX_TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, limit);
      if (isFree(port)) {
        return port;
      }
    }
    throw new EmbeddedPostgresException("no free port from " + FIRST + " to " + limit);
  }

  private static int ephemeralStart() {
    // In one large read: the kernel ends such a file after the first read, and readString reads one
    // byte first.
    try (BufferedReader range = Files.newBufferedReader(EPHEMERAL_RANGE)) {
      String line = range.readLine();
      return line == null ? DEFAULT_LIMIT : new Scanner(line).nextInt();
    } catch (IOException | NoSuchElementException e) {
      return DEFAULT_LIMIT;
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
