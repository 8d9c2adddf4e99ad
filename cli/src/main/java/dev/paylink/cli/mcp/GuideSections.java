package dev.paylink.cli.mcp;

import dev.paylink.cli.io.CliError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The sections of a guide in Markdown, by the anchors that its page has. */
final class GuideSections {
  private static final Pattern HEADING = Pattern.compile("(#{1,6}) (.+)");

  private final List<String> lines;
  private final List<Section> sections = new ArrayList<>();

  /** A heading, and the line it stands on. */
  private record Section(int line, int level, String title, String anchor) {}

  GuideSections(String markdown) {
    this.lines = markdown.lines().toList();
    Map<String, Integer> seen = new HashMap<>();
    boolean inExample = false;
    for (int i = 1; i < lines.size(); i++) { // the first line is the guide's title
      Matcher heading = HEADING.matcher(lines.get(i));
      if (lines.get(i).startsWith("```")) {
        inExample = !inExample;
      } else if (!inExample && heading.matches()) {
        String slug =
            heading
                .group(2)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}\\- _]", "")
                .replace(' ', '-');
        int before = seen.merge(slug, 1, Integer::sum) - 1;
        String anchor = before == 0 ? slug : slug + '-' + before;
        sections.add(new Section(i, heading.group(1).length(), heading.group(2), anchor));
      }
    }
  }

  /** Returns what stands before the first section, and the list of sections. */
  String contents(String path) {
    int end = sections.isEmpty() ? lines.size() : sections.getFirst().line;
    String list =
        sections.stream()
            .map(
                s -> "  ".repeat(Math.max(s.level - 2, 0)) + path + '#' + s.anchor + "  " + s.title)
            .collect(Collectors.joining("\n"));
    return text(0, end) + (list.isEmpty() ? "" : "\n\nSections, each read with its path:\n" + list);
  }

  /** Returns one section with those below it. */
  String section(String path, String anchor) {
    for (int i = 0; i < sections.size(); i++) {
      Section section = sections.get(i);
      if (section.anchor.equals(anchor)) {
        int end =
            sections.stream()
                .skip(i + 1L)
                .filter(next -> next.level <= section.level)
                .mapToInt(Section::line)
                .findFirst()
                .orElse(lines.size());
        return text(section.line, end);
      }
    }
    throw new CliError(
        path + " has no section #" + anchor,
        "It has "
            + sections.stream().map(s -> "#" + s.anchor).collect(Collectors.joining(", "))
            + ".");
  }

  private String text(int from, int to) {
    return String.join("\n", lines.subList(from, to)).strip();
  }
}
