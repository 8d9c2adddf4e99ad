package dev.paylink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.app.config.Config;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.operator.account.OperatorRole;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A token that lost its peg is suspended by two operators, on one of two local chains. */
final class TokenSuspensionTest {
  private static final int DEPTH = 3;
  private static final Pattern ADDRESS = Pattern.compile("<code>(0x[0-9a-fA-F]{40})</code>");
  private static final String WHY = "{\"reason\":\"trades at 0.87\"}";

  @AutoClose private static final DevChain chain = DevChain.start();
  @AutoClose private static final DevChain other = DevChain.start(31_338);

  @AutoClose
  private static final TestService service =
      TestService.builder()
          .operators(new Config.Operators(true, Set.of(FourEyes.token)))
          .testDollarOn(config("local", chain), config("other", other))
          .start();

  private static final OperatorCrew CREW = new OperatorCrew(service);
  private static final OperatorCrew.Member FIRST = CREW.join(OperatorRole.operator);
  private static final OperatorCrew.Member SECOND = CREW.join(OperatorRole.operator);
  private static final OperatorCrew.Member REVIEWER = CREW.join(OperatorRole.reviewer);

  private static ChainConfig config(String name, DevChain chain) {
    return chain.config(
        name, chain.settlement(), DEPTH, 1, chain.factory(), List.of(), chain.dollar(false));
  }

  @AfterEach
  void lift() {
    if (token("local").get("suspended").asBoolean()) {
      agree("/admin/tokens/local/TUSD/lift", "{}");
    }
  }

  @Test
  void two_operators_suspend_a_token_and_nothing_new_is_offered_in_it() {
    Reply created = create();
    assertThat(options(created)).containsExactlyInAnyOrder(option(chain), option(other));
    show(created, chain).expect(303);
    assertThat(page(created)).contains(option(chain), "Send exactly 5.00\u00a0TUSD");
    String path = "/admin/tokens/local/TUSD/suspend";
    FIRST.calls().post(path, "{}").expectProblem(400, "INVALID_REQUEST");
    REVIEWER.calls().post(path, WHY).expectProblem(403, "ROLE_NOT_ALLOWED");
    FIRST
        .calls()
        .post("/admin/tokens/local/DAI/suspend", WHY)
        .expectProblem(404, "TOKEN_NOT_FOUND");
    String approval = FIRST.calls().post(path, WHY).expect(202).text("approvalId");
    approve(FIRST.calls(), approval).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    assertThat(options(created)).contains(option(chain));
    approve(SECOND.calls(), approval).expect(200);

    FIRST.calls().post(path, WHY).expectProblem(409, "TOKEN_SUSPENDED");
    assertThat(token("local").get("reason").stringValue()).isEqualTo("trades at 0.87");
    assertThat(token("other").get("suspended").asBoolean()).isFalse();
    for (Reply payment : List.of(created, create())) {
      assertThat(options(payment)).containsExactly(option(other));
      prepare(payment, chain).expectProblem(400, "INVALID_REQUEST");
      show(payment, chain).expect(409);
      assertThat(page(payment))
          .contains("TUSD is suspended at the moment. Please do not send any.")
          .doesNotContain("Send exactly");
      prepare(payment, other).expect(200);
    }
    assertThat(service.operator().get("/admin/operator-log").body())
        .contains("token.suspended", "local:TUSD: trades at 0.87");
    assertThat(service.operator().get("/metrics").body())
        .containsPattern("paylink_tokens_suspended(\\{[^}]*})? 1");
    agree("/admin/tokens/local/TUSD/lift", "{}");
    assertThat(options(created)).containsExactlyInAnyOrder(option(chain), option(other));
  }

  @Test
  void link_that_was_prepared_before_is_held_and_confirmed_when_the_suspension_is_lifted() {
    Reply byWallet = create();
    JsonNode steps = prepare(byWallet, chain).expect(200).json();
    Reply byTransfer = create();
    show(byTransfer, chain).expect(303);
    String address = address(byTransfer);
    suspend();
    send(steps);
    chain.transfer(chain.payer(), address, 5_000_000);
    chain.mine(DEPTH + 1);
    for (Reply payment : List.of(byWallet, byTransfer)) {
      Await.until("it is held", () -> flags(payment).contains("held"));
      assertThat(status(payment)).isIn("created", "submitted");
      assertThat(page(payment)).contains("Your money has arrived", "It arrived in TUSD");
      assertThat(events(payment)).contains("payment.held").doesNotContain("payment.confirmed");
    }
    assertThat(held()).contains(byWallet.text("paymentId"), byTransfer.text("paymentId"));
    Pattern counted = Pattern.compile("paylink_payments_held(\\{[^}]*})? 2");
    Await.until(
        "both are counted",
        () -> counted.matcher(service.operator().get("/metrics").body()).find());

    agree("/admin/tokens/local/TUSD/lift", "{}");
    for (Reply payment : List.of(byWallet, byTransfer)) {
      Await.until("success", () -> status(payment).equals("success"));
      assertThat(flags(payment)).isEmpty();
      assertThat(events(payment)).contains("payment.confirmed");
    }
    assertThat(held()).isEmpty();
  }

  @Test
  void held_payments_outlive_their_end_and_are_decided_one_by_one() {
    Reply good = create("\"expiresIn\":120,");
    JsonNode first = prepare(good, chain).expect(200).json();
    Reply bad = create("\"expiresIn\":120,");
    JsonNode second = prepare(bad, chain).expect(200).json();
    suspend();
    send(first);
    send(second);
    chain.mine(DEPTH + 1);
    Await.until("they are held", () -> held().size() == 2);
    chain.passSeconds(180);
    chain.mine(DEPTH + 1);
    awaitRead();
    assertThat(List.of(status(good), status(bad))).doesNotContain("failed");

    String path = "/admin/held-payments/";
    String wrong =
        FIRST
            .calls()
            .post(path + good.text("paymentId") + "/confirm", "{}")
            .expect(202)
            .text("approvalId");
    approve(FIRST.calls(), wrong).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
    approve(SECOND.calls(), wrong).expect(200);
    agree(path + bad.text("paymentId") + "/fail", "{\"reason\":\"frozen\"}");
    Await.until("success", () -> status(good).equals("success"));
    Await.until("failed", () -> status(bad).equals("failed"));
    assertThat(service.calls().status(bad.text("paymentId")).text("failureReason"))
        .isEqualTo("token_suspended");
    assertThat(page(bad)).contains("The token was suspended");
    FIRST
        .calls()
        .post(path + bad.text("paymentId") + "/confirm", "{}")
        .expectProblem(404, "PAYMENT_NOT_HELD");
    assertThat(service.operator().get("/admin/operator-log").body())
        .contains("held_payment.confirmed", "held_payment.failed");
    agree("/admin/tokens/local/TUSD/lift", "{}");
    assertThat(status(bad)).isEqualTo("failed");
  }

  @Test
  void nobody_decides_about_a_held_payment_of_their_own_company() {
    OperatorCrew.Member own = CREW.join(OperatorRole.operator);
    String company = service.register(own.email()).get("/merchant/profile").text("merchantId");
    String payment = create().text("paymentId");
    suspend();
    service
        .stored()
        .change(
            "insert into held_settlement"
                + " (merchant_id, payment_id, event_ref, chain_id, token, transaction, held_at)"
                + " values (?, ?, 'own company', ?, 'TUSD', '{}', now())",
            Stored.uuid(company),
            Stored.payment(payment),
            chain.chainId());
    List<String> lifts = new ArrayList<>();
    try {
      for (String path :
          List.of(
              "/admin/held-payments/" + payment + "/confirm",
              "/admin/tokens/local/TUSD/lift")) { // which would confirm it, too
        own.calls().post(path, "{}").expectProblem(403, "SECOND_OPERATOR_REQUIRED");
        String approval = FIRST.calls().post(path, "{}").expect(202).text("approvalId");
        approve(own.calls(), approval).expectProblem(403, "SECOND_OPERATOR_REQUIRED");
        lifts.add(approval);
      }
    } finally {
      service.stored().change("delete from held_settlement where event_ref = 'own company'");
    }
    approve(own.calls(), lifts.getLast()).expect(200); // nothing of their own is held
  }

  private static void suspend() {
    agree("/admin/tokens/local/TUSD/suspend", WHY);
  }

  /** One operator asks, another one agrees. */
  private static void agree(String path, String body) {
    String approval = FIRST.calls().post(path, body).expect(202).text("approvalId");
    approve(SECOND.calls(), approval).expect(200);
  }

  private static Reply approve(Browser by, String approval) {
    return by.post("/admin/approvals/" + approval + "/approve");
  }

  private static JsonNode token(String name) {
    for (JsonNode token : SECOND.calls().get("/admin/tokens").expect(200).json().get("data")) {
      if (token.get("chain").stringValue().equals(name)) {
        return token;
      }
    }
    throw new AssertionError(name);
  }

  private static List<String> held() {
    return SECOND
        .calls()
        .get("/admin/held-payments")
        .expect(200)
        .json()
        .get("data")
        .valueStream()
        .map(it -> it.get("paymentId").stringValue())
        .toList();
  }

  private static Reply create() {
    return create("");
  }

  private static Reply create(String more) {
    return service.calls().create("{" + more + "\"amount\":\"5.00\"}").expect(200);
  }

  private static String option(DevChain chain) {
    return chain.chainId() + ":TUSD";
  }

  private static List<String> options(Reply created) {
    return service
        .browser()
        .get(path(created) + "/wallet")
        .expect(200)
        .json()
        .get("options")
        .valueStream()
        .map(it -> it.get("id").stringValue())
        .toList();
  }

  private static Reply prepare(Reply created, DevChain chain) {
    return service
        .browser()
        .post(
            path(created) + "/wallet",
            "{\"option\":\"%s\",\"payer\":\"%s\"}".formatted(option(chain), chain.payer()));
  }

  /** What a wallet does with the steps. */
  private static void send(JsonNode steps) {
    for (String step : List.of("approve", "pay")) {
      chain.call(
          "eth_sendTransaction",
          Map.of(
              "from", chain.payer(),
              "to", steps.at("/" + step + "/to").stringValue(),
              "data", steps.at("/" + step + "/data").stringValue()));
    }
  }

  private static Reply show(Reply created, DevChain chain) {
    return service
        .browser()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post(path(created) + "/transfer", "option=" + chain.chainId() + "%3ATUSD");
  }

  private static String address(Reply created) {
    Matcher address = ADDRESS.matcher(page(created));
    assertThat(address.find()).isTrue();
    return address.group(1);
  }

  private static String page(Reply created) {
    return service.browser().with("Accept-Language", "en").get(path(created)).expect(200).body();
  }

  private static String path(Reply created) {
    return URI.create(created.text("paymentUrl")).getPath();
  }

  private static String status(Reply created) {
    return service.calls().status(created.text("paymentId")).text("status");
  }

  private static List<String> flags(Reply created) {
    return service
        .signedIn()
        .get("/merchant/payments/" + created.text("paymentId"))
        .expect(200)
        .json()
        .get("flags")
        .valueStream()
        .map(JsonNode::stringValue)
        .toList();
  }

  private static List<String> events(Reply created) {
    return service
        .stored()
        .texts(
            "select type from event where payment_id = ?",
            Stored.payment(created.text("paymentId")));
  }

  private static void awaitRead() {
    long last = chain.head() - DEPTH;
    Await.until(
        "block " + last + " is read",
        () ->
            SECOND.calls().get("/admin/chains").json().get("data").get(0).get("block").asLong()
                >= last);
  }
}
