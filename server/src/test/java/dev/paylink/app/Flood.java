package dev.paylink.app;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Many connections from one address of loopback that each send something and read nothing. */
final class Flood implements AutoCloseable {
  private static final int THREADS = 4;
  private static final int RECEIVE_BYTES = 16 * 1024;

  /** A few thousand connections a second, as one host makes them; faster only takes our CPU. */
  private static final long PAUSE_NANOS = Duration.ofMillis(1).toNanos();

  /** Files that this process needs for everything else. */
  private static final long OTHER_FILES = 2_000;

  private final InetAddress from;
  private final InetSocketAddress to;
  private final Queue<SocketChannel> channels = new ConcurrentLinkedQueue<>();

  Flood(String from, int port) throws IOException {
    this.from = InetAddress.getByName(from);
    this.to = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** As many as asked for, or as this process can open: both ends of each are ours. */
  static int affordable(int count) {
    if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os)) {
      return count;
    }
    long free = os.getMaxFileDescriptorCount() - os.getOpenFileDescriptorCount() - OTHER_FILES;
    if (free / 2 >= count) {
      return count;
    }
    System.err.printf("a flood of %d, not %d: raise ulimit -n%n", free / 2, count);
    return (int) (free / 2);
  }

  /** Opens the connections; those that are refused count too. */
  void open(int count, String bytes) throws InterruptedException {
    AtomicInteger left = new AtomicInteger(count);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (left.getAndDecrement() > 0) {
                      openOne(bytes);
                      LockSupport.parkNanos(PAUSE_NANOS);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void openOne(String bytes) {
    try {
      SocketChannel channel = SocketChannel.open();
      channels.add(channel);
      channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
      channel.bind(new InetSocketAddress(from, 0));
      channel.connect(to);
      channel.configureBlocking(false);
      write(channel, bytes);
    } catch (IOException refused) {
      // Seen by the next write at the latest.
    }
  }

  /** Sends more on each connection that is still there; returns how many that are. */
  int send(String bytes) {
    channels.removeIf(channel -> !isWritten(channel, bytes));
    return channels.size();
  }

  private static boolean isWritten(SocketChannel channel, String bytes) {
    try {
      write(channel, bytes);
      return true;
    } catch (IOException cut) {
      closeQuietly(channel);
      return false;
    }
  }

  private static void write(SocketChannel channel, String bytes) throws IOException {
    channel.write(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.US_ASCII)));
  }

  private static void closeQuietly(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // It is gone, which is what we want.
    }
  }

  @Override
  public void close() {
    channels.forEach(Flood::closeQuietly);
  }
}
