package dev.paylink.platform.openapi;

import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.Panel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What stands around a page of the documentation: the navigation of the whole site, with the parts
 * of this page below its link.
 *
 * @param summary one sentence about the page, for search engines and previews
 */
record DocsFrame(Panel panel, String path, String summary, List<Group> groups) {
  /** Links that belong together. */
  record Group(String title, List<Link> links) {}

  /** A link; {@code parts} are those of the page if it is the one that is shown. */
  record Link(String title, String path, boolean current, List<Part> parts) {}

  /** A part of a page; {@code verb} is empty if it is no call. */
  record Part(String title, String anchor, String method, String verb) {
    static Part of(GuideText.Section section) {
      return new Part(section.title(), section.anchor(), "", "");
    }

    static Part of(Operation operation) {
      return new Part(
          operation.summary(), operation.anchor(), operation.method(), operation.verb());
    }
  }

  /** What all pages of a site share. */
  record Site(
      Assets assets,
      String product,
      boolean testMode,
      String homePath,
      List<Guide> guides,
      Reference reference) {
    DocsFrame frame(String path, String title, String summary, List<Part> parts) {
      Map<String, List<Link>> groups = new LinkedHashMap<>();
      add(groups, "", "Overview", OpenApiRoutes.PATH, path, parts);
      guides.stream()
          .filter(g -> g.isListed() || g.path().equals(path))
          .forEach(g -> add(groups, g.door().title, g.title(), g.path(), path, parts));
      add(groups, "API reference", "About the API", Reference.FOLDER, path, parts);
      reference.tags().forEach(t -> add(groups, "API reference", t.name(), t.path(), path, parts));
      add(groups, "API reference", "Authentication and objects", Reference.SHARED, path, parts);
      return new DocsFrame(
          new Panel(assets, product, title, testMode, homePath),
          path,
          summary,
          groups.entrySet().stream().map(g -> new Group(g.getKey(), g.getValue())).toList());
    }

    private static void add(
        Map<String, List<Link>> groups,
        String group,
        String title,
        String path,
        String shown,
        List<Part> parts) {
      boolean current = path.equals(shown);
      groups
          .computeIfAbsent(group, ignored -> new ArrayList<>())
          .add(new Link(title, path, current, current ? parts : List.of()));
    }
  }
}
