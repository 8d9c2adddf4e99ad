package dev.paylink.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.testing.Await;
import dev.paylink.testing.DevChain;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * A payer is shown the address on one network and sends on another one, where it is the same
 * address: an exchange's form asks for the network once more.
 */
final class OtherNetworkTest {
  private static final int DEPTH = 3;
  private static final Pattern ADDRESS = Pattern.compile("<code>(0x[0-9a-fA-F]{40})</code>");

  @AutoClose private static final DevChain shown = DevChain.start();
  @AutoClose private static final DevChain other = DevChain.start(31_338);

  @AutoClose
  private static final TestService service =
      TestService.builder().testDollarOn(config("shown", shown), config("other", other)).start();

  private static ChainConfig config(String name, DevChain chain) {
    return chain.config(
        name, chain.settlement(), DEPTH, 1, chain.factory(), List.of(), chain.dollar(false));
  }

  @Test
  void transfer_on_the_network_that_was_not_shown_pays() {
    assertThat(other.factory()).isEqualTo(shown.factory());
    Reply created = create("125.50");
    other.transfer(other.payer(), show(created, shown), 125_500_000);
    other.mine(DEPTH);
    awaitStatus(created, "success");
    JsonNode proof =
        service.calls().status(created.text("paymentId")).json().required("transaction");
    assertThat(proof.get("chainId").asLong()).isEqualTo(other.chainId());
  }

  @Test
  void part_on_the_other_network_is_shown_and_only_the_rest_is_asked_for_there() {
    Reply created = create("10.00");
    String address = show(created, shown);
    other.transfer(other.payer(), address, 6_000_000);
    other.mine(DEPTH);
    Await.until("the part is shown", () -> page(created).contains("Received: 6.00 TUSD"));
    assertThat(show(created, other)).isEqualTo(address);
    assertThat(page(created)).contains("Send exactly 4.00 TUSD", "data-copy=\"4.00\"");
    other.transfer(other.payer(), address, 4_000_000);
    other.mine(DEPTH);
    awaitStatus(created, "success");
  }

  @Test
  void parts_on_both_networks_are_shown_and_pay_together() {
    Reply created = create("15.00");
    String address = show(created, shown);
    shown.transfer(shown.payer(), address, 5_000_000);
    shown.mine(DEPTH);
    other.transfer(other.payer(), address, 9_000_000);
    other.mine(DEPTH);
    Await.until(
        "both are shown",
        () ->
            page(created).contains("Received: 5.00 TUSD")
                && page(created).contains("Received: 9.00 TUSD"));
    assertThat(page(created))
        .contains("are added up", "Send exactly 1.00 TUSD", "data-copy=\"1.00\"");
    assertThat(status(created)).isEqualTo("created");
    other.transfer(other.payer(), address, 1_000_000);
    other.mine(DEPTH);
    awaitStatus(created, "success");
  }

  @Test
  void whole_amount_on_both_networks_is_one_success_and_a_flag() {
    Reply created = create("20.00");
    String address = show(created, shown);
    for (DevChain chain : List.of(shown, other)) {
      chain.transfer(chain.payer(), address, 20_000_000);
      chain.mine(DEPTH);
    }
    awaitStatus(created, "success");
    Await.until("it is flagged", () -> flags(created).contains("overpaid"));
  }

  @Test
  void payment_expires_when_both_networks_are_read_to_its_end() {
    Reply created = service.calls().create("{\"amount\":\"30.00\",\"expiresIn\":300}").expect(200);
    show(created, shown);
    shown.passSeconds(310);
    shown.mine(DEPTH + 1);
    Await.until("one network is read", () -> readOut(created).contains("true"));
    assertThat(status(created)).isEqualTo("created");
    other.passSeconds(310);
    other.mine(DEPTH + 1);
    awaitStatus(created, "failed");
  }

  private static Reply create(String amount) {
    return service.calls().create("{\"amount\":\"" + amount + "\"}").expect(200);
  }

  /** Asks for the address on a network, and returns what the page shows then. */
  private static String show(Reply created, DevChain chain) {
    service
        .browser()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post(path(created) + "/transfer", "option=" + chain.chainId() + "%3ATUSD")
        .expect(303);
    Matcher address = ADDRESS.matcher(page(created));
    assertThat(address.find()).isTrue();
    return address.group(1);
  }

  private static String page(Reply created) {
    return service
        .browser()
        .with("Accept-Language", "en")
        .get(path(created))
        .expect(200)
        .body()
        .replace('\u00a0', ' ');
  }

  private static String path(Reply created) {
    return URI.create(created.text("paymentUrl")).getPath();
  }

  private static String status(Reply created) {
    return service.calls().status(created.text("paymentId")).text("status");
  }

  private static void awaitStatus(Reply created, String status) {
    Await.until(status, () -> status(created).equals(status));
  }

  private static List<String> readOut(Reply created) {
    return service
        .stored()
        .texts(
            "select read_out::text from transfer_address where payment_id = ?",
            Stored.payment(created.text("paymentId")));
  }

  private static List<String> flags(Reply created) {
    return service
        .signedIn()
        .get("/merchant/payments/" + created.text("paymentId"))
        .expect(200)
        .json()
        .get("flags")
        .valueStream()
        .map(JsonNode::asString)
        .toList();
  }
}
