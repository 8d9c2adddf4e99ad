package dev.paylink.platform.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.LocalDns;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** TXT records as a name server on loopback has them; a name without any is not an outage. */
final class TxtLookupTest {
  @AutoClose private final LocalDns dns = new LocalDns();
  private final TxtLookup lookup = new TxtLookup(dns.server());

  @Test
  void all_texts_of_a_name_are_found_and_none_of_its_neighbours() {
    dns.put("_x.shop.example", "v=1", "two words", "a=b==");
    dns.put("shop.example", "another");
    assertThat(found("_x.shop.example")).containsExactlyInAnyOrder("v=1", "two words", "a=b==");
    assertThat(found("_x.SHOP.example")).hasSize(3);
    assertThat(dns.asked()).contains("_x.shop.example");
  }

  @Test
  void a_name_that_does_not_exist_or_has_no_text_has_none() {
    dns.put("empty.example");
    assertThat(found("empty.example")).isEmpty();
    assertThat(found("nowhere.example")).isEmpty();
  }

  @Test
  void a_server_that_fails_or_is_not_there_has_said_nothing_about_the_name() {
    dns.put("shop.example", "v=1");
    dns.failing(true);
    assertThat(lookup.find("shop.example")).isInstanceOf(TxtLookup.Result.Unanswered.class);
    dns.failing(false);
    assertThat(found("shop.example")).containsExactly("v=1");
    dns.close();
    assertThat(lookup.find("shop.example")).isInstanceOf(TxtLookup.Result.Unanswered.class);
  }

  private List<String> found(String name) {
    return ((TxtLookup.Result.Found) lookup.find(name)).texts();
  }
}
