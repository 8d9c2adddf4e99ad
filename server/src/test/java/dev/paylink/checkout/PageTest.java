package dev.paylink.checkout;

import dev.paylink.money.Currency;
import dev.paylink.testing.TestService;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** One service for all tests of a class. */
abstract class PageTest {
  static final String TRANSACTION =
      """
      {"chainId":8453,"hash":"0x9f2c4c7ad5b6e1f08a3d7c2b1e4f5a69788990a1b2c3d4e5f60718293a4b5c6d",
       "blockNumber":21984412,"logIndex":3,"token":"USDC","amount":"125.50",
       "payer":"0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
       "payee":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}""";

  static final List<Currency> CURRENCIES =
      List.of(
          new Currency("USD", 2, List.of("USDC", "USDT")),
          new Currency("EUR", 2, List.of("EURC")),
          new Currency("JPY", 0, List.of("JPYC")),
          new Currency("BTCX", 8, List.of("WBTC")));

  @AutoClose static TestService service;

  @BeforeAll
  static void start() {
    service = named(TestService.builder().currencies(CURRENCIES));
  }

  /** A service whose merchant has a name with all kinds of letters. */
  static TestService named(TestService.Builder options) {
    TestService named = options.start();
    nameMerchant(named, "Café Ünïcode & Söhne");
    return named;
  }

  static void nameMerchant(TestService service, String name) {
    ObjectNode wish = JsonMapper.shared().createObjectNode().put("businessName", name);
    service.signedIn().put("/merchant/profile", wish.toString()).expect(200);
    service
        .operator()
        .put(
            "/admin/merchants/" + service.merchant().merchantId() + "/business-name",
            wish.put("decision", "accept").toString())
        .expect(200);
  }

  static String page(Link link) {
    return service.browser().get(link.path()).expect(200).body();
  }
}
