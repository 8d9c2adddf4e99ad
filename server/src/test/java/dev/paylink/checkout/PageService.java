package dev.paylink.checkout;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.money.Currency;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Callback;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The whole service, a sandbox, as the tests of its hosted page use it. */
final class PageService implements AutoCloseable {
  static final List<Currency> CURRENCIES =
      List.of(
          new Currency("USD", 2, List.of("USDC", "USDT")),
          new Currency("EUR", 2, List.of("EURC")),
          new Currency("JPY", 0, List.of("JPYC")),
          new Currency("BTCX", 8, List.of("WBTC")));

  private final TestService whole;

  PageService() {
    this(TestDatabase.freshUrl());
  }

  PageService(String databaseUrl) {
    this(new TestService(databaseUrl, CURRENCIES));
  }

  /** With chains that wallets can pay on. */
  PageService(List<Currency> currencies, List<ChainConfig> chains) {
    this(new TestService(currencies, chains));
  }

  private PageService(TestService whole) {
    this.whole = whole;
    nameMerchant("Café Ünïcode & Söhne");
  }

  TestService whole() {
    return whole;
  }

  URI baseUrl() {
    return whole.baseUrl();
  }

  Browser browser() {
    return whole.browser();
  }

  /** The merchant at its profile. */
  Browser signedIn() {
    return whole.signedIn();
  }

  SignedCalls calls() {
    return whole.calls();
  }

  Callback callback() {
    return whole.callback();
  }

  String logged() {
    return whole.logged();
  }

  /** What the database holds. */
  Stored stored() {
    return whole.stored();
  }

  /** A browser in which the merchant is signed in. */
  NewLink newLink() {
    return new NewLink(calls(), callback());
  }

  void nameMerchant(String name) {
    ObjectNode wish = JsonMapper.shared().createObjectNode().put("businessName", name);
    whole.signedIn().put("/merchant/profile", wish.toString()).expect(200);
    whole
        .operator()
        .put(
            "/admin/merchants/" + whole.merchant().merchantId() + "/business-name",
            wish.put("decision", "accept").toString())
        .expect(200);
  }

  /** Where the merchant is told of outcomes. */
  void setWebhook(String url) {
    whole
        .signedIn()
        .put("/merchant/webhooks/invoice_settlement", "{\"webhookUrl\":\"" + url + "\"}")
        .expect(200);
  }

  /** The last final block of a chain that was read. */
  long chainBlock(String name) {
    for (JsonNode chain : whole.operator().get("/admin/chains").expect(200).json().get("data")) {
      if (chain.get("name").stringValue().equals(name)) {
        return chain.get("block").longValue();
      }
    }
    throw new IllegalArgumentException(name);
  }

  /** Lets a payment's deadline pass, which is all that time does to it. */
  void passDeadline(Link link) {
    Jdbi.create(whole.databaseUrl())
        .useHandle(
            handle ->
                handle.execute(
                    "update payment set expires_at = now() - interval '1 second' where id = ?",
                    Stored.payment(link.id())));
  }

  /** An amount as the tables hold it: the payment's, then the invoice's; "null" while open. */
  List<String> amounts(Link link) {
    return whole
        .stored()
        .texts(
            """
            select unnest(array[p.amount::text, i.amount::text])
              from payment p join invoice i on i.id = p.invoice_id where p.id = ?
            """,
            Stored.payment(link.id()));
  }

  /** How often the payment's status was asked for by sessions, whatever was answered. */
  int polls(Link link) {
    return requests("\"method\":\"GET\",\"path\":\"/sdk/status/" + link.id() + "\"");
  }

  /** How many codes for sessions the page was given; its forms answer otherwise. */
  int codes(Link link) {
    return requests("\"method\":\"POST\",\"path\":\"/pay/" + link.id() + "/…\",\"status\":200");
  }

  private int requests(String logged) {
    return (int) whole.logged().lines().filter(line -> line.contains(logged)).count();
  }

  @Override
  public void close() {
    whole.close();
  }
}
