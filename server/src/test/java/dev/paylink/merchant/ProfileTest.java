package dev.paylink.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.credential.Caller;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A profile changes in the places named, with a trace, or not at all. */
final class ProfileTest {
  private static final String FORM = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  private static final String USER = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
  @AutoClose private static final TestService SERVICE = TestService.start();

  private final Browser merchant = SERVICE.register();
  private final Reply key = SERVICE.activeKey(merchant, "{}");

  @Test
  void each_value_changes_on_its_own() {
    Reply named = put("{\"businessName\":\"Difference Engines\"}").expect(200);
    assertThat(named.text("businessName")).isEqualTo("Difference Engines");
    Reply form = put("{\"depositAddress\":\"" + FORM.toLowerCase(Locale.ROOT) + "\"}").expect(200);
    assertThat(form.text("depositAddress")).isEqualTo(FORM);
    Reply user = put("{\"userDepositAddress\":\"" + USER + "\"}").expect(200);
    assertThat(user.text("userDepositAddress")).isEqualTo(USER);
    assertThat(user.text("depositAddress")).isEqualTo(FORM);
    assertThat(user.text("businessName")).isEqualTo("Difference Engines");
    assertThat(merchant.get("/merchant/profile").body()).isEqualTo(user.body());
  }

  @Test
  void each_change_of_an_address_is_in_the_audit_log_and_told_to_authentication() {
    String id = merchant.get("/merchant/profile").text("merchantId");
    String email = merchant.get("/merchant/profile").text("email");
    Caller before = SERVICE.caller(key);
    put("{\"depositAddress\":\"%s\",\"userDepositAddress\":\"%s\"}".formatted(FORM, USER));
    Caller between = SERVICE.caller(key);
    assertThat(between).isNotSameAs(before);
    put("{\"depositAddress\":\"%s\"}".formatted(USER));
    assertThat(SERVICE.caller(key)).isNotSameAs(between);
    String by = "_changed by " + email + " from 127.0.0.1 : ";
    assertThat(SERVICE.stored().audit(id))
        .containsSubsequence(
            List.of(
                "user.deposit_address" + by + "- > " + USER,
                "merchant.deposit_address" + by + FORM + " > " + USER))
        .contains("merchant.deposit_address" + by + "- > " + FORM)
        .hasSize(6); // with the key's two
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"depositAddress\":null,\"userDepositAddress\":null,\"businessName\":null}",
        "{\"depositAddress\":\"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\"}"
      })
  void what_is_absent_null_or_the_same_changes_nothing(String body) {
    String before = put("{\"depositAddress\":\"" + FORM + "\"}").expect(200).body();
    int entries = SERVICE.stored().rows("audit_log").size();
    Await.until(
        "a change within the time that callers are known",
        () -> {
          SERVICE.apiKeys().credentials().forgetAll();
          long start = System.nanoTime();
          Caller known = SERVICE.caller(key);
          assertThat(put(body).expect(200).body()).isEqualTo(before);
          Caller still = SERVICE.caller(key);
          boolean inTime = System.nanoTime() - start < Duration.ofMillis(900).toNanos();
          if (inTime) {
            assertThat(still).as("authentication is told nothing").isSameAs(known);
          }
          return inTime;
        });
    assertThat(SERVICE.stored().rows("audit_log")).hasSize(entries);
  }

  @Test
  void one_fault_refuses_the_whole_change_and_all_are_told() {
    Reply reply =
        put(
            """
            {"businessName":"New","depositAddress":"%s","userDepositAddress":"0x12",\
            "depositAdress":"x"}"""
                .formatted(FORM.replace('A', 'a')));
    reply.expectProblem(400, "INVALID_REQUEST");
    assertThat(reply.faultyFields())
        .containsExactlyInAnyOrder("depositAdress", "depositAddress", "userDepositAddress");
    assertThat(reply.body()).contains("did you mean depositAddress?");
    assertThat(merchant.get("/merchant/profile").text("businessName"))
        .isEqualTo("Analytical Engines");
  }

  @Test
  void a_blank_name_is_refused_and_a_short_one_accepted() {
    assertThat(put("{\"businessName\":\" \"}").faultyFields()).containsExactly("businessName");
    put("{\"businessName\":\"B\"}").expect(200);
  }

  private Reply put(String body) {
    return merchant.put("/merchant/profile", body);
  }
}
