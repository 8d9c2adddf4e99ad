package dev.paylink.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The statement of a merchant against a real EVM: its closing balance is the sum of the {@code
 * Transfer} logs to the merchant's payments, less those of its refunds.
 */
final class BooksOnDevChainTest {
  private static final int DEPTH = 3;
  private static final Pattern ADDRESS = Pattern.compile("<code>(0x[0-9a-fA-F]{40})</code>");
  private static final String TRANSFER =
      "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

  private static DevChain chain;
  private static TestService service;
  private static PaidOnDevChain paid;
  private static Browser merchant;
  private static final Set<String> addresses = new HashSet<>();

  @BeforeAll
  static void start() {
    chain = DevChain.start();
    service =
        TestService.builder()
            .testDollarOn(
                chain.config(
                    "local",
                    chain.settlement(),
                    DEPTH,
                    1,
                    chain.factory(),
                    List.of(URI.create(chain.rpcUrl())),
                    chain.dollar(false)))
            .start();
    paid = new PaidOnDevChain(service, chain, DEPTH);
    merchant = service.signedIn();
  }

  @AfterAll
  static void stop() {
    service.close();
    chain.close();
  }

  @Test
  void statement_is_the_sum_of_what_the_node_has() {
    Reply shortPaid = paid.create("10.00");
    String late = show(shortPaid);
    transfer(late, 4_000_000);
    Reply whole = paid.create("20.00");
    String parts = show(whole);
    transfer(parts, 12_000_000);
    transfer(parts, 8_000_000);
    Reply more = paid.create("5.00");
    transfer(show(more), 7_500_000);
    chain.mine(DEPTH);
    paid.awaitStatus(whole, "success");
    paid.awaitStatus(more, "success");
    Await.until("the part has come", () -> received(shortPaid).equals("4.00"));
    assertThat(closing()).isEqualByComparingTo(onNode()).isEqualByComparingTo("31.5");

    service.calls().cancel(shortPaid.text("paymentId")).expect(200);
    String to = chain.others().getLast();
    refund(shortPaid, "", to);
    refund(more, "\"amount\":\"2.50\",", to);
    assertThat(closing())
        .isEqualByComparingTo(onNode().subtract(sum(Set.of(topic(to)))))
        .isEqualByComparingTo("25");

    transfer(late, 1); // dust counts too, also after the end
    chain.mine(DEPTH);
    Await.until("it is counted", () -> closing().compareTo(new BigDecimal("25.000001")) == 0);
  }

  private static void transfer(String address, long units) {
    chain.transfer(chain.payer(), address, units);
  }

  /** Requests a refund and pays it with a wallet. */
  private static void refund(Reply created, String fields, String to) {
    String id =
        service
            .calls()
            .with("X-Idempotency-Key", UUID.randomUUID().toString())
            .post(
                "/sdk/server/payments/" + created.text("paymentId") + "/refunds",
                "{" + fields + "\"to\":\"" + to + "\"}")
            .expect(200)
            .text("refundId");
    JsonNode steps =
        merchant
            .post("/merchant/refunds/" + id + "/wallet", "{\"payer\":\"" + chain.payer() + "\"}")
            .expect(200)
            .json();
    for (String step : List.of("approve", "pay")) {
      paid.call(
          steps.at("/" + step + "/to").stringValue(), steps.at("/" + step + "/data").stringValue());
    }
    chain.mine(DEPTH);
    Await.until(
        "it is settled",
        () -> service.calls().get("/sdk/server/refunds/" + id).text("status").equals("settled"));
  }

  private static String received(Reply created) {
    return service
        .calls()
        .status(created.text("paymentId"))
        .json()
        .path("receivedAmount")
        .asString("");
  }

  /** What the statement of this month ends with, in the only token. */
  private static BigDecimal closing() {
    String month =
        merchant.get("/merchant/statements").expect(200).json().at("/data/0/month").asString();
    return merchant
        .get("/merchant/statements/" + month + ".csv")
        .expect(200)
        .body()
        .lines()
        .filter(line -> line.startsWith("closing,") && line.contains(",TUSD,"))
        .map(line -> new BigDecimal(line.split(",", -1)[5]))
        .findFirst()
        .orElse(BigDecimal.ZERO);
  }

  /** What the logs of the token say that came to the addresses of the payments. */
  private static BigDecimal onNode() {
    return sum(addresses);
  }

  private static BigDecimal sum(Set<String> to) {
    BigInteger units = BigInteger.ZERO;
    for (JsonNode log :
        chain.call(
            "eth_getLogs",
            Map.of(
                "fromBlock",
                "0x0",
                "toBlock",
                "latest",
                "address",
                chain.token(),
                "topics",
                List.of(TRANSFER)))) {
      if (to.contains(log.at("/topics/2").stringValue())) {
        units = units.add(new BigInteger(log.get("data").stringValue().substring(2), 16));
      }
    }
    return new BigDecimal(units, 6);
  }

  private static String topic(String address) {
    return "0x" + "0".repeat(24) + address.substring(2).toLowerCase(Locale.ROOT);
  }

  private static String show(Reply created) {
    String path = URI.create(created.text("paymentUrl")).getPath();
    service
        .browser()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post(path + "/transfer", "option=" + chain.chainId() + "%3ATUSD")
        .expect(303);
    Matcher address =
        ADDRESS.matcher(
            service.browser().with("Accept-Language", "en").get(path).expect(200).body());
    assertThat(address.find()).isTrue();
    addresses.add(topic(address.group(1)));
    return address.group(1);
  }
}
