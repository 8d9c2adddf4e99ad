package dev.paylink.testing;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One request and its answer, with header names read without regard to case. */
@SuppressWarnings("ArrayRecordComponent") // raw bytes that are read, never compared or changed
record Exchange(
    String method,
    String target,
    Map<String, List<String>> requestHeaders,
    byte[] requestBody,
    int status,
    Map<String, List<String>> answerHeaders,
    byte[] answerBody) {

  boolean isHead() {
    return method.equals("HEAD");
  }

  boolean succeeded() {
    return status >= 200 && status <= 299;
  }

  /** The path as on the request line, still percent-encoded. */
  String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  List<String> query(String name) {
    int query = target.indexOf('?');
    return query < 0
        ? List.of()
        : Stream.of(target.substring(query + 1).split("&"))
            .map(pair -> (pair + "=").split("=", 3))
            .filter(pair -> decode(pair[0]).equals(name))
            .map(pair -> decode(pair[1]))
            .toList();
  }

  List<String> requestHeader(String name) {
    return values(requestHeaders, name);
  }

  List<String> answerHeader(String name) {
    return values(answerHeaders, name);
  }

  List<String> cookie(String name) {
    return requestHeader("Cookie").stream()
        .flatMap(header -> Stream.of(header.split("; *")))
        .filter(pair -> pair.startsWith(name + "="))
        .map(pair -> pair.substring(name.length() + 1))
        .toList();
  }

  /** The media type of a {@code Content-Type} header, in lower case and without its parameters. */
  static Optional<String> mediaType(List<String> contentType) {
    return contentType.stream()
        .findFirst()
        .map(value -> value.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
  }

  /** A path segment, in which a plus is a plus; a broken escape stays as it is. */
  static String decodePath(String segment) {
    try {
      return decode(segment.replace("+", "%2B"));
    } catch (IllegalArgumentException e) {
      return segment;
    }
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static List<String> values(Map<String, List<String>> headers, String name) {
    return headers.entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase(name))
        .flatMap(header -> header.getValue().stream())
        .toList();
  }

  @Override
  public String toString() {
    return method + " " + target + " answered " + status;
  }
}
