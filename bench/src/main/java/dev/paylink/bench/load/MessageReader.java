package dev.paylink.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads HTTP/1.1 messages off a connection, one after the other. It knows no other framing than
 * Content-Length and costs a few microseconds, so that the bench measures the service.
 */
public final class MessageReader {
  private static final int MOST_BYTES = 64 * 1024;

  private final InputStream in;
  private byte[] buffer = new byte[4096];
  private int end;

  public MessageReader(InputStream in) {
    this.in = in;
  }

  /** A request or an answer. */
  public record Message(String head, String body) {
    public String firstLine() {
      return head.substring(0, head.indexOf("\r\n"));
    }

    /** The value of a header, whatever its case; null when it is not there. */
    public @Nullable String header(String name) {
      int line = head.indexOf("\r\n") + 2;
      while (line < head.length()) {
        int next = head.indexOf("\r\n", line);
        int colon = line + name.length();
        if (colon < next
            && head.charAt(colon) == ':'
            && head.regionMatches(true, line, name, 0, name.length())) {
          return head.substring(colon + 1, next).strip();
        }
        line = next + 2;
      }
      return null;
    }

    /** The value of a member of the body that is a plain string; null when it is not there. */
    public @Nullable String member(String name) {
      String opening = '"' + name + "\":\"";
      int at = body.indexOf(opening);
      return at < 0
          ? null
          : body.substring(at + opening.length(), body.indexOf('"', at + opening.length()));
    }
  }

  /** The next message; null when the other side has closed instead. */
  public @Nullable Message next() throws IOException {
    int bodyStart = bodyStart(0);
    while (bodyStart < 0) {
      int scanned = Math.max(0, end - 3);
      if (!fill()) {
        return null;
      }
      bodyStart = bodyStart(scanned);
    }
    String head = text(0, bodyStart - 2);
    String length = new Message(head, "").header("Content-Length");
    int bodyEnd = bodyStart + (length == null ? 0 : Integer.parseInt(length));
    while (end < bodyEnd) {
      if (!fill()) {
        throw new EOFException("closed within a message");
      }
    }
    Message message = new Message(head, text(bodyStart, bodyEnd));
    consume(bodyEnd);
    return message;
  }

  /** Where the body starts; -1 while the head is not whole. */
  private int bodyStart(int from) {
    for (int i = from; i + 3 < end; i++) {
      if (buffer[i] == '\r'
          && buffer[i + 1] == '\n'
          && buffer[i + 2] == '\r'
          && buffer[i + 3] == '\n') {
        return i + 4;
      }
    }
    return -1;
  }

  /** Takes what has arrived, waiting for it if there is nothing; false at the end. */
  private boolean fill() throws IOException {
    if (end == buffer.length) {
      if (end == MOST_BYTES) {
        throw new IOException("a message of more than " + MOST_BYTES + " bytes");
      }
      buffer = Arrays.copyOf(buffer, 2 * end);
    }
    int read = in.read(buffer, end, buffer.length - end);
    end += Math.max(0, read);
    return read >= 0;
  }

  /** What has already come of the next message moves to the front. */
  private void consume(int until) {
    System.arraycopy(buffer, until, buffer, 0, end - until);
    end -= until;
  }

  private String text(int from, int to) {
    return new String(buffer, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
