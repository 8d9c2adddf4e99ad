package dev.paylink.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.merchant.user.Role;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Where money goes changes only after the delay, in sight of the owners, who can undo it. */
final class DepositDelayTest {
  private static final String FIRST = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  private static final String SECOND = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
  private static final String THIRD = "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB";
  private static final Duration DELAY = Duration.ofHours(24);

  @AutoClose
  private static final TestService SERVICE =
      TestService.builder().depositDelay(DELAY).mail(MailServer.absent()).start();

  private final Browser owner = SERVICE.register();
  private final String merchantId = owner.get("/merchant/profile").text("merchantId");

  @Test
  void the_first_address_takes_effect_at_once_and_the_next_after_the_delay() {
    assertThat(set("depositAddress", FIRST).text("depositAddress")).isEqualTo(FIRST);
    Instant before = Instant.now();
    Reply announced = set("depositAddress", SECOND);
    assertThat(announced.text("depositAddress")).isEqualTo(FIRST);
    assertThat(announced.text("pendingDepositAddress")).isEqualTo(SECOND);
    assertThat(Instant.parse(announced.text("pendingDepositAddressFrom")))
        .isBetween(before.plus(DELAY).minusSeconds(60), Instant.now().plus(DELAY).plusSeconds(60));
    assertThat(owner.get("/merchant/profile").body()).isEqualTo(announced.body());
    passTime();
    Reply after = owner.get("/merchant/profile");
    assertThat(after.text("depositAddress")).isEqualTo(SECOND);
    assertThat(after.json().required("pendingDepositAddress").isNull()).isTrue();
    assertThat(after.json().required("pendingDepositAddressFrom").isNull()).isTrue();
  }

  @Test
  void payments_go_to_the_old_address_until_then_and_to_the_new_one_afterwards() {
    set("depositAddress", FIRST);
    Reply key = SERVICE.activeKey(owner, "{}");
    set("depositAddress", SECOND);
    assertThat(SERVICE.caller(key).payee()).isEqualTo(FIRST);
    passTime();
    Await.until("the new address is in effect", () -> SECOND.equals(SERVICE.caller(key).payee()));
  }

  @Test
  void setting_again_replaces_what_was_announced_and_saying_it_twice_keeps_its_time() {
    set("depositAddress", FIRST);
    String from = set("depositAddress", SECOND).text("pendingDepositAddressFrom");
    assertThat(set("depositAddress", SECOND).text("pendingDepositAddressFrom")).isEqualTo(from);
    Reply replaced = set("depositAddress", THIRD);
    assertThat(replaced.text("depositAddress")).isEqualTo(FIRST);
    assertThat(replaced.text("pendingDepositAddress")).isEqualTo(THIRD);
    assertThat(Instant.parse(replaced.text("pendingDepositAddressFrom")))
        .isAfterOrEqualTo(Instant.parse(from));
  }

  @Test
  void what_was_announced_can_be_undone_until_it_takes_effect() {
    set("depositAddress", FIRST);
    undo("").expectProblem(404, "NO_PENDING_ADDRESS");
    set("depositAddress", SECOND);
    Reply undone = undo("").expect(200);
    assertThat(undone.text("depositAddress")).isEqualTo(FIRST);
    assertThat(undone.json().required("pendingDepositAddress").isNull()).isTrue();
    set("depositAddress", SECOND);
    passTime();
    undo("").expectProblem(404, "NO_PENDING_ADDRESS");
    assertThat(owner.get("/merchant/profile").text("depositAddress")).isEqualTo(SECOND);
  }

  @Test
  void setting_the_address_in_effect_calls_off_what_was_announced() {
    set("depositAddress", FIRST);
    set("depositAddress", SECOND);
    assertThat(set("depositAddress", FIRST).json().required("pendingDepositAddress").isNull())
        .isTrue();
  }

  @Test
  void the_user_records_address_waits_and_is_undone_in_the_same_way() {
    set("userDepositAddress", FIRST);
    Reply announced = set("userDepositAddress", SECOND);
    assertThat(announced.text("userDepositAddress")).isEqualTo(FIRST);
    assertThat(announced.text("pendingUserDepositAddress")).isEqualTo(SECOND);
    undo("").expect(404);
    assertThat(undo("user-").expect(200).json().required("pendingUserDepositAddress").isNull())
        .isTrue();
    set("userDepositAddress", SECOND);
    passTime();
    assertThat(owner.get("/merchant/profile").text("userDepositAddress")).isEqualTo(SECOND);
  }

  @Test
  void a_first_address_on_the_form_does_not_redirect_the_user_records_payments_at_once() {
    set("userDepositAddress", FIRST);
    Reply announced = set("depositAddress", SECOND);
    assertThat(announced.json().required("depositAddress").isNull()).isTrue();
    assertThat(announced.text("pendingDepositAddress")).isEqualTo(SECOND);
    passTime();
    assertThat(owner.get("/merchant/profile").text("depositAddress")).isEqualTo(SECOND);
  }

  @Test
  void another_change_does_not_disturb_what_is_announced_nor_what_has_taken_effect() {
    set("depositAddress", FIRST);
    set("depositAddress", SECOND);
    assertThat(set("businessName", "Engines").text("pendingDepositAddress")).isEqualTo(SECOND);
    passTime();
    Reply renamed = set("businessName", "Other Engines");
    assertThat(renamed.text("depositAddress")).isEqualTo(SECOND);
    assertThat(set("depositAddress", THIRD).text("depositAddress")).isEqualTo(SECOND);
  }

  @Test
  void only_an_owner_undoes() {
    set("depositAddress", FIRST);
    set("depositAddress", SECOND);
    SERVICE
        .join(owner, Role.developer)
        .delete("/merchant/profile/pending-deposit-address")
        .expectProblem(403, "ROLE_NOT_ALLOWED");
    SERVICE
        .register()
        .delete("/merchant/profile/pending-deposit-address")
        .expectProblem(404, "NO_PENDING_ADDRESS");
    undo("").expect(200);
  }

  @Test
  void announcing_and_undoing_are_recorded_and_told() {
    String email = owner.get("/merchant/profile").text("email");
    SERVICE.stored().burnLetters();
    set("depositAddress", FIRST);
    String pending =
        SECOND + " from " + set("depositAddress", SECOND).text("pendingDepositAddressFrom");
    undo("").expect(200);
    String by = " by " + email + " from 127.0.0.1 : ";
    assertThat(SERVICE.stored().audit(merchantId))
        .contains(
            "merchant.deposit_address_changed" + by + "- > " + FIRST,
            "merchant.deposit_address_announced" + by + FIRST + " > " + pending,
            "merchant.deposit_address_undone" + by + pending + " > " + FIRST);
    assertThat(SERVICE.stored().letters())
        .filteredOn(letter -> letter.to().equals(email))
        .extracting(Stored.Letter::subject)
        .containsExactly(
            "Your deposit address has changed",
            "Your deposit address will change",
            "A change of your deposit address was undone");
    assertThat(SERVICE.stored().letters().get(1).text())
        .contains("Old address: " + FIRST + "\n", "New address: " + pending + "\n")
        .contains("/dashboard/settings", "/dashboard/freeze/");
  }

  @Test
  void a_live_instance_makes_payments_out_to_the_old_address_for_a_day() {
    try (TestService live = TestService.builder().live().start()) {
      SignedCalls calls = live.newMerchant("ada@example.com", FIRST);
      Browser merchant = live.browser();
      merchant
          .post("/merchant/login", People.login("ada@example.com", People.PASSWORD))
          .expect(200);
      merchant.put("/merchant/profile", "{\"depositAddress\":\"" + SECOND + "\"}").expect(200);
      calls.create("{\"amount\":\"1.00\"}").expect(200);
      assertThat(live.stored().text("select payee from payment")).isEqualTo(FIRST);
    }
  }

  private Reply set(String field, String value) {
    return owner.put("/merchant/profile", "{\"%s\":\"%s\"}".formatted(field, value)).expect(200);
  }

  private Reply undo(String which) {
    return owner.delete("/merchant/profile/pending-" + which + "deposit-address");
  }

  /** As if the delay were over: the database's clock decides. */
  private void passTime() {
    SERVICE
        .stored()
        .change(
            """
                    update merchant
                       set pending_deposit_address_from =
                             pending_deposit_address_from - interval '24 hours',
                           pending_user_deposit_address_from =
                             pending_user_deposit_address_from - interval '24 hours'
                     where id = ?
                    """,
            Stored.uuid(merchantId));
  }
}
