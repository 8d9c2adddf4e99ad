package dev.paylink.cli.io;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Sends one HTTP/1.1 request over a connection of its own, byte by byte, so that it can also be
 * slow, stop in the middle or disconnect. Follows no redirect. The whole exchange is bounded in
 * time, and so is what is read of the answer.
 */
public final class Wire implements AutoCloseable {
  private static final int MAX_ANSWER_BYTES = 64 * 1024;

  private final URI url;
  private final long deadlineNanos;
  private final long startedNanos = System.nanoTime();
  private final Socket socket;

  private Wire(URI url, Duration timeout) throws IOException {
    this.url = url;
    this.deadlineNanos = startedNanos + timeout.toNanos();
    this.socket = connect();
  }

  /**
   * What came back; status 0 and an error when nothing did.
   *
   * @param location where the answer leads, empty when it leads nowhere
   */
  public record Answer(int status, String body, long millis, String error, String location) {
    public Answer(int status, String body, long millis, String error) {
      this(status, body, millis, error, "");
    }

    public boolean isSuccess() {
      return status / 100 == 2;
    }

    /** Returns the status, or why there is none. */
    @Override
    public String toString() {
      return status == 0 ? error : "answered " + status;
    }
  }

  /** Work on an open connection. */
  @FunctionalInterface
  public interface Talk {
    Answer over(Wire wire) throws IOException;
  }

  /** Opens a connection for one exchange; whatever goes wrong is part of the answer. */
  public static Answer talk(URI url, Duration timeout, Talk talk) {
    long started = System.nanoTime();
    try (Wire wire = new Wire(url, timeout)) {
      return talk.over(wire);
    } catch (IOException | RuntimeException e) {
      return new Answer(0, "", millisSince(started), reason(e, timeout));
    }
  }

  /** Sends a request at once and reads the answer. */
  public static Answer exchange(
      URI url, String method, Map<String, String> headers, byte[] body, Duration timeout) {
    return talk(
        url,
        timeout,
        wire -> {
          wire.send(wire.head(method, headers, body.length));
          wire.send(body);
          return wire.answer();
        });
  }

  /** Returns the request line and the headers; the body may then come in parts. */
  public byte[] head(String method, Map<String, String> headers, int bodyLength) {
    String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
    StringBuilder head = new StringBuilder();
    head.append(method).append(' ').append(path).append(query).append(" HTTP/1.1\r\n");
    head.append("host: ").append(url.getRawAuthority()).append("\r\nconnection: close\r\n");
    if (!method.equals("GET")) {
      head.append("content-length: ").append(bodyLength).append("\r\n");
    }
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    return head.append("\r\n").toString().getBytes(ISO_8859_1);
  }

  public void send(byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
  }

  /** Sends no more; the receiver finds the end of what was sent. */
  public void end() throws IOException {
    socket.shutdownOutput();
  }

  /** Reads the answer: its status, and its body as far as it is kept. */
  public Answer answer() throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    InputStream in = socket.getInputStream();
    byte[] buffer = new byte[8192];
    while (read.size() < MAX_ANSWER_BYTES && !isWhole(read.toString(ISO_8859_1))) {
      socket.setSoTimeout(remainingMillis());
      int count = in.read(buffer);
      if (count < 0) {
        break;
      }
      read.write(buffer, 0, count);
    }
    String text = read.toString(UTF_8);
    if (!text.matches("(?s)HTTP/1\\.[01] [1-5][0-9][0-9].*")) {
      String error = text.isEmpty() ? "hung up without an answer" : "answered what is not HTTP";
      return new Answer(0, "", millisSince(startedNanos), error);
    }
    int end = text.indexOf("\r\n\r\n");
    String body = end < 0 ? "" : text.substring(end + 4);
    int status = Integer.parseInt(text.substring(9, 12));
    return new Answer(
        status,
        isChunked(text) ? unchunked(body) : body,
        millisSince(startedNanos),
        "",
        header(text, "location"));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private Socket connect() throws IOException {
    boolean secure = "https".equalsIgnoreCase(url.getScheme());
    int port = url.getPort() >= 0 ? url.getPort() : secure ? 443 : 80;
    Socket plain = new Socket();
    try {
      plain.setTcpNoDelay(true);
      plain.connect(new InetSocketAddress(url.getHost(), port), remainingMillis());
      plain.setSoTimeout(remainingMillis());
      return secure ? secured(plain, port) : plain;
    } catch (IOException | RuntimeException e) {
      plain.close();
      throw e;
    }
  }

  private Socket secured(Socket plain, int port) throws IOException {
    SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket secure = (SSLSocket) factory.createSocket(plain, url.getHost(), port, true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(parameters);
    secure.startHandshake();
    return secure;
  }

  private int remainingMillis() throws SocketTimeoutException {
    long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
    if (left <= 0) {
      throw new SocketTimeoutException("time is up");
    }
    return (int) Math.min(left, Integer.MAX_VALUE);
  }

  private static boolean isWhole(String text) {
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      return false;
    }
    if (text.startsWith("204", 9) || text.startsWith("304", 9)) {
      return true;
    }
    if (isChunked(text)) {
      return text.endsWith("\r\n0\r\n\r\n");
    }
    String length = header(text, "content-length");
    // Without a length it lasts until the connection is closed.
    return length.matches("[0-9]{1,9}") && text.length() >= end + 4 + Integer.parseInt(length);
  }

  /** Returns the value of a header, empty when there is none. */
  private static String header(String text, String name) {
    int end = text.indexOf("\r\n\r\n");
    for (String line : text.substring(0, Math.max(end, 0)).split("\r\n", -1)) {
      if (line.toLowerCase(Locale.ROOT).startsWith(name + ":")) {
        return line.substring(name.length() + 1).strip();
      }
    }
    return "";
  }

  private static boolean isChunked(String text) {
    int end = text.indexOf("\r\n\r\n");
    return text.substring(0, Math.max(end, 0))
        .toLowerCase(Locale.ROOT)
        .contains("\r\ntransfer-encoding: chunked");
  }

  private static String unchunked(String body) {
    StringBuilder whole = new StringBuilder();
    byte[] bytes = body.getBytes(UTF_8);
    int at = 0;
    while (at < bytes.length) {
      int line = at;
      while (line < bytes.length && bytes[line] != '\r') {
        line++;
      }
      String size = new String(bytes, at, line - at, ISO_8859_1).split(";", 2)[0].strip();
      if (!size.matches("[0-9a-fA-F]{1,6}")) {
        break;
      }
      int length = Math.min(Integer.parseInt(size, 16), Math.max(bytes.length - line - 2, 0));
      if (length == 0) {
        break;
      }
      whole.append(new String(bytes, line + 2, length, UTF_8));
      at = line + 2 + length + 2;
    }
    return whole.toString();
  }

  private static String reason(Exception e, Duration timeout) {
    if (e instanceof SocketTimeoutException) {
      return "no answer within " + timeout.toSeconds() + " s";
    }
    if (e instanceof UnknownHostException) {
      return "the host name is unknown";
    }
    if (e instanceof ConnectException) {
      return "connection refused: nothing listens there";
    }
    String message = e.getMessage();
    return "no answer: " + (message == null ? e.getClass().getSimpleName() : message);
  }

  private static long millisSince(long startedNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
  }
}
