package dev.paylink.chain.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.ContractVersion;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.watch.ChainWorld;
import dev.paylink.checkout.wallet.WalletPayments.Kind;
import dev.paylink.checkout.wallet.WalletSteps;
import dev.paylink.money.Bytes32;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentStatus;
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
 * On the first contract a signature is valid for minutes, and a payment is under way under one ref
 * at a time.
 */
final class SignatureTimeTest {
  private static final String USDC = "777:USDC";
  private static final String USDT = "777:USDT";
  private static final String DAI = "777:DAI";
  private static final String PAYER = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A";
  private static final Bytes32 HASH = new Bytes32("0x" + "a".repeat(64));
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final ChainConfig CHAIN =
      SecondContractTest.chain(
          777,
          '5',
          List.of(
              SecondContractTest.token("USDC", 1, 6),
              SecondContractTest.token("USDT", 2, 6),
              SecondContractTest.silent("DAI", 3)));

  @AutoClose private static final ChainWorld world = new ChainWorld();
  private SettableInstant clock;
  private ChainWallet wallet;
  private HostedPayment hosted;

  @BeforeEach
  void prepareAPayment() {
    clock = new SettableInstant(Instant.now().truncatedTo(ChronoUnit.SECONDS));
    wallet =
        new ChainWallet(
            world.database.jdbi(),
            new Payables(
                new Currencies(List.of(new Currency("USD", 2, List.of("USDC", "USDT", "DAI")))),
                List.of(CHAIN),
                chain -> ContractVersion.FIRST),
            clock);
    hosted = world.payment(clock.instant().plus(Duration.ofDays(1)));
  }

  @Test
  void both_kinds_are_valid_for_ten_minutes_whenever_the_payment_ends() {
    WalletSteps steps = prepare(USDC);
    assertThat(message(steps, Kind.authorization).get("validBefore").asLong()).isEqualTo(in(10));
    assertThat(message(steps, Kind.permit).get("deadline").asLong()).isEqualTo(in(10));
    assertThat(message(steps, Kind.authorization).get("nonce").asString()).isEqualTo(steps.ref());
    assertThat(steps.deadline()).isEqualTo(in(10));
  }

  @Test
  void token_without_signatures_and_coin_are_payable_until_the_payment_ends() {
    WalletSteps steps = prepare(DAI);
    assertThat(steps.authorization()).isNull();
    assertThat(steps.permit()).isNull();
    assertThat(steps.deadline()).isEqualTo(in(24 * 60));
    clock.forward(MINUTE.multipliedBy(6));
    assertThat(prepare(DAI).ref()).isEqualTo(steps.ref());
  }

  @Test
  void close_to_the_end_of_the_payment_both_end_together() {
    hosted = world.payment(clock.instant().plus(MINUTE.multipliedBy(9)));
    WalletSteps steps = prepare(USDC);
    assertThat(message(steps, Kind.authorization).get("nonce").asString()).isEqualTo(steps.ref());
    assertThat(steps.deadline()).isEqualTo(in(9)).isEqualTo(end());
  }

  @Test
  void what_was_prepared_is_reused_while_half_of_its_time_is_left() {
    long first = signable(prepare(USDC));
    clock.forward(MINUTE.multipliedBy(5));
    assertThat(signable(prepare(USDC))).isEqualTo(first);
    clock.forward(MINUTE);
    assertThat(signable(prepare(USDC))).isEqualTo(in(10));
  }

  @ParameterizedTest
  @EnumSource(names = "permit2", mode = EnumSource.Mode.EXCLUDE) // of the second contract
  void from_the_signature_on_everything_goes_under_its_ref(Kind kind) {
    long deadline = signable(prepare(USDC));
    assertThat(sign(USDC, kind, deadline)).isNotNull();
    WalletSteps steps = prepare(USDC);
    assertThat(steps.deadline()).isEqualTo(deadline);
    assertThat(steps.ref()).isEqualTo(message(steps, Kind.authorization).get("nonce").asString());
    assertThat(wallet.options(hosted)).extracting(option -> option.id()).containsExactly(USDC);
    SecondContractTest.refused("OTHER_TOKEN_UNDER_WAY", () -> prepare(USDT));
  }

  @Test
  void two_windows_that_sign_for_two_tokens_or_two_refs_leave_one() {
    long other = signable(prepare(USDT));
    long first = signable(prepare(USDC));
    clock.forward(MINUTE.multipliedBy(6));
    long second = signable(prepare(USDC));
    assertThat(second).isNotEqualTo(first);
    assertThat(sign(USDC, Kind.authorization, second)).isNotNull();
    SecondContractTest.refused(
        "OTHER_TOKEN_UNDER_WAY", () -> sign(USDC, Kind.authorization, first));
    SecondContractTest.refused(
        "OTHER_TOKEN_UNDER_WAY", () -> sign(USDT, Kind.authorization, other));
    assertThat(sign(USDC, Kind.authorization, second)).isNotNull(); // again
  }

  @Test
  void signature_that_ran_out_is_refused_and_a_new_one_can_be_given() {
    long deadline = signable(prepare(USDC));
    clock.forward(MINUTE.multipliedBy(10));
    SecondContractTest.refused("SIGNATURE_EXPIRED", () -> sign(USDC, Kind.authorization, deadline));
    assertThat(sign(USDC, Kind.authorization, signable(prepare(USDC)))).isNotNull();
  }

  @Test
  void signature_frees_the_payment_a_minute_after_its_end_and_the_chain_is_asked_about_it() {
    long deadline = signable(prepare(USDC));
    assertThat(sign(USDC, Kind.authorization, deadline)).isNotNull();
    String ref = prepare(USDC).ref();
    clock.forward(MINUTE.multipliedBy(11).minusSeconds(1));
    assertThat(prepare(USDC).deadline()).isEqualTo(deadline); // a block may hold it
    SecondContractTest.refused("OTHER_TOKEN_UNDER_WAY", () -> prepare(USDT));
    clock.forward(Duration.ofSeconds(1));
    WalletSteps steps = prepare(USDT);
    assertThat(steps.earlier()).hasSize(1);
    assertThat(steps.earlier().getFirst().data()).endsWith(ref.substring(2));
    assertThat(signable(prepare(USDC))).isEqualTo(in(10));
    assertThat(wallet.options(hosted)).hasSize(3);
  }

  @Test
  void payment_that_was_seen_on_the_chain_stays_under_way_until_final_blocks_are_past_it() {
    long deadline = signable(prepare(USDC));
    assertThat(sign(USDC, Kind.authorization, deadline)).isNotNull();
    hosted = submitted(hosted);
    clock.forward(MINUTE.multipliedBy(30));
    SecondContractTest.refused("OTHER_TOKEN_UNDER_WAY", () -> prepare(USDT));
    readTo(deadline - 1);
    SecondContractTest.refused("OTHER_TOKEN_UNDER_WAY", () -> prepare(USDT));
    readTo(deadline);
    assertThat(prepare(USDT)).isNotNull();
  }

  @Test
  void what_was_sent_is_under_way_under_the_ref_that_was_sent() {
    long deadline = prepare(USDC).deadline();
    clock.forward(MINUTE.multipliedBy(6));
    assertThat(prepare(USDC).deadline()).isNotEqualTo(deadline);
    assertThat(wallet.sent(hosted, USDC, HASH, deadline)).isTrue();
    assertThat(sentDeadlines()).containsExactly(Long.toString(deadline));
    assertThat(prepare(USDC).deadline()).isEqualTo(deadline);
    assertThat(wallet.sent(hosted, USDC, HASH, deadline - 1)).isFalse();
    SecondContractTest.refused("OTHER_TOKEN_UNDER_WAY", () -> prepare(DAI));

    hosted = world.payment(clock.instant().plus(Duration.ofDays(1)));
    assertThat(wallet.sent(hosted, DAI, HASH, end())).isFalse(); // not prepared
    prepare(DAI);
    assertThat(wallet.sent(hosted, DAI, HASH, end())).isTrue();
    clock.forward(Duration.ofHours(23));
    SecondContractTest.refused("OTHER_TOKEN_UNDER_WAY", () -> prepare(USDT));
  }

  @Test
  void payment_is_not_prepared_without_end_and_never_signed_for_longer() {
    for (int i = 0; i < 230; i++) { // until no more refs are made
      clock.forward(MINUTE.multipliedBy(6));
      prepare(USDC);
    }
    WalletSteps last = prepare(USDC);
    assertThat(last.deadline()).isEqualTo(end());
    assertThat(last.authorization()).isNull();
    assertThat(last.permit()).isNull();
    assertThat(
            Integer.parseInt(
                world.stored.text(
                    "select count(*) from payment_ref where payment_id = ?",
                    hosted.payment().id().value())))
        .isLessThanOrEqualTo(201);
  }

  @Test
  void signature_for_what_was_never_prepared_is_refused() {
    prepare(USDC);
    assertThat(sign(USDC, Kind.authorization, in(10) - 1)).isNull();
    assertThat(sign(USDT, Kind.authorization, in(10))).isNull();
  }

  private WalletSteps prepare(String option) {
    return Objects.requireNonNull(wallet.prepare(hosted, option, PAYER, BigInteger.ZERO));
  }

  private @Nullable Object sign(String option, Kind kind, long deadline) {
    return wallet.withSignature(hosted, option, PAYER, kind, new byte[65], deadline);
  }

  /** Until when what the payer would sign is valid. */
  private static long signable(WalletSteps steps) {
    return message(steps, Kind.authorization).get("validBefore").asLong();
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

  private long in(int minutes) {
    return clock.instant().plus(MINUTE.multipliedBy(minutes)).getEpochSecond();
  }

  private long end() {
    return hosted.payment().expiresAt().getEpochSecond();
  }

  private List<String> sentDeadlines() {
    return world.stored.texts(
        "select deadline from payment_ref where payment_id = ? and sent_hash is not null",
        hosted.payment().id().value());
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
}
