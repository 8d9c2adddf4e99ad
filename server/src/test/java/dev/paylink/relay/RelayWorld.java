package dev.paylink.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.testing.Await;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.NodeProxy;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SettableInstant;
import dev.paylink.testing.TestService;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A service that takes signatures and holds no key, a local chain behind a node that can be told to
 * lose what is sent, and relays whose rounds and clock the test moves.
 */
final class RelayWorld implements AutoCloseable {
  static final int DEPTH = 3;
  static final Duration PATIENCE = Duration.ofSeconds(30);
  static final BigInteger BUDGET = new BigInteger("100000000000000000"); // 0.1 coins
  private static final String COIN = "0xde0b6b3a7640000";

  final DevChain chain = DevChain.start();
  final NodeProxy node = new NodeProxy(chain);
  final RelayKey key =
      RelayKey.of("4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318");
  volatile SettableInstant clock = new SettableInstant(Instant.now());
  final TestService service;
  volatile boolean loses;

  /** A service that holds no key. */
  RelayWorld() {
    this(false);
  }

  /** A service that holds the key itself, if so, and runs its own rounds. */
  RelayWorld(boolean inside) {
    chain.call("hardhat_setBalance", key.account().hex(), COIN);
    node.plays(
        question ->
            loses && question.get("method").stringValue().equals("eth_sendRawTransaction")
                ? "\"result\":\"0x%064x\"".formatted(1) // a lie: it has nothing
                : null);
    service =
        TestService.builder()
            .testDollarOn(chainConfig())
            .relays(inside ? config(BUDGET, key) : collecting(config(BUDGET, null), BUDGET, 100))
            .start();
  }

  private ChainConfig chainConfig() {
    return chain.config(
        "local",
        chain.settlement(),
        DEPTH,
        1,
        chain.factory(),
        List.of(node.url()),
        chain.dollar(true));
  }

  private RelayConfig config(BigInteger budget, @Nullable RelayKey whose) {
    return new RelayConfig(
        chainConfig(),
        whose,
        budget,
        budget,
        new BigInteger("200000000000"),
        BigDecimal.ONE,
        null,
        BigDecimal.valueOf(100),
        PATIENCE,
        BigInteger.ZERO);
  }

  /** The same with a budget to collect, and a coin that is worth 100 dollars. */
  private static RelayConfig collecting(RelayConfig config, BigInteger budget, int percent) {
    return new RelayConfig(
        config.chain(),
        config.key(),
        config.budget(),
        config.merchantBudget(),
        config.highestFee(),
        config.smallest(),
        BigDecimal.valueOf(100),
        BigDecimal.valueOf(percent),
        config.patience(),
        budget);
  }

  /** A relay that collects for merchants what is worth so many percent of it. */
  ChainRelay collecting(BigInteger budget, int percent) {
    return relay(collecting(config(BUDGET, key), budget, percent));
  }

  ChainRelay relay() {
    return relay(BUDGET);
  }

  /** A relay whose rounds the test runs. */
  ChainRelay relay(BigInteger budget) {
    return relay(config(budget, key));
  }

  /** A relay with a budget for all, and one for a merchant. */
  ChainRelay relay(BigInteger budget, BigInteger ofMerchant) {
    RelayConfig all = config(budget, key);
    return relay(
        new RelayConfig(
            all.chain(),
            all.key(),
            budget,
            ofMerchant,
            all.highestFee(),
            all.smallest(),
            all.coinPrice(),
            all.sharePercent(),
            all.patience(),
            all.collectBudget()));
  }

  private ChainRelay relay(RelayConfig config) {
    return new ChainRelay(service.jdbi(), config, () -> clock.instant(), new SimpleMeterRegistry());
  }

  /** Lets the relays' clock be this machine's again. */
  void setClock() {
    clock = new SettableInstant(Instant.now());
  }

  Reply create() {
    return service.calls().create("{\"amount\":\"12.50\"}").expect(200);
  }

  JsonNode steps(Reply created, String payer) {
    return wallet(created, payer).expect(200).json();
  }

  /** What the page asks when the payer has connected a wallet. */
  Reply wallet(Reply created, String payer) {
    return service.browser().post(path(created) + "/wallet", choice(payer, ""));
  }

  /** What software signs to pay. */
  String transfer(Reply created, String payer) {
    Reply required = service.browser().get(path(created) + "/x402");
    return new X402Client(chain, payer).signed(X402Client.accepted(required.expect(402)), Map.of());
  }

  CompletableFuture<Reply> handInTransfer(Reply created, String header) {
    return CompletableFuture.supplyAsync(
        () -> service.browser().with("PAYMENT-SIGNATURE", header).get(path(created) + "/x402"),
        Executors.newVirtualThreadPerTaskExecutor());
  }

  /** Makes a block in which gas costs so much. */
  void mineAt(long gwei) {
    chain.call("hardhat_setNextBlockBaseFeePerGas", "0x" + Long.toHexString(gwei * 1_000_000_000));
    chain.mine(1);
  }

  /** What the page sends when the payer has signed. */
  String signature(Reply created, String payer) {
    JsonNode typedData = steps(created, payer).get("authorization");
    String signature = chain.call("eth_signTypedData_v4", payer, typedData.toString()).asString();
    return choice(
        payer,
        ",\"kind\":\"authorization\",\"signature\":\"%s\",\"deadline\":%s"
            .formatted(signature, typedData.at("/message/validBefore").asString()));
  }

  private String choice(String payer, String more) {
    return "{\"option\":\"%d:TUSD\",\"payer\":\"%s\"%s}".formatted(chain.chainId(), payer, more);
  }

  static String path(Reply created) {
    return URI.create(created.text("paymentUrl")).getPath();
  }

  /** Hands a signature in, which is answered when a relay has had its round. */
  CompletableFuture<Reply> handIn(Reply created, String signature) {
    return CompletableFuture.supplyAsync(
        () -> service.browser().post(path(created) + "/wallet/relay", signature),
        Executors.newVirtualThreadPerTaskExecutor());
  }

  /** Has the relay send a payment of the usual payer; returns its first transaction. */
  String send(ChainRelay relay, Reply created) {
    CompletableFuture<Reply> answer = handIn(created, signature(created, chain.payer()));
    awaitWaiting(1);
    relay.round();
    return answer.join().expect(200).text("hash");
  }

  void awaitWaiting(int orders) {
    Await.until("orders wait", () -> count("state = 'waiting'") == orders);
  }

  /** Waits until a statement that names this table waits for a lock. */
  void awaitBlocked(String table) {
    Await.until(
        "a statement waits for a lock",
        () ->
            number(
                        "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                            + " and datname = current_database() and query like '%"
                            + table
                            + "%'")
                    .signum()
                > 0);
  }

  int count(String condition) {
    return number("select count(*) from relay_order where " + condition).intValue();
  }

  BigDecimal number(String sql) {
    return service
        .jdbi()
        .withHandle(handle -> handle.createQuery(sql).mapTo(BigDecimal.class).one());
  }

  /** The state of the newest order. */
  String state() {
    return service
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        """
                        select concat_ws(' ', state, reason) from relay_order o
                         order by created_at desc limit 1
                        """)
                    .mapTo(String.class)
                    .one());
  }

  JsonNode receipt(String hash) {
    return chain.call("eth_getTransactionReceipt", hash);
  }

  long nonce() {
    return Long.decode(
        chain.call("eth_getTransactionCount", key.account().hex(), "latest").asString());
  }

  BigInteger balance(String account) {
    String hex = chain.call("eth_getBalance", account, "latest").asString();
    return new BigInteger(hex.substring(2), 16);
  }

  /** Makes everything final and has the relay see it. */
  void settle(ChainRelay relay) {
    chain.mine(DEPTH + 1);
    relay.round();
  }

  String status(Reply created) {
    return service.calls().status(created.text("paymentId")).text("status");
  }

  void awaitStatus(Reply created, String status) {
    Await.until(status, () -> status(created).equals(status));
  }

  /** Whatever happened: no nonce is missing, and what the account lost is what was counted. */
  void isSound(ChainRelay relay, BigInteger before) {
    settle(relay);
    relay.round();
    assertThat(count("state in ('waiting', 'sent')")).isZero();
    assertThat(number("select next_nonce from relay_account"))
        .isEqualByComparingTo(BigDecimal.valueOf(nonce()));
    BigInteger spent = before.subtract(balance(key.account().hex()));
    assertThat(number("select coalesce(sum(spent), 0) from relay_order").toBigInteger())
        .isEqualTo(spent);
    assertThat(
            number(
                    "select coalesce(sum(used), 0) from relay_day where merchant_id = '00000000-0000-0000-0000-000000000000'")
                .toBigInteger())
        .isEqualTo(spent);
    assertThat(spent).isLessThanOrEqualTo(BUDGET);
  }

  static String hex(byte[] bytes) {
    return "0x" + HexFormat.of().formatHex(bytes);
  }

  void transferAll(String from, String to, String fee) {
    String question = "0x70a08231" + "0".repeat(24) + from.substring(2);
    String held = chain.viewAll(chain.token(), List.of(question)).getFirst();
    chain.call(
        "eth_sendTransaction",
        Map.of(
            "from",
            from,
            "to",
            chain.token(),
            "gas",
            "0x30d40",
            "maxFeePerGas",
            fee,
            "maxPriorityFeePerGas",
            fee,
            "data",
            "0xa9059cbb" + "0".repeat(24) + to.substring(2) + held.substring(2)));
  }

  @Override
  public void close() {
    service.close();
    node.close();
    chain.close();
  }
}
