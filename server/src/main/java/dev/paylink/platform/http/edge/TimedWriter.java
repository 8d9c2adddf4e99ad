package dev.paylink.platform.http.edge;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import java.io.UncheckedIOException;
import java.net.SocketException;

/** Writes to a peer that must take each part of a response within the time limit. */
final class TimedWriter implements DataWriter {
  /**
   * The size of a part. A longer response is sent in parts, so that a slow reader is not taken for
   * none.
   */
  private static final int PART_BYTES = 64 * 1024;

  private final DataWriter writer;
  private final Deadline deadline;
  private final EdgeClock clock;

  TimedWriter(DataWriter writer, Deadline deadline, EdgeClock clock) {
    this.writer = writer;
    this.deadline = deadline;
    this.clock = clock;
  }

  @Override
  public void writeNow(BufferData buffer) {
    while (buffer.available() > PART_BYTES) {
      byte[] part = new byte[PART_BYTES];
      int length = buffer.read(part);
      writePart(BufferData.create(part, 0, length));
    }
    writePart(buffer);
  }

  private void writePart(BufferData part) {
    deadline.arm(Deadline.Wait.RESPONSE, clock.now() + clock.responseNanos);
    writer.writeNow(part);
    if (!deadline.disarm()) {
      throw new UncheckedIOException(new SocketException("nobody reads the response"));
    }
  }

  @Override
  public void writeNow(BufferData... buffers) {
    writeNow(BufferData.create(buffers));
  }

  @Override
  public void write(BufferData buffer) {
    writeNow(buffer);
  }

  @Override
  public void write(BufferData... buffers) {
    writeNow(BufferData.create(buffers));
  }
}
