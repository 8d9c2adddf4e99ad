package dev.paylink.platform.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.DnsReply;
import dev.paylink.testing.LocalDns;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Name servers that lie, cut, drip and flood. Two things never happen: a text is found that the
 * name does not have, and a name counts as empty because an answer was not the whole one.
 */
final class HostileDnsTest {
  private static final String NAME = "_x.shop.example";
  private static final String VALUE = "paylink-sso=right";

  @AutoClose private final LocalDns dns = new LocalDns();
  private final TxtLookup lookup = new TxtLookup(dns.server());

  /** For answers that never come: it does not wait for them as long. */
  private final TxtLookup hasty = new TxtLookup(dns.server(), Duration.ofMillis(100));

  // Aliases

  @Test
  void aliases_lead_to_the_texts_of_their_target_in_any_order() {
    dns.datagrams(
        asked ->
            List.of(
                new DnsReply(asked)
                    .text("b.example", VALUE)
                    .alias("A.example", "B.example")
                    .alias(NAME, "a.example")
                    .bytes()));
    assertThat(found()).containsExactly(VALUE);
  }

  @Test
  void a_text_of_another_name_is_not_one_of_this_name() {
    dns.datagrams(
        asked ->
            List.of(
                new DnsReply(asked)
                    .text("shop.example", VALUE)
                    .text("_x.shop.example.evil.example", VALUE)
                    .alias("other.example", NAME)
                    .text("other.example", VALUE)
                    .bytes()));
    assertThat(found()).isEmpty();
  }

  @Test
  void aliases_without_an_end_say_nothing() {
    dns.datagrams(
        asked ->
            List.of(
                new DnsReply(asked)
                    .alias(NAME, "a.example")
                    .alias("a.example", NAME)
                    .text("b.example", VALUE)
                    .bytes()));
    assertUnanswered(lookup);
    dns.datagrams(
        asked -> {
          DnsReply reply = new DnsReply(asked).alias(NAME, "0.example");
          IntStream.range(0, 9).forEach(i -> reply.alias(i + ".example", (i + 1) + ".example"));
          return List.of(reply.text("9.example", VALUE).bytes());
        });
    assertUnanswered(lookup);
  }

  @Test
  void an_alias_that_the_server_did_not_follow_is_no_empty_name() {
    dns.datagrams(
        asked -> List.of(new DnsReply(asked).alias(NAME, "a.example").notRecursive().bytes()));
    assertUnanswered(lookup);
    dns.datagrams(asked -> List.of(new DnsReply(asked).alias(NAME, "a.example").bytes()));
    assertThat(found()).isEmpty();
    dns.datagrams(asked -> List.of(new DnsReply(asked).notRecursive().bytes()));
    assertThat(found()).isEmpty();
  }

  // Answers that were cut

  @Test
  void many_and_long_records_come_over_tcp() {
    String[] many = new String[1500];
    for (int i = 0; i < many.length; i++) {
      many[i] = "v=" + i;
    }
    many[1234] = VALUE;
    dns.put(NAME, many);
    assertThat(found()).hasSize(many.length).contains(VALUE);
    dns.put(NAME, "x".repeat(255), "y".repeat(255), VALUE);
    assertThat(found()).hasSize(3).contains(VALUE);
  }

  @Test
  void strings_of_one_record_are_one_text() {
    dns.datagrams(
        asked ->
            List.of(
                new DnsReply(asked).text(NAME, "paylink-", "", "sso=right").text(NAME).bytes()));
    assertThat(found()).containsExactly(VALUE, "");
  }

  /** The JDK's client took the part for the whole: a proof was lost. */
  @Test
  void a_cut_answer_is_never_the_whole_one() {
    dns.datagrams(asked -> List.of(new DnsReply(asked).text(NAME, "v=spf1").truncated().bytes()));
    dns.overTcp((asked, out) -> {}); // hangs up
    assertUnanswered(lookup);
    dns.overTcp((asked, out) -> out.write(new byte[] {0, 100, 1, 2, 3}));
    assertUnanswered(lookup);
    dns.overTcp(
        (asked, out) ->
            LocalDns.send(out, new DnsReply(asked).code(DnsReply.SERVER_FAILURE).bytes()));
    assertUnanswered(lookup);
    dns.overTcp((asked, out) -> LocalDns.send(out, new DnsReply(asked).truncated().bytes()));
    assertUnanswered(lookup);
    dns.overTcp(
        (asked, out) -> LocalDns.send(out, new DnsReply(asked).otherId().text(NAME, "x").bytes()));
    assertUnanswered(lookup);
    dns.overTcp(
        (asked, out) ->
            LocalDns.send(
                out, new DnsReply(asked).otherQuestion("a.example").text(NAME, "x").bytes()));
    assertUnanswered(lookup);
    dns.overTcp((asked, out) -> LocalDns.send(out, new DnsReply(asked).text(NAME, VALUE).bytes()));
    assertThat(found()).containsExactly(VALUE);
  }

  @Test
  void fewer_records_than_counted_say_nothing() {
    dns.datagrams(asked -> List.of(new DnsReply(asked).text(NAME, "a").missing(1).bytes()));
    assertUnanswered(lookup);
    dns.datagrams(asked -> List.of(new DnsReply(asked).missing(65_535).bytes()));
    assertUnanswered(lookup);
  }

  @Test
  void an_answer_that_drips_is_not_waited_for() {
    dns.datagrams(asked -> List.of(new DnsReply(asked).truncated().bytes()));
    dns.overTcp(
        (asked, out) -> {
          out.write(new byte[] {0x7F, 0});
          while (true) { // until nobody reads it
            out.write(0);
            sleep();
          }
        });
    assertUnanswered(hasty);
    dns.datagrams(asked -> List.of());
    assertUnanswered(hasty);
  }

  // Answers of others

  /** The JDK's client looked at the response code before the question: the name was gone. */
  @Test
  void what_is_not_an_answer_to_this_question_is_waited_past() {
    dns.datagrams(
        asked ->
            List.of(
                new byte[0],
                new byte[] {1},
                new DnsReply(asked).otherId().code(DnsReply.NO_SUCH_NAME).bytes(),
                new DnsReply(asked).otherId().text(NAME, "forged").bytes(),
                new DnsReply(asked).otherQuestion("a.example").text(NAME, "forged").bytes(),
                new DnsReply(asked).otherQuestion("a.example").code(DnsReply.NO_SUCH_NAME).bytes(),
                new DnsReply(asked).asking().text(NAME, "forged").bytes(),
                new DnsReply(asked).text(NAME, VALUE).bytes()));
    assertThat(found()).containsExactly(VALUE);
  }

  @Test
  void only_wrong_answers_are_none() {
    dns.datagrams(asked -> List.of(new DnsReply(asked).otherId().text(NAME, VALUE).bytes()));
    assertUnanswered(hasty);
    dns.datagrams(
        asked -> List.of(new DnsReply(asked).otherQuestion("x.example").text(NAME, VALUE).bytes()));
    assertUnanswered(hasty);
  }

  @Test
  void an_answer_from_another_port_is_not_received() {
    dns.fromElsewhere(asked -> List.of(new DnsReply(asked).text(NAME, "forged").bytes()));
    dns.put(NAME, VALUE);
    assertThat(found()).containsExactly(VALUE);
    dns.datagrams(asked -> List.of());
    assertUnanswered(hasty);
  }

  // Answers that cannot be read

  @Test
  void what_cannot_be_read_says_nothing() {
    byte[] text = {0, 16, 0, 1, 0, 0, 0, 60};
    for (byte[] record :
        List.of(
            new byte[] {(byte) 0xFF, (byte) 0xFF}, // a pointer behind the end
            new byte[] {(byte) 0xC0, 60, 0, 16, 0, 1}, // to itself or further on
            new byte[] {(byte) 0x80, 0}, // a label of an unknown kind
            new byte[] {63, 'a'}, // a label that is cut
            join(new byte[] {0}, text, new byte[] {(byte) 0xFF, (byte) 0xFF, 1, 'a'}),
            join(new byte[] {0}, text, new byte[] {0, 2, 5, 'a'}),
            join(new byte[] {0}, text, new byte[] {0}))) {
      dns.datagrams(asked -> List.of(new DnsReply(asked).raw(record).bytes()));
      assertUnanswered(lookup);
    }
  }

  @Test
  void an_answer_that_is_cut_anywhere_is_never_read_as_a_whole() {
    TxtQuestion question = new TxtQuestion(NAME, 4711);
    byte[] whole =
        new DnsReply(question.bytes())
            .alias(NAME, "a.example")
            .text("a.example", "one", "two")
            .text("a.example", VALUE)
            .bytes();
    assertThat(question.read(whole)).isInstanceOf(TxtQuestion.Answer.Texts.class);
    for (int length = 0; length < whole.length; length++) {
      assertThat(question.read(Arrays.copyOf(whole, length)))
          .isNotInstanceOf(TxtQuestion.Answer.Texts.class);
    }
  }

  /** Whatever is changed, reading ends without an exception. */
  @Test
  void bytes_that_were_changed_find_nothing_that_is_not_there() {
    TxtQuestion question = new TxtQuestion(NAME, 4711);
    byte[] wrong =
        new DnsReply(question.bytes())
            .alias(NAME, "a.example")
            .text("a.example", "paylink-sso=wrong")
            .text("b.example", "v=spf1")
            .bytes();
    Random random = new Random(31);
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = wrong.clone();
      for (int j = random.nextInt(4); j >= 0; j--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
      }
      if (question.read(changed) instanceof TxtQuestion.Answer.Texts found) {
        assertThat(found.texts())
            .doesNotContain(VALUE)
            .allMatch(text -> text.length() < changed.length, "is no longer than the answer");
      }
    }
  }

  @Test
  void a_name_that_cannot_be_asked_for_is_not_asked_for() {
    String tooLong = "a.".repeat(130) + "b";
    for (String name : List.of("", "a..b", ".a", "x".repeat(64) + ".example", tooLong)) {
      assertThat(lookup.find(name)).isInstanceOf(TxtLookup.Result.Unanswered.class);
    }
    assertThat(dns.asked()).isEmpty();
  }

  private List<String> found() {
    return ((TxtLookup.Result.Found) lookup.find(NAME)).texts();
  }

  private static void assertUnanswered(TxtLookup by) {
    assertThat(by.find(NAME)).isInstanceOf(TxtLookup.Result.Unanswered.class);
  }

  private static void sleep() {
    try {
      Thread.sleep(10);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
