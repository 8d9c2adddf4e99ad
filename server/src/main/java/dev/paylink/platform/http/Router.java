package dev.paylink.platform.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a request by walking a tree of path segments: the cost does not grow with the
 * number of routes, a literal segment wins over a parameter, and a path that exists under another
 * method is told apart from one that does not exist. A template that ends in {@code *} answers
 * everything else below it.
 */
public final class Router {
  private final Node root = new Node();

  public Router(List<Route> routes) {
    for (Route route : routes) {
      Node node = root;
      for (String segment : route.template().substring(1).split("/", -1)) {
        node = node.descend(segment);
      }
      if (node.targets.put(route.method(), new Target(route, parameterNames(route))) != null) {
        throw new IllegalArgumentException("two routes for " + route.template());
      }
    }
  }

  /**
   * The result of a lookup. {@code shownPath} is the path as it may be logged: cut before a secret
   * parameter, before the first escape, which may hide a slash, and after the first segment that no
   * route has, because a payment link with a typing error in front is still a payment link.
   */
  sealed interface Found {
    String shownPath();

    record Match(Route route, Map<String, String> parameters, String shownPath) implements Found {}

    record OtherMethod(String allow, @Nullable Route otherwise, String shownPath)
        implements Found {}

    record Nothing(@Nullable Route otherwise, String shownPath) implements Found {}
  }

  Found find(String method, String rawPath) {
    List<String> values = new ArrayList<>(2);
    Node node = root;
    int start = 1;
    int escape = rawPath.indexOf('%');
    int shownEnd = escape < 0 ? rawPath.length() : escape;
    Node rest = null;
    while (node != null && start <= rawPath.length()) {
      rest = node.rest == null ? rest : node.rest;
      int end = rawPath.indexOf('/', start);
      end = end < 0 ? rawPath.length() : end;
      String segment = rawPath.substring(start, end);
      Node literal = node.literals.get(segment);
      if (literal == null && node.parameter != null && !segment.isEmpty()) {
        values.add(segment);
      }
      node = literal != null ? literal : segment.isEmpty() ? null : node.parameter;
      if (node == null) {
        shownEnd = Math.min(shownEnd, end);
      } else if (node.secret) {
        shownEnd = Math.min(shownEnd, start);
      }
      start = end + 1;
    }
    String shownPath =
        shownEnd == rawPath.length() ? rawPath : rawPath.substring(0, shownEnd) + "…";
    Target target = node == null ? null : node.target(method);
    if (target != null) {
      return new Found.Match(target.route, parameters(target.names, values), shownPath);
    }
    Target other = rest == null ? null : rest.target(method);
    if (other != null) {
      return new Found.Match(other.route, Map.of(), shownPath);
    }
    Route otherwise = otherwise(node == null || node.rest == null ? rest : node.rest);
    return node == null || node.targets.isEmpty()
        ? new Found.Nothing(otherwise, shownPath)
        : new Found.OtherMethod(String.join(", ", node.allowed()), otherwise, shownPath);
  }

  private static @Nullable Route otherwise(@Nullable Node rest) {
    Target target = rest == null ? null : rest.targets.get(Route.OTHERWISE);
    return target == null ? null : target.route;
  }

  private static List<String> parameterNames(Route route) {
    return Stream.of(route.template().split("/", -1))
        .filter(segment -> segment.startsWith(":"))
        .map(segment -> segment.substring(1))
        .toList();
  }

  private static Map<String, String> parameters(List<String> names, List<String> values) {
    if (names.isEmpty()) {
      return Map.of();
    }
    Map<String, String> parameters = new HashMap<>(4);
    for (int i = 0; i < names.size(); i++) {
      parameters.put(names.get(i), decoded(values.get(i)));
    }
    return parameters;
  }

  private static String decoded(String segment) {
    if (segment.indexOf('%') < 0) {
      return segment;
    }
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return segment; // a broken escape matches no id
    }
  }

  private record Target(Route route, List<String> names) {}

  private static final class Node {
    final Map<String, Node> literals = new HashMap<>();
    final Map<String, Target> targets = new HashMap<>();
    @Nullable Node parameter;
    @Nullable Node rest;
    boolean secret;

    /** Returns the target of a method. HEAD is GET without the body (RFC 9110), everywhere. */
    @Nullable Target target(String method) {
      return targets.get(method.equals("HEAD") ? "GET" : method);
    }

    Node descend(String segment) {
      if (segment.equals("*")) {
        rest = rest == null ? new Node() : rest;
        return rest;
      }
      if (!segment.startsWith(":")) {
        return literals.computeIfAbsent(segment, ignored -> new Node());
      }
      if (parameter == null) {
        parameter = new Node();
      }
      parameter.secret |= segment.equals(Route.SECRET_PARAMETER);
      return parameter;
    }

    Set<String> allowed() {
      Set<String> methods = new TreeSet<>(targets.keySet());
      if (methods.contains("GET")) {
        methods.add("HEAD");
      }
      return methods;
    }
  }
}
