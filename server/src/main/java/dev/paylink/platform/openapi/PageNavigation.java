package dev.paylink.platform.openapi;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Renders the list of contents: the guide's headings, then the operations by tag. */
final class PageNavigation {
  private final Html html;

  PageNavigation(Html html) {
    this.html = html;
  }

  void of(String guide, Map<String, List<Operation>> byTag, Collection<String> lastSections) {
    html.open("nav", "aria-label", "Contents");
    group("Guide", Markdown.headings(guide).toList());
    byTag.forEach(this::operations);
    group("Reference", lastSections);
    html.close();
  }

  private void group(String title, Collection<String> headings) {
    html.element("p", title).open("ul");
    headings.forEach(
        heading -> html.open("li").element("a", heading, "href", "#" + Html.slug(heading)).close());
    html.close();
  }

  private void operations(String tag, List<Operation> operations) {
    html.open("p").element("a", tag, "href", "#" + Html.slug(tag)).close().open("ul");
    for (Operation operation : operations) {
      html.open("li").open("a", "href", "#" + operation.anchor(), "class", "call");
      html.element("span", operation.verb(), "class", "verb " + operation.method());
      html.element("span", operation.summary()).close().close();
    }
    html.close();
  }
}
