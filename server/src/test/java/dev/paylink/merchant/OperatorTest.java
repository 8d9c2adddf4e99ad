package dev.paylink.merchant;

import static dev.paylink.testing.TestService.ADMIN_TOKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.operator.account.AdminToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.ratelimit.Buckets;
import dev.paylink.ratelimit.FailureLimiter;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.testing.UsedUp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The operator's calls are the operator's only, and show every merchant once. */
final class OperatorTest {
  @AutoClose private static final TestService SERVICE = TestService.builder().live().start();

  @Test
  void the_admin_token_opens_and_its_neighbours_do_not() {
    Browser anyone = new Browser(SERVICE.internalUrl());
    bearing("Bearer " + ADMIN_TOKEN).get("/admin/merchants").expect(200);
    bearing("bearer " + ADMIN_TOKEN).get("/admin/merchants").expect(200);
    anyone.get("/admin/merchants").expectProblem(401, "INVALID_ADMIN_TOKEN");
    for (String wrong :
        List.of(
            ADMIN_TOKEN,
            "Basic " + ADMIN_TOKEN,
            "Bearer",
            "Bearer x",
            "Bearer " + ADMIN_TOKEN + "x",
            "Bearer " + ADMIN_TOKEN.substring(1))) {
      Reply reply = bearing(wrong).get("/admin/merchants");
      reply.expectProblem(401, "INVALID_ADMIN_TOKEN");
      assertThat(reply.body()).doesNotContain(ADMIN_TOKEN);
    }
    assertThat(anyone.get("/admin/merchants").text("detail"))
        .startsWith("Send the admin token, or the token of POST /admin/login");
    assertThat(bearing("Bearer x").get("/admin/merchants").text("detail"))
        .isEqualTo("This is not the admin token (admin.token)");
    assertThat(SERVICE.logged()).doesNotContain(ADMIN_TOKEN);
  }

  @Test
  void each_operator_call_asks_for_the_token_before_it_reads_anything() {
    Browser anyone = new Browser(SERVICE.internalUrl()).withCookie(SERVICE.register().cookie());
    anyone.put("/admin/merchants/mer_x/verification", "{").expect(401);
    anyone.put("/admin/api-keys/key_x", "{").expect(401);
  }

  @Test
  void who_guesses_the_token_cools_off() {
    UsedUp.by(10, 401, () -> bearing("Bearer guess").from("127.0.8.1").get("/admin/merchants"));
    Reply reply = SERVICE.operator().from("127.0.8.1").get("/admin/merchants");
    reply.expectProblem(429, "TOO_MANY_AUTH_FAILURES");
    assertThat(Integer.parseInt(reply.header("Retry-After"))).isPositive();
  }

  @Test
  void a_blank_token_is_no_token() {
    assertThatThrownBy(
            () -> new AdminToken(new Secret(" "), true, new FailureLimiter(Buckets.local())))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void pages_show_every_merchant_once_the_newest_first() {
    List<String> registered = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      registered.addFirst(SERVICE.register().get("/merchant/profile").text("merchantId"));
    }
    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      Reply page = SERVICE.operator().get("/admin/merchants?limit=2&cursor=" + cursor).expect(200);
      page.json().required("data").forEach(m -> seen.add(m.required("merchantId").asString()));
      cursor = page.json().required("nextCursor").asString("");
    } while (!cursor.isEmpty());
    assertThat(seen).startsWith(registered.toArray(String[]::new)).doesNotHaveDuplicates();
    assertThat(seen).hasSize(SERVICE.stored().rows("merchant").size());
  }

  @Test
  void a_page_that_is_exactly_full_and_last_has_no_next() {
    SERVICE.register();
    int all = SERVICE.stored().rows("merchant").size();
    Reply page = SERVICE.operator().get("/admin/merchants?limit=" + all).expect(200);
    assertThat(page.json().required("data")).hasSize(all);
    assertThat(page.json().required("nextCursor").isNull()).isTrue();
    assertThat(page.json().required("data").get(0).propertyNames())
        .containsExactly(
            "merchantId",
            "email",
            "businessName",
            "pendingBusinessName",
            "verificationStatus",
            "depositAddress",
            "userDepositAddress",
            "createdAt",
            "revision",
            "kyb");
  }

  @Test
  void a_status_selects() {
    SERVICE.register();
    assertThat(data("?status=Registered")).isEqualTo(SERVICE.stored().rows("merchant").size());
    assertThat(data("?status=Suspended")).isZero();
  }

  @Test
  void a_query_with_faults_is_refused_with_all_of_them() {
    for (String limit : List.of("1", "100")) {
      SERVICE.operator().get("/admin/merchants?limit=" + limit).expect(200);
    }
    for (String limit : List.of("0", "101", "-1", "x", "99999999999")) {
      Reply reply =
          SERVICE
              .operator()
              .get("/admin/merchants?limit=" + limit + "&cursor=mer_1&status=paid&limt=1");
      reply.expectProblem(400, "INVALID_REQUEST");
      assertThat(reply.faultyFields())
          .containsExactlyInAnyOrder("limt", "status", "cursor", "limit");
    }
  }

  private static int data(String query) {
    return SERVICE.operator().get("/admin/merchants" + query).json().required("data").size();
  }

  private static Browser bearing(String authorization) {
    return new Browser(SERVICE.internalUrl()).with("Authorization", authorization);
  }
}
