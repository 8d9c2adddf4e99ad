package dev.paylink.checkout;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.paylink.platform.db.embedded.EmbeddedPostgres;
import dev.paylink.platform.db.embedded.EmbeddedPostgresOptions;
import dev.paylink.testing.Await;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database goes away while payers look at its page. */
final class OutageBrowserTest extends PageInBrowser {
  @AutoClose private static final HeldPort port = new HeldPort();

  @TempDir Path folder;

  @Test
  void an_open_page_says_so_and_recovers_and_a_new_one_is_a_friendly_503() {
    EmbeddedPostgresOptions options = EmbeddedPostgresOptions.defaults().withPort(port.number());
    EmbeddedPostgres postgres = EmbeddedPostgres.start(folder, options);
    try (TestService own =
        named(TestService.builder().currencies(CURRENCIES).database(postgres.jdbcUrl()))) {
      Link link = new NewLink(own).create();
      Page page = open(phone(), link);
      // Only what was heard of before can be lost.
      Await.until("it was heard of", () -> link.polls(own) > 0);
      assertThat(page.locator("#trouble")).isHidden();
      postgres.close();
      assertThat(page.locator("#trouble")).containsText("connection");
      assertFriendly(own.browser().with("Accept-Language", "de").get(link.path()));
      assertFriendly(own.browser().with("Accept-Language", "de").get(link.path() + "/receipt"));
      postgres = EmbeddedPostgres.start(folder, options);
      assertThat(page.locator("#trouble")).isHidden();
      Await.until(
          "outcomes are taken again",
          () -> own.callback().report("payment.confirmed", link.id()).status() == 200);
      assertThat(page.locator("h2")).hasText("Payment received");
      assertThat(chromium.complaints()).isNotEmpty().allMatch(c -> c.contains("status of 503"));
    } finally {
      postgres.close();
    }
  }

  private static void assertFriendly(Reply reply) {
    assertThat(reply.expect(503).header("Content-Type")).startsWith("text/html");
    assertThat(Integer.parseInt(reply.header("Retry-After"))).isPositive();
    assertThat(reply.header("Content-Security-Policy")).startsWith("default-src 'none'");
    assertThat(reply.body()).contains("<html lang=\"de\"").doesNotContain("Exception");
  }
}
