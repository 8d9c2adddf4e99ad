package dev.paylink.relay;

import static dev.paylink.relay.X402Client.accepted;
import static dev.paylink.relay.X402Client.decoded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import dev.paylink.testing.Together;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Software pays a link as the x402 specification describes its client: 402, a signature, 200. */
final class X402Test {
  @AutoClose private static final RelayWorld world = new RelayWorld(true);
  private static final X402Client CLIENT = new X402Client(world.chain, world.chain.payer());

  @Test
  void software_pays_with_one_signature_and_asks_until_it_is_final() {
    Reply payment = world.create();
    Reply required = get(payment, null).expect(402);
    assertThat(decoded(required.header("PAYMENT-REQUIRED"))).isEqualTo(required.json());
    JsonNode accepted = accepted(required);
    assertThat(accepted.get("scheme").asString()).isEqualTo("exact");
    assertThat(accepted.get("network").asString()).isEqualTo("eip155:31337");
    assertThat(accepted.get("amount").asString()).isEqualTo("12500000");
    assertThat(accepted.get("maxTimeoutSeconds").asInt()).isBetween(60, 600);
    assertThat(required.json().at("/resource/url").asString()).isEqualTo(payment.text("x402Url"));

    String header = signed(accepted, Map.of());
    Reply pending = get(payment, header).expect(202);
    assertThat(pending.header("Retry-After")).isNotNull();
    String hash = pending.text("transactionHash");
    assertThat(world.receipt(hash).get("status").asString()).isEqualTo("0x1");
    assertThat(get(payment, header).expect(202).text("transactionHash")).isEqualTo(hash);
    assertThat(get(payment, null).expect(202).text("transactionHash")).isEqualTo(hash);
    assertThat(held(accepted)).isEqualTo(12_500_000);

    world.chain.mine(RelayWorld.DEPTH + 1);
    world.awaitStatus(payment, "success");
    Reply paid = get(payment, header).expect(200);
    JsonNode response = decoded(paid.header("PAYMENT-RESPONSE"));
    assertThat(response.get("success").booleanValue()).isTrue();
    assertThat(response.get("transaction").asString()).isEqualTo(hash);
    assertThat(response.get("network").asString()).isEqualTo("eip155:31337");
    assertThat(paid.json().at("/transaction/hash").asString()).isEqualTo(hash);
    get(payment, null).expect(200);
    assertThat(held(accepted)).isEqualTo(12_500_000);
    assertThat(world.service.browser().get(RelayWorld.path(payment)).status()).isEqualTo(200);
  }

  @Test
  void one_payment_is_sent_once_however_often_and_by_whomever_it_is_signed() throws Exception {
    Reply payment = world.create();
    JsonNode accepted = accepted(get(payment, null).expect(402));
    String header = signed(accepted, Map.of());
    String other = signed(accepted, Map.of());
    List<Reply> replies =
        Together.<Reply>all(
            List.of(
                () -> get(payment, header),
                () -> get(payment, header),
                () -> get(payment, header)));
    assertThat(replies.stream().map(reply -> reply.expect(202).text("transactionHash")).distinct())
        .hasSize(1);
    get(payment, other).expectProblem(409, "OTHER_TOKEN_UNDER_WAY");
    world
        .service
        .browser()
        .post(
            RelayWorld.path(payment) + "/wallet",
            "{\"option\":\"31337:TUSD\",\"payer\":\"%s\"}".formatted(world.chain.payer()))
        .expectProblem(409, "OTHER_TOKEN_UNDER_WAY");
    assertThat(held(accepted)).isEqualTo(12_500_000);
  }

  @Test
  void two_signatures_at_once_are_one_payment() throws Exception {
    Reply payment = world.create();
    JsonNode accepted = accepted(get(payment, null).expect(402));
    String one = signed(accepted, Map.of());
    String two = signed(accepted, Map.of());
    List<Integer> statuses =
        Together.<Reply>all(List.of(() -> get(payment, one), () -> get(payment, two))).stream()
            .map(Reply::status)
            .toList();
    assertThat(statuses).containsExactlyInAnyOrder(202, 409);
    assertThat(held(accepted)).isEqualTo(12_500_000);
  }

  @Test
  void what_is_not_the_payment_is_refused_and_nothing_is_sent() {
    Reply payment = world.create();
    Reply another = world.create();
    JsonNode accepted = accepted(get(payment, null).expect(402));
    JsonNode elsewhere = accepted(get(another, null).expect(402));
    int before = world.count("true");
    refused(payment, signed(accepted, Map.of("value", "12499999")), "value_mismatch");
    refused(payment, signed(elsewhere, Map.of()), "recipient_mismatch");
    refused(payment, signed(accepted, Map.of("to", world.chain.payer())), "recipient_mismatch");
    String past = Long.toString(Instant.now().getEpochSecond() - 1);
    refused(payment, signed(accepted, Map.of("validBefore", past)), "valid_before");
    String later = Long.toString(Instant.now().getEpochSecond() + 300);
    refused(payment, signed(accepted, Map.of("validAfter", later)), "valid_after");
    get(payment, "bm90IGpzb24=").expectProblem(400, "INVALID_PAYMENT_SIGNATURE");
    get(payment, "%%%").expectProblem(400, "INVALID_PAYMENT_SIGNATURE");
    assertThat(world.count("true")).isEqualTo(before);

    // of an account that has none of the token: tried in the newest block, and not sent
    String poor = world.chain.others().getLast();
    refused(payment, signed(accepted, Map.of("from", poor)), "invalid_transaction_state");
    assertThat(held(accepted)).isZero();
    get(payment, signed(accepted, Map.of())).expect(202); // the right one still pays
    assertThat(held(accepted)).isEqualTo(12_500_000);
  }

  @Test
  void a_payment_that_a_wallet_has_signed_is_not_offered_to_software() {
    Reply payment = world.create();
    world.handIn(payment, world.signature(payment, world.chain.payer())).join().expect(200);
    get(payment, null).expect(202);
  }

  private static void refused(Reply payment, String header, String reason) {
    Reply reply = get(payment, header).expect(402);
    assertThat(reply.text("error")).endsWith(reason);
    assertThat(decoded(reply.header("PAYMENT-RESPONSE")).get("success").booleanValue()).isFalse();
  }

  private static Reply get(Reply payment, @Nullable String header) {
    var browser = world.service.browser();
    if (header != null) {
      browser = browser.with("PAYMENT-SIGNATURE", header);
    }
    return browser.get(RelayWorld.path(payment) + "/x402");
  }

  private static String signed(JsonNode accepted, Map<String, String> otherwise) {
    return CLIENT.signed(accepted, otherwise);
  }

  /** What lies at the payment's own address. */
  private static long held(JsonNode accepted) {
    String data = "0x70a08231" + "0".repeat(24) + accepted.get("payTo").asString().substring(2);
    String answer =
        world
            .chain
            .call(
                "eth_call", Map.of("to", accepted.get("asset").asString(), "data", data), "latest")
            .asString();
    return Long.parseLong(answer.substring(2), 16);
  }
}
