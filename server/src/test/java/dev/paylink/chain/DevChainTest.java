package dev.paylink.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.testing.Await;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The whole service on a real EVM: the contract's own logs, reorganisations and deadlines. */
final class DevChainTest {
  private static final int DEPTH = 3;

  @AutoClose private static final DevChain chain = DevChain.start();

  @AutoClose
  private static final TestService service =
      TestService.builder()
          .testDollarOn(
              chain.config(
                  "local",
                  chain.settlement(),
                  DEPTH,
                  1,
                  null,
                  List.of(URI.create("http://127.0.0.1:1"), URI.create(chain.rpcUrl())),
                  chain.dollar(true)))
          .start();

  @Test
  void payment_is_confirmed_at_depth_survives_a_reorganisation_and_expires_when_it_is_late() {
    Reply paid = create();
    String before = chain.call("evm_snapshot").asString();
    send(paid);
    awaitStatus(paid, "submitted");

    chain.call("evm_revert", before); // the block with the payment never was
    chain.mine(DEPTH + 2);
    awaitRead();
    assertThat(status(paid)).isEqualTo("submitted");

    send(paid);
    chain.mine(DEPTH - 1);
    awaitRead();
    assertThat(status(paid)).isEqualTo("submitted");
    chain.mine(1);
    awaitStatus(paid, "success");
    JsonNode transaction = service.calls().status(paid.text("paymentId")).json().get("transaction");
    assertThat(transaction.get("token").asString()).isEqualTo("TUSD");
    assertThat(transaction.get("amount").asString()).isEqualTo("125.50");
    assertThat(transaction.get("payer").asString()).isEqualToIgnoringCase(chain.payer());

    signatureEndsLongBeforeThePayment();

    Reply late = create();
    steps(late);
    chain.passSeconds(Duration.ofDays(2).toSeconds());
    chain.mine(DEPTH + 1);
    Await.until("it has expired", () -> status(late).equals("failed"));
    assertThat(service.calls().status(late.text("paymentId")).text("failureReason"))
        .isEqualTo("expired");
    assertThat(status(paid)).isEqualTo("success");
  }

  /** Only the account that received a payment can refund it. */
  @Test
  void welcome_has_payments_go_to_an_account_whose_key_it_prints() {
    String printed = chain.welcome(service.sandboxFile());
    assertThat(printed)
        .contains(chain.merchantKey(), service.baseUrl() + "/pay/pay_", service.merchant().email());
    assertThat(service.signedIn().get("/merchant/profile").expect(200).text("depositAddress"))
        .isEqualToIgnoringCase(chain.merchant());
  }

  /** Whoever has seen the signature can use it, but only for minutes. */
  private static void signatureEndsLongBeforeThePayment() {
    Reply signed = create();
    JsonNode typedData = steps(signed).get("authorization");
    String signature =
        chain.call("eth_signTypedData_v4", chain.payer(), typedData.toString()).asString();
    String end = typedData.at("/message/validBefore").asString();
    sign(signed, signature.replaceAll("[1-9]", "a"), end);
    assertThat(isNoted(signed)).as("an invented signature").isFalse();
    JsonNode pay = sign(signed, signature, end).expect(200).json().get("pay");
    Await.until( // a node that does not answer in time says nothing of it
        "it is noted", () -> isNoted(signed) || sign(signed, signature, end).status() != 200);
    assertThat(isNoted(signed)).isTrue();
    Map<String, String> stranger =
        Map.of(
            "from", chain.others().getFirst(),
            "to", pay.get("to").asString(),
            "data", pay.get("data").asString());
    chain.call("eth_call", stranger, "latest");
    chain.passSeconds(Duration.ofMinutes(11).toSeconds());
    chain.mine(1);
    assertThatThrownBy(() -> chain.call("eth_call", stranger, "latest"))
        .hasMessageContaining("0x3c511dd1"); // NoLongerValid
    assertThat(status(signed)).isEqualTo("created");
  }

  private static Reply sign(Reply created, String signature, String deadline) {
    String more = ",\"kind\":\"authorization\",\"signature\":\"%s\",\"deadline\":%s}";
    return service
        .browser()
        .post(
            wallet(created) + "/signed",
            choice().replace("}", more.formatted(signature, deadline)));
  }

  private static boolean isNoted(Reply created) {
    return !service
        .stored()
        .texts(
            "select signed_at::text from payment_ref where payment_id = ? and signed_at is not null",
            Stored.payment(created.text("paymentId")))
        .isEmpty();
  }

  private static Reply create() {
    return service.calls().create("{\"amount\":\"125.50\"}").expect(200);
  }

  private static JsonNode steps(Reply created) {
    return service.browser().post(wallet(created), choice()).expect(200).json();
  }

  private static String wallet(Reply created) {
    return URI.create(created.text("paymentUrl")).getPath() + "/wallet";
  }

  private static String choice() {
    return "{\"option\":\"%d:TUSD\",\"payer\":\"%s\"}".formatted(chain.chainId(), chain.payer());
  }

  /** What a wallet does with the steps. */
  private static void send(Reply created) {
    JsonNode steps = steps(created);
    for (String step : List.of("approve", "pay")) {
      chain.call(
          "eth_sendTransaction",
          Map.of(
              "from", chain.payer(),
              "to", steps.at("/" + step + "/to").asString(),
              "data", steps.at("/" + step + "/data").asString()));
    }
  }

  private static String status(Reply created) {
    return service.calls().status(created.text("paymentId")).text("status");
  }

  private static void awaitStatus(Reply created, String status) {
    Await.until(status, () -> status(created).equals(status));
  }

  /** Waits until everything that is final now has been read. */
  private static void awaitRead() {
    long last = chain.head() - DEPTH;
    Await.until(
        "block " + last + " is read",
        () -> service.operator().get("/admin/chains").json().at("/data/0/block").asLong() >= last);
  }
}
