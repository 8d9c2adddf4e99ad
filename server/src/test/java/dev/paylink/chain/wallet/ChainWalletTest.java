package dev.paylink.chain.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TokenDomain;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Finality;
import dev.paylink.chain.watch.ChainWorld;
import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.checkout.wallet.WalletOption;
import dev.paylink.checkout.wallet.WalletPayments.Kind;
import dev.paylink.checkout.wallet.WalletSteps;
import dev.paylink.money.Bytes32;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Json;
import dev.paylink.testing.SettableInstant;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A payment has one ref on a chain, in whatever token it is paid, and is under way on one chain.
 */
final class ChainWalletTest {
  private static final String USDC = "777:USDC";
  private static final String USDT = "777:USDT";
  private static final String DAI = "777:DAI";
  private static final String ELSEWHERE = "888:USDC";
  private static final String PAYER = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A";
  private static final Bytes32 HASH = new Bytes32("0x" + "a".repeat(64));
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Currency DOLLARS = new Currency("USD", 2, List.of("USDC", "USDT", "DAI"));
  private static final ChainConfig CHAIN =
      chain(777, 'a', List.of(token("USDC", 1, 6), token("USDT", 2, 6), token("DAI", 3, 18)));
  private static final ChainConfig OTHER = chain(888, 'b', List.of(token("USDC", 1, 6)));

  /** What the chain had before. */
  private static final ChainConfig OLD = chain(777, 'c', CHAIN.tokens());

  @AutoClose private static final ChainWorld world = new ChainWorld();
  private SettableInstant clock;
  private ChainWallet wallet;

  /** Whether a node has what a wallet says it sent. */
  private boolean atNode = true;

  /** Whether a node says that a signature pays. */
  private boolean usable = true;

  private HostedPayment hosted;

  @BeforeEach
  void createAPayment() {
    clock = new SettableInstant(Instant.now().truncatedTo(ChronoUnit.SECONDS));
    wallet = wallet(CHAIN, OTHER);
    hosted = world.payment(clock.instant().plus(Duration.ofDays(1)));
  }

  private ChainWallet wallet(ChainConfig... chains) {
    return new ChainWallet(
        world.database.jdbi(),
        new Payables(
            new Currencies(List.of(DOLLARS)),
            List.of(chains),
            any -> true,
            (chain, token) -> false),
        (deployment, transaction, id) -> atNode,
        (deployment, payer, calls) -> usable,
        clock);
  }

  @Test
  void all_tokens_of_a_chain_share_a_ref_that_lasts_as_long_as_the_payment() {
    WalletSteps first = prepare(USDC);
    clock.forward(MINUTE.multipliedBy(20));
    WalletSteps other = prepare(DAI);
    assertThat(other.ref()).isEqualTo(first.ref());
    assertThat(other.earlier()).isEmpty();
    assertThat(prepare(ELSEWHERE).ref()).isNotEqualTo(first.ref());
    assertThat(stored("count(*)")).containsExactly("2");
    assertThat(stored("distinct deadline")).containsExactly(Long.toString(end()));
  }

  @Test
  void every_call_is_valid_for_ten_minutes_at_most() {
    for (String option : List.of(USDC, USDT, DAI)) {
      assertThat(prepare(option).deadline()).isEqualTo(in(10));
    }
    hosted = world.payment(clock.instant().plus(MINUTE.multipliedBy(4)));
    assertThat(prepare(USDC).deadline()).isEqualTo(in(4)).isEqualTo(end());
  }

  @Test
  void signature_for_longer_than_ten_minutes_is_refused_and_a_shorter_one_is_taken() {
    prepare(USDC);
    assertThat(sign(USDC, in(10) + 1)).isNull();
    WalletCall call = Objects.requireNonNull(sign(USDC, in(10)));
    assertThat(call.data()).startsWith(ContractCalls.PAY_TOKEN_WITH_AUTHORIZATION);
    assertThat(call.to()).isEqualToIgnoringCase(CHAIN.deployment().contract().hex());
    refused("SIGNATURE_EXPIRED", () -> sign(USDC, in(0)));
  }

  @Test
  void both_kinds_of_messages_end_after_ten_minutes_and_name_the_ref() {
    WalletSteps steps = prepare(USDC);
    assertThat(message(steps, Kind.authorization).get("validBefore").asLong()).isEqualTo(in(10));
    assertThat(message(steps, Kind.permit).get("deadline").asLong()).isEqualTo(in(10));
    assertThat(message(steps, Kind.authorization).get("nonce").asString()).isEqualTo(steps.ref());
  }

  @Test
  void signature_for_what_was_never_prepared_is_refused() {
    prepare(USDC);
    assertThat(sign(ELSEWHERE, in(10))).isNull();
    assertThat(wallet.sent(hosted, ELSEWHERE, HASH, in(10))).isFalse();
  }

  @Test
  void signature_that_ran_out_is_refused_and_a_new_one_can_be_given() {
    long deadline = prepare(USDC).deadline();
    clock.forward(MINUTE.multipliedBy(10));
    refused("SIGNATURE_EXPIRED", () -> sign(USDC, deadline));
    assertThat(sign(USDC, prepare(USDC).deadline())).isNotNull();
  }

  @Test
  void payment_that_was_seen_on_the_chain_stays_under_way_until_final_blocks_are_past_it() {
    long deadline = prepare(USDC).deadline();
    assertThat(sign(USDC, deadline)).isNotNull();
    hosted = submitted(hosted);
    clock.forward(MINUTE.multipliedBy(30));
    refused("OTHER_TOKEN_UNDER_WAY", () -> prepare(ELSEWHERE));
    readTo(deadline - 1);
    refused("OTHER_TOKEN_UNDER_WAY", () -> prepare(ELSEWHERE));
    readTo(deadline);
    assertThat(prepare(ELSEWHERE)).isNotNull();
  }

  @ParameterizedTest
  @EnumSource(names = "permit2", mode = EnumSource.Mode.EXCLUDE) // of tokens without signatures
  void after_a_signature_the_same_chain_takes_another_token_but_no_other_chain(Kind kind) {
    prepare(USDC);
    prepare(ELSEWHERE);
    assertThat(sign(USDC, kind, in(10))).isNotNull();
    assertThat(wallet.options(hosted))
        .extracting(WalletOption::id)
        .containsExactly(USDC, USDT, DAI);
    assertThat(prepare(USDT).ref()).isEqualTo(prepare(USDC).ref());
    assertThat(sign(USDT, in(9))).isNotNull();
    refused("OTHER_TOKEN_UNDER_WAY", () -> prepare(ELSEWHERE));
    refused("OTHER_TOKEN_UNDER_WAY", () -> sign(ELSEWHERE, in(10)));
  }

  @Test
  void other_chain_is_free_again_a_minute_after_the_last_signature_has_ended() {
    prepare(USDC);
    assertThat(sign(USDC, in(10))).isNotNull();
    clock.forward(MINUTE.multipliedBy(5));
    assertThat(sign(USDC, in(10))).isNotNull();
    assertThat(sign(USDC, in(6))).isNotNull(); // an earlier end takes nothing back
    clock.forward(MINUTE.multipliedBy(11).minusSeconds(1));
    refused("OTHER_TOKEN_UNDER_WAY", () -> prepare(ELSEWHERE));
    clock.forward(Duration.ofSeconds(1));
    assertThat(prepare(ELSEWHERE)).isNotNull();
    assertThat(wallet.options(hosted)).hasSize(4);
  }

  @Test
  void payer_who_says_that_a_call_is_valid_for_years_locks_the_payment_for_minutes() {
    prepare(USDC);
    assertThat(wallet.sent(hosted, USDC, HASH, Long.MAX_VALUE)).isTrue();
    refused("OTHER_TOKEN_UNDER_WAY", () -> prepare(ELSEWHERE));
    clock.forward(MINUTE.multipliedBy(11));
    assertThat(prepare(ELSEWHERE)).isNotNull();
    assertThat(wallet.sent(hosted, USDT, HASH, in(10))).isTrue(); // under the same ref
    assertThat(wallet.sent(hosted, "777:EURC", HASH, in(10))).isFalse();
  }

  @Test
  void signature_that_would_not_pay_locks_nothing() {
    prepare(USDC);
    prepare(ELSEWHERE);
    usable = false;
    assertThat(sign(USDC, in(10))).isNotNull(); // the wallet tries it out itself
    assertThat(wallet.options(hosted)).hasSize(4);
    usable = true;
    assertThat(sign(ELSEWHERE, in(10))).isNotNull();
    assertThat(wallet.options(hosted)).extracting(WalletOption::id).containsExactly(ELSEWHERE);
    refused("OTHER_TOKEN_UNDER_WAY", () -> sign(USDC, in(10)));
  }

  @Test
  void hash_that_no_node_has_locks_nothing_until_one_has_it() {
    prepare(USDC);
    atNode = false;
    assertThat(wallet.sent(hosted, USDC, HASH, in(10))).isTrue();
    assertThat(wallet.options(hosted)).hasSize(4);
    assertThat(prepare(ELSEWHERE)).isNotNull();
    assertThat(sign(ELSEWHERE, in(1))).isNotNull(); // for a minute, and another for late blocks
    clock.forward(MINUTE.multipliedBy(3));
    atNode = true;
    assertThat(wallet.options(hosted)).hasSize(3);
    refused("OTHER_TOKEN_UNDER_WAY", () -> prepare(ELSEWHERE));
    clock.forward(MINUTE.multipliedBy(8));
    assertThat(prepare(ELSEWHERE)).isNotNull();
  }

  @Test
  void calls_without_a_hash_lock_nothing_until_their_hash_is_at_a_node() {
    assertThat(wallet.sent(hosted, USDC, null, in(10))).as("not prepared").isFalse();
    prepare(USDC);
    assertThat(wallet.sent(hosted, USDC, null, in(10))).isTrue();
    assertThat(wallet.options(hosted)).hasSize(4);
    assertThat(prepare(ELSEWHERE)).isNotNull();
    assertThat(wallet.sent(hosted, USDC, HASH, in(10))).isTrue();
    assertThat(wallet.options(hosted)).hasSize(3);
    refused("OTHER_TOKEN_UNDER_WAY", () -> prepare(ELSEWHERE));
  }

  @Test
  void invented_hash_makes_no_signature_last_longer() {
    prepare(USDC);
    assertThat(sign(USDC, in(2))).isNotNull();
    atNode = false;
    assertThat(wallet.sent(hosted, USDC, HASH, in(10))).isTrue();
    clock.forward(MINUTE.multipliedBy(3));
    assertThat(prepare(ELSEWHERE)).isNotNull();
  }

  @Test
  void prices_that_were_stored_first_stay_whatever_is_configured_later() {
    String ref = prepare(USDC).ref();
    ChainConfig fewer = chain(777, 'a', List.of(token("USDC", 1, 6)));
    wallet = wallet(fewer);
    assertThat(prepare(USDC).ref()).isEqualTo(ref);
    ChainConfig others =
        chain(777, 'a', List.of(token("USDC", 1, 6), token("DAI", 4, 18), token("USDT", 2, 8)));
    wallet = wallet(others);
    assertThat(wallet.options(hosted)).extracting(WalletOption::id).containsExactly(USDC);
    assertThat(wallet.prepare(hosted, DAI, PAYER, null)).isNull(); // another token of that name
    assertThat(wallet.prepare(hosted, USDT, PAYER, null)).isNull(); // another amount
    hosted = world.payment(clock.instant().plus(Duration.ofDays(1)));
    assertThat(wallet.options(hosted)).hasSize(3);
  }

  @Test
  void second_ref_of_a_payment_on_the_same_contract_cannot_be_stored() {
    Payables fewer =
        new Payables(
            new Currencies(List.of(DOLLARS)),
            List.of(chain(777, 'a', List.of(token("USDC", 1, 6)))),
            any -> true,
            (chain, token) -> false);
    prepare(USDC);
    boolean stored =
        world
            .database
            .jdbi()
            .inTransaction(handle -> new RefStore().store(handle, fewer.of(hosted).getFirst()));
    assertThat(stored).isFalse();
    assertThat(stored("count(*)")).containsExactly("1");
  }

  @Test
  void amount_that_the_contract_cannot_keep_is_not_offered() {
    ChainConfig fine = chain(777, 'a', List.of(token("DAI", 3, 36), token("USDC", 1, 6)));
    wallet = wallet(fine);
    assertThat(wallet.options(hosted)).extracting(WalletOption::id).containsExactly(USDC);
  }

  @Test
  void after_a_move_the_old_contract_is_asked_and_what_is_under_way_there_goes_first() {
    ChainWallet before = wallet(OLD);
    WalletSteps old = steps(before, USDC);
    WalletSteps now = prepare(USDC);
    assertThat(now.ref()).isNotEqualTo(old.ref());
    assertThat(now.earlier())
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.data()).endsWith(old.ref().substring(2));
              assertThat(call.to()).isEqualToIgnoringCase(OLD.deployment().contract().hex());
            });
    assertThat(before.sent(hosted, USDC, HASH, old.deadline())).isTrue();
    refused("OTHER_TOKEN_UNDER_WAY", () -> prepare(USDC));
    clock.forward(MINUTE.multipliedBy(11));
    assertThat(prepare(USDC).ref()).isEqualTo(now.ref());
  }

  @Test
  void chain_whose_contract_is_not_checked_is_not_offered() {
    ChainWallet unchecked =
        new ChainWallet(
            world.database.jdbi(),
            new Payables(
                new Currencies(List.of(DOLLARS)),
                List.of(CHAIN),
                any -> false,
                (chain, token) -> false),
            (deployment, transaction, id) -> atNode,
            (deployment, payer, calls) -> usable,
            clock);
    assertThat(unchecked.options(hosted)).isEmpty();
    assertThat(unchecked.prepare(hosted, USDC, PAYER, null)).isNull();
  }

  @Test
  void permit2_is_for_tokens_that_take_no_signatures_alone() {
    List<Token> tokens = List.of(token("USDC", 1, 6), silent("USDT", 2), silent("DAI", 3));
    ChainConfig chain = chain(777, 'a', tokens);
    wallet = wallet(chain);
    assertThat(prepare(USDC).permit2()).isNull();
    WalletSteps steps = prepare(USDT);
    assertThat(steps.authorization()).isNull();
    assertThat(steps.permit()).isNull();
    assertThat(Objects.requireNonNull(steps.permit2()).allowance().to())
        .isEqualToIgnoringCase(tokens.get(1).address().hex());
    assertThat(sign(USDC, Kind.permit2, in(10))).isNull();
    assertThat(sign(USDT, Kind.permit2, in(11))).isNull(); // nobody was asked for so long
    assertThat(Objects.requireNonNull(sign(USDT, Kind.permit2, in(10))).data())
        .startsWith("0xfe4213ff");
    assertThat(sign(USDT, in(10))).isNull();
  }

  private static Token silent(String symbol, int address) {
    return new Token(symbol, token(symbol, address, 6).address(), 6, false, false, null);
  }

  private WalletSteps prepare(String option) {
    return steps(wallet, option);
  }

  private WalletSteps steps(ChainWallet with, String option) {
    return Objects.requireNonNull(with.prepare(hosted, option, PAYER, BigInteger.ZERO));
  }

  private @Nullable WalletCall sign(String option, long deadline) {
    return sign(option, Kind.authorization, deadline);
  }

  private @Nullable WalletCall sign(String option, Kind kind, long deadline) {
    return wallet.withSignature(hosted, option, PAYER, kind, new byte[65], deadline);
  }

  private static JsonNode message(WalletSteps steps, Kind kind) {
    Json json = Json.object();
    (kind == Kind.authorization
            ? Objects.requireNonNull(steps.authorization())
            : Objects.requireNonNull(Objects.requireNonNull(steps.permit()).typedData()))
        .accept(json);
    return JsonMapper.shared()
        .readTree(new String(json.bytes(), StandardCharsets.UTF_8))
        .get("message");
  }

  private static HostedPayment submitted(HostedPayment hosted) {
    Payment payment = hosted.payment();
    return new HostedPayment(
        payment.with(
            PaymentStatus.submitted,
            payment.invoiceStatus(),
            payment.amount(),
            null,
            null,
            payment.updatedAt()),
        hosted.merchantName(),
        false,
        hosted.payee(),
        null,
        null,
        null);
  }

  private static void readTo(long second) {
    world.stored.change("delete from chain_cursor where chain_id = 777");
    world.stored.change(
        "insert into chain_cursor (chain_id, contract, number, time) values (777, ?, 1, to_timestamp(?))",
        CHAIN.deployment().contract().bytes(),
        second);
  }

  private static void refused(String code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            Rejection.class, refused -> assertThat(refused.code().name()).isEqualTo(code));
  }

  private List<String> stored(String what) {
    return world.stored.texts(
        "select " + what + " from payment_ref where payment_id = ?", hosted.payment().id().value());
  }

  private long in(int minutes) {
    return clock.instant().plus(MINUTE.multipliedBy(minutes)).getEpochSecond();
  }

  private long end() {
    return hosted.payment().expiresAt().getEpochSecond();
  }

  private static ChainConfig chain(long id, char contract, List<Token> tokens) {
    return new ChainConfig(
        "chain" + id,
        "Chain " + id,
        new Deployment(id, EvmAddress.of("0x" + String.valueOf(contract).repeat(40))),
        List.of(),
        1,
        new Finality.Tag("finalized"),
        null,
        1000,
        Duration.ofSeconds(60),
        1,
        null,
        null,
        tokens,
        null);
  }

  private static Token token(String symbol, int last, int decimals) {
    return new Token(
        symbol,
        EvmAddress.of("0x" + "0".repeat(39) + last),
        decimals,
        true,
        true,
        new TokenDomain(symbol, "2"));
  }
}
