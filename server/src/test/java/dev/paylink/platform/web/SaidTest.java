package dev.paylink.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.money.AddressFault;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.language.Words;
import dev.paylink.ratelimit.Limit;
import dev.paylink.testing.Refusals;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A form of the dashboard is refused in the language of its page. */
final class SaidTest {
  private static final Map<Language, Words> WORDS = Words.all(Texts.all(Panel.class));

  /** What refuses calls of servers, payers, operators and wallets only. */
  private static final Pattern ELSEWHERE =
      Pattern.compile(
          "(app|chain|checkout|desk|operator|requestlog|sandbox|session|settlement/inbound|settlement/erase)/.*"
              + "|merchant/operator/.*|platform/(openapi|http/HttpListener|json/StrictJson).*"
              + "|credential/(RequestAuthenticator|ServerCalls|SignatureCheck).*"
              + "|payment/read/PaymentSessions.*|payment/reuse/UseLink.*|.*Routes[.]java");

  /** What no form can cause: types of JSON, names of fields, what a page does by itself. */
  private static final Pattern NOT_BY_A_FORM =
      Pattern.compile(
          "must be (a string|a list of strings|true or false|an object|a decimal string such as .*)"
              + "|unknown (field|parameter).*|keys have .*|has more than 7 pairs|has an unpaired .*"
              + "|There is no such (logo|picture)|A color is named .*" // asked for by pages
              + "|must be 7: only the account that received .*" // the page has its own words
              + "|People get the link by e-mail .*|The team has no such user" // the desk
              + "|Prove again .*|Send .*" // the page asks
              + "|7 Ask your customer .*|7 for 7 s" // looked up by their heads, and below
              + "|This call is only for pages .*" // the door answers first
              + "|X-Idempotency-Key .*|is not an invoice id .*|cannot be combined with invoiceId"
              + "|must be later than from|must be one of none, delivered, .*"
              + "|No webhook is sent for this event: .*|is the account that gets the refund");

  @Test
  void every_refusal_that_a_form_can_get_has_a_sentence_in_each_language() {
    List<String> missing = new ArrayList<>();
    refusals()
        .forEach(
            english ->
                EnumSet.complementOf(EnumSet.of(Language.EN)).stream()
                    .filter(language -> Said.translated(words(language), english) == null)
                    .limit(1)
                    .forEach(language -> missing.add(english)));
    assertThat(missing).isEmpty();
  }

  @Test
  void scan_sees_literals_constants_choices_and_formats() {
    assertThat(refusals().toList())
        .contains(
            "The last owner cannot be removed or demoted",
            "must be one of owner, developer, viewer",
            "Your customer has not named an address yet",
            "At most 7 7 can still be refunded")
        .hasSizeGreaterThan(150);
  }

  @Test
  void values_stay_in_the_sentence() {
    assertThat(Said.translated(words(Language.DE), "At most 12.50 USD can still be refunded"))
        .isEqualTo("Höchstens 12.50 USD können noch erstattet werden");
    assertThat(Said.translated(words(Language.FR), "has more than the 2 decimals of EUR"))
        .isEqualTo("EUR admet au plus 2 décimales");
    assertThat(Said.translated(words(Language.DE), "The refund is sent and is not to be sent"))
        .isEqualTo("Die Erstattung ist sent und wird nicht gesendet");
  }

  @Test
  void free_text_stays_as_it_is() {
    assertThat(Said.translated(words(Language.DE), "The issuer answered 404")).isNull();
    assertThat(
            Said.fault(words(Language.DE), "Aussteller", Message.plain("The issuer answered 404")))
        .isEqualTo("The issuer answered 404.");
  }

  private static Stream<String> refusals() {
    Set<String> scanned = Refusals.inSources(file -> !ELSEWHERE.matcher(file).matches());
    Stream<String> limits =
        Stream.of(Limit.values())
            .filter(limit -> !Set.of("NEW_SESSIONS", "SESSION_CALLS").contains(limit.name()))
            .map(Limit::detail)
            .filter(
                detail ->
                    !detail.matches(".*(unknown link|payments begun|of this kind|named for).*"))
            .map(
                detail ->
                    detail.endsWith("paused") || detail.contains("paused ")
                        ? detail + " for 7 s"
                        : detail);
    return Stream.of(
            scanned.stream(), limits, Stream.of(AddressFault.values()).map(AddressFault::message))
        .flatMap(all -> all)
        .filter(english -> !NOT_BY_A_FORM.matcher(english).matches())
        .distinct();
  }

  private static Words words(Language language) {
    return Objects.requireNonNull(WORDS.get(language));
  }
}
