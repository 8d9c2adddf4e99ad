package dev.paylink.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class OpenApiMarkdownTest {
  @Test
  void paragraphs_are_parted_by_blank_lines() {
    assertThat(render("one\ntwo\n\nthree")).isEqualTo("<p>one two</p><p>three</p>");
  }

  @Test
  void code_and_bold_are_marked_and_a_lonely_mark_is_text() {
    assertThat(render("a `b` **c**")).isEqualTo("<p>a <code>b</code> <strong>c</strong></p>");
    assertThat(render("a ` b ** c")).isEqualTo("<p>a ` b ** c</p>");
    assertThat(render("`**a**`")).isEqualTo("<p><code>**a**</code></p>");
  }

  @Test
  void a_fence_keeps_its_lines_even_unclosed() {
    assertThat(render("```\n- a\n\n  <b>\n```\nc"))
        .isEqualTo("<pre><code>- a\n\n  &lt;b&gt;</code></pre><p>c</p>");
    assertThat(render("```\na")).isEqualTo("<pre><code>a</code></pre>");
  }

  @Test
  void lists_are_numbered_or_not_and_their_items_may_wrap() {
    assertThat(render("- a\n  b\n- `c`")).isEqualTo("<ul><li>a b</li><li><code>c</code></li></ul>");
    assertThat(render("1. a\n2. b")).isEqualTo("<ol><li>a</li><li>b</li></ol>");
  }

  @Test
  void a_table_has_one_head_and_no_empty_last_cell() {
    assertThat(render("| a | b |\n|---|---|\n| 1 | 2 |"))
        .contains("<tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>");
  }

  @Test
  void a_heading_is_an_anchor() {
    assertThat(render("## Money, ids & times\ntext"))
        .isEqualTo("<h2 id=\"money-ids-times\">Money, ids &amp; times</h2><p>text</p>");
    assertThat(Markdown.headings("## a\n##b\n## c")).containsExactly("a", "c");
  }

  private static String render(String markdown) {
    Html html = new Html();
    Markdown.blocks(html, markdown);
    return html.toString();
  }
}
