package dev.paylink.platform.openapi;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * Turns the document's Markdown (CommonMark with tables) into HTML for a template. HTML inside it
 * stays text, and a link to anything but a page or an anchor loses its address.
 */
final class Markdown {
  private static final List<TablesExtension> TABLES =
      List.of((TablesExtension) TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(TABLES).build();
  private static final HtmlRenderer BLOCKS = renderer().build();
  private static final HtmlRenderer INLINE = renderer().omitSingleParagraphP(true).build();
  private static final TextContentRenderer TEXT =
      TextContentRenderer.builder().extensions(TABLES).build();

  private Markdown() {}

  /** Renders blocks; headings get their {@link #slug} as an anchor. */
  static Content blocks(String markdown) {
    return html(BLOCKS.render(PARSER.parse(markdown)));
  }

  /**
   * Renders like {@link #blocks}, but a single paragraph has no {@code p}, so that it fits into a
   * line.
   */
  static Content inline(String markdown) {
    return html(INLINE.render(PARSER.parse(markdown)).strip());
  }

  /** Returns the texts of the headings, in their order. */
  static List<String> headings(String markdown) {
    List<String> headings = new ArrayList<>();
    PARSER
        .parse(markdown)
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Heading heading) {
                headings.add(text(heading));
              }
            });
    return headings;
  }

  /** Returns an anchor's name for any text: lower-case words joined by hyphens. */
  static String slug(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
  }

  static Node parse(String markdown) {
    return PARSER.parse(markdown);
  }

  /** Renders one node; headings get these anchors. */
  static String render(Node node, Map<Node, String> anchors) {
    return renderer(heading -> anchors.getOrDefault(heading, "")).build().render(node);
  }

  /** Returns the text without its marks, in one line. */
  static String plain(String markdown) {
    String words = markdown.replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1").replace("`", "");
    return text(PARSER.parse(words)).replaceAll("\\s+", " ").strip();
  }

  private static HtmlRenderer.Builder renderer() {
    return renderer(heading -> slug(text(heading)));
  }

  private static HtmlRenderer.Builder renderer(Function<Node, String> anchor) {
    return HtmlRenderer.builder()
        .extensions(TABLES)
        .escapeHtml(true)
        .sanitizeUrls(true)
        .attributeProviderFactory(
            context ->
                (node, tag, attributes) -> {
                  if (node instanceof Heading) {
                    attributes.put("id", anchor.apply(node));
                  } else if (tag.equals("pre")) {
                    attributes.put("tabindex", "0"); // a wide one can also be scrolled by keyboard
                  }
                });
  }

  static String text(Node node) {
    return TEXT.render(node);
  }

  private static Content html(String html) {
    return output -> output.writeContent(html);
  }
}
