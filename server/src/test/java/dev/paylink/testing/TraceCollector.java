package dev.paylink.testing;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPInputStream;

/**
 * An OpenTelemetry collector: takes OTLP over HTTP in protobuf, as its specification numbers the
 * fields, and keeps what it got. It can be told to fail or to hang.
 */
public final class TraceCollector implements AutoCloseable {
  /** Takes the request and never answers. */
  public static final int HANG = 0;

  private final LocalServer server = new LocalServer().on("/v1/traces", this::take);
  private final CountDownLatch closing = new CountDownLatch(1);
  private final List<Received> spans = new CopyOnWriteArrayList<>();
  private final List<byte[]> bodies = new CopyOnWriteArrayList<>();
  private volatile int status = 200;

  /**
   * A span as it came.
   *
   * @param parentId empty for a root
   * @param kind 1 internal, 2 server, 3 client
   * @param status 2 for an error
   * @param links the traces that it links to
   */
  public record Received(
      String traceId,
      String spanId,
      String parentId,
      String name,
      int kind,
      long nanos,
      int status,
      Map<String, String> attributes,
      List<String> links,
      Map<String, String> resource) {
    public String attribute(String key) {
      return Objects.requireNonNull(attributes.get(key), () -> name + " has no " + key);
    }

    /** The header that hands this span on. */
    public String traceparent() {
      return "00-" + traceId + "-" + spanId + "-01";
    }
  }

  public URI url() {
    return URI.create(server.url() + "/v1/traces");
  }

  public void answerWith(int newStatus) {
    status = newStatus;
  }

  /** How many requests came. */
  public int requests() {
    return bodies.size();
  }

  public List<Received> spans() {
    return List.copyOf(spans);
  }

  /** Waits for the spans of a trace, of which there must be so many. */
  public List<Received> awaitTrace(String traceId, int count) {
    Await.until(count + " spans of " + traceId, () -> trace(traceId).size() >= count);
    return trace(traceId);
  }

  /** Waits for the spans with these names of a trace, whichever others it has. */
  public List<Received> awaitNamed(String traceId, String... names) {
    List<String> wanted = List.of(names);
    Await.until(
        wanted + " of " + traceId,
        () -> trace(traceId).stream().map(Received::name).toList().containsAll(wanted));
    return trace(traceId);
  }

  public List<Received> trace(String traceId) {
    return spans.stream().filter(span -> span.traceId().equals(traceId)).toList();
  }

  /** All bytes that came, unpacked, as text. */
  public String everything() {
    StringBuilder all = new StringBuilder();
    bodies.forEach(body -> all.append(new String(body, StandardCharsets.ISO_8859_1)));
    return all.toString();
  }

  @Override
  public void close() {
    closing.countDown();
    server.close();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] sent = exchange.getRequestBody().readAllBytes();
      byte[] body =
          "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))
              ? new GZIPInputStream(new ByteArrayInputStream(sent)).readAllBytes()
              : sent;
      bodies.add(body);
      int answer = status;
      if (answer == HANG) {
        closing.await();
        return;
      }
      String type = exchange.getRequestHeaders().getFirst("Content-Type");
      if (answer == 200 && "application/x-protobuf".equals(type)) {
        Message.read(body).messages(1).forEach(this::takeResource);
      }
      exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
      exchange.sendResponseHeaders(answer, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void takeResource(Message resourceSpans) {
    Map<String, String> resource = new LinkedHashMap<>();
    resourceSpans.messages(1).forEach(each -> resource.putAll(attributes(each.messages(1))));
    for (Message scope : resourceSpans.messages(2)) {
      for (Message span : scope.messages(2)) {
        spans.add(
            new Received(
                span.hex(1),
                span.hex(2),
                span.hex(4),
                span.text(5),
                (int) span.number(6),
                span.number(8) - span.number(7),
                span.messages(15).stream().mapToInt(each -> (int) each.number(3)).sum(),
                attributes(span.messages(9)),
                span.messages(13).stream().map(link -> link.hex(1)).toList(),
                resource));
      }
    }
  }

  private static Map<String, String> attributes(List<Message> pairs) {
    Map<String, String> attributes = new LinkedHashMap<>();
    for (Message pair : pairs) {
      Message value = pair.messages(2).getFirst();
      attributes.put(pair.text(1), value.has(3) ? Long.toString(value.number(3)) : value.text(1));
    }
    return attributes;
  }

  /** A message of protobuf, by the numbers of its fields. */
  private record Message(Map<Integer, List<Object>> fields) {
    static Message read(byte[] bytes) {
      Map<Integer, List<Object>> fields = new LinkedHashMap<>();
      try {
        CodedInputStream in = CodedInputStream.newInstance(bytes);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
          Object value =
              switch (WireFormat.getTagWireType(tag)) {
                case WireFormat.WIRETYPE_VARINT -> in.readRawVarint64();
                case WireFormat.WIRETYPE_FIXED64 -> in.readRawLittleEndian64();
                case WireFormat.WIRETYPE_FIXED32 -> (long) in.readRawLittleEndian32();
                case WireFormat.WIRETYPE_LENGTH_DELIMITED -> in.readByteArray();
                default -> throw new AssertionError("tag " + tag);
              };
          fields
              .computeIfAbsent(WireFormat.getTagFieldNumber(tag), ignored -> new ArrayList<>())
              .add(value);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new Message(fields);
    }

    boolean has(int field) {
      return fields.containsKey(field);
    }

    List<Message> messages(int field) {
      return fields.getOrDefault(field, List.of()).stream()
          .map(bytes -> read((byte[]) bytes))
          .toList();
    }

    long number(int field) {
      return has(field) ? (long) fields.get(field).getFirst() : 0;
    }

    String text(int field) {
      return new String(bytes(field), StandardCharsets.UTF_8);
    }

    String hex(int field) {
      return HexFormat.of().formatHex(bytes(field));
    }

    private byte[] bytes(int field) {
      return has(field) ? (byte[]) fields.get(field).getFirst() : new byte[0];
    }
  }
}
