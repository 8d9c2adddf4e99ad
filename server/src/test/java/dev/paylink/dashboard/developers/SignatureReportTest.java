package dev.paylink.dashboard.developers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.language.Words;
import dev.paylink.sdk.RequestSigner;
import dev.paylink.sdk.explain.SignatureMistake;
import dev.paylink.sdk.explain.SignedCall;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a signature that is not the right one was made with. */
final class SignatureReportTest {
  private static final Words ENGLISH =
      Objects.requireNonNull(Words.all(Texts.all(KeysPage.class)).get(Language.EN));

  private static final String SECRET = "sk_test_abc";
  private static final String TARGET = "/sdk/server/create-payment?a=1";
  private static final String BODY = "{\"amount\": \"1.00\",\n \"reference\":\"a: b, c\"}";
  private static final Instant NOW = Instant.ofEpochSecond(1_767_225_600);
  private static final String TIMESTAMP = "1767225600";

  @Test
  void right_signature_matches_in_either_case_and_nothing_is_found() {
    String right = signed("POST", TARGET, TIMESTAMP, BODY);
    for (String given : List.of(right, right.toUpperCase(Locale.ROOT))) {
      SignatureReport report = report(given);
      assertThat(report.matches()).isTrue();
      assertThat(report.findings()).isEmpty();
      assertThat(report.verdict()).isEqualTo(SignatureReport.Verdict.ACCEPTED);
    }
    assertThat(report(right).canonical())
        .isEqualTo("POST\n" + TARGET + "\n" + TIMESTAMP + "\n" + report(right).bodyHash());
  }

  @Test
  void without_a_secret_only_the_string_and_the_hash_are_told() {
    SignatureReport report =
        SignatureReport.of(request("GET", "/a", TIMESTAMP, "", "00"), null, NOW);
    assertThat(report.expected()).isNull();
    assertThat(report.matches()).isFalse();
    assertThat(report.findings()).isEmpty();
    assertThat(report.bodyHash()).startsWith("e3b0c44298fc1c14");
    assertThat(report.verdict()).isEqualTo(SignatureReport.Verdict.NOT_COMPARED);
  }

  @Test
  void right_signature_of_a_request_that_would_be_refused_is_not_called_good() {
    String old = "1767225000";
    SignatureReport report =
        SignatureReport.of(
            request("POST", TARGET, old, BODY, signed("POST", TARGET, old, BODY)), secret(), NOW);
    assertThat(report.matches()).isTrue();
    assertThat(report.verdict()).isEqualTo(SignatureReport.Verdict.REFUSED);
    assertThat(titles(report)).isEqualTo("The timestamp is 600 seconds old");
  }

  @Test
  void of_several_mistakes_that_give_the_same_bytes_one_is_told() {
    String body = "{}\n"; // without its line feed it is also without white space
    SignatureReport report =
        SignatureReport.of(
            request("POST", TARGET, TIMESTAMP, body, signed("POST", TARGET, TIMESTAMP, "{}")),
            secret(),
            NOW);
    assertThat(report.verdict()).isEqualTo(SignatureReport.Verdict.WRONG);
    assertThat(report.findings()).hasSize(1);
  }

  private static Secret secret() {
    return new Secret(SECRET);
  }

  @Test
  void mistake_with_the_body_is_found() {
    assertFound(signed("POST", TARGET, TIMESTAMP, BODY + "\n"), "with a line feed at its end");
    assertFound(
        signed("POST", TARGET, TIMESTAMP, "{\"amount\":\"1.00\",\"reference\":\"a: b, c\"}"),
        "without white space");
    assertFound(
        signed("POST", TARGET, TIMESTAMP, "{\"amount\": \"1.00\", \"reference\": \"a: b, c\"}"),
        "with a space after each comma and colon");
    assertFound(
        signed("POST", TARGET, TIMESTAMP, BODY.replace("\n", "\r\n")), "Windows line endings");
    assertFound(signed("POST", TARGET, TIMESTAMP, ""), "as if it were empty");
  }

  @Test
  void mistake_with_the_request_line_is_found() {
    assertFound(signed("POST", "/sdk/server/create-payment", TIMESTAMP, BODY), "without its query");
    assertFound(signed("post", TARGET, TIMESTAMP, BODY), "in lower case");
    assertFound(signed("POST", TARGET, TIMESTAMP + "000", BODY), "in milliseconds");
  }

  @Test
  void mistake_with_the_string_is_found() {
    String canonical = fourLines();
    assertFound(RequestSigner.signature(SECRET, canonical + "\n"), "a line feed at its end");
    assertFound(
        RequestSigner.signature(SECRET, canonical.replace("\n", "\\n")), "a backslash and an n");
    assertFound(RequestSigner.signature(SECRET, BODY), "Only the body was signed");
  }

  @Test
  void mistake_with_the_encoding_or_the_key_is_found() {
    String canonical = fourLines();
    byte[] digest = RequestSigner.hmacSha256(SECRET, canonical.getBytes(UTF_8));
    assertFound(Base64.getEncoder().encodeToString(digest), "in base64");
    assertFound("sha256=" + signed("POST", TARGET, TIMESTAMP, BODY), "has a prefix");
    assertFound(RequestSigner.signature("abc", canonical), "without the secret's sk_test_");
  }

  @Test
  void idempotency_key_is_signed_as_a_fifth_line_if_the_request_has_one() {
    String without = RequestSigner.signature(SECRET, fourLines());
    String with = RequestSigner.signature(SECRET, fourLines() + "\norder-7");
    assertThat(report("order-7", with).matches()).isTrue();
    assertThat(report("order-8", with).matches()).isFalse();
    assertThat(report(null, with).matches()).isFalse();
    assertThat(report("order-7", with).canonicalLines()).hasSize(5).endsWith("order-7");
    assertThat(report(null, without).matches()).isTrue();
    assertThat(report("order-7", without).matches()).isFalse();
    assertThat(report(null, without).canonicalLines()).hasSize(4);
  }

  @Test
  void mistake_with_the_idempotency_key_is_found() {
    String four = fourLines();
    assertThat(titles(report("order-7", RequestSigner.signature(SECRET, four))))
        .contains("The idempotency key was not signed");
    assertThat(titles(report(null, RequestSigner.signature(SECRET, four + "\n"))))
        .contains("a line feed at its end");
    String upper = four.substring(0, four.length() - 64) + upperHash(four) + "\norder-7";
    assertThat(titles(report("order-7", RequestSigner.signature(SECRET, upper))))
        .contains("the hash in upper case");
  }

  private static String fourLines() {
    return RequestSigner.canonical("POST", TARGET, TIMESTAMP, BODY.getBytes(UTF_8), null);
  }

  private static String upperHash(String canonical) {
    return canonical.substring(canonical.length() - 64).toUpperCase(Locale.ROOT);
  }

  @Test
  void what_no_mistake_explains_is_said_to_be_so() {
    assertFound("0".repeat(64), "none of the usual mistakes");
    assertFound("0".repeat(63), "not 64 hexadecimal digits");
  }

  @ParameterizedTest
  @CsvSource({
    "1767225300, ''",
    "1767225900, ''",
    "1767225299, 301 seconds old",
    "1767225901, 301 seconds ahead",
    "1767225600000, in milliseconds",
    "soon, not a whole number"
  })
  void timestamp_is_held_against_the_window(String timestamp, String found) {
    SignatureReport report = SignatureReport.of(request("GET", "/a", timestamp, "", ""), null, NOW);
    String titles = titles(report);
    if (found.isEmpty()) {
      assertThat(titles).isEmpty();
    } else {
      assertThat(titles).contains(found);
    }
  }

  @ParameterizedTest
  @CsvSource({"whsec_AAAA, a webhook", "pk_AAAA, the API key", "'sk_a ', a space around"})
  void secret_of_another_kind_is_recognised(String secret, String found) {
    SignatureReport report =
        SignatureReport.of(request("GET", "/a", TIMESTAMP, "", ""), new Secret(secret), NOW);
    assertThat(titles(report)).contains(found);
  }

  @ParameterizedTest
  @EnumSource
  void page_says_in_english_what_the_command_line_says(SignatureMistake mistake) {
    SignatureReport.Finding finding = new SignatureReport.Finding(mistake, "7");
    assertThat(finding.title(ENGLISH)).isEqualTo(mistake.title().replace("{0}", "7"));
    assertThat(finding.advice(ENGLISH)).isEqualTo(mistake.advice());
  }

  private static void assertFound(String signature, String words) {
    SignatureReport report = report(signature);
    assertThat(report.matches()).isFalse();
    assertThat(titles(report)).contains(words);
  }

  private static String titles(SignatureReport report) {
    return String.join("\n", report.findings().stream().map(f -> f.title(ENGLISH)).toList());
  }

  private static SignatureReport report(String signature) {
    return SignatureReport.of(request("POST", TARGET, TIMESTAMP, BODY, signature), secret(), NOW);
  }

  private static SignatureReport report(@Nullable String key, String signature) {
    return SignatureReport.of(
        new SignedCall("POST", TARGET, TIMESTAMP, key, BODY.getBytes(UTF_8), signature),
        secret(),
        NOW);
  }

  private static SignedCall request(
      String method, String target, String timestamp, String body, String signature) {
    return new SignedCall(method, target, timestamp, null, body.getBytes(UTF_8), signature);
  }

  private static String signed(String method, String target, String timestamp, String body) {
    return RequestSigner.signature(
        SECRET, RequestSigner.canonical(method, target, timestamp, body.getBytes(UTF_8), null));
  }
}
