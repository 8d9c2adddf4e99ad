package dev.paylink.platform.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Renders the small part of Markdown that the contract uses: headings, paragraphs, lists, fenced
 * code, tables, {@code code} and bold. Anything else, HTML included, stays the text it is.
 */
final class Markdown {
  private static final Pattern HEADING = Pattern.compile("## +(.+)");
  private static final Pattern ITEM = Pattern.compile("(-|[0-9]{1,3}\\.) +(.+)");
  private static final Pattern INLINE = Pattern.compile("`([^`]+)`|\\*\\*([^*]+)\\*\\*");

  private final Html html;
  private final List<String> lines;
  private int next;

  private Markdown(Html html, String markdown) {
    this.html = html;
    this.lines = markdown.lines().toList();
  }

  static void blocks(Html html, String markdown) {
    new Markdown(html, markdown).blocks();
  }

  static void inline(Html html, String markdown) {
    Matcher mark = INLINE.matcher(markdown);
    int written = 0;
    while (mark.find()) {
      html.text(markdown.substring(written, mark.start()));
      html.element(
          mark.group(1) != null ? "code" : "strong",
          mark.group(1) != null ? mark.group(1) : mark.group(2));
      written = mark.end();
    }
    html.text(markdown.substring(written));
  }

  /** The texts of the headings, whose anchors are their {@link Html#slug}. */
  static Stream<String> headings(String markdown) {
    return markdown
        .lines()
        .map(HEADING::matcher)
        .filter(Matcher::matches)
        .map(heading -> heading.group(1));
  }

  private void blocks() {
    while (next < lines.size()) {
      String line = lines.get(next);
      Matcher heading = HEADING.matcher(line);
      if (line.isBlank()) {
        next++;
      } else if (line.startsWith("```")) {
        code();
      } else if (heading.matches()) {
        next++;
        html.element("h2", heading.group(1), "id", Html.slug(heading.group(1)));
      } else if (line.startsWith("|")) {
        table();
      } else if (ITEM.matcher(line).matches()) {
        list(line.startsWith("-") ? "ul" : "ol");
      } else {
        paragraph();
      }
    }
  }

  private void code() {
    List<String> code = new ArrayList<>();
    for (next++; next < lines.size() && !lines.get(next).startsWith("```"); next++) {
      code.add(lines.get(next));
    }
    next++;
    html.open("pre").element("code", String.join("\n", code)).close();
  }

  private void table() {
    html.open("div", "class", "scroll").open("table", "class", "plain");
    for (String cell = "th"; next < lines.size() && lines.get(next).startsWith("|"); next++) {
      if (lines.get(next).matches("[|: -]+")) {
        continue; // the rule below the head
      }
      html.open("tr");
      for (String text : lines.get(next).replaceAll("^\\||\\| *$", "").split("\\|", -1)) {
        html.open(cell);
        inline(html, text.strip());
        html.close();
      }
      html.close();
      cell = "td";
    }
    html.close().close();
  }

  private void list(String kind) {
    html.open(kind);
    while (next < lines.size() && ITEM.matcher(lines.get(next)).matches()) {
      StringBuilder item = new StringBuilder(ITEM.matcher(lines.get(next)).replaceFirst("$2"));
      for (next++; next < lines.size() && lines.get(next).startsWith("  "); next++) {
        item.append(' ').append(lines.get(next).strip());
      }
      html.open("li");
      inline(html, item.toString());
      html.close();
    }
    html.close();
  }

  private void paragraph() {
    List<String> text = new ArrayList<>();
    while (next < lines.size() && !lines.get(next).isBlank() && !startsBlock(lines.get(next))) {
      text.add(lines.get(next++).strip());
    }
    html.open("p");
    inline(html, String.join(" ", text));
    html.close();
  }

  private static boolean startsBlock(String line) {
    return line.startsWith("```") || line.startsWith("|") || HEADING.matcher(line).matches();
  }
}
