package dev.paylink.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.mail.internet.AddressException;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MailboxTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"ada@there.example", "a.b+c_d@sub.there.example", "o'neill@there.example"})
  void address_is_taken_as_it_is(String text) throws AddressException {
    assertThat(Mailbox.bare(text).address().getAddress()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ada",
        "@there.example",
        "ada@",
        "ada@there.example, eve@there.example",
        "ada@there.example;eve@there.example",
        "Ada <ada@there.example>",
        "<ada@there.example>",
        "team: ada@there.example;",
        "ada@there.example\r\nBcc: eve@there.example",
        "ada\n@there.example",
        "ada@there\u0085.example",
        "ada@-there.example",
        "ädä@there.example"
      })
  void anything_else_is_refused(String text) {
    assertThatThrownBy(() -> Mailbox.bare(text)).isInstanceOf(AddressException.class);
  }

  @Test
  void domain_beyond_ascii_is_written_as_servers_know_it() throws AddressException {
    assertThat(Mailbox.bare("ada@bücher.example").address().getAddress())
        .isEqualTo("ada@xn--bcher-kva.example");
  }

  @Test
  void sender_may_have_a_name_in_any_script() {
    Mailbox named = Objects.requireNonNull(Mailbox.parse("المنارة <pay@there.example>"));
    assertThat(named.address().toString()).startsWith("=?UTF-8?").endsWith("<pay@there.example>");
    assertThat(named.domain()).isEqualTo("there.example");
    assertThat(Mailbox.parse("Name <pay@there.example>, more")).isNull();
    assertThat(Mailbox.parse("Na\nme <pay@there.example>")).isNull();
  }
}
