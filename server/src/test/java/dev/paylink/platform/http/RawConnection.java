package dev.paylink.platform.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Speaks HTTP by hand: exactly the given characters go out, one byte each. */
final class RawConnection implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  /** Small, so that the other side soon notices when nobody reads. */
  private static final int RECEIVE_BYTES = 32 * 1024;

  private final Socket socket;
  private final InputStream in;

  RawConnection(int port) throws IOException {
    this(port, "127.0.0.1");
  }

  /** Comes from that address of loopback. */
  RawConnection(int port, String from) throws IOException {
    socket = new Socket();
    socket.setReceiveBufferSize(RECEIVE_BYTES);
    socket.bind(new InetSocketAddress(from, 0));
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = socket.getInputStream();
  }

  /** Over a socket that is connected already. */
  RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = socket.getInputStream();
  }

  RawConnection write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  /** Says that nothing more will come; answers can still be read. */
  RawConnection finishWriting() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  /** Drops the connection as a crashed peer would. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** The next answer with its body. */
  RawReply read() throws IOException {
    RawReply head = readHead();
    int length = head.header("Content-Length").isEmpty() ? 0 : contentLength(head);
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new IOException("the answer's body broke off after " + body.length + " bytes");
    }
    return new RawReply(head.status(), head.headers(), new String(body, StandardCharsets.UTF_8));
  }

  /** The next answer up to its headers, which is all there is after a HEAD. */
  RawReply readHead() throws IOException {
    String[] statusLine = line().split(" ", 3);
    Map<String, List<String>> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      String[] header = line.split(": *", 2);
      headers
          .computeIfAbsent(header[0].toLowerCase(Locale.ROOT), ignored -> new ArrayList<>())
          .add(header[1]);
    }
    return new RawReply(Integer.parseInt(statusLine[1]), headers, "");
  }

  /** The body of an answer in chunks, up to its last one. */
  byte[] readChunked() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = chunkSize(); ; size = chunkSize()) {
      body.write(in.readNBytes(size));
      line();
      if (size == 0) {
        return body.toByteArray();
      }
    }
  }

  /** Takes that many bytes, whatever they are; false when there are no more. */
  boolean skip(int bytes) throws IOException {
    return in.readNBytes(bytes).length == bytes;
  }

  /** Waits for at least one byte. */
  String readSome() throws IOException {
    byte[] some = new byte[1024];
    return new String(some, 0, Math.max(0, in.read(some)), StandardCharsets.ISO_8859_1);
  }

  /** Everything until the other side hangs up. */
  String readAll() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  /** Waits for the other side to hang up; false when it says something instead, or nothing. */
  boolean isHungUp() {
    try {
      return in.read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private static int contentLength(RawReply head) {
    return Integer.parseInt(head.header("Content-Length"));
  }

  private int chunkSize() throws IOException {
    return Integer.parseInt(line(), 16);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("hung up in the middle of an answer, after: " + line);
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
  }
}
