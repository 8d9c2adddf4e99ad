package dev.paylink.platform.openapi;

import gg.jte.Content;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * A guide made ready for the site: its anchors are those of GitHub, so that links mean the same in
 * both places; links lead to pages of the site, or lose their address; examples that follow each
 * other in several languages become one example with a choice.
 *
 * @param headings the second level, for the navigation
 */
record GuideText(Content html, List<Section> headings) {
  private static final int SECTION_LEVELS = 3;

  /** The languages of examples, by the word behind the fence. */
  private static final Map<String, String> LANGUAGES =
      Map.of("sh", "curl", "ts", "TypeScript", "python", "Python", "php", "PHP", "java", "Java");

  /** A heading, its anchor, and the plain text below it. */
  record Section(String title, String anchor, String text) {}

  static GuideText of(Guide guide, List<Guide> guides) {
    Node document = Markdown.parse(guide.text());
    Map<Node, String> anchors = anchors(document);
    document.accept(new Links(guide, guides));
    StringBuilder html = new StringBuilder();
    int examples = 0;
    Node node = document.getFirstChild();
    while (node != null) {
      List<FencedCodeBlock> run = examples(node);
      if (run.size() > 1) {
        html.append(choice(run, "example-" + ++examples));
        node = run.getLast().getNext();
      } else {
        html.append(Markdown.render(node, anchors));
        node = node.getNext();
      }
    }
    String text = html.toString();
    return new GuideText(output -> output.writeContent(text), second(document, anchors));
  }

  /** Returns a text of one guide for another page: its links lead to pages of the site. */
  static Content inline(String markdown, String guide, List<Guide> guides) {
    Node document = Markdown.parse(markdown);
    guides.stream()
        .filter(each -> each.name().equals(guide))
        .forEach(each -> document.accept(new Links(each, guides)));
    String html = Markdown.render(document, Map.of());
    return output -> output.writeContent(html);
  }

  /** Returns the examples that begin here, one for each language. */
  static List<FencedCodeBlock> examples(Node node) {
    List<FencedCodeBlock> run = new ArrayList<>();
    Node next = node;
    while (next instanceof FencedCodeBlock code && LANGUAGES.containsKey(code.getInfo())) {
      run.add(code);
      next = next.getNext();
    }
    return run;
  }

  /** One example in several languages: buttons that a style sheet alone can follow. */
  private static String choice(List<FencedCodeBlock> run, String name) {
    StringBuilder html =
        new StringBuilder(
            "<div class=\"languages\" role=\"radiogroup\" aria-label=\"Language\">\n");
    for (FencedCodeBlock code : run) {
      String language = code.getInfo();
      String id = name + '-' + language;
      html.append("<input type=\"radio\" name=\"%s\" id=\"%s\"".formatted(name, id));
      html.append(" value=\"%s\"".formatted(language));
      html.append(code.equals(run.getFirst()) ? " checked>" : ">");
      html.append("<label for=\"%s\">%s</label>\n".formatted(id, LANGUAGES.get(language)));
      html.append(Markdown.render(code, Map.of()));
    }
    return html.append("</div>\n").toString();
  }

  /** Names headings as GitHub does. */
  private static Map<Node, String> anchors(Node document) {
    Map<Node, String> anchors = new HashMap<>();
    Map<String, Integer> seen = new HashMap<>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Heading heading) {
            String slug =
                Markdown.text(heading)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N}\\- _]", "")
                    .replace(' ', '-');
            int before = seen.merge(slug, 1, Integer::sum) - 1;
            anchors.put(heading, before == 0 ? slug : slug + '-' + before);
          }
        });
    return anchors;
  }

  private static List<Section> second(Node document, Map<Node, String> anchors) {
    List<Section> headings = new ArrayList<>();
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading heading && heading.getLevel() == 2) {
        headings.add(new Section(Markdown.text(node), anchors.getOrDefault(node, ""), ""));
      }
    }
    return headings;
  }

  /** Returns the sections of the first levels, with their texts, to be searched. */
  static List<Section> sections(Guide guide, List<Guide> guides) {
    Node document = Markdown.parse(guide.text());
    Map<Node, String> anchors = anchors(document);
    document.accept(new Links(guide, guides));
    List<Section> sections = new ArrayList<>();
    String title = guide.title();
    String anchor = "";
    StringBuilder text = new StringBuilder();
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading heading && heading.getLevel() <= SECTION_LEVELS) {
        sections.add(new Section(title, anchor, text.toString().strip()));
        title = Markdown.text(heading);
        anchor = anchors.getOrDefault(heading, "");
        text.setLength(0);
      } else {
        text.append(Markdown.text(node)).append('\n');
      }
    }
    sections.add(new Section(title, anchor, text.toString().strip()));
    return sections;
  }

  /** Rewrites links, and takes out pictures, which are of the pages that the reader can open. */
  private static final class Links extends AbstractVisitor {
    private final Guide guide;
    private final List<Guide> guides;

    Links(Guide guide, List<Guide> guides) {
      this.guide = guide;
      this.guides = guides;
    }

    @Override
    public void visit(Link link) {
      @Nullable String target = guide.resolve(link.getDestination(), guides);
      if (target != null) {
        link.setDestination(target);
        visitChildren(link);
        return;
      }
      while (link.getFirstChild() != null) {
        link.insertBefore(link.getFirstChild());
      }
      link.unlink();
    }

    @Override
    public void visit(Image image) {
      image.unlink();
    }
  }
}
