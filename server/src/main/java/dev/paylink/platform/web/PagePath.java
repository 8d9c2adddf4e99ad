package dev.paylink.platform.web;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The path of a page or a form. Its route uses the template, such as {@code /desk/merchants/:id};
 * links are made from the same template, so no page links to a path that no route has.
 */
public record PagePath(String template) {
  /** Returns a path below this one. */
  public PagePath below(String more) {
    return new PagePath(template + more);
  }

  /** Returns the path with the values in place of the parameters, in their order. */
  public String to(Object... values) {
    StringBuilder path = new StringBuilder();
    int next = 0;
    for (String segment : template.substring(1).split("/", -1)) {
      path.append('/');
      if (!segment.startsWith(":")) {
        path.append(segment);
      } else if (next < values.length) {
        path.append(encoded(values[next++].toString()));
      } else {
        throw new IllegalArgumentException(template + " has more parameters than " + next);
      }
    }
    if (next < values.length) {
      throw new IllegalArgumentException(template + " has no more parameters than " + next);
    }
    return path.toString();
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
