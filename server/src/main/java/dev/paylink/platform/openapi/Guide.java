package dev.paylink.platform.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A guide of the repository, which the jar holds as it is written there.
 *
 * @param name the last part of its path
 * @param door the door behind which a reader finds it
 * @param file its place in the repository
 */
record Guide(String name, Door door, String file, String markdown) {
  /** Where all guides were before there were doors. */
  static final String FORMER_FOLDER = OpenApiRoutes.PATH + "/guides/";

  /** The page that lists all guides of the repository, as the first page of the site does. */
  private static final String CONTENTS = "docs/README.md";

  private static final String RATIONALE = "docs/code/rationale/";
  private static final Pattern DECISION = Pattern.compile("\\((why-[a-z-]+)\\.md\\)");

  /** The former names of guides that have another one now. */
  private static final Map<String, String> RENAMED =
      Map.of("chain", "chains", "dashboard", "tour", "dashboard-payments", "payments");

  /** The guides for one kind of reader. */
  enum Door {
    INTEGRATE("Integrate", "For engineers who connect a shop or an app."),
    DASHBOARD("Dashboard", "For people who work with payments in a browser."),
    OPERATE("Operate", "For the people who run the service."),
    CODE("Code", "For those who read or change the code.");

    final String title;
    final String lead;

    Door(String title, String lead) {
      this.title = title;
      this.lead = lead;
    }

    String folder() {
      return OpenApiRoutes.PATH + '/' + name().toLowerCase(Locale.ROOT) + '/';
    }

    List<Guide> guides(String... names) {
      String folder = "docs/" + name().toLowerCase(Locale.ROOT) + '/';
      return Stream.of(names).map(name -> load(name, this, folder + name + ".md")).toList();
    }
  }

  /** Returns all guides, in the order of the navigation. */
  static List<Guide> all() {
    return Stream.of(
            Door.INTEGRATE.guides(
                "overview",
                "quickstart",
                "calls",
                "webhooks",
                "frameworks",
                "signing",
                "browser",
                "sessions",
                "refunds",
                "payouts",
                "links",
                "testing",
                "going-live",
                "errors",
                "error-codes",
                "stripe",
                "versioning",
                "cli",
                "mcp"),
            List.of(
                load("clients", Door.INTEGRATE, "clients/README.md"),
                load("typescript", Door.INTEGRATE, "clients/typescript/README.md"),
                load("python", Door.INTEGRATE, "clients/python/README.md"),
                load("php", Door.INTEGRATE, "clients/php/README.md"),
                load("shop", Door.INTEGRATE, "examples/shop/README.md")),
            Door.DASHBOARD.guides("tour", "payments", "accounts", "brand"),
            Door.OPERATE.guides(
                "install",
                "first-instance",
                "configuration",
                "secrets",
                "database",
                "nodes",
                "backup",
                "upgrade",
                "monitoring",
                "logs",
                "outages",
                "desk",
                "privacy",
                "private-webhooks",
                "security",
                "mail",
                "chains",
                "relay",
                "contract",
                "settlement",
                "scale"),
            Door.CODE.guides(
                "journeys",
                "find",
                "rooms",
                "guarantees",
                "bounds",
                "database",
                "glossary",
                "soaks",
                "bench"),
            rationale())
        .flatMap(List::stream)
        .toList();
  }

  /** Returns the list of decisions, and each of them. */
  private static List<Guide> rationale() {
    Guide list = load("rationale", Door.CODE, RATIONALE + "README.md");
    Stream<Guide> decisions =
        DECISION
            .matcher(list.markdown)
            .results()
            .map(link -> link.group(1))
            .distinct()
            .map(name -> load(name, Door.CODE, RATIONALE + name + ".md"));
    return Stream.concat(Stream.of(list), decisions).toList();
  }

  /** Returns whether the navigation has the guide; a decision is found from the list of them. */
  boolean isListed() {
    return !file.startsWith(RATIONALE + "why-");
  }

  /** Returns where each former address of a page leads today. */
  static Map<String, String> moved(List<Guide> guides) {
    Map<String, String> paths = new HashMap<>();
    guides.forEach(guide -> paths.put(guide.name, guide.path()));
    RENAMED.forEach((former, name) -> paths.put(former, Objects.requireNonNull(paths.get(name))));
    Map<String, String> moved = new HashMap<>();
    paths.forEach(
        (name, path) -> {
          moved.put(FORMER_FOLDER + name, path);
          moved.put(FORMER_FOLDER + name + ".md", path + ".md");
        });
    moved.put(ErrorPage.CATALOGUE, Objects.requireNonNull(paths.get(ErrorPage.GUIDE)));
    // One page once: a browser keeps the fragment, and the script of the first page finds its part.
    moved.put(FORMER_FOLDER + "operations", OpenApiRoutes.PATH);
    return moved;
  }

  String path() {
    return door.folder() + name;
  }

  /** Returns the guide's first heading. */
  String title() {
    return markdown.lines().findFirst().orElse("").replaceFirst("^# ", "");
  }

  /** Returns what stands below the first heading. */
  String text() {
    return markdown.substring(markdown.indexOf('\n') + 1).strip();
  }

  /** Returns the first paragraph, without its marks. */
  String summary() {
    return Markdown.plain(text().split("\n\n", 2)[0]);
  }

  /**
   * Returns where a link of this guide leads on the site; null when that file is not served.
   *
   * @param target relative to the guide's file, as Markdown has it, or an address
   */
  @Nullable String resolve(String target, List<Guide> guides) {
    if (target.startsWith("#") || target.startsWith("/") || target.contains("://")) {
      return target;
    }
    String[] parts = target.split("#", 2);
    String fragment = parts.length == 2 ? "#" + parts[1] : "";
    String resolved = Path.of(file).resolveSibling(parts[0]).normalize().toString();
    if (resolved.equals("api/openapi.yaml")) {
      return "/openapi.json";
    }
    if (resolved.equals(CONTENTS)) {
      return OpenApiRoutes.PATH + fragment;
    }
    return guides.stream()
        .filter(guide -> guide.file.equals(resolved))
        .map(guide -> guide.path() + fragment)
        .findFirst()
        .orElse(null);
  }

  private static Guide load(String name, Door door, String file) {
    String resource = "/guides/" + file;
    try (InputStream in = Guide.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is not on the class path");
      }
      return new Guide(name, door, file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + resource, e);
    }
  }
}
