package dev.paylink.chain.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.evm.Abi;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.FactoryCalls;
import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TransferAddresses;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Finality;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.EvmAddress;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.NodeProxy;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What lies at transfer addresses is told as the chain has it, whoever collects it. */
final class CollectTest {
  private static final int DEPTH = 3;
  private static final String TRANSFER = "0xa9059cbb";

  /** The sandbox merchant's. */
  private static final EvmAddress PAYEE =
      EvmAddress.of("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");

  private static final String HELD_NOTHING =
      "\"result\":\"0x%s%s%s\"".formatted(word(32), word(1), word(0));

  @AutoClose private static final DevChain chain = DevChain.start();
  @AutoClose private static final NodeProxy odd = new NodeProxy(chain);

  @AutoClose
  private static final TestService service =
      TestService.builder()
          .testDollarOn(
              new ChainConfig(
                  "local",
                  "Local chain",
                  new Deployment(chain.chainId(), EvmAddress.of(chain.settlement())),
                  List.of(
                      odd.url(),
                      URI.create(chain.rpcUrl()),
                      URI.create(chain.rpcUrl().replace("127.0.0.1", "localhost"))),
                  2,
                  new Finality.Depth(DEPTH),
                  null,
                  1000,
                  Duration.ofMillis(100),
                  0,
                  chain.rpcUrl(),
                  null,
                  List.of(new Token("TUSD", EvmAddress.of(chain.token()), 6, false, false, null)),
                  EvmAddress.of(chain.factory())))
          .start();

  private static final Browser merchant = service.signedIn();

  @AfterEach
  void honest() {
    odd.plays(question -> null);
  }

  @Test
  void money_is_listed_at_finality_collected_by_one_transaction_and_gone_at_finality() {
    Payer first = new Payer("10.00");
    Payer second = new Payer("20.00");
    first.sends("10.00");
    second.sends("5.00");
    second.sends("0.500001");
    assertThat(of(first, second)).isEmpty(); // no block on it yet
    chain.mine(DEPTH);
    Await.until("both are listed", () -> of(first, second).size() == 2);
    assertThat(amounts(of(first, second))).containsExactly("10.000000", "5.500001");
    JsonNode item = of(first).getFirst();
    assertThat(item.get("status").stringValue()).isEqualTo("held");
    assertThat(item.get("token").stringValue()).isEqualTo("TUSD");
    assertThat(item.get("address").stringValue()).isEqualTo(first.address.toString());
    assertThat(item.get("payee").stringValue()).isEqualToIgnoringCase(PAYEE.hex());

    BigInteger before = balance(PAYEE);
    collect(chain.others().getFirst());
    assertThat(balance(PAYEE).subtract(before)).isEqualTo(15_500_001);
    assertThat(states(of(first, second))).containsOnly("collecting");
    assertThat(collectable().get("transactions")).isEmpty();
    chain.mine(DEPTH);
    Await.until("nothing is left", () -> of(first, second).isEmpty());
  }

  @Test
  void coins_and_tokens_that_are_not_listed_are_found_at_the_address_and_collected() {
    Payer payer = new Payer("2.00");
    payer.sends("2.00");
    String other = chain.deploy("TestDollar.json");
    byte[] four = Abi.concat(Abi.word(payer.address), Abi.word(4_000_000));
    send(chain.payer(), other, "0x40c10f19" + HexFormat.of().formatHex(four)); // mint
    String coins = "0x6f05b59d3b20000"; // 0.5
    chain.call(
        "eth_sendTransaction",
        Map.of("from", chain.payer(), "to", payer.address.toString(), "value", coins));
    JsonNode found =
        merchant.get("/merchant/payments/" + payer.id + "/collectable").expect(200).json();
    assertThat(
            found
                .get("data")
                .valueStream()
                .map(it -> it.get("amount").stringValue() + " " + it.get("token").stringValue()))
        .containsExactly(
            "2.000000 TUSD", "0.500000000000000000 ETH", "4.000000 " + EvmAddress.of(other));
    assertThat(found.get("transactions")).hasSize(2);
    for (JsonNode transaction : found.get("transactions")) {
      chain.call(
          "eth_sendTransaction",
          Map.of(
              "from", chain.others().getFirst(),
              "to", transaction.get("to").stringValue(),
              "data", transaction.get("data").stringValue()));
    }
    assertThat(
            merchant
                .get("/merchant/payments/" + payer.id + "/collectable")
                .expect(200)
                .json()
                .get("data"))
        .isEmpty();
    Reply unpaid = service.calls().create("{\"amount\":\"1.00\"}").expect(200);
    assertThat(
            merchant
                .get("/merchant/payments/" + unpaid.text("paymentId") + "/collectable")
                .expect(200)
                .json()
                .get("data"))
        .isEmpty();
  }

  @Test
  void stranger_who_sweeps_takes_it_from_the_list_and_what_comes_later_is_listed_again() {
    Payer payer = new Payer("7.00");
    payer.sends("7.00");
    chain.mine(DEPTH);
    Await.until("it is listed", () -> of(payer).size() == 1);
    payer.sweptBy(chain.others().get(3));
    chain.mine(DEPTH);
    Await.until("it has gone", () -> of(payer).isEmpty());
    payer.sends("0.25");
    chain.mine(DEPTH);
    Await.until("the rest is listed", () -> amounts(of(payer)).equals(List.of("0.250000")));
    payer.sweptBy(chain.others().get(3));
    chain.mine(DEPTH);
    Await.until("it has gone, too", () -> of(payer).isEmpty());
  }

  @Test
  void sweep_that_a_reorganisation_undoes_leaves_the_money_on_the_list() {
    Payer payer = new Payer("3.00");
    payer.sends("3.00");
    chain.mine(DEPTH);
    Await.until("it is listed", () -> of(payer).size() == 1);
    String snapshot = chain.call("evm_snapshot").stringValue();
    payer.sweptBy(chain.others().get(3));
    assertThat(states(of(payer))).containsExactly("collecting");
    chain.call("evm_revert", snapshot);
    assertThat(states(of(payer))).containsExactly("held");
    payer.sweptBy(chain.others().get(3));
    chain.mine(DEPTH);
    Await.until("it has gone", () -> of(payer).isEmpty());
  }

  @Test
  void node_that_says_that_nothing_is_there_is_outvoted() {
    Payer payer = new Payer("4.00");
    payer.sends("4.00");
    chain.mine(DEPTH);
    Await.until("it is listed", () -> of(payer).size() == 1);
    odd.plays(question -> isHeld(question) ? HELD_NOTHING : null);
    JsonNode item = of(payer).getFirst();
    assertThat(item.get("amount").stringValue()).isEqualTo("4.000000");
    odd.plays(question -> null);
    assertThat(states(of(payer))).containsExactly("held");
    payer.sweptBy(chain.others().get(3));
    chain.mine(DEPTH);
    Await.until("it has gone", () -> of(payer).isEmpty());
  }

  @Test
  void place_that_the_factory_refuses_is_unknown_and_no_other_with_it() {
    Payer payer = new Payer("6.00");
    Payer poisoned = new Payer("9.00");
    payer.sends("6.00");
    poisoned.sends("9.00");
    chain.mine(DEPTH);
    Await.until("both are listed", () -> of(payer, poisoned).size() == 2);
    // As if it had been made when the factory could be a deposit address.
    EvmAddress factory = EvmAddress.of(chain.factory());
    byte[] wrong =
        TransferAddresses.of(factory, factory, TransferAddresses.refOf(poisoned.id)).bytes();
    for (String table : List.of("transfer_address", "incoming_transfer")) {
      service
          .stored()
          .change(
              "update " + table + " set address = ? where payment_id = ?",
              wrong,
              poisoned.id.value());
    }
    service
        .stored()
        .change(
            "update transfer_address set payee = ? where payment_id = ?",
            chain.factory(),
            poisoned.id.value());
    assertThat(states(listed(poisoned))).containsExactly("unknown");
    assertThat(states(of(payer))).containsExactly("held");
    collect(chain.others().getFirst());
    chain.mine(DEPTH);
    Await.until("the other has gone", () -> of(payer).isEmpty());
    service
        .stored()
        .change(
            "update incoming_transfer set collected = true where payment_id = ?",
            poisoned.id.value());
  }

  @Test
  void others_do_not_see_it_and_nobody_unsigned_does() {
    Payer payer = new Payer("2.00");
    payer.sends("2.00");
    chain.mine(DEPTH);
    Await.until("it is listed", () -> of(payer).size() == 1);
    Browser other = service.browser();
    other
        .post(
            "/merchant/register",
            """
            {"email":"other@example.com","password":"correct horse battery","businessName":"O"}\
            """)
        .expect(201);
    assertThat(other.get("/merchant/collectable").expect(200).json().get("data")).isEmpty();
    service.browser().get("/merchant/collectable").expect(401);
    payer.sweptBy(chain.others().get(3));
    chain.mine(DEPTH);
    Await.until("it has gone", () -> of(payer).isEmpty());
  }

  @Test
  void list_is_read_in_pages() {
    List<Payer> payers = List.of(new Payer("1.01"), new Payer("1.02"), new Payer("1.03"));
    for (Payer payer : payers) {
      payer.sends(payer.amount);
    }
    chain.mine(DEPTH);
    Await.until("all are listed", () -> of(payers.toArray(Payer[]::new)).size() == 3);
    List<String> read = new ArrayList<>();
    String next = "";
    do {
      JsonNode page = merchant.get("/merchant/collectable?limit=1&after=" + next).json();
      page.get("data").forEach(item -> read.add(item.get("amount").stringValue()));
      next = page.get("nextCursor").isNull() ? null : page.get("nextCursor").stringValue();
    } while (next != null);
    assertThat(read)
        .containsSubsequence("1.010000", "1.020000", "1.030000")
        .doesNotHaveDuplicates();
    merchant.get("/merchant/collectable?after=else").expectProblem(400, "INVALID_REQUEST");
    merchant.get("/merchant/collectable?limit=101").expectProblem(400, "INVALID_REQUEST");
    collect(chain.payer());
    chain.mine(DEPTH);
    Await.until("nothing is left", () -> of(payers.toArray(Payer[]::new)).isEmpty());
  }

  /** Sends the transactions that the list names, from that account. */
  private static void collect(String account) {
    JsonNode all =
        Await.value(
            "it can be collected", () -> collectable().get("transactions"), it -> !it.isEmpty());
    for (JsonNode transaction : all) {
      assertThat(transaction.get("chainId").longValue()).isEqualTo(chain.chainId());
      send(account, transaction.get("to").stringValue(), transaction.get("data").stringValue());
    }
  }

  private static JsonNode collectable() {
    return merchant.get("/merchant/collectable?limit=100").expect(200).json();
  }

  /** What is listed of these payers, once the nodes have answered. */
  private static List<JsonNode> of(Payer... payers) {
    return Await.value(
        "the nodes have answered", () -> listed(payers), all -> !states(all).contains("unknown"));
  }

  private static List<JsonNode> listed(Payer... payers) {
    List<String> ids = Stream.of(payers).map(payer -> payer.id.toString()).toList();
    return collectable()
        .get("data")
        .valueStream()
        .filter(item -> ids.contains(item.get("paymentId").stringValue()))
        .toList();
  }

  private static List<String> amounts(List<JsonNode> items) {
    return items.stream().map(item -> item.get("amount").stringValue()).toList();
  }

  private static List<String> states(List<JsonNode> items) {
    return items.stream().map(item -> item.get("status").stringValue()).toList();
  }

  private static void send(String from, String to, String data) {
    chain.call("eth_sendTransaction", Map.of("from", from, "to", to, "data", data));
  }

  private static BigInteger balance(EvmAddress account) {
    String question = "0x70a08231" + HexFormat.of().formatHex(Abi.word(account));
    return new BigInteger(
        chain.viewAll(chain.token(), List.of(question)).getFirst().substring(2), 16);
  }

  private static boolean isHeld(JsonNode question) {
    return question.get("method").stringValue().equals("eth_call")
        && question.toString().contains(chain.factory().toLowerCase(Locale.ROOT));
  }

  private static String word(long number) {
    return HexFormat.of().formatHex(Abi.word(number));
  }

  /** Somebody who was shown an address, and sends to it from an account that never saw the page. */
  private static final class Payer {
    final String amount;
    final PaymentId id;
    final EvmAddress address;

    Payer(String amount) {
      this.amount = amount;
      Reply created = service.calls().create("{\"amount\":\"" + amount + "\"}").expect(200);
      id = Objects.requireNonNull(PaymentId.parse(created.text("paymentId")));
      String path = URI.create(created.text("paymentUrl")).getPath();
      service
          .browser()
          .with("Content-Type", "application/x-www-form-urlencoded")
          .post(path + "/transfer", "option=" + chain.chainId() + "%3ATUSD")
          .expect(303);
      address =
          TransferAddresses.of(EvmAddress.of(chain.factory()), PAYEE, TransferAddresses.refOf(id));
    }

    void sends(String dollars) {
      BigInteger units = new BigDecimal(dollars).movePointRight(6).toBigIntegerExact();
      byte[] words = Abi.concat(Abi.word(address), Abi.word(units));
      send(chain.payer(), chain.token(), TRANSFER + HexFormat.of().formatHex(words));
    }

    void sweptBy(String account) {
      Place place = new Place(PAYEE, TransferAddresses.refOf(id), EvmAddress.of(chain.token()));
      send(account, chain.factory(), FactoryCalls.sweepAll(List.of(place)));
    }
  }
}
