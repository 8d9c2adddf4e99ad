package dev.paylink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.SourceTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Phrases that readers stumbled over stay out of the guides, the settings, the contract, the
 * messages and the comments of the code. Each has words that say it better.
 */
final class DocsWordsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** A phrase as a regular expression, and what to write instead. */
  private record Phrase(Pattern found, String better) {
    static Phrase of(String line) {
      String[] parts = line.split(" => ", 2);
      String words = parts[0].strip().replace(" ", "\\s+");
      return new Phrase(Pattern.compile("\\b" + words, Pattern.CASE_INSENSITIVE), parts[1].strip());
    }
  }

  /** In every text that people read. */
  private static final List<Phrase> EVERYWHERE =
      phrases(
          """
          field stands there twice            => duplicate field
          is none that this payment can       => this payment cannot be made in EUR
          (a )?frequent guest                 => often milliseconds by mistake
          stays unsaid                        => The response does not say which.
          is for the eyes                     => Display only; never fulfil an order from it.
          would be the last to go             => The last owner cannot be removed.
          who has learned your password       => A stolen password alone is not enough to sign in.
          everybody signs in for themselves   => Each person has their own login and role.
          we wrote:                           => Reason:
          whose delivery is                   => Delivery status
          of a wallet whose key is yours      => Use a wallet you control.
          is hung up on                       => connections are closed
          may so (get|be|have|come|do)        => may therefore get it twice
          signs along                         => The old secret stays valid for 24 hours
          that both believe to lead           => that both believe they are the leader
          or hears of nothing                 => without the feed it gets no updates
          what befell                         => a past participle
          why, the log                        => The log explains each attempt in one line
          to who is invited                   => invite people to the team
          bent until only one index           => a statement written to force one index
          is none of your business            => Ignore logs with an unknown ref
          limits of a node are found out      => The service adapts to each node's limits.
          who offers several                  => If you offer several refs, two may be paid.
          how far it goes                     => Scaling limits
          once, twice, in which order         => Delivery guarantees
          what became of                      => Delivery status, result
          is, the database knows              => To see the length of the webhook queue
          none of the first and last          => etcd, Patroni and port 8081 have no password
          it has to be, the page says         => The page shows which account to use.
          is noting your permission           => Waiting for the network to confirm your approval.
          came by transfer\\. ask             => We received {0} after this payment closed.
          one payment of this invoice is a    => This invoice was paid more than once.
          named the key, did not              => Wrong secret, or address not allowed
          prove again that it is you          => Reauthenticate
          before the last one that was        => The cursor is older than the newest deleted event.
          is told the limit                   => The error for an invalid duration names the limit.
          """);

  /** In the guides. */
  private static final List<Phrase> GUIDES =
      phrases(
          """
          whoever                             => anyone who, the person who
          that which                          => what
          anew                                => again, new
          mend(s|ed|ing)?\\b                  => fix
          beside\\b                           => next to, in addition to, in parallel with
          (is|are|was|were|be) told\\b        => is notified, is reported, sees
          (get|gets|our|by) (a )?letters?\\b  => e-mail
          (thread|connection|address|key|name|file|link|ref|session|event) of (its|their) own
                                              => its own thread, a separate thread
          """
              .replaceAll("\\n +=>", " =>"));

  /** In messages, on pages and in letters. */
  private static final List<Phrase> MESSAGES =
      phrases(
          """
          whoever                             => anyone who, the person who
          anew                                => again, new
          beside\\b                           => next to, in addition to
          (is|are|was|were|be) told\\b        => is notified, gets an e-mail
          (our|a|the|no|get|send|by) letters?\\b => e-mail
          call(ed)? off                       => canceled
          what came\\b                        => what you received, the amount received
          has named\\b                        => has entered
          begun                               => started
          are proven\\b                       => are verified
          what lies                           => the balance
          is not to be                        => cannot be
          bring it back                       => restore it
          some minutes                        => a few minutes
          """);

  /** In Javadoc and comments. */
  private static final List<Phrase> COMMENTS =
      phrases(
          """
          whoever                             => anyone who, the holder of
          anew                                => again
          became of                           => the status of, the outcome of
          beside\\b                           => next to, in addition to, compared with
          hears (that|how|what)               => Called when
          call(s|ed)? off                     => cancels
          stands in the path                  => as written in the path
          (is|are|was|were|be) told\\b(?! apart)
                                              => gets, sees, is called with
          """
              .replaceAll("\\n +=>", " =>"));

  private static final Pattern COMMENT =
      Pattern.compile("(?s)/\\*\\*.*?\\*/|(?m)(?:^|[;{}, ]) *// [^\n]*");

  @Test
  void no_text_has_a_phrase_that_was_replaced() {
    List<Path> texts = new ArrayList<>(guides());
    texts.addAll(List.of(ROOT.resolve("paylink.properties"), ROOT.resolve("api/openapi.yaml")));
    texts.addAll(messages());
    assertThat(texts).hasSizeGreaterThan(60);
    assertThat(texts.stream().flatMap(text -> found(text, EVERYWHERE))).isEmpty();
  }

  @Test
  void no_message_has_a_word_that_needs_a_second_reading() {
    assertThat(messages()).hasSizeGreaterThan(100);
    assertThat(messages().stream().flatMap(text -> found(text, MESSAGES))).isEmpty();
  }

  @Test
  void no_comment_has_a_word_that_needs_a_second_reading() {
    List<String> found = new ArrayList<>();
    int sources = 0;
    for (String folder : List.of("server", "sdk", "cli", "bench")) {
      for (Path source : SourceTree.files(ROOT.resolve(folder + "/src/main/java"), ".java")) {
        found.addAll(found(ROOT.relativize(source).toString(), comments(source), COMMENTS));
        sources++;
      }
    }
    assertThat(sources).isGreaterThan(900);
    assertThat(found).isEmpty();
  }

  @Test
  void no_guide_has_a_word_that_needs_a_second_reading() {
    assertThat(guides().stream().flatMap(guide -> found(guide, GUIDES))).isEmpty();
  }

  /** PAYLINK_URL, PAYLINK_API_KEY and PAYLINK_SECRET_KEY, in every example. */
  @Test
  void no_guide_has_another_name_for_address_key_and_secret() {
    Pattern other = Pattern.compile("\\$\\{?(URL|KEY|SECRET|API_KEY|SECRET_KEY|WEBHOOK_SECRET)\\b");
    List<Path> texts = new ArrayList<>(guides());
    texts.add(ROOT.resolve("api/openapi.yaml"));
    for (Path text : texts) {
      assertThat(other.matcher(SourceTree.read(text)).results().map(found -> found.group()))
          .as(text.toString())
          .isEmpty();
    }
    assertThat(other.matcher("-H \"X-API-Key: $KEY\"").find()).isTrue();
    assertThat(other.matcher("$PAYLINK_API_KEY ${PAYLINK_URL}").find()).isFalse();
  }

  @Test
  void phrases_are_found_across_lines_and_in_any_case() {
    assertThat(found("a.md", "Why,\n  the log says. He mended it.", EVERYWHERE))
        .containsExactly("a.md: \"Why, the log\" => The log explains each attempt in one line");
    assertThat(found("a.md", "He mended it on a thread of its own.", GUIDES))
        .containsExactly(
            "a.md: \"mended\" => fix",
            "a.md: \"thread of its own\" => its own thread, a separate thread");
    assertThat(found("a.md", "Recommended: besides localhost, what we told you", GUIDES)).isEmpty();
  }

  /** The message tables and the templates, of which the desk's have their texts in them. */
  private static List<Path> messages() {
    List<Path> messages =
        new ArrayList<>(
            SourceTree.files(
                ROOT.resolve("server/src/main/resources/dev/paylink"), "/en.properties"));
    messages.addAll(SourceTree.files(ROOT.resolve("server/src/main/jte"), ".jte"));
    return messages;
  }

  /** The comments of a source as one text, without the marks at the beginning of their lines. */
  private static String comments(Path source) {
    return COMMENT
        .matcher(SourceTree.read(source))
        .results()
        .map(comment -> comment.group().replaceAll("\n *(\\*|//)", "\n"))
        .collect(Collectors.joining("\n"));
  }

  private static List<Path> guides() {
    List<Path> guides = new ArrayList<>();
    for (String page : List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")) {
      guides.add(ROOT.resolve(page));
    }
    for (String folder : List.of("docs", "clients", "examples")) {
      SourceTree.files(ROOT.resolve(folder), ".md").stream()
          .filter(file -> !file.toString().contains("/node_modules/"))
          .forEach(guides::add);
    }
    guides.add(ROOT.resolve("contracts/README.md"));
    guides.add(ROOT.resolve("contracts/SECURITY.md"));
    return guides;
  }

  private static Stream<String> found(Path text, List<Phrase> phrases) {
    return found(ROOT.relativize(text).toString(), SourceTree.read(text), phrases).stream();
  }

  private static List<String> found(String name, String text, List<Phrase> phrases) {
    List<String> found = new ArrayList<>();
    for (Phrase phrase : phrases) {
      Matcher match = phrase.found.matcher(text);
      while (match.find()) {
        String words = match.group().replaceAll("\\s+", " ");
        found.add("%s: \"%s\" => %s".formatted(name, words, phrase.better));
      }
    }
    return found;
  }

  private static List<Phrase> phrases(String lines) {
    return lines.lines().filter(line -> !line.isBlank()).map(Phrase::of).toList();
  }
}
