package dev.paylink.dashboard;

import dev.paylink.testing.TestService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** One service for all tests of a class. */
abstract class DashboardTest {
  private static final AtomicInteger GUESTS = new AtomicInteger();

  @AutoClose static TestService service;

  @BeforeAll
  static void start() {
    service = TestService.start();
  }

  static String newEmail() {
    return "guest" + GUESTS.incrementAndGet() + "@example.com";
  }

  static Guest guest() {
    return new Guest(service.baseUrl());
  }

  /** Signed in to a merchant of its own. */
  static Guest owner() {
    return guest().signUp(newEmail());
  }
}
