package dev.paylink.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.ServiceProcess;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;

/**
 * A service and relays in processes of their own, on a rough chain whose nodes have moods, and
 * payers; and what must hold when all is over.
 */
final class RelayCampaign implements AutoCloseable {
  private static final String KEY =
      "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318";
  private static final String ACCOUNT = RelayKey.of(KEY).account().hex();
  private static final int ACCOUNTS = 12;
  private static final int COIN_DECIMALS = 18;

  private final DevChain chain = DevChain.start();
  private final String databaseUrl = TestDatabase.freshUrl();
  private final Jdbi jdbi = Jdbi.create(databaseUrl);
  private final Stored stored = new Stored(jdbi);
  private final List<FaultyNode> nodes = new ArrayList<>();
  private final List<ServiceProcess> relays = new ArrayList<>();
  private final List<String> accounts;
  private final BigDecimal budget;
  private int payments;
  private final BigInteger coins;
  private final long dollars;
  private final ServiceProcess service;
  final RoughChain blocks;
  final RelayPayers payers;

  /** The budget is too small for all payments, so that some payers pay the fee themselves. */
  RelayCampaign(Path folder, Random random, int payments, int relayProcesses) {
    this.payments = payments;
    this.budget = new BigDecimal("0.008").add(new BigDecimal("0.00012").multiply(of(payments)));
    this.accounts = chain.others().subList(0, ACCOUNTS);
    chain.call("hardhat_setBalance", ACCOUNT, "0x8ac7230489e80000");
    accounts.forEach(it -> chain.transfer(chain.payer(), it, payments * RelayPayers.UNITS));
    this.coins = coins();
    this.dollars = dollars();
    nodes.add(new FaultyNode(chain, random));
    nodes.add(new FaultyNode(chain, random));
    this.service = new ServiceProcess(made(folder, "service"), ofService());
    for (int i = 0; i < relayProcesses; i++) {
      relays.add(ServiceProcess.relay(made(folder, "relay" + i), ofRelay()));
    }
    this.blocks = new RoughChain(chain, nodes, random);
    this.payers = new RelayPayers(chain, service, jdbi, accounts, payments);
  }

  private static BigDecimal of(int number) {
    return BigDecimal.valueOf(number);
  }

  private static Path made(Path folder, String name) {
    try {
      return Files.createDirectories(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, String> ofService() {
    Map<String, String> settings = new HashMap<>(Map.of("PAYLINK_RELAY_LOCAL_APART", "on"));
    settings.putAll(ofBoth());
    settings.put("PAYLINK_CHAIN_LOCAL_RPC", chain.rpcUrl());
    return settings;
  }

  private Map<String, String> ofRelay() {
    Map<String, String> settings = new HashMap<>(Map.of("PAYLINK_RELAY_LOCAL_KEY", KEY));
    settings.putAll(ofBoth());
    settings.put("PAYLINK_MODE", "sandbox");
    settings.put("PAYLINK_CHAIN_LOCAL_RPC", nodes.get(0).url() + "," + nodes.get(1).url());
    return settings;
  }

  private Map<String, String> ofBoth() {
    return Map.ofEntries(
        Map.entry("PAYLINK_DATABASE_URL", databaseUrl),
        Map.entry("PAYLINK_CALLBACK_SECRET", "the-callback-secret-of-tests"),
        Map.entry("PAYLINK_ADMIN_TOKEN", "the-admin-token-of-tests"),
        Map.entry("PAYLINK_ENCRYPTION_KEY", "the-encryption-key-of-tests"),
        Map.entry("PAYLINK_CURRENCIES", "USD:2:TUSD"),
        Map.entry("PAYLINK_CHAIN_LOCAL_ID", Long.toString(chain.chainId())),
        Map.entry("PAYLINK_CHAIN_LOCAL_LABEL", "Local chain"),
        Map.entry("PAYLINK_CHAIN_LOCAL_QUORUM", "1"),
        Map.entry("PAYLINK_CHAIN_LOCAL_CONTRACT", chain.settlement()),
        Map.entry("PAYLINK_CHAIN_LOCAL_DEPOSITS", chain.factory()),
        Map.entry("PAYLINK_CHAIN_LOCAL_START_BLOCK", "0"),
        Map.entry("PAYLINK_CHAIN_LOCAL_FINALITY", Integer.toString(RelayWorld.DEPTH)),
        Map.entry("PAYLINK_CHAIN_LOCAL_POLL", "1"),
        Map.entry(
            "PAYLINK_CHAIN_LOCAL_TOKEN_TUSD",
            chain.token() + ", 6, permit, authorization, name=Test Dollar, version=1"),
        Map.entry("PAYLINK_RELAY_LOCAL_BUDGET", budget.toPlainString()),
        Map.entry("PAYLINK_RELAY_LOCAL_HIGHEST_FEE", "40"),
        Map.entry("PAYLINK_RELAY_LOCAL_PATIENCE", "2s"));
  }

  /** Begins with it. */
  void start() {
    blocks.rough();
    payers.start();
  }

  /** Compares payments that a relay sends with those that payers send, one after the other. */
  String compare(int each) {
    return "from the signature to submitted: %s by the relay, %s by the payer"
        .formatted(times(each, true), times(each, false));
  }

  private String times(int each, boolean relayed) {
    Duration before = cpu();
    long began = System.nanoTime();
    List<Duration> took = new ArrayList<>();
    for (int i = 0; i < each; i++) {
      took.add(payers.timeToSubmitted(relayed));
    }
    payments += each;
    took.sort(null);
    return "median %d ms, CPU of service and relays %d ms, final after %d ms"
        .formatted(
            took.get(each / 2).toMillis(),
            cpu().minus(before).toMillis() / each,
            Duration.ofNanos(System.nanoTime() - began).toMillis() / each);
  }

  private Duration cpu() {
    return Stream.concat(Stream.of(service), relays.stream())
        .map(process -> process.handle().info().totalCpuDuration().orElseThrow())
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Kills a process as {@code kill -9} does and starts it again; relays and service by turns. */
  void kill(int round) {
    ServiceProcess victim = round % 2 == 1 ? service : relays.get(round / 2 % relays.size());
    victim.kill();
    victim.restart();
  }

  /** Waits until so many more payments are paid, or all; fails if a payer cannot go on. */
  void awaitPaid(int more) {
    int left = Math.max(0, payers.unpaid() - more);
    try {
      Await.until(
          "some more are paid",
          () -> {
            assertThat(payers.faults()).isEmpty();
            return payers.unpaid() <= left;
          });
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\nunder way: " + payers.underWay(), e);
    }
  }

  /** Fails at once if a day has cost more than it may. */
  void isWithinBudget() {
    assertThat(number("select coalesce(max(used), 0) from relay_day"))
        .isLessThanOrEqualTo(budget.movePointRight(COIN_DECIMALS));
    assertThat(payers.faults()).isEmpty();
    blocks.check();
  }

  /** Lets everything end, and checks what must hold then. */
  void endsWell() {
    blocks.calm();
    while (payers.unpaid() > 0) {
      awaitPaid(1);
    }
    Await.until("nothing is under way", () -> orders("state in ('waiting', 'sent')") == 0);
    assertThat(stored.text("select count(*) from payment where status = 'success'"))
        .isEqualTo(Integer.toString(payments));
    assertThat(dollars - dollars())
        .as("each was paid once")
        .isEqualTo(payments * RelayPayers.UNITS);
    assertThat(stored.texts("select flag from payment_flag")).isEmpty();

    String pending = chain.call("eth_getTransactionCount", ACCOUNT, "pending").asString();
    String mined = chain.call("eth_getTransactionCount", ACCOUNT, "latest").asString();
    assertThat(pending).isEqualTo(mined);
    assertThat(number("select next_nonce from relay_account"))
        .isEqualByComparingTo(BigDecimal.valueOf(Long.decode(mined)));
    assertThat(number("select count(distinct nonce) from relay_attempt"))
        .isEqualByComparingTo(BigDecimal.valueOf(Long.decode(mined)));

    BigDecimal spent = new BigDecimal(coins.subtract(coins()));
    assertThat(number("select coalesce(sum(spent), 0) from relay_order"))
        .isEqualByComparingTo(spent);
    assertThat(
            number(
                "select coalesce(sum(used), 0) from relay_day where merchant_id = '00000000-0000-0000-0000-000000000000'"))
        .isEqualByComparingTo(spent);
    isWithinBudget();
  }

  /** What happened, in one line. */
  String summary(int kills) {
    return ("%d payments: %d by the relay (%d as software), %d own transactions of payers; %d refused,"
            + " %d lost; %d transactions signed again; %d kills, %d reorganisations; %s of %s coins spent")
        .formatted(
            payments,
            orders("state = 'done'"),
            orders("state = 'done' and kind = 'transfer'"),
            payers.ownTransactions(),
            orders("state = 'refused'"),
            orders("state = 'failed'"),
            number("select count(*) from relay_attempt where attempt > 0").intValue(),
            kills,
            blocks.reorganisations(),
            number("select coalesce(sum(spent), 0) from relay_order")
                .movePointLeft(COIN_DECIMALS)
                .stripTrailingZeros()
                .toPlainString(),
            budget.toPlainString());
  }

  private int orders(String condition) {
    return number("select count(*) from relay_order where " + condition).intValue();
  }

  private BigDecimal number(String sql) {
    return new BigDecimal(stored.text(sql));
  }

  private BigInteger coins() {
    String hex = chain.call("eth_getBalance", ACCOUNT, "latest").asString();
    return new BigInteger(hex.substring(2), 16);
  }

  private long dollars() {
    return accounts.stream()
        .mapToLong(
            account ->
                Long.parseLong(
                    chain
                        .call(
                            "eth_call",
                            Map.of(
                                "to",
                                chain.token(),
                                "data",
                                "0x70a08231" + "0".repeat(24) + account.substring(2)),
                            "latest")
                        .asString()
                        .substring(2),
                    16))
        .sum();
  }

  @Override
  public void close() {
    payers.close();
    blocks.close();
    relays.forEach(ServiceProcess::close);
    service.close();
    nodes.forEach(FaultyNode::close);
    chain.close();
  }
}
