package dev.paylink.bench.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Creates at fixed rates, whatever becomes of those before: one thread, kept connections, at most
 * one request under way on each. A request that finds no free connection goes out later, and its
 * time counts from when it was due.
 */
public final class OpenLoop implements AutoCloseable {
  /** Less than one source may have; each bunch has its own address. */
  private static final int CONNECTIONS_PER_SOURCE = 400;

  private static final int SENT_AT_ONCE = 64;
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final URI url;
  private final Selector selector = Selector.open();
  private final List<Lane> lanes = new ArrayList<>();
  private int sources;

  public OpenLoop(String baseUrl) throws IOException {
    url = URI.create(baseUrl);
  }

  /** Adds creates of one key at a rate, with connections of their own. */
  public Answers add(CreateLoad load, double perSecond, int connections) throws IOException {
    Lane lane = new Lane(load, perSecond);
    for (int i = 0; i < connections; i++) {
      if (i % CONNECTIONS_PER_SOURCE == 0) {
        sources++;
      }
      lane.free.add(new Line(lane, connect()));
    }
    lanes.add(lane);
    return lane.answers;
  }

  /** Sends for so long, then waits for the last answers. */
  public void run(int seconds) throws IOException {
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(seconds);
    for (Lane lane : lanes) {
      lane.startNanos = start;
    }
    while (true) {
      long now = System.nanoTime();
      boolean sending = now - end < 0;
      long nextDue = Long.MAX_VALUE;
      int underWay = 0;
      for (Lane lane : lanes) {
        if (sending) {
          lane.sendDue(now);
          if (!lane.free.isEmpty()) { // else an answer comes first
            nextDue = Math.min(nextDue, lane.dueNanos() - now);
          }
        }
        underWay += lane.underWay;
      }
      if (!sending && (underWay == 0 || now - end > GRACE_NANOS)) {
        break;
      }
      if (nextDue <= 0) {
        selector.selectNow(OpenLoop::read);
      } else {
        selector.select(OpenLoop::read, 1);
      }
    }
    for (Lane lane : lanes) {
      lane.answers.unanswered = lane.underWay;
    }
  }

  @Override
  public void close() throws IOException {
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }

  private SocketChannel connect() throws IOException {
    SocketChannel channel = SocketChannel.open();
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    byte[] source = {127, 0, 2, (byte) sources};
    channel.bind(new InetSocketAddress(InetAddress.getByAddress(source), 0));
    channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), url.getPort()));
    channel.configureBlocking(false);
    return channel;
  }

  private static void read(SelectionKey key) {
    try {
      ((Line) key.attachment()).read();
    } catch (IOException e) {
      throw new IllegalStateException("a connection broke", e);
    }
  }

  /** The creates of one key. */
  private static final class Lane {
    final CreateLoad load;
    final double gapNanos;
    final Answers answers = new Answers();
    final ArrayDeque<Line> free = new ArrayDeque<>();
    long startNanos;
    long sent;
    int underWay;

    Lane(CreateLoad load, double perSecond) {
      this.load = load;
      this.gapNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    long dueNanos() {
      return startNanos + (long) (sent * gapNanos);
    }

    /** A few at a time, so that answers are read in between. */
    void sendDue(long now) throws IOException {
      for (int i = 0; i < SENT_AT_ONCE && dueNanos() - now <= 0 && !free.isEmpty(); i++) {
        long due = dueNanos();
        free.removeLast().send(load.request(sent++), due);
        underWay++;
      }
    }
  }

  /** One connection. */
  private final class Line {
    private final Lane lane;
    private final SocketChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(4096);
    private long dueNanos;
    private long sentNanos;

    Line(Lane lane, SocketChannel channel) throws IOException {
      this.lane = lane;
      this.channel = channel;
      channel.register(selector, SelectionKey.OP_READ, this);
    }

    void send(byte[] request, long due) throws IOException {
      dueNanos = due;
      sentNanos = System.nanoTime();
      ByteBuffer bytes = ByteBuffer.wrap(request);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      lane.answers.sentLate(sentNanos - due);
    }

    void read() throws IOException {
      if (channel.read(buffer) < 0) {
        throw new IOException("the service closed it");
      }
      if (lane.answers.take(buffer.array(), buffer.position(), dueNanos, sentNanos)) {
        buffer.clear();
        lane.free.addLast(this);
        lane.underWay--;
      }
    }
  }
}
