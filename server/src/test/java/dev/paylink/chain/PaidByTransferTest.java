package dev.paylink.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.TokenCalls;
import dev.paylink.dashboard.Guest;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.NodeProxy;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.math.BigInteger;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The whole service on a real EVM, paid by plain transfers from an account that never saw the page.
 * Two nodes must agree, and one of them may lie.
 */
final class PaidByTransferTest {
  private static final int DEPTH = 3;
  private static final Pattern ADDRESS = Pattern.compile("<code>(0x[0-9a-fA-F]{40})</code>");
  private static final String FORM = "application/x-www-form-urlencoded";

  private static DevChain chain;
  private static NodeProxy liar;
  private static TestService service;
  private static PaidOnDevChain paid;
  private static String stranger;

  @BeforeAll
  static void start() {
    chain = DevChain.start();
    liar = new NodeProxy(chain);
    service =
        TestService.builder()
            .testDollarOn(
                chain.config(
                    "local",
                    chain.settlement(),
                    DEPTH,
                    2,
                    chain.factory(),
                    List.of(liar.url(), URI.create(chain.rpcUrl())),
                    chain.dollar(false)))
            .start();
    paid = new PaidOnDevChain(service, chain, DEPTH);
    stranger = chain.others().getFirst();
    chain.transfer(chain.payer(), stranger, 500_000_000_000L);
  }

  @AfterEach
  void tellTheTruth() {
    liar.plays(question -> null);
  }

  @AfterAll
  static void stop() {
    service.close();
    liar.close();
    chain.close();
  }

  @Test
  void account_that_never_saw_the_page_pays_and_the_proof_names_its_transfer() {
    Reply created = paid.create("125.50");
    String address = show(created);
    assertThat(show(created)).as("the same in every window").isEqualTo(address);
    chain.transfer(stranger, address, 125_500_000);
    chain.mine(DEPTH - 1);
    paid.awaitRead();
    assertThat(paid.status(created)).isEqualTo("created");
    chain.mine(1);
    paid.awaitStatus(created, "success");
    JsonNode proof =
        service.calls().status(created.text("paymentId")).json().required("transaction");
    assertThat(proof.get("token").asString()).isEqualTo("TUSD");
    assertThat(proof.get("amount").asString()).isEqualTo("125.50");
    assertThat(proof.get("payer").isNull()).isTrue();
    assertThat(proof.get("payee").asString()).isNotEqualToIgnoringCase(address);
    assertThat(proof.get("hash").asString()).startsWith("0x");

    // The network has the name that the operator gave it, wherever people read it.
    String receipt = path(created) + "/receipt";
    assertThat(service.browser().get(receipt).expect(200).body()).contains("Local chain (31337)");
    Guest merchant = new Guest(service.baseUrl()).withCookie(service.signedIn().cookie());
    for (String page : List.of("payments/" + created.text("paymentId"), "statements")) {
      assertThat(merchant.get("/dashboard/" + page).expect(200).body())
          .contains("Local chain")
          .doesNotContain("Simulated chain");
    }
  }

  @Test
  void transfer_is_shown_before_it_is_final_with_the_time_that_was_measured_here() {
    Reply created = paid.create("12.00");
    String address = show(created);
    chain.mine(1);
    paid.awaitRead();
    service.stored().change("update chain_cursor set final_after = 171");
    chain.transfer(stranger, address, 4_000_000);
    assertThat(
            Await.value(
                "the part is shown",
                () -> page(created),
                page -> page.contains("We have seen 4.00 TUSD on Local chain.")))
        .contains("Send exactly 8.00 TUSD")
        .containsPattern("On this network that usually takes about [0-9]+ (seconds|minutes)\\.");
    chain.transfer(stranger, address, 8_000_000);
    assertThat(
            Await.value(
                "all of it is shown",
                () -> page(created),
                page -> page.contains("We have seen 12.00 TUSD on Local chain.")))
        .doesNotContain("Send exactly")
        .doesNotContain("Received:");
    assertThat(paid.status(created)).isEqualTo("created");
    chain.mine(DEPTH);
    paid.awaitStatus(created, "success");
    assertThat(page(created)).doesNotContain("We have seen");
    assertThat(
            Double.parseDouble(
                service.stored().text("select max(final_after)::text from chain_cursor")))
        .as("blocks that were read meanwhile have moved it")
        .isBetween(1.0, 170.9);
  }

  @Test
  void two_parts_add_up_and_page_and_merchant_see_what_is_missing() {
    Reply created = paid.create("10.00");
    String address = show(created);
    chain.transfer(stranger, address, 6_000_001);
    chain.mine(DEPTH);
    paid.awaitRead();
    Await.until("the part is shown", () -> page(created).contains("Received: 6.000001 TUSD"));
    assertThat(page(created)).contains("Missing: 3.999999 TUSD", "data-copy=\"3.999999\"", address);
    JsonNode deposit = deposit(created);
    assertThat(deposit.get("missing").asString()).isEqualTo("3.999999");
    assertThat(deposit.get("received").asString()).isEqualTo("6.000001");
    assertThat(paid.status(created)).isEqualTo("created");
    chain.transfer(stranger, address, 3_999_999);
    chain.mine(DEPTH);
    paid.awaitStatus(created, "success");
    assertThat(deposit(created).get("missing").asString()).isEqualTo("0.00");
    assertThat(
            merchantPayment(created)
                .get("timeline")
                .valueStream()
                .map(it -> it.get("type"))
                .toList())
        .extracting(JsonNode::asString)
        .containsSubsequence("transfer.credited", "transfer.credited", "payment.confirmed");
  }

  @Test
  void more_is_a_success_with_a_surplus_and_is_flagged() {
    Reply more = paid.create("20.00");
    chain.transfer(stranger, show(more), 25_000_000);
    Reply both = paid.create("30.00");
    String address = show(both);
    JsonNode steps = paid.steps(both);
    chain.transfer(stranger, address, 30_000_000);
    chain.mine(DEPTH);
    paid.awaitStatus(more, "success");
    paid.awaitStatus(both, "success");
    assertThat(deposit(more).get("surplus").asString()).isEqualTo("5.00");
    assertThat(flags(more)).contains("overpaid");
    assertThat(page(more)).contains("You sent 5.00 TUSD more than requested");
    paid.send(steps);
    chain.mine(DEPTH);
    Await.until("it is flagged", () -> flags(both).contains("overpaid"));
    assertThat(page(both)).contains("You sent $30.00 more than requested");
    assertThat(service.browser().get(path(both) + "/receipt").expect(200).body())
        .contains("$30.00 more than requested");
    assertThat(service.stored().texts("select type from event where payment_id = ?", id(both)))
        .containsExactly("payment.confirmed", "payment.overpaid");
  }

  @Test
  void transfer_that_one_of_two_nodes_invents_confirms_nothing() {
    Reply created = paid.create("99999.00");
    String address = show(created);
    liar.plays(question -> invent(question, address));
    chain.mine(2 * DEPTH);
    paid.awaitRead();
    chain.mine(1);
    paid.awaitRead();
    assertThat(paid.status(created)).isEqualTo("created");
    assertThat(
            service
                .stored()
                .texts("select 1 from incoming_transfer where payment_id = ?", id(created)))
        .isEmpty();
    Reply honest = paid.create("5.00");
    chain.transfer(stranger, show(honest), 5_000_000);
    chain.mine(DEPTH);
    paid.awaitRead();
    assertThat(paid.status(honest)).as("the liar hides it").isEqualTo("created");
    liar.plays(question -> null);
    paid.awaitStatus(honest, "success");
    assertThat(paid.status(created)).isEqualTo("created");
  }

  @Test
  void page_does_not_say_expired_while_nodes_disagree_about_a_transfer() {
    Reply created = paid.create("15.00");
    String address = show(created);
    liar.plays(question -> hide(question, address));
    chain.transfer(stranger, address, 15_000_000);
    chain.mine(DEPTH);
    Await.until(
        "it is noted",
        () ->
            !service
                .stored()
                .texts(
                    "select 1 from transfer_address where payment_id = ? and disputed_in > 0",
                    id(created))
                .isEmpty());
    Await.until(
        "it is counted",
        () ->
            Pattern.compile("paylink_chain_disputed\\{chain=\"local\"\\} [1-9]")
                .matcher(paid.metrics())
                .find());
    service
        .stored()
        .change(
            "update payment set expires_at = now() - interval '1 minute' where id = ?",
            id(created));
    assertThat(page(created))
        .contains("data-stage=\"checking\"", "We are checking a transfer")
        .doesNotContain("This payment has expired");
    liar.plays(question -> null);
    paid.awaitStatus(created, "success");
  }

  /** Nothing came to the address. */
  private static @Nullable String hide(JsonNode question, String address) {
    return question.get("method").asString().equals("eth_getLogs")
            && question.toString().contains(address.substring(2).toLowerCase(Locale.ROOT))
        ? "\"result\":[]"
        : null;
  }

  @Test
  void late_transfer_counts_as_late_money() {
    Reply created = service.calls().create("{\"amount\":\"40.00\",\"expiresIn\":300}").expect(200);
    String address = show(created);
    chain.passSeconds(310); // less than what a wallet gets is valid for: other tests follow
    chain.mine(DEPTH + 1);
    paid.awaitStatus(created, "failed");
    chain.transfer(stranger, address, 40_000_000);
    chain.mine(DEPTH);
    paid.awaitStatus(created, "success");
    assertThat(deposit(created).get("late").asString()).isEqualTo("40.00");
    assertThat(service.stored().texts("select type from event where payment_id = ?", id(created)))
        .containsExactly("payment.failed", "payment.confirmed");
  }

  @Test
  void address_is_stored_before_it_is_shown_and_only_for_what_is_offered() {
    Reply created = paid.create("7.00");
    assertThat(page(created))
        .contains("Send from an exchange or another wallet")
        .doesNotContain("<code>0x");
    ask(created, "1:TUSD").expect(409);
    ask(created, chain.chainId() + ":ETH").expect(409);
    assertThat(
            service
                .stored()
                .texts("select 1 from transfer_address where payment_id = ?", id(created)))
        .isEmpty();
    String address = show(created);
    assertThat(page(created))
        .contains("Send exactly 7.00 TUSD on Local chain", "data:image/svg+xml;base64,", address);
    service.calls().cancel(created.text("paymentId")).expect(200);
    ask(created, chain.chainId() + ":TUSD").expect(409);
  }

  @Test
  void wallet_that_pays_leaves_no_address_to_ask_for_and_an_invented_hash_does() {
    Reply created = paid.create("8.00");
    JsonNode steps = paid.steps(created);
    noteSent(created, steps, "0x" + "7".repeat(64));
    assertThat(page(created)).contains("Send from an exchange");
    paid.call(chain.token(), steps.at("/approve/data").stringValue());
    chain.automine(false);
    try {
      String waits =
          paid.sent(steps.at("/pay/to").stringValue(), steps.at("/pay/data").stringValue());
      noteSent(created, steps, waits);
      Await.until("a node has it", () -> !page(created).contains("Send from an exchange"));
      ask(created, chain.chainId() + ":TUSD").expect(409);
    } finally {
      chain.automine(true);
      chain.mine(DEPTH + 1);
    }
    paid.awaitStatus(created, "success");
  }

  private static void noteSent(Reply created, JsonNode steps, String hash) {
    service
        .browser()
        .post(
            path(created) + "/wallet/sent",
            "{\"option\":\"%d:TUSD\",\"hash\":\"%s\",\"deadline\":%d}"
                .formatted(chain.chainId(), hash, steps.get("deadline").asLong()))
        .expect(202);
  }

  private static String show(Reply created) {
    ask(created, chain.chainId() + ":TUSD").expect(303);
    Matcher address = ADDRESS.matcher(page(created));
    assertThat(address.find()).isTrue();
    return address.group(1);
  }

  private static Reply ask(Reply created, String option) {
    return service
        .browser()
        .with("Content-Type", FORM)
        .post(path(created) + "/transfer", "option=" + option.replace(":", "%3A"));
  }

  private static String path(Reply created) {
    return URI.create(created.text("paymentUrl")).getPath();
  }

  private static String page(Reply created) {
    return service
        .browser()
        .with("Accept-Language", "en")
        .get(path(created))
        .expect(200)
        .body()
        .replace('\u00a0', ' ');
  }

  private static JsonNode merchantPayment(Reply created) {
    Browser merchant = service.signedIn();
    return merchant.get("/merchant/payments/" + created.text("paymentId")).expect(200).json();
  }

  private static JsonNode deposit(Reply created) {
    return merchantPayment(created).at("/deposits/0");
  }

  private static List<String> flags(Reply created) {
    return merchantPayment(created).get("flags").valueStream().map(JsonNode::asString).toList();
  }

  private static UUID id(Reply created) {
    return Stored.payment(created.text("paymentId"));
  }

  /** A transfer of a hundred thousand to the address, in the newest block that was asked for. */
  private static @Nullable String invent(JsonNode question, String address) {
    String to = address.substring(2).toLowerCase(Locale.ROOT);
    if (!question.get("method").asString().equals("eth_getLogs")
        || !question.toString().contains(to)) {
      return null;
    }
    String number = question.at("/params/0/toBlock").asString();
    JsonNode block = chain.call("eth_getBlockByNumber", number, false);
    return "\"result\":["
        + """
        {"address":"%s","topics":["%s","0x%s","0x%s"],"data":"0x%064x","blockNumber":"%s","blockHash":"%s",\
        "transactionHash":"0x%s","logIndex":"0x0","removed":false}\
        """
            .formatted(
                chain.token().toLowerCase(Locale.ROOT),
                TokenCalls.TRANSFER_TOPIC,
                "0".repeat(60) + "dead",
                "0".repeat(24) + to,
                BigInteger.valueOf(99_999_000_000L),
                number,
                block.get("hash").asString(),
                "7".repeat(64))
        + "]";
  }
}
