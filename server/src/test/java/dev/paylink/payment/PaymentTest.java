package dev.paylink.payment;

import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** One service for all tests of a class. */
abstract class PaymentTest {
  @AutoClose static TestService service;
  static SignedCalls calls;

  @BeforeAll
  static void start() {
    service = TestService.start();
    calls = service.calls();
  }
}
