package dev.paylink.merchant;

import static dev.paylink.testing.People.PASSWORD;
import static dev.paylink.testing.People.login;
import static dev.paylink.testing.People.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.account.signin.SecondFactorStore;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Reseal;
import dev.paylink.testing.Authenticator;
import dev.paylink.testing.Browser;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SettableInstant;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Together;
import dev.paylink.testing.UsedUp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Whoever has set up a second factor needs it to sign in, each code once. */
final class TwoFactorTest {
  private static final Duration STEP = Duration.ofSeconds(30);
  private static final SettableInstant CLOCK =
      new SettableInstant(Instant.parse("2026-03-01T12:00:10Z"));

  @AutoClose
  private static final TestService SERVICE =
      TestService.builder().baseUrl("https://pay.example.com").clock(CLOCK).start();

  private final String email = People.newEmail();
  private final Browser user = SERVICE.browser();
  private final String merchantId =
      user.post("/merchant/register", registration(email)).expect(201).text("merchantId");

  @Test
  void what_is_begun_asks_for_nothing_until_a_code_confirms_it() {
    Reply begun = user.post("/merchant/two-factor", People.PROOF).expect(200);
    assertThat(begun.header("Cache-Control")).isEqualTo("no-store");
    assertThat(begun.text("otpauthUrl"))
        .isEqualTo(
            ("otpauth://totp/pay.example.com:%s?secret=%s&issuer=pay.example.com&algorithm=SHA1"
                    + "&digits=6&period=30")
                .formatted(email.replace("@", "%40"), begun.text("secret")));
    signIn(null).expect(200);
    assertThat(state()).isEqualTo("{\"on\":false,\"recoveryCodesLeft\":0}");
    confirm("000000x").expectProblem(400, "INVALID_CODE");
    confirm(code(begun)).expect(200);
    assertThat(state()).isEqualTo("{\"on\":true,\"recoveryCodesLeft\":10}");
    signIn(null).expectProblem(401, "SECOND_FACTOR_REQUIRED");
  }

  @Test
  void beginning_again_replaces_the_secret_until_it_is_on() {
    Reply first = user.post("/merchant/two-factor", People.PROOF).expect(200);
    Reply second = user.post("/merchant/two-factor", People.PROOF).expect(200);
    confirm(code(first)).expectProblem(400, "INVALID_CODE");
    confirm(code(second)).expect(200);
    user.post("/merchant/two-factor", People.PROOF).expectProblem(401, "SECOND_FACTOR_REQUIRED");
    CLOCK.forward(STEP);
    String proof = withCode(People.PROOF, code(second));
    user.post("/merchant/two-factor", proof).expectProblem(409, "TWO_FACTOR_ON");
    confirm(code(second)).expectProblem(409, "TWO_FACTOR_NOT_BEGUN");
  }

  @Test
  void a_code_opens_once_and_the_next_step_has_another() {
    Authenticator authenticator = setUp();
    // The step that confirmed it is used up too.
    signIn(now(authenticator)).expectProblem(401, "INVALID_LOGIN");
    CLOCK.forward(STEP);
    signIn(now(authenticator)).expect(200);
    signIn(now(authenticator)).expectProblem(401, "INVALID_LOGIN");
    CLOCK.forward(STEP);
    String code = now(authenticator);
    signIn(code.substring(0, 3) + " " + code.substring(3)).expect(200);
  }

  @Test
  void an_older_step_than_one_that_was_used_is_refused_also_inside_the_window() {
    Authenticator authenticator = setUp();
    CLOCK.forward(STEP);
    String older = now(authenticator);
    CLOCK.forward(STEP);
    signIn(now(authenticator)).expect(200);
    signIn(older).expectProblem(401, "INVALID_LOGIN");
  }

  @Test
  void of_two_who_race_with_one_code_one_gets_in() throws Exception {
    Authenticator authenticator = setUp();
    CLOCK.forward(STEP);
    String code = now(authenticator);
    Callable<Integer> enter = () -> signIn(code).status();
    assertThat(Together.all(List.of(enter, enter, enter))).containsExactlyInAnyOrder(200, 401, 401);
  }

  @Test
  void a_wrong_code_looks_like_a_wrong_password_and_is_recorded() {
    Authenticator authenticator = setUp();
    Reply wrongCode = signIn("123456x");
    Reply wrongPassword =
        SERVICE
            .browser()
            .post("/merchant/login", withCode(login(email, "wrong password"), now(authenticator)));
    wrongCode.expectProblem(401, "INVALID_LOGIN");
    assertThat(wrongPassword.bodyWithoutRequestId()).isEqualTo(wrongCode.bodyWithoutRequestId());
    assertThat(SERVICE.stored().audit(merchantId))
        .filteredOn(line -> line.startsWith("user.second_factor_failed by " + email))
        .hasSize(1);
  }

  @Test
  void who_guesses_codes_cools_off() {
    Authenticator authenticator = setUp();
    UsedUp.by(10, 401, () -> signIn("no code"));
    CLOCK.forward(STEP);
    signIn(now(authenticator)).expectProblem(429, "TOO_MANY_AUTH_FAILURES");
  }

  /** Nobody guesses six digits by changing the address after every few. */
  @Test
  void wrong_codes_are_counted_for_the_user_across_addresses() {
    Authenticator authenticator = setUp();
    int guesses = 0;
    int status = 401;
    while (status == 401) { // ten at once; what refills while a slow machine guesses comes on top
      assertThat(guesses).isLessThan(30);
      guesses++;
      status =
          SERVICE
              .browser()
              .from("127.0.1." + guesses)
              .post("/merchant/login", withCode(login(email, PASSWORD), "no code " + guesses))
              .status();
    }
    assertThat(status).isEqualTo(429);
    assertThat(guesses).isGreaterThan(10);
    CLOCK.forward(STEP);
    SERVICE
        .browser()
        .from("127.0.2.1")
        .post("/merchant/login", withCode(login(email, PASSWORD), now(authenticator)))
        .expectProblem(429, "TOO_MANY_AUTH_FAILURES");
    signIn(null).expectProblem(401, "SECOND_FACTOR_REQUIRED"); // a password alone is not a guess
  }

  @Test
  void a_burst_of_codes_is_not_more_guesses_than_the_limit() throws Exception {
    setUp();
    List<Callable<Integer>> guesses = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      String guess = "no code " + i;
      guesses.add(() -> signIn(guess).status());
    }
    long start = System.nanoTime();
    List<Integer> statuses = Together.all(guesses);
    // Ten come back in a minute: what the run took is all that may come on top.
    int more = (int) ((System.nanoTime() - start) / Duration.ofSeconds(6).toNanos());
    assertThat(statuses).filteredOn(status -> status == 401).hasSizeBetween(1, 10 + more);
    assertThat(statuses).contains(429).isSubsetOf(401, 429, 503);
  }

  @Test
  void a_recovery_code_opens_once_however_it_is_typed() {
    user.post("/merchant/two-factor", People.PROOF).expect(200);
    List<String> codes = codes(confirm(code(user.post("/merchant/two-factor", People.PROOF))));
    assertThat(codes).hasSize(10).doesNotHaveDuplicates();
    signIn(codes.get(0)).expect(200);
    signIn(codes.get(0)).expectProblem(401, "INVALID_LOGIN");
    signIn(codes.get(1).replace("-", " ").toUpperCase(Locale.ROOT)).expect(200);
    assertThat(state()).isEqualTo("{\"on\":true,\"recoveryCodesLeft\":8}");
    assertThat(SERVICE.stored().audit(merchantId))
        .contains("user.recovery_code_used by " + email + " from 127.0.0.1 : 10 left > 9 left");
  }

  @Test
  void a_colleagues_codes_open_nothing() {
    Authenticator authenticator = setUp();
    Browser colleague = SERVICE.join(user, Role.viewer);
    String recovery =
        codes(
                colleague.post(
                    "/merchant/two-factor/confirm",
                    "{\"code\":\""
                        + code(colleague.post("/merchant/two-factor", People.PROOF))
                        + "\"}"))
            .getFirst();
    signIn(recovery).expectProblem(401, "INVALID_LOGIN");
    CLOCK.forward(STEP);
    signIn(now(authenticator)).expect(200);
    assertThat(user.get("/merchant/team").json().required("users").valueStream())
        .allMatch(member -> member.required("twoFactor").asBoolean());
  }

  @Test
  void switching_it_off_takes_the_password_and_a_code() {
    Authenticator app = setUp();
    user.send("DELETE", "/merchant/two-factor", "{\"password\":\"wrong password\"}")
        .expectProblem(401, "INVALID_LOGIN");
    signIn(null).expectProblem(401, "SECOND_FACTOR_REQUIRED");
    String form = "{\"password\":\"" + PASSWORD + "\"}";
    user.send("DELETE", "/merchant/two-factor", form).expectProblem(401, "SECOND_FACTOR_REQUIRED");
    String code = app.codeAt(CLOCK.instant().plusSeconds(30));
    user.send("DELETE", "/merchant/two-factor", withCode(form, code)).expect(204);
    user.send("DELETE", "/merchant/two-factor", form).expect(204);
    signIn(null).expect(200);
    assertThat(SERVICE.stored().audit(merchantId))
        .filteredOn(line -> line.startsWith("user.two_factor"))
        .containsExactly(
            "user.two_factor_on by " + email + " from 127.0.0.1 : - > -",
            "user.two_factor_off by " + email + " from 127.0.0.1 : - > -");
  }

  @Test
  void neither_secret_nor_recovery_codes_are_stored_or_logged_in_clear() {
    Reply begun = user.post("/merchant/two-factor", People.PROOF).expect(200);
    List<String> codes = codes(confirm(code(begun)));
    for (String table : List.of("second_factor", "recovery_code", "audit_log")) {
      assertThat(SERVICE.stored().rows(table))
          .isNotEmpty()
          .noneMatch(row -> row.contains(begun.text("secret")) || row.contains(codes.getFirst()));
    }
    assertThat(SERVICE.logged()).doesNotContain(begun.text("secret"), codes.getFirst());
  }

  @Test
  void a_new_encryption_key_takes_over_and_the_old_one_can_go() {
    Reply begun = user.post("/merchant/two-factor", People.PROOF).expect(200);
    Secret newer = new Secret("a-newer-encryption-key");
    renew(newer, TestService.ENCRYPTION_KEY);
    assertThat(sealedPrefix()).isEqualTo(prefix(newer));
    renew(TestService.ENCRYPTION_KEY, newer);
    assertThat(sealedPrefix()).isEqualTo(prefix(TestService.ENCRYPTION_KEY));
    confirm(code(begun)).expect(200);
  }

  private static void renew(Secret... keys) {
    Vault vault = new Vault(List.of(keys));
    Reseal.all(SERVICE.jdbi(), vault, new SecondFactorStore(vault));
  }

  private String sealedPrefix() {
    return SERVICE
        .stored()
        .text(
            "select encode(substring(secret for 5), 'hex') from second_factor where realm_id ="
                + " ?",
            Stored.uuid(merchantId));
  }

  private static String prefix(Secret key) {
    return HexFormat.of().formatHex(new Vault(List.of(key)).currentPrefix());
  }

  /** Switched on; the step of now is used up by it. */
  private Authenticator setUp() {
    Reply begun = user.post("/merchant/two-factor", People.PROOF).expect(200);
    confirm(code(begun)).expect(200);
    return new Authenticator(begun.text("secret"));
  }

  private static String code(Reply begun) {
    return now(new Authenticator(begun.text("secret")));
  }

  private static String now(Authenticator authenticator) {
    return authenticator.codeAt(CLOCK.instant());
  }

  private Reply confirm(String code) {
    return user.post("/merchant/two-factor/confirm", "{\"code\":\"" + code + "\"}");
  }

  private Reply signIn(@Nullable String code) {
    String form = login(email, PASSWORD);
    return SERVICE.browser().post("/merchant/login", code == null ? form : withCode(form, code));
  }

  private static String withCode(String form, String code) {
    return form.replace("}", ",\"code\":\"" + code + "\"}");
  }

  private String state() {
    return user.get("/merchant/two-factor").expect(200).body();
  }

  private static List<String> codes(Reply confirmed) {
    return confirmed
        .expect(200)
        .json()
        .required("recoveryCodes")
        .valueStream()
        .map(JsonNode::asString)
        .toList();
  }
}
