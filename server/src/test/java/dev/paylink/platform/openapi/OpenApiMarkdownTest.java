package dev.paylink.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import gg.jte.Content;
import gg.jte.output.StringOutput;
import org.junit.jupiter.api.Test;

final class OpenApiMarkdownTest {
  @Test
  void blocks_are_html_and_a_line_stays_without_its_paragraph() {
    assertThat(text(Markdown.blocks("a `b`\n\nc")))
        .isEqualTo("<p>a <code>b</code></p>\n<p>c</p>\n");
    assertThat(text(Markdown.inline("a `b`\nc"))).isEqualTo("a <code>b</code>\nc");
    assertThat(text(Markdown.inline(""))).isEmpty();
  }

  @Test
  void a_numbered_list_counts_on_after_an_item_of_two_lines() {
    assertThat(text(Markdown.blocks("1. a\n   b\n2. c")))
        .isEqualTo("<ol>\n<li>a\nb</li>\n<li>c</li>\n</ol>\n");
  }

  @Test
  void a_table_has_one_head() {
    assertThat(text(Markdown.blocks("| a | b |\n|---|---|\n| 1 | 2 |")))
        .containsOnlyOnce("<thead>")
        .contains("<th>a</th>", "<td>2</td>");
  }

  @Test
  void a_heading_is_an_anchor() {
    String markdown = "## Money, ids & `times`\n\ntext\n\n## Limits";
    assertThat(text(Markdown.blocks(markdown)))
        .startsWith("<h2 id=\"money-ids-times\">Money, ids &amp; <code>times</code></h2>");
    assertThat(Markdown.headings(markdown).stream().map(Markdown::slug))
        .containsExactly("money-ids-times", "limits");
  }

  @Test
  void html_and_addresses_that_run_something_come_through_harmless() {
    assertThat(text(Markdown.blocks("<b>x</b> [y](javascript:alert(1))")))
        .contains("&lt;b&gt;x&lt;/b&gt;")
        .doesNotContain("<b>")
        .doesNotContain("javascript");
    assertThat(text(Markdown.blocks("[y](#limits)"))).contains("href=\"#limits\"");
  }

  private static String text(Content content) {
    StringOutput output = new StringOutput();
    content.writeTo(output);
    return output.toString();
  }
}
