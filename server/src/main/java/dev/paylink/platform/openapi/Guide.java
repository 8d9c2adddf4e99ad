package dev.paylink.platform.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A guide of the repository, which the jar holds as it is written there.
 *
 * @param name the last part of its path below {@code /docs/guides/}
 * @param group the guides it stands beside in the navigation
 * @param file its place in the repository
 */
record Guide(String name, String group, String file, String markdown) {
  static final String FOLDER = OpenApiRoutes.PATH + "/guides/";

  private static final String START = "Start";
  private static final String INTEGRATE = "Integrate";
  private static final String CLIENTS = "Clients";
  private static final String PEOPLE = "Dashboard";
  private static final String OPERATE = "Operate";

  /** Returns all guides, in the order of the navigation. */
  static List<Guide> all() {
    return List.of(
        load("quickstart", START, "docs/quickstart.md"),
        load("calls", START, "docs/calls.md"),
        load("cli", START, "docs/cli.md"),
        load("mcp", START, "docs/mcp.md"),
        load("shop", START, "examples/shop/README.md"),
        load("webhooks", INTEGRATE, "docs/webhooks.md"),
        load("links", INTEGRATE, "docs/links.md"),
        load("refunds", INTEGRATE, "docs/refunds.md"),
        load("brand", INTEGRATE, "docs/brand.md"),
        load("signing", INTEGRATE, "docs/signing.md"),
        load("browser", INTEGRATE, "docs/browser.md"),
        load("sessions", INTEGRATE, "docs/sessions.md"),
        load("versioning", INTEGRATE, "docs/versioning.md"),
        load("clients", CLIENTS, "clients/README.md"),
        load("typescript", CLIENTS, "clients/typescript/README.md"),
        load("python", CLIENTS, "clients/python/README.md"),
        load("php", CLIENTS, "clients/php/README.md"),
        load("dashboard", PEOPLE, "docs/dashboard.md"),
        load("dashboard-payments", PEOPLE, "docs/dashboard-payments.md"),
        load("accounts", PEOPLE, "docs/accounts.md"),
        load("configuration", OPERATE, "docs/configuration.md"),
        load("operations", OPERATE, "docs/operations.md"),
        load("mail", OPERATE, "docs/mail.md"),
        load("chain", OPERATE, "docs/chain.md"),
        load("contract", OPERATE, "docs/contract.md"),
        load("settlement", OPERATE, "docs/settlement.md"),
        load("bench", OPERATE, "docs/bench.md"),
        load("scale", OPERATE, "docs/scale.md"));
  }

  String path() {
    return FOLDER + name;
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
    return guides.stream()
        .filter(guide -> guide.file.equals(resolved))
        .map(guide -> guide.path() + fragment)
        .findFirst()
        .orElse(null);
  }

  private static Guide load(String name, String group, String file) {
    String resource = "/guides/" + file;
    try (InputStream in = Guide.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is not on the class path");
      }
      return new Guide(name, group, file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + resource, e);
    }
  }
}
