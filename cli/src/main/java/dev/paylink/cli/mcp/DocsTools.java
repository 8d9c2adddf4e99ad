package dev.paylink.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylink.cli.access.Api;
import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds and reads the documentation that the service itself serves, so it fits the version that is
 * called. No key is sent for it.
 */
final class DocsTools implements ToolServer.Group {
  private static final int MOST_FOUND = 20;
  private static final int USUALLY_FOUND = 8;
  private static final int EXCERPT = 240;
  private static final int CALLS_NAMED = 6;
  private static final Pattern GUIDE =
      Pattern.compile("(?:/docs/([a-z]{1,16})/)?([a-z0-9-]{1,64})(?:\\.md)?(?:#(.*))?");
  private static final Pattern CALL = Pattern.compile("/docs/api/[a-z0-9-]+#(\\w+)");
  private static final Pattern ERROR = Pattern.compile("(?:/docs/errors/)?([A-Z0-9_]{1,64})");

  private final Workbench bench;

  DocsTools(Workbench bench) {
    this.bench = bench;
  }

  @Override
  public List<Tool> all() {
    return List.of(
        new Tool(
            "search_docs",
            "Search the documentation",
            Tool.Kind.DOCS,
            "Search guides, API calls and problem codes of the Payment Link Service. Returns"
                + " paths for read_docs.",
            List.of(
                Parameter.required("query", "Some words, such as: verify webhook signature"),
                Parameter.count("limit", MOST_FOUND, "How many at most, usually 8.")),
            this::search),
        new Tool(
            "read_docs",
            "Read a part of the documentation",
            Tool.Kind.DOCS,
            "Read one section of a guide, one API call with an example, or one problem code."
                + " A guide without a section gives the list of its sections.",
            List.of(
                Parameter.required(
                    "path",
                    "As search_docs returns it, such as /docs/integrate/webhooks#the-feed")),
            arguments -> read(arguments.text("path"))),
        new Tool(
            "explain_error",
            "Explain a problem code",
            Tool.Kind.DOCS,
            "Explain the code of a refused call: what it means, what to do, and which calls answer"
                + " with it.",
            List.of(
                Parameter.required("code", "The problem's code, such as IDEMPOTENCY_KEY_REUSED")),
            arguments -> explain(arguments.text("code").strip().toUpperCase(Locale.ROOT))));
  }

  /** An entry of the index, and how well it fits. */
  private record Found(Json entry, int points) {}

  private String search(Arguments arguments) {
    Api api = bench.api().get();
    // The index is a list; as a member it is an object's.
    Json index =
        Json.read(("{\"data\":" + require(api, "/docs/search.json") + "}").getBytes(UTF_8));
    List<Json> entries = index == null ? List.of() : index.objects("data");
    List<String> words =
        List.of(arguments.text("query").strip().toLowerCase(Locale.ROOT).split("\\s+", -1));
    List<Found> found = found(entries, words, words.size());
    boolean all = !found.isEmpty();
    if (!all) {
      found = found(entries, words, 1);
    }
    if (found.isEmpty()) {
      return "Nothing found. Try other or fewer words; the documentation is in English.";
    }
    return (all ? "" : "Nothing has all of these words. These have some:\n\n")
        + found.stream()
            .sorted(Comparator.comparingInt(Found::points).reversed())
            .limit(arguments.count("limit", USUALLY_FOUND))
            .map(one -> shown(one.entry, words))
            .collect(Collectors.joining("\n\n"));
  }

  private static List<Found> found(List<Json> entries, List<String> words, int least) {
    List<Found> found = new ArrayList<>();
    for (Json entry : entries) {
      String title = entry.text("title", "").toLowerCase(Locale.ROOT);
      String text =
          (entry.text("place", "") + ' ' + entry.text("text", "")).toLowerCase(Locale.ROOT);
      int hits = 0;
      int points = 0;
      for (String word : words) {
        boolean inTitle = title.contains(word);
        boolean inText = text.contains(word);
        hits += inTitle || inText ? 1 : 0;
        points += (inTitle ? title.startsWith(word) ? 20 : 10 : 0) + (inText ? 1 : 0);
      }
      if (hits >= least) {
        found.add(new Found(entry, points));
      }
    }
    return found;
  }

  private static String shown(Json entry, List<String> words) {
    String text = entry.text("text", "").replaceAll("\\s+", " ");
    String lower = text.toLowerCase(Locale.ROOT);
    int hit = words.stream().mapToInt(lower::indexOf).filter(at -> at >= 0).min().orElse(0);
    int from = Math.max(0, Math.min(hit - EXCERPT / 3, text.length() - EXCERPT));
    int to = Math.min(text.length(), from + EXCERPT);
    return "%s (%s)\n%s\n%s%s%s"
        .formatted(
            entry.text("title", ""),
            entry.text("place", ""),
            entry.text("path", ""),
            from > 0 ? "…" : "",
            text.substring(from, to),
            to < text.length() ? "…" : "");
  }

  private String read(String asked) {
    String path = asked.strip().replaceFirst("^https?://[^/]+", "");
    Matcher call = CALL.matcher(path);
    if (call.matches()) {
      return call(call.group(1));
    }
    Matcher error = ERROR.matcher(path);
    if (error.matches()) {
      return explain(error.group(1));
    }
    Matcher guide = GUIDE.matcher(path);
    if (guide.matches()) {
      // A name alone has the address that leads to any guide.
      String door = Objects.requireNonNullElse(guide.group(1), "guides");
      return guide("/docs/%s/%s".formatted(door, guide.group(2)), guide.group(3));
    }
    throw unreadable(path);
  }

  private String guide(String path, @Nullable String anchor) {
    String markdown = bench.api().get().page(path + ".md");
    if (markdown == null) {
      throw unreadable(path);
    }
    GuideSections sections = new GuideSections(markdown);
    return anchor == null ? sections.contents(path) : sections.section(path, anchor);
  }

  /** Returns what the text for language models says about a call. */
  private String call(String id) {
    Api api = bench.api().get();
    String call = contract(api).operation(id);
    if (call == null) {
      throw new CliError("there is no call " + id, "search_docs finds calls by their words.");
    }
    String text = require(api, "/llms-full.txt");
    int from = text.indexOf("\n## " + call + "\n", text.lastIndexOf("\n# API reference\n"));
    if (from < 0) {
      throw new CliError("the documentation says nothing about " + call);
    }
    Matcher next = Pattern.compile("\n## [A-Z]+ /\\S*\n").matcher(text);
    int to = next.find(from + 1) ? next.start() : text.length();
    return text.substring(from, to).strip();
  }

  private String explain(String code) {
    Api api = bench.api().get();
    Contract contract = contract(api);
    Map<Contract.Meaning, List<String>> meanings = contract.codes().get(code);
    if (meanings == null) {
      List<String> words = List.of(code.split("_", -1));
      String alike =
          contract.codes().keySet().stream()
              .filter(other -> List.of(other.split("_", -1)).stream().anyMatch(words::contains))
              .limit(MOST_FOUND)
              .collect(Collectors.joining(", "));
      throw new CliError(
          "there is no problem code " + code,
          (alike.isEmpty() ? "" : "Did you mean one of these? " + alike + ". ")
              + "search_docs finds codes by their words.");
    }
    StringBuilder text = new StringBuilder(code);
    meanings.forEach(
        (meaning, calls) -> {
          text.append("\n\nStatus ").append(meaning.status()).append(": ");
          text.append(meaning.description()).append("\nAnswered by ");
          text.append(calls.isEmpty() ? "any call" : named(calls)).append('.');
        });
    return text.append("\n\nPage: /docs/errors/").append(code).toString();
  }

  private static String named(List<String> calls) {
    int more = calls.size() - CALLS_NAMED;
    return calls.stream().limit(CALLS_NAMED).collect(Collectors.joining(", "))
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static Contract contract(Api api) {
    Json document = Json.read(require(api, "/openapi.json").getBytes(UTF_8));
    return new Contract(document == null ? Json.of() : document);
  }

  private static String require(Api api, String path) {
    String page = api.page(path);
    if (page == null) {
      throw new CliError(
          "the service has no " + path, "Is it a Payment Link Service of this or a later version?");
    }
    return page;
  }

  private static CliError unreadable(String path) {
    return new CliError(
        "there is nothing to read at " + path,
        "Give a path that search_docs returns, such as /docs/integrate/webhooks#the-feed,"
            + " /docs/api/payments#createPayment or /docs/errors/INVALID_REQUEST.");
  }
}
