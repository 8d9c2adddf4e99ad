package dev.paylink.testing;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection that a client keeps for many requests, and that reads no more than it must. */
public final class KeptConnection implements AutoCloseable {
  private static final String LENGTH = "content-length:";

  private final Socket socket;
  private final InputStream in;
  private long bytes;

  public KeptConnection(URI server) throws IOException {
    this(new Socket(server.getHost(), server.getPort()));
  }

  /** Over a socket that is connected already. */
  public KeptConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** Gets a path and reads its whole body; returns the status. */
  public int get(String path) throws IOException {
    String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    long length = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith(LENGTH)) {
        length = Long.parseLong(lower.substring(LENGTH.length()).strip());
      }
    }
    in.skipNBytes(length);
    bytes += length;
    return status;
  }

  /** How much was read in bodies so far. */
  public long bytes() {
    return bytes;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the connection was closed");
      }
      line.append((char) next);
    }
    return line.toString().strip();
  }
}
