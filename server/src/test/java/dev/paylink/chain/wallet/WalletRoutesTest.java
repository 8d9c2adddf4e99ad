package dev.paylink.chain.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TokenCalls;
import dev.paylink.chain.evm.TokenDomain;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Finality;
import dev.paylink.money.Currency;
import dev.paylink.money.EvmAddress;
import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import dev.paylink.testing.StandInNode;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the page's script is told to do with a wallet; no node answers here, and none is needed. */
final class WalletRoutesTest {
  private static final String HASH = "0x" + "a".repeat(64);
  private static final String PAYER = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A";
  private static final String CHOICE = "{\"option\":\"8453:USDC\",\"payer\":\"" + PAYER + "\"}";
  private static final Token USDC =
      new Token(
          "USDC",
          EvmAddress.of("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"),
          6,
          true,
          true,
          new TokenDomain("USD Coin", "2"));
  private static final Token COARSE =
      new Token("USDT", EvmAddress.of("0x" + "1".repeat(40)), 1, false, false, null);

  private static final Deployment DEPLOYMENT =
      new Deployment(8453, EvmAddress.of("0x5FbDB2315678afecb367f032d93F642f64180aa3"));
  private static final List<Token> TOKENS = List.of(USDC, COARSE, Token.coin("ETH", 18));

  /** Another chain; its token cannot express cents. */
  private static final Deployment OTHER = new Deployment(10, DEPLOYMENT.contract());

  private static final List<Token> FAR = List.of(COARSE);
  private static final String ELSEWHERE = CHOICE.replace("8453:USDC", "10:USDT");

  @AutoClose private static final StandInNode node = new StandInNode(DEPLOYMENT, TOKENS);
  @AutoClose private static final StandInNode far = new StandInNode(OTHER, FAR);

  @AutoClose
  private static final TestService service =
      TestService.builder()
          .currencies(
              List.of(
                  new Currency("USD", 2, List.of("USDC", "USDT")),
                  new Currency("ETH", 18, List.of("ETH"))))
          .chains(List.of(chain("base", DEPLOYMENT, node, TOKENS), chain("op", OTHER, far, FAR)))
          .start();

  private static ChainConfig chain(
      String name, Deployment deployment, StandInNode node, List<Token> tokens) {
    return new ChainConfig(
        name,
        name.equals("base") ? "Base" : "Optimism",
        deployment,
        List.of(node.url()),
        1,
        new Finality.Tag("finalized"),
        null,
        1000,
        Duration.ofSeconds(60),
        1,
        "https://node.example",
        "https://explorer.example",
        tokens,
        null);
  }

  @Test
  void options_are_the_currencys_tokens_that_can_express_the_amount() {
    JsonNode json = get(create("{\"amount\":\"125.55\"}")).expect(200).json();
    assertThat(json.get("options")).hasSize(1);
    JsonNode option = json.get("options").get(0);
    assertThat(option.get("id").asString()).isEqualTo("8453:USDC");
    assertThat(option.get("units").asString()).isEqualTo("125550000");
    assertThat(option.get("chainName").asString()).isEqualTo("Base");
    assertThat(json.get("deadline").asLong()).isPositive();
    assertThat(get(create("{\"amount\":\"125.50\"}")).json().get("options")).hasSize(3);
    JsonNode coin = get(create("{\"amount\":\"0.5\",\"currency\":\"ETH\"}")).json();
    assertThat(coin.at("/options/0/token/address").isNull()).isTrue();
    assertThat(coin.at("/options/0/token/decimals").asInt()).isEqualTo(18);
    assertThat(coin.at("/options/0/units").asString()).isEqualTo("500000000000000000");
  }

  @Test
  void steps_are_the_same_each_time_and_their_ref_is_stored_once() {
    String path = create("{\"amount\":\"125.50\"}");
    JsonNode steps = stepsTwiceWithinOneSecond(path);
    assertThat(
            service
                .stored()
                .texts(
                    "select token from payment_ref where '0x' || encode(ref, 'hex') = ?",
                    steps.get("ref").asString()))
        .containsExactly("USDC");
    assertThat(steps.at("/settled/data").asString())
        .isEqualTo("0xd945af1d" + steps.get("ref").asString().substring(2));
    assertThat(steps.at("/authorization/message/nonce").asString())
        .isEqualTo(steps.get("ref").asString());
    assertThat(steps.at("/pay/value").asString()).isEqualTo("0x0");
    assertThat(steps.at("/permit/typedData").isNull()).isTrue();
  }

  /** The steps, which are the same twice; what is signed ends so many seconds from now. */
  private static JsonNode stepsTwiceWithinOneSecond(String path) {
    AtomicReference<JsonNode> steps = new AtomicReference<>();
    Await.until(
        "two calls within one second",
        () -> {
          long second = Instant.now().getEpochSecond();
          JsonNode first = post(path, CHOICE).expect(200).json();
          JsonNode again = post(path, CHOICE).expect(200).json();
          if (Instant.now().getEpochSecond() != second) {
            return false;
          }
          assertThat(again).isEqualTo(first);
          steps.set(again);
          return true;
        });
    return Objects.requireNonNull(steps.get());
  }

  @Test
  void permit_is_complete_with_the_nonce() {
    String path = create("{\"amount\":\"125.50\"}");
    String withNonce = CHOICE.replace("}", ",\"nonce\":\"0x2a\"}");
    assertThat(
            post(path, withNonce)
                .expect(200)
                .json()
                .at("/permit/typedData/message/nonce")
                .asString())
        .isEqualTo("42");
  }

  @Test
  void coin_of_the_chain_needs_no_token_and_carries_its_value() {
    String path = create("{\"amount\":\"0.5\",\"currency\":\"ETH\"}");
    JsonNode steps = post(path, CHOICE.replace("USDC", "ETH")).expect(200).json();
    assertThat(steps.at("/pay/value").asString()).isEqualTo("0x6f05b59d3b20000");
    for (String none :
        List.of("balance", "allowance", "approve", "permit", "authorization", "permit2")) {
      assertThat(steps.get(none).isNull()).as(none).isTrue();
    }
  }

  @Test
  void signature_becomes_part_of_the_call() {
    String path = create("{\"amount\":\"125.50\"}");
    JsonNode authorization = post(path, CHOICE).expect(200).json().get("authorization");
    String signed = signed(authorization.at("/message/validBefore").asString());
    JsonNode pay =
        service.browser().post(path + "/signed", signed.formatted("permit")).expect(200).json();
    assertThat(pay.at("/pay/data").asString())
        .startsWith(ContractCalls.PAY_TOKEN_WITH_PERMIT)
        .contains("1".repeat(128));
    assertThat(
            service
                .browser()
                .post(path + "/signed", signed.formatted("authorization"))
                .expect(200)
                .json()
                .at("/pay/data")
                .asString())
        .startsWith(ContractCalls.PAY_TOKEN_WITH_AUTHORIZATION)
        .contains(PAYER.substring(2).toLowerCase(java.util.Locale.ROOT));
    service
        .browser()
        .post(path + "/signed", signed.formatted("permit").replace("USDC", "USDT"))
        .expectProblem(400, "INVALID_REQUEST");
    service
        .browser()
        .post(path + "/signed", signed("1").formatted("permit"))
        .expectProblem(409, "SIGNATURE_EXPIRED");
    service
        .browser()
        .post(path + "/signed", signed("99999999999").formatted("permit"))
        .expectProblem(400, "INVALID_REQUEST");
    service.browser().post(path + "/signed", CHOICE).expectProblem(400, "INVALID_REQUEST");
  }

  private static String sent(String deadline) {
    return "{\"option\":\"8453:USDC\",\"hash\":\"%s\",\"deadline\":%s}".formatted(HASH, deadline);
  }

  private static String signed(String deadline) {
    return CHOICE.replace(
        "}",
        ",\"kind\":\"%s\",\"signature\":\"0x"
            + "1".repeat(130)
            + "\",\"deadline\":"
            + deadline
            + "}");
  }

  @Test
  void sent_hash_is_a_note_that_needs_a_prepared_option() {
    String path = create("{\"amount\":\"125.50\"}");
    service.browser().post(path + "/sent", sent("9")).expectProblem(400, "INVALID_REQUEST");
    String deadline = post(path, CHOICE).expect(200).json().get("deadline").asString();
    service.browser().post(path + "/sent", sent(deadline)).expect(202);
  }

  @Test
  void what_was_sent_or_signed_on_one_chain_is_prepared_in_its_other_tokens_and_on_no_other() {
    String sent = create("{\"amount\":\"125.50\"}");
    JsonNode steps = post(sent, CHOICE).expect(200).json();
    post(sent, ELSEWHERE).expect(200); // nothing has happened yet
    service.browser().post(sent + "/sent", sent(steps.get("deadline").asString())).expect(202);
    post(sent, ELSEWHERE).expect(200); // no node has what was sent
    String real = "0x" + "b".repeat(64);
    node.has(real, steps.at("/pay/data").asString());
    service
        .browser()
        .post(sent + "/sent", sent(steps.get("deadline").asString()).replace(HASH, real))
        .expect(202);
    Await.until("the node says that it has it", () -> post(sent, ELSEWHERE).status() == 409);
    post(sent, ELSEWHERE).expectProblem(409, "OTHER_TOKEN_UNDER_WAY");
    assertThat(post(sent, CHOICE.replace("USDC", "USDT")).expect(200).json().get("ref"))
        .isEqualTo(steps.get("ref"));
    assertThat(get(sent).expect(200).json().get("options")).hasSize(2); // after a reload too

    String signed = create("{\"amount\":\"125.50\"}");
    JsonNode authorization = post(signed, CHOICE).expect(200).json().get("authorization");
    String signature =
        signed(authorization.at("/message/validBefore").asString()).formatted("authorization");
    post(signed, ELSEWHERE).expect(200);
    service.browser().post(signed + "/signed", signature).expect(200);
    post(signed, ELSEWHERE).expect(200); // anyone with the link could have invented it
    node.takes(ContractCalls.PAY_TOKEN_WITH_AUTHORIZATION, PAYER);
    service.browser().post(signed + "/signed", signature).expect(200);
    post(signed, ELSEWHERE).expectProblem(409, "OTHER_TOKEN_UNDER_WAY");
    assertThat(get(signed).expect(200).json().at("/options/0/id").asString())
        .isEqualTo("8453:USDC");
    assertThat(post(signed, CHOICE).expect(200).json().get("ref"))
        .isEqualTo(authorization.at("/message/nonce"));
  }

  /** The contract goes on without a permit that fails, if it may take the money anyway. */
  @Test
  void permit_that_the_token_refuses_locks_nothing_although_the_payer_has_allowed_the_amount() {
    String path = create("{\"amount\":\"125.50\"}");
    String deadline = post(path, CHOICE).expect(200).json().get("deadline").asString();
    String permit = signed(deadline).formatted("permit");
    node.takes(ContractCalls.PAY_TOKEN_WITH_PERMIT, PAYER);
    service.browser().post(path + "/signed", permit).expect(200);
    post(path, ELSEWHERE).expect(200);
    node.takes(TokenCalls.PERMIT, PAYER);
    service.browser().post(path + "/signed", permit).expect(200);
    post(path, ELSEWHERE).expectProblem(409, "OTHER_TOKEN_UNDER_WAY");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"option\":\"8453:DAI\",\"payer\":\"" + PAYER + "\"}",
        "{\"option\":\"1:USDC\",\"payer\":\"" + PAYER + "\"}",
        "{\"option\":\"8453:ETH\",\"payer\":\"" + PAYER + "\"}",
        "{\"option\":\"8453:USDC\",\"payer\":\"0x19\"}",
        "{\"option\":\"8453:USDC\"}",
        "{\"option\":\"8453:USDC\",\"payer\":\"" + PAYER + "\",\"nonce\":\"12\"}",
        "{\"option\":\"8453:USDC\",\"payer\":\"" + PAYER + "\",\"amount\":\"1\"}"
      })
  void choice_that_makes_no_sense_is_refused_and_stores_nothing(String body) {
    String path = create("{\"amount\":\"125.50\"}");
    String before = refs();
    post(path, body).expectProblem(400, "INVALID_REQUEST");
    assertThat(refs()).isEqualTo(before);
  }

  @Test
  void amount_must_be_chosen_and_the_payment_open() {
    get(create("{}")).expectProblem(409, "AMOUNT_NOT_CHOSEN");
    Reply created = service.calls().create("{\"amount\":\"1\"}").expect(200);
    service.calls().cancel(created.text("paymentId")).expect(200);
    get(path(created)).expectProblem(409, "PAYMENT_NOT_OPEN");
    post(path(created), CHOICE).expectProblem(409, "PAYMENT_NOT_OPEN");
  }

  @Test
  void nothing_is_prepared_for_a_suspended_merchant() {
    String path = create("{\"amount\":\"125.50\"}");
    String before = refs();
    decide("Suspended");
    try {
      get(path).expectProblem(409, "MERCHANT_SUSPENDED");
      post(path, CHOICE).expectProblem(409, "MERCHANT_SUSPENDED");
      assertThat(refs()).isEqualTo(before);
    } finally {
      decide("KybVerified");
    }
    post(path, CHOICE).expect(200);
  }

  private static void decide(String status) {
    service
        .operator()
        .put(
            "/admin/merchants/" + service.merchant().merchantId() + "/verification",
            "{\"status\":\"" + status + "\",\"reason\":\"for the test\"}")
        .expect(200);
  }

  @Test
  void only_the_whole_link_opens_the_door() {
    String path = create("{\"amount\":\"1\"}");
    get(path.replace("/wallet", "x/wallet")).expectProblem(404, "PAYMENT_NOT_FOUND");
    assertThat(get(path).header("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void operator_sees_the_chains_and_cannot_resume_what_is_not_halted() {
    JsonNode chains = service.operator().get("/admin/chains").expect(200).json();
    assertThat(chains.at("/data/0/name").asString()).isEqualTo("base");
    service
        .operator()
        .post("/admin/chains/base/resume", "{\"block\":1}")
        .expectProblem(409, "CHAIN_NOT_HALTED");
    service
        .operator()
        .post("/admin/chains/none/resume", "{\"block\":1}")
        .expectProblem(404, "CHAIN_NOT_FOUND");
    service
        .operator()
        .post("/admin/chains/base/resume", "{}")
        .expectProblem(400, "INVALID_REQUEST");
  }

  private static String refs() {
    return service.stored().text("select count(*) from payment_ref");
  }

  private static String create(String body) {
    return path(service.calls().create(body).expect(200));
  }

  private static String path(Reply created) {
    return URI.create(created.text("paymentUrl")).getPath() + "/wallet";
  }

  private static Reply get(String path) {
    return service.browser().get(path);
  }

  private static Reply post(String path, String body) {
    return service.browser().post(path, body);
  }
}
