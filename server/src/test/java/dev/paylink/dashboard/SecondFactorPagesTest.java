package dev.paylink.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Authenticator;
import dev.paylink.testing.Reply;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A second factor from its first QR code to signing in with it. */
final class SecondFactorPagesTest extends DashboardTest {
  @Test
  void it_is_set_up_asked_for_and_switched_off() {
    String email = newEmail();
    Guest owner = guest().signUp(email);
    String begun = owner.proven("/dashboard/security/two-factor").expect(200).body();
    String secret = Guest.found(begun, "id=\"two-factor-secret\"[^>]*>([A-Z2-7 ]+)<");
    Authenticator app = new Authenticator(secret.replace(" ", ""));
    assertThat(begun).contains("<svg");
    String confirm = "/dashboard/security/two-factor/confirm";
    assertThat(owner.post(confirm, "code", "000000").expect(400).body())
        .contains("Code is not the current code of your authenticator app.");
    String codes = owner.post(confirm, "code", app.codeAt(Instant.now())).expect(200).body();
    String recovery = Guest.found(codes, "([a-z2-7]{4}(?:-[a-z2-7]{4}){3})");
    String second = Guest.found(codes.replace(recovery, ""), "([a-z2-7]{4}(?:-[a-z2-7]{4}){3})");

    Guest again = guest();
    String asked = password(again, email).expect(200).body();
    String step = Guest.found(asked, "name=\"step\" value=\"([^\"]+)\"");
    assertThat(asked).doesNotContain(Guest.PASSWORD);
    again.get("/dashboard").expect(303);
    assertThat(code(again, step, "000000").expect(401).body()).contains("The code is wrong");
    Reply in = code(again, step, recovery).expect(303);
    assertThat(in.header("Location")).isEqualTo("/dashboard/keys");
    again.get("/dashboard").expect(200);

    String off = "/dashboard/security/two-factor/off";
    String kept =
        Guest.found(again.post(off).expect(403).body(), "name=\"kept\" value=\"([^\"]+)\"");
    again.post(off, "kept", kept, "password", "wrong wrong", "code", second).expect(401);
    again.post(off, "kept", kept, "password", Guest.PASSWORD).expect(401);
    again.post(off, "kept", kept, "password", Guest.PASSWORD, "code", second).expect(303);
    password(guest(), email).expect(303);
  }

  @Test
  void an_altered_step_leads_back_to_the_beginning() {
    Guest guest = guest();
    assertThat(code(guest, "AAAA", "123456").expect(303).header("Location"))
        .isEqualTo("/dashboard/sign-in");
    assertThat(code(guest, "no base64!", "123456").expect(303).header("Location"))
        .isEqualTo("/dashboard/sign-in");
  }

  private static Reply password(Guest guest, String email) {
    return guest.post(
        "/dashboard/sign-in",
        "email",
        email,
        "password",
        Guest.PASSWORD,
        "next",
        "/dashboard/keys");
  }

  private static Reply code(Guest guest, String step, String code) {
    return guest.post(
        "/dashboard/sign-in/code", "step", step, "code", code, "next", "/dashboard/keys");
  }
}
