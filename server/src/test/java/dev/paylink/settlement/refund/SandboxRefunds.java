package dev.paylink.settlement.refund;

import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** One sandbox for all tests of a class, and what its merchant does with refunds. */
abstract class SandboxRefunds {
  static final String CUSTOMER = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

  @AutoClose static TestService service;
  static SignedCalls calls;
  static Stored stored;

  @BeforeAll
  static void start() {
    service = TestService.start();
    calls = service.calls();
    stored = service.stored();
  }

  static String key() {
    return UUID.randomUUID().toString();
  }

  /** A payment that gets its money by that outcome. */
  static String paid(SignedCalls by, String amount, String outcome) {
    String payment = by.payment("{\"amount\":\"" + amount + "\"}");
    by.simulate("payments/" + payment, outcome).expect(200);
    if (outcome.startsWith("transfer")) {
      by.advance(30).expect(200);
      Await.until("it is paid", () -> by.status(payment).text("status").equals("success"));
    }
    return payment;
  }

  static String refunds(String payment) {
    return "/sdk/server/payments/" + payment + "/refunds";
  }

  static Reply request(SignedCalls by, String payment, String key, String body) {
    return by.with("X-Idempotency-Key", key).post(refunds(payment), body);
  }

  static Reply request(String payment, String body) {
    return request(calls, payment, key(), body);
  }

  static Reply read(SignedCalls by, String refund) {
    return by.get("/sdk/server/refunds/" + refund).expect(200);
  }

  static Reply cancel(String refund) {
    return calls.post("/sdk/server/refunds/" + refund + "/cancel", "");
  }

  static void awaitStatus(SignedCalls by, String refund, String status) {
    Await.until("it is " + status, () -> read(by, refund).text("status").equals(status));
  }

  /** Sends the refund and waits until its block is final. */
  static void settle(String refund) {
    calls.simulate("refunds/" + refund, "pay").expect(200);
    calls.advance(30).expect(200);
    awaitStatus(calls, refund, "settled");
  }
}
