package dev.paylink.session;

import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** One service for all tests of a class, with one payment and one open session. */
abstract class SessionTest {
  @AutoClose static TestService service;
  static SignedCalls calls;
  static Payer payer;
  static String paymentId;
  static String token;

  @BeforeAll
  static void start() {
    service = TestService.start();
    calls = service.calls();
    payer = new Payer(service.baseUrl(), TestKey.es256());
    paymentId = Payer.newPayment(calls);
    token = payer.open(Payer.newCode(calls, paymentId)).expect(200).text("sessionToken");
  }
}
