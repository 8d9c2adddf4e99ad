package dev.paylink.chain.evm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.chain.rpc.RpcValues;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import dev.paylink.testing.Artifacts;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Refs, trees, call data and what payers sign are those of the contract's own worked example. */
final class VectorsTest {
  private static final JsonNode VECTORS = Artifacts.read("vectors.json");
  private static final Deployment DEPLOYMENT =
      new Deployment(VECTORS.get("chainId").asLong(), address(VECTORS.get("settlement")));
  private static final Prices PRICES = prices();
  private static final Terms TERMS = terms(0);
  private static final Terms COIN_TERMS = terms(1);
  private static final long VALID_BEFORE = Long.parseLong(VECTORS.get("validBefore").asString());
  private static final EvmAddress PAYER = address(VECTORS.at("/payer/address"));
  private static final TokenDomain DOMAIN =
      new TokenDomain(
          VECTORS.at("/tokenDomain/name").asString(),
          VECTORS.at("/tokenDomain/version").asString());

  @Test
  void one_ref_stands_for_all_prices() {
    for (int i = 0; i < PRICES.all().size(); i++) {
      assertThat(terms(i).ref().hex()).isEqualTo(VECTORS.get("ref").asString());
    }
    assertThat(PRICES.root().hex()).isEqualTo(VECTORS.at("/payment/root").asString());
    assertThat(
            new Terms(
                    new Deployment(1, DEPLOYMENT.contract()),
                    TERMS.id(),
                    TERMS.payee(),
                    TERMS.token(),
                    TERMS.amount(),
                    TERMS.deadline(),
                    PRICES)
                .ref())
        .isNotEqualTo(TERMS.ref());
  }

  @Test
  void proofs_are_those_of_the_example_in_any_order_of_prices() {
    List<Prices.Price> shuffled = new ArrayList<>(PRICES.all());
    Collections.reverse(shuffled);
    for (int i = 0; i < PRICES.all().size(); i++) {
      Prices.Price price = PRICES.all().get(i);
      List<String> expected =
          VECTORS.get("prices").get(i).get("proof").valueStream().map(JsonNode::asString).toList();
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
        ContractCalls.payWithPermit(TERMS, VALID_BEFORE, signature("permit", 0)));
    expectCall(
        "payTokenWithAuthorization",
        ContractCalls.payWithAuthorization(
            TERMS, VALID_BEFORE, PAYER, signature("authorization", 0)));
    expectCall(
        "payTokenWithPermit2",
        ContractCalls.payWithPermit2(
            TERMS,
            VALID_BEFORE,
            PAYER,
            HexFormat.of().parseHex(VECTORS.at("/permit2/signature").asString().substring(2))));
    expectCall("refund", ContractCalls.refund(refund()));
    assertThat(ContractCalls.refOf(TERMS)).isEqualTo(VECTORS.at("/calldata/refOf").asString());
    assertThat(ContractCalls.pay(COIN_TERMS, VALID_BEFORE).value()).isEqualTo(COIN_TERMS.amount());
    assertThat(ContractCalls.pay(TERMS, VALID_BEFORE).value()).isEqualTo(BigInteger.ZERO);
  }

  @Test
  void refund_has_a_ref_of_payment_and_id() {
    assertThat(refund().ref().hex()).isEqualTo(VECTORS.get("refundRef").asString());
  }

  @Test
  void typed_data_has_the_digest_that_the_token_verifies() {
    assertThat(Eip712.digest(TypedData.permit(TERMS, VALID_BEFORE, DOMAIN, PAYER, BigInteger.ZERO)))
        .isEqualTo(VECTORS.at("/permit/digest").asString());
    assertThat(Eip712.digest(TypedData.authorization(TERMS, VALID_BEFORE, DOMAIN, PAYER)))
        .isEqualTo(VECTORS.at("/authorization/digest").asString());
    assertThat(Eip712.digest(Permit2.typedData(TERMS, VALID_BEFORE)))
        .isEqualTo(VECTORS.at("/permit2/digest").asString());
  }

  @Test
  void log_fits_its_ref_and_no_other() {
    SettledLog log = log("settledLog");
    assertThat(log.fits(TERMS.ref(), DEPLOYMENT, TERMS.deadline(), PRICES)).isTrue();
    assertThat(log.fits(COIN_TERMS.ref(), DEPLOYMENT, TERMS.deadline() + 1, PRICES)).isFalse();
    assertThat(log.payer()).isEqualTo(PAYER);
    Prices others = new Prices(PRICES.all().subList(1, 3));
    assertThat(log.fits(TERMS.ref(), DEPLOYMENT, TERMS.deadline(), others)).isFalse();
    SettledLog refunded = log("refundSettledLog");
    assertThat(refunded.ref()).isEqualTo(refund().ref());
    assertThat(refunded.payee()).isEqualTo(refund().to());
    assertThat(refunded.amount()).isEqualTo(refund().amount());
  }

  @Test
  void contract_has_the_address_of_the_example_on_every_chain() {
    assertThat(Deployment.EVERYWHERE).isEqualTo(address(VECTORS.get("settlement")));
  }

  @Test
  void id_is_the_uuid_in_the_low_bytes() {
    UUID uuid = UUID.fromString("0190163d-8694-739b-afd1-e2b3c4d5e6f7");
    assertThat(Terms.idOf(new PaymentId(uuid))).isEqualTo(TERMS.id());
  }

  @Test
  void signature_may_count_its_v_from_zero() {
    expectCall(
        "payTokenWithPermit",
        ContractCalls.payWithPermit(TERMS, VALID_BEFORE, signature("permit", 27)));
  }

  @ParameterizedTest
  @CsvSource({
    "PaymentSettlement, payNative, " + ContractCalls.PAY_NATIVE,
    "PaymentSettlement, payToken, " + ContractCalls.PAY_TOKEN,
    "PaymentSettlement, payTokenWithPermit, " + ContractCalls.PAY_TOKEN_WITH_PERMIT,
    "PaymentSettlement, payTokenWithAuthorization, " + ContractCalls.PAY_TOKEN_WITH_AUTHORIZATION,
    "PaymentSettlement, payTokenWithPermit2, " + ContractCalls.PAY_TOKEN_WITH_PERMIT2,
    "PaymentSettlement, refund, " + ContractCalls.REFUND,
    "PaymentSettlement, refOf, " + ContractCalls.REF_OF,
    "PaymentSettlement, settled, " + ContractCalls.SETTLED,
    "DepositAddresses, sweep, " + FactoryCalls.SWEEP,
    "TestDollar, balanceOf, " + TokenCalls.BALANCE_OF,
    "TestDollar, allowance, " + TokenCalls.ALLOWANCE,
    "TestDollar, approve, " + TokenCalls.APPROVE,
    "TestDollar, nonces, " + TokenCalls.NONCES,
  })
  void selectors_are_those_of_the_compiled_artifact(String contract, String name, String selector) {
    assertThat(signatures(contract, "function"))
        .filteredOn(function -> function.startsWith(name + "("))
        .singleElement()
        .satisfies(function -> assertThat(hash(function)).startsWith(selector));
  }

  @Test
  void deposit_address_and_the_calls_of_its_factory_are_those_of_the_example() {
    JsonNode deposit = VECTORS.get("deposit");
    EvmAddress factory = address(deposit.get("factory"));
    Bytes32 ref =
        TransferAddresses.refOf(
            new PaymentId(UUID.fromString("0190163d-8694-739b-afd1-e2b3c4d5e6f7")));
    assertThat(ref.hex()).isEqualTo(deposit.get("ref").asString());
    assertThat(TransferAddresses.of(factory, TERMS.payee(), ref))
        .isEqualTo(address(deposit.get("address")));
    List<Place> places =
        List.of(
            new Place(TERMS.payee(), ref, TERMS.token()),
            new Place(TERMS.payee(), ref, EvmAddress.ZERO));
    assertThat(FactoryCalls.addressOf(TERMS.payee(), ref))
        .isEqualTo(deposit.at("/calldata/addressOf").asString());
    assertThat(FactoryCalls.held(places)).isEqualTo(deposit.at("/calldata/held").asString());
    assertThat(FactoryCalls.sweepAll(places))
        .isEqualTo(deposit.at("/calldata/sweepAll").asString());
  }

  @Test
  void topic_is_that_of_the_compiled_artifact() {
    assertThat(signatures("PaymentSettlement", "event").map(VectorsTest::hash))
        .contains(ContractCalls.SETTLED_TOPIC.hex());
  }

  private static void expectCall(String name, WalletCall call) {
    assertThat(call.data()).isEqualTo(VECTORS.at("/calldata/" + name).asString());
    assertThat(EvmAddress.of(call.to())).isEqualTo(DEPLOYMENT.contract());
  }

  /** What a node would give of it, as it is read. */
  private static SettledLog log(String name) {
    JsonNode example = VECTORS.get(name);
    return RpcValues.log(
        JsonMapper.shared()
            .valueToTree(
                Map.of(
                    "address",
                    DEPLOYMENT.contract().toString(),
                    "topics",
                    example.get("topics"),
                    "data",
                    example.get("data"),
                    "blockNumber",
                    "0x10",
                    "blockHash",
                    "0x" + "a".repeat(64),
                    "transactionHash",
                    "0x" + "b".repeat(64),
                    "logIndex",
                    "0x0",
                    "removed",
                    false)),
        DEPLOYMENT.contract(),
        16,
        16);
  }

  /**
   * @param less by how much the last byte is less than in the example
   */
  private static byte[] signature(String kind, int less) {
    JsonNode parts = VECTORS.at("/" + kind + "/signature");
    return Abi.concat(
        new Bytes32(parts.get("r").asString()).bytes(),
        new Bytes32(parts.get("s").asString()).bytes(),
        new byte[] {(byte) (parts.get("v").asInt() - less)});
  }

  private static java.util.stream.Stream<String> signatures(String contract, String kind) {
    return Artifacts.read(contract + ".json")
        .get("abi")
        .valueStream()
        .filter(entry -> entry.get("type").asString().equals(kind))
        .map(entry -> entry.get("name").asString() + types(entry.get("inputs")));
  }

  private static String types(JsonNode inputs) {
    return inputs
        .valueStream()
        .map(
            input ->
                input.get("type").asString().startsWith("tuple")
                    ? types(input.get("components"))
                        + input.get("type").asString().substring("tuple".length())
                    : input.get("type").asString())
        .collect(java.util.stream.Collectors.joining(",", "(", ")"));
  }

  private static String hash(String text) {
    return "0x"
        + HexFormat.of().formatHex(Keccak.hash256(text.getBytes(StandardCharsets.US_ASCII)));
  }

  private static RefundTerms refund() {
    JsonNode refund = VECTORS.get("refund");
    return new RefundTerms(
        TERMS,
        new Bytes32(refund.get("id").asString()),
        address(refund.get("to")),
        new BigInteger(refund.get("amount").asString()),
        Long.parseLong(refund.get("deadline").asString()));
  }

  private static Prices prices() {
    List<Prices.Price> prices = new ArrayList<>();
    for (JsonNode price : VECTORS.get("prices")) {
      prices.add(
          new Prices.Price(
              "T" + prices.size(),
              address(price.get("token")),
              new BigInteger(price.get("amount").asString())));
    }
    return new Prices(prices);
  }

  private static Terms terms(int price) {
    JsonNode payment = VECTORS.get("payment");
    Prices.Price paid = PRICES.all().get(price);
    return new Terms(
        DEPLOYMENT,
        new Bytes32(payment.get("id").asString()),
        address(payment.get("payee")),
        paid.token(),
        paid.amount(),
        Long.parseLong(payment.get("deadline").asString()),
        PRICES);
  }

  private static EvmAddress address(JsonNode node) {
    return EvmAddress.of(node.asString());
  }
}
