package dev.paylink.chain.evm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.chain.rpc.RpcValues;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Refs, call data and what payers sign are what the contract's own worked example has. */
final class VectorsTest {
  private static final Path ARTIFACT = Path.of("../contracts/artifact");
  static final JsonNode VECTORS = read("vectors.json");
  private static final Deployment DEPLOYMENT =
      new Deployment(VECTORS.get("chainId").asLong(), address(VECTORS.get("settlement")));
  private static final Terms TERMS = terms(VECTORS.get("payment"));
  private static final Terms COIN_TERMS = terms(VECTORS.get("nativePayment"));
  static final EvmAddress PAYER = address(VECTORS.at("/payer/address"));
  static final TokenDomain DOMAIN =
      new TokenDomain(
          VECTORS.at("/tokenDomain/name").asString(),
          VECTORS.at("/tokenDomain/version").asString());

  @Test
  void ref_binds_all_fields() {
    assertThat(TERMS.ref().hex()).isEqualTo(VECTORS.get("ref").asString());
    assertThat(COIN_TERMS.ref().hex()).isEqualTo(VECTORS.get("nativeRef").asString());
    assertThat(
            new Terms(
                    new Deployment(1, DEPLOYMENT.contract()),
                    TERMS.id(),
                    TERMS.payee(),
                    TERMS.token(),
                    TERMS.amount(),
                    TERMS.deadline())
                .ref())
        .isNotEqualTo(TERMS.ref());
  }

  @Test
  void id_is_the_uuid_in_the_low_bytes() {
    UUID uuid = UUID.fromString("0190163d-8694-739b-afd1-e2b3c4d5e6f7");
    assertThat(Terms.idOf(new PaymentId(uuid))).isEqualTo(TERMS.id());
  }

  @Test
  void calls_are_encoded_as_the_contract_decodes_them() {
    expectCall("payToken", ContractCalls.pay(TERMS, TERMS.deadline()));
    expectCall("payNative", ContractCalls.pay(COIN_TERMS, COIN_TERMS.deadline()));
    expectCall("settled", ContractCalls.settled(TERMS.deployment(), TERMS.ref()));
    expectCall(
        "payTokenWithPermit",
        ContractCalls.payWithPermit(TERMS, TERMS.deadline(), signature("permit", 28)));
    expectCall(
        "payTokenWithAuthorization",
        ContractCalls.payWithAuthorization(
            TERMS, TERMS.deadline(), PAYER, signature("authorization", 28)));
    assertThat(ContractCalls.pay(COIN_TERMS, COIN_TERMS.deadline()).value())
        .isEqualTo(COIN_TERMS.amount());
    assertThat(ContractCalls.pay(TERMS, TERMS.deadline()).value()).isEqualTo(BigInteger.ZERO);
  }

  @Test
  void signature_may_count_its_v_from_zero() {
    expectCall(
        "payTokenWithPermit",
        ContractCalls.payWithPermit(TERMS, TERMS.deadline(), signature("permit", 1)));
  }

  @Test
  void typed_data_has_the_digest_that_the_token_verifies() {
    assertThat(
            Eip712.digest(
                TypedData.permit(TERMS, TERMS.deadline(), DOMAIN, PAYER, BigInteger.ZERO)))
        .isEqualTo(VECTORS.at("/permit/digest").asString());
    assertThat(Eip712.digest(TypedData.authorization(TERMS, TERMS.deadline(), DOMAIN, PAYER)))
        .isEqualTo(VECTORS.at("/authorization/digest").asString());
  }

  @Test
  void log_is_read_back_to_the_terms() {
    SettledLog read = log(VECTORS.get("settledLog"), DEPLOYMENT);
    assertThat(read.terms(DEPLOYMENT, TERMS.deadline())).isEqualTo(TERMS);
    assertThat(read.ref()).isEqualTo(TERMS.ref());
    assertThat(read.payer()).isEqualTo(PAYER);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PaymentSettlement | payNative((bytes32,address,address,uint256,uint256))                                       | "
            + ContractCalls.PAY_NATIVE,
        "PaymentSettlement | payToken((bytes32,address,address,uint256,uint256))                                        | "
            + ContractCalls.PAY_TOKEN,
        "PaymentSettlement | payTokenWithPermit((bytes32,address,address,uint256,uint256),(uint8,bytes32,bytes32))      | "
            + ContractCalls.PAY_TOKEN_WITH_PERMIT,
        "PaymentSettlement | payTokenWithAuthorization((bytes32,address,address,uint256,uint256),address,(uint8,bytes32,bytes32)) | "
            + ContractCalls.PAY_TOKEN_WITH_AUTHORIZATION,
        "PaymentSettlement | settled(bytes32)                                                                           | "
            + ContractCalls.SETTLED,
        "TestDollar        | balanceOf(address)                                                                         | "
            + TokenCalls.BALANCE_OF,
        "TestDollar        | allowance(address,address)                                                                 | "
            + TokenCalls.ALLOWANCE,
        "TestDollar        | approve(address,uint256)                                                                   | "
            + TokenCalls.APPROVE,
        "TestDollar        | nonces(address)                                                                            | "
            + TokenCalls.NONCES,
      })
  void selectors_are_those_of_the_compiled_artifact(String contract, String call, String selector) {
    assertThat(hash(call)).startsWith(selector);
    assertThat(signatures(contract, "function")).contains(call);
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
        .containsExactly(ContractCalls.SETTLED_TOPIC.hex());
  }

  private static void expectCall(String name, WalletCall call) {
    assertThat(call.data()).isEqualTo(VECTORS.at("/calldata/" + name).asString());
    assertThat(EvmAddress.of(call.to())).isEqualTo(DEPLOYMENT.contract());
  }

  /** What a node would give of it, as it is read. */
  static SettledLog log(JsonNode example, Deployment deployment) {
    return RpcValues.log(
        JsonMapper.shared()
            .valueToTree(
                Map.of(
                    "address",
                    deployment.contract().toString(),
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
        deployment.contract(),
        16,
        16);
  }

  private static byte[] signature(String kind, int v) {
    return signature(VECTORS.at("/" + kind + "/signature"), v);
  }

  static byte[] signature(JsonNode parts, int v) {
    return Abi.concat(
        new Bytes32(parts.get("r").asString()).bytes(),
        new Bytes32(parts.get("s").asString()).bytes(),
        new byte[] {(byte) v});
  }

  static java.util.stream.Stream<String> signatures(String contract, String kind) {
    return read(contract + ".json")
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

  static String hash(String text) {
    return "0x"
        + HexFormat.of().formatHex(Keccak.hash256(text.getBytes(StandardCharsets.US_ASCII)));
  }

  private static Terms terms(JsonNode payment) {
    return new Terms(
        DEPLOYMENT,
        new Bytes32(payment.get("id").asString()),
        address(payment.get("payee")),
        address(payment.get("token")),
        new BigInteger(payment.get("amount").asString()),
        Long.parseLong(payment.get("deadline").asString()));
  }

  static EvmAddress address(JsonNode node) {
    return EvmAddress.of(node.asString());
  }

  static JsonNode read(String file) {
    try {
      return JsonMapper.shared().readTree(Files.readString(ARTIFACT.resolve(file)));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
