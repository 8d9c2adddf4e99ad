package dev.paylink.checkout;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** One service for all tests of a class. */
abstract class PageTest {
  static final String TRANSACTION =
      """
      {"chainId":8453,"hash":"0x9f2c4c7ad5b6e1f08a3d7c2b1e4f5a69788990a1b2c3d4e5f60718293a4b5c6d",
       "blockNumber":21984412,"logIndex":3,"token":"USDC","amount":"125.50",
       "payer":"0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
       "payee":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}""";

  static PageService service;

  @BeforeAll
  static void start() {
    service = new PageService();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  static String page(Link link) {
    return service.browser().get(link.path()).expect(200).body();
  }
}
