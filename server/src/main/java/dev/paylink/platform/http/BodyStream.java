package dev.paylink.platform.http;

import dev.paylink.platform.Outage;
import dev.paylink.platform.Unavailable;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerResponse;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Sends a body, a large one in parts, and breaks the connection if it cannot be finished. Helidon
 * copies what it is given to send, and a peer that does not read keeps that copy in our memory.
 */
final class BodyStream {
  private static final Logger LOG = System.getLogger(BodyStream.class.getName());

  private static final int PART_BYTES = 16 * 1024;

  private long bytes;

  /** Returns the number of bytes written so far. */
  long bytes() {
    return bytes;
  }

  /** Sends a body that is all there. */
  static void sendWhole(ServerResponse response, byte[] body) {
    if (body.length <= PART_BYTES) {
      response.send(body);
      return;
    }
    response.contentLength(body.length);
    try (OutputStream out = response.outputStream()) {
      for (int at = 0; at < body.length; at += PART_BYTES) {
        out.write(body, at, Math.min(PART_BYTES, body.length - at));
      }
    } catch (IOException e) {
      throw new CloseConnectionException("the peer has gone", e);
    }
    ((RoutingResponse) response).commit();
  }

  /** Sends the body while it is produced; ends it properly only if all of it was written. */
  void send(ServerResponse response, StreamedBody body, String requestId) {
    try {
      OutputStream out = new Counting(response.outputStream());
      body.writeTo(out);
      out.close();
      // Only this sends the last chunk; otherwise Helidon would send it after the connection's end.
      ((RoutingResponse) response).commit();
    } catch (IOException | RuntimeException | Error e) {
      // No last chunk: Helidon would send one on any other way out of here.
      LOG.log(levelOf(e), "request " + requestId + " broke off after " + bytes + " bytes", e);
      throw new CloseConnectionException("the answer could not be finished", e);
    }
  }

  /** Returns a low level if the reader or the database went away: that is not our fault. */
  private static Level levelOf(Throwable e) {
    boolean foreign =
        e instanceof IOException
            || e instanceof UncheckedIOException
            || e instanceof CloseConnectionException
            || e instanceof Unavailable
            || Outage.isBehind(e);
    return foreign ? Level.INFO : Level.ERROR;
  }

  private final class Counting extends FilterOutputStream {
    Counting(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      bytes++;
    }

    @Override
    public void write(byte[] b, int offset, int length) throws IOException {
      out.write(b, offset, length);
      bytes += length;
    }
  }
}
