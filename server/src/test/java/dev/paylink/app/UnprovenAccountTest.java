package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ratelimit.Limit;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.People;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Uploads;
import java.awt.Color;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * An account that has proven nothing stores little and shows nothing: it changes its profile, its
 * company details and its own security, a limited number of times, and its pictures are seen in its
 * own dashboard alone.
 */
final class UnprovenAccountTest {
  private static final String KYB =
      "{\"legalName\":\"Engines Ltd\",\"country\":\"GB\",\"registrationNumber\":\"%d\"}";

  @AutoClose private static final MailServer MAIL = MailServer.started();

  @AutoClose
  private static final TestService SERVICE = TestService.builder().mail(MAIL.settings()).start();

  private final String email = People.newEmail();
  private final Browser merchant = SERVICE.browser();

  UnprovenAccountTest() {
    merchant.post("/merchant/register", People.registration(email)).expect(201);
  }

  @Test
  void nothing_is_stored_beside_profile_company_and_own_security() {
    for (Reply refused :
        List.of(
            merchant.post("/merchant/links", "{\"title\":\"x\",\"amount\":\"5\"}"),
            merchant.post("/merchant/api-keys", "{}"),
            merchant.put(
                "/merchant/webhooks/invoice_settlement", "{\"webhookUrl\":\"https://a.example\"}"),
            merchant.put("/merchant/brand", "{\"color\":\"#0a7f5a\"}"),
            merchant.delete("/merchant/brand/logo"))) {
      refused.expectProblem(403, "EMAIL_NOT_CONFIRMED");
    }
    merchant.put("/merchant/profile", "{\"businessName\":\"Other\"}").expect(200);
    merchant.post("/merchant/kyb", KYB.formatted(1)).expect(200);
    merchant
        .post(
            "/merchant/password",
            "{\"currentPassword\":\"%s\",\"newPassword\":\"%s again\"}"
                .formatted(People.PASSWORD, People.PASSWORD))
        .expect(204);
    merchant.delete("/merchant/sessions").expect(200);

    SERVICE.prove(email);
    merchant.post("/merchant/links", "{\"title\":\"x\",\"amount\":\"5\"}").expect(201);
  }

  @Test
  void profile_of_an_unproven_merchant_is_changed_a_hundred_times_a_day() {
    int changed = 0;
    while (changed <= Limit.UNPROVEN_CHANGES.most() + 1
        && merchant
                .put("/merchant/profile", "{\"businessName\":\"Name %d\"}".formatted(changed))
                .status()
            == 200) {
      changed++;
    }
    assertThat(changed).isBetween(Limit.UNPROVEN_CHANGES.most(), Limit.UNPROVEN_CHANGES.most() + 1);
    SERVICE.prove(email);
    merchant.put("/merchant/profile", "{\"businessName\":\"At last\"}").expect(200);
  }

  @Test
  void company_details_are_submitted_a_few_times_a_day() {
    for (int i = 0; i < Limit.KYB_SUBMISSIONS.most(); i++) {
      merchant.post("/merchant/kyb", KYB.formatted(i)).expect(200);
    }
    merchant.post("/merchant/kyb", KYB.formatted(99)).expectProblem(429, "RATE_LIMITED");
  }

  @Test
  void pictures_of_an_unverified_merchant_are_seen_by_its_own_users_alone() {
    SERVICE.prove(email);
    try (Uploads uploads = new Uploads(SERVICE, merchant)) {
      byte[] picture = Uploads.picture("png", 200, 100, new Color(200, 20, 60));
      assertThat(uploads.put("/merchant/brand/logo", picture).statusCode()).isEqualTo(200);
      String link =
          merchant
              .post("/merchant/links", "{\"title\":\"x\",\"amount\":\"5\"}")
              .expect(201)
              .text("id");
      assertThat(uploads.put("/merchant/links/" + link + "/picture", picture).statusCode())
          .isEqualTo(200);
      String logo = path(merchant.get("/merchant/brand"), "logo");
      String shown = path(merchant.get("/merchant/links/" + link), "picture");

      Browser stranger = Browser.ofPages(SERVICE.baseUrl());
      Browser member = Browser.ofPages(SERVICE.baseUrl()).withCookie(merchant.cookie());
      Browser other = Browser.ofPages(SERVICE.baseUrl()).withCookie(SERVICE.register().cookie());
      for (String each : List.of(logo, shown)) {
        stranger.get(each).expect(404);
        other.get(each).expect(404);
        assertThat(member.get(each).expect(200).header("Cache-Control"))
            .isEqualTo("private, no-store");
      }
      verify();
      for (String each : List.of(logo, shown)) {
        assertThat(stranger.get(each).expect(200).header("Cache-Control")).startsWith("public");
      }
    }
  }

  private void verify() {
    String id = merchant.get("/merchant/profile").expect(200).text("merchantId");
    SERVICE
        .operator()
        .put("/admin/merchants/" + id + "/verification", "{\"status\":\"KybVerified\"}")
        .expect(200);
  }

  private static String path(Reply reply, String name) {
    return URI.create(reply.expect(200).json().required(name).required("url").asString()).getPath();
  }
}
