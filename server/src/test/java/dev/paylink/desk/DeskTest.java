package dev.paylink.desk;

import dev.paylink.dashboard.Guest;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.People;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import tools.jackson.databind.json.JsonMapper;

/** One service for all tests of a class, and merchants for the operator to look at. */
abstract class DeskTest {
  @AutoClose static TestService service;

  @BeforeAll
  static void start() {
    service = TestService.start();
  }

  static Guest anyone() {
    return new Guest(service.internalUrl());
  }

  static Guest operator() {
    return anyone().signInAtDesk();
  }

  /** A merchant of its own, signed in. */
  static Browser register(String businessName) {
    Browser merchant = service.browser();
    String json =
        JsonMapper.shared()
            .createObjectNode()
            .put("email", People.newEmail())
            .put("password", People.PASSWORD)
            .put("businessName", businessName)
            .toString();
    merchant.post("/merchant/register", json).expect(201);
    return merchant;
  }

  static void submitKyb(Browser merchant, String legalName) {
    String json =
        JsonMapper.shared()
            .createObjectNode()
            .put("legalName", legalName)
            .put("country", "GB")
            .put("registrationNumber", "01234567")
            .toString();
    merchant.post("/merchant/kyb", json).expect(200);
  }

  static String idOf(Browser merchant) {
    return merchant.get("/merchant/profile").expect(200).text("merchantId");
  }

  static String page(String merchantId) {
    return DeskSection.MERCHANTS.path() + '/' + merchantId;
  }

  /**
   * Lets the waits between attempts pass, until the delivery of the payment's event is given up.
   */
  static void awaitExhausted(String paymentId) {
    Jdbi jdbi = Jdbi.create(service.databaseUrl());
    Await.until(
        "it is exhausted",
        () ->
            jdbi.withHandle(
                handle -> {
                  handle.execute(
                      "update delivery set due_at = now() where state = 'pending' and claim_id is null");
                  return handle
                      .createQuery(
                          """
                          select d.state = 'exhausted' from delivery d
                            join event e on e.merchant_id = d.merchant_id and e.id = d.event_id
                           where e.payment_id = :payment order by d.id desc limit 1
                          """)
                      .bind("payment", Stored.payment(paymentId))
                      .mapTo(Boolean.class)
                      .findOne()
                      .orElse(false);
                }));
  }
}
