package dev.paylink.chain.evm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.chain.source.SettledLog;
import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Refs, trees, call data and signatures of the second contract are those of its worked example. */
final class SecondVectorsTest {
  private static final JsonNode SECOND = VectorsTest.VECTORS.get("second");
  private static final Deployment DEPLOYMENT =
      new Deployment(
          VectorsTest.VECTORS.get("chainId").asLong(),
          VectorsTest.address(SECOND.get("settlement")));
  private static final Prices PRICES = prices();
  private static final Terms TERMS = terms(0);
  private static final Terms COIN_TERMS = terms(1);
  private static final long VALID_BEFORE = Long.parseLong(SECOND.get("validBefore").asString());

  @Test
  void one_ref_stands_for_all_prices() {
    for (int i = 0; i < PRICES.all().size(); i++) {
      assertThat(terms(i).ref().hex()).isEqualTo(SECOND.get("ref").asString());
    }
    assertThat(PRICES.root().hex()).isEqualTo(SECOND.at("/payment/root").asString());
    Terms first =
        new Terms(
            DEPLOYMENT, TERMS.id(), TERMS.payee(), TERMS.token(), TERMS.amount(), TERMS.deadline());
    assertThat(first.ref()).isNotEqualTo(TERMS.ref());
  }

  @Test
  void proofs_are_those_of_the_example_in_any_order_of_prices() {
    List<Prices.Price> shuffled = new ArrayList<>(PRICES.all());
    Collections.reverse(shuffled);
    for (int i = 0; i < PRICES.all().size(); i++) {
      Prices.Price price = PRICES.all().get(i);
      List<String> expected =
          SECOND.get("prices").get(i).get("proof").valueStream().map(JsonNode::asString).toList();
      assertThat(PRICES.proof(price.token(), price.amount()))
          .extracting(Bytes32::hex)
          .isEqualTo(expected);
      assertThat(new Prices(shuffled).proof(price.token(), price.amount()))
          .extracting(Bytes32::hex)
          .isEqualTo(expected);
    }
  }

  @Test
  void price_that_is_not_accepted_has_no_terms_and_no_proof() {
    BigInteger less = TERMS.amount().subtract(BigInteger.ONE);
    assertThatThrownBy(() -> PRICES.proof(TERMS.token(), less)).hasMessageContaining("accepted");
    assertThatThrownBy(
            () ->
                new Terms(
                    DEPLOYMENT,
                    TERMS.id(),
                    TERMS.payee(),
                    TERMS.token(),
                    less,
                    TERMS.deadline(),
                    PRICES))
        .hasMessageContaining("not accepted");
    assertThat(Prices.canBe(BigInteger.TWO.pow(96).subtract(BigInteger.ONE))).isTrue();
    assertThat(Prices.canBe(BigInteger.TWO.pow(96))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 13})
  void every_proof_leads_to_the_root_whatever_the_size_of_the_tree(int size) {
    Random random = new Random(size);
    List<Prices.Price> all = new ArrayList<>();
    for (int i = 1; i <= size; i++) {
      all.add(
          new Prices.Price(
              "T" + i, EvmAddress.of("0x%040x".formatted(i)), new BigInteger(90, random)));
    }
    Prices prices = new Prices(all);
    for (Prices.Price price : all) {
      Bytes32 node = new Prices(List.of(price)).root(); // the leaf
      for (Bytes32 beside : prices.proof(price.token(), price.amount())) {
        boolean inOrder = node.hex().compareTo(beside.hex()) < 0;
        node =
            Bytes32.of(
                Keccak.hash256(
                    inOrder
                        ? Abi.concat(node.bytes(), beside.bytes())
                        : Abi.concat(beside.bytes(), node.bytes())));
      }
      assertThat(node).isEqualTo(prices.root());
    }
    assertThat(Prices.read(prices.stored().toArray(String[]::new))).isEqualTo(prices);
  }

  @Test
  void calls_are_encoded_as_the_contract_decodes_them() {
    expectCall("payToken", ContractCalls.pay(TERMS, VALID_BEFORE));
    expectCall("payNative", ContractCalls.pay(COIN_TERMS, VALID_BEFORE));
    expectCall("settled", ContractCalls.settled(DEPLOYMENT, TERMS.ref()));
    expectCall(
        "payTokenWithPermit",
        ContractCalls.payWithPermit(TERMS, VALID_BEFORE, signature("permit")));
    expectCall(
        "payTokenWithAuthorization",
        ContractCalls.payWithAuthorization(
            TERMS, VALID_BEFORE, VectorsTest.PAYER, signature("authorization")));
    expectCall(
        "payTokenWithPermit2",
        ContractCalls.payWithPermit2(
            TERMS,
            VALID_BEFORE,
            VectorsTest.PAYER,
            HexFormat.of().parseHex(SECOND.at("/permit2/signature").asString().substring(2))));
    expectCall("refund", SecondCalls.refund(refund()));
    assertThat(ContractCalls.refOf(TERMS)).isEqualTo(SECOND.at("/calldata/refOf").asString());
    assertThat(ContractCalls.pay(COIN_TERMS, VALID_BEFORE).value()).isEqualTo(COIN_TERMS.amount());
    assertThat(ContractCalls.pay(TERMS, VALID_BEFORE).value()).isEqualTo(BigInteger.ZERO);
  }

  @Test
  void refund_has_a_ref_of_payment_and_id() {
    assertThat(refund().ref().hex()).isEqualTo(SECOND.get("refundRef").asString());
  }

  @Test
  void typed_data_has_the_digest_that_the_token_verifies() {
    assertThat(
            Eip712.digest(
                TypedData.permit(
                    TERMS, VALID_BEFORE, VectorsTest.DOMAIN, VectorsTest.PAYER, BigInteger.ZERO)))
        .isEqualTo(SECOND.at("/permit/digest").asString());
    assertThat(
            Eip712.digest(
                TypedData.authorization(
                    TERMS, VALID_BEFORE, VectorsTest.DOMAIN, VectorsTest.PAYER)))
        .isEqualTo(SECOND.at("/authorization/digest").asString());
    assertThat(Eip712.digest(Permit2.typedData(TERMS, VALID_BEFORE)))
        .isEqualTo(SECOND.at("/permit2/digest").asString());
  }

  @Test
  void log_fits_its_ref_and_no_other() {
    SettledLog log = log("settledLog");
    assertThat(log.fits(TERMS.ref(), DEPLOYMENT, TERMS.deadline(), PRICES)).isTrue();
    assertThat(log.fits(COIN_TERMS.ref(), DEPLOYMENT, TERMS.deadline() + 1, PRICES)).isFalse();
    assertThat(log.fits(TERMS.ref(), DEPLOYMENT, TERMS.deadline(), null)).isFalse();
    Prices others = new Prices(PRICES.all().subList(1, 3));
    assertThat(log.fits(TERMS.ref(), DEPLOYMENT, TERMS.deadline(), others)).isFalse();
    SettledLog refunded = log("refundSettledLog");
    assertThat(refunded.ref()).isEqualTo(refund().ref());
    assertThat(refunded.payee()).isEqualTo(refund().to());
    assertThat(refunded.amount()).isEqualTo(refund().amount());
  }

  @ParameterizedTest
  @CsvSource({
    "payNative, " + SecondCalls.PAY_NATIVE,
    "payToken, " + SecondCalls.PAY_TOKEN,
    "payTokenWithPermit, " + SecondCalls.PAY_TOKEN_WITH_PERMIT,
    "payTokenWithAuthorization, " + SecondCalls.PAY_TOKEN_WITH_AUTHORIZATION,
    "refund, " + SecondCalls.REFUND,
    "refOf, " + SecondCalls.REF_OF,
    "settled, " + ContractCalls.SETTLED,
  })
  void selectors_are_those_of_the_compiled_artifact(String name, String selector) {
    assertThat(VectorsTest.signatures("PaymentSettlementV2", "function"))
        .filteredOn(function -> function.startsWith(name + "("))
        .singleElement()
        .satisfies(function -> assertThat(VectorsTest.hash(function)).startsWith(selector));
  }

  @Test
  void events_have_the_same_topic_as_those_of_the_first_contract() {
    assertThat(VectorsTest.signatures("PaymentSettlementV2", "event").map(VectorsTest::hash))
        .contains(ContractCalls.SETTLED_TOPIC.hex());
  }

  private static void expectCall(String name, WalletCall call) {
    assertThat(call.data()).isEqualTo(SECOND.at("/calldata/" + name).asString());
    assertThat(EvmAddress.of(call.to())).isEqualTo(DEPLOYMENT.contract());
  }

  private static SettledLog log(String name) {
    return VectorsTest.log(SECOND.get(name), DEPLOYMENT);
  }

  private static byte[] signature(String kind) {
    JsonNode parts = SECOND.at("/" + kind + "/signature");
    return VectorsTest.signature(parts, parts.get("v").asInt());
  }

  private static RefundTerms refund() {
    JsonNode refund = SECOND.get("refund");
    return new RefundTerms(
        TERMS,
        new Bytes32(refund.get("id").asString()),
        VectorsTest.address(refund.get("to")),
        new BigInteger(refund.get("amount").asString()),
        Long.parseLong(refund.get("deadline").asString()));
  }

  private static Prices prices() {
    List<Prices.Price> prices = new ArrayList<>();
    for (JsonNode price : SECOND.get("prices")) {
      prices.add(
          new Prices.Price(
              "T" + prices.size(),
              VectorsTest.address(price.get("token")),
              new BigInteger(price.get("amount").asString())));
    }
    return new Prices(prices);
  }

  private static Terms terms(int price) {
    JsonNode payment = SECOND.get("payment");
    Prices.Price paid = PRICES.all().get(price);
    return new Terms(
        DEPLOYMENT,
        new Bytes32(payment.get("id").asString()),
        VectorsTest.address(payment.get("payee")),
        paid.token(),
        paid.amount(),
        Long.parseLong(payment.get("deadline").asString()),
        PRICES);
  }
}
