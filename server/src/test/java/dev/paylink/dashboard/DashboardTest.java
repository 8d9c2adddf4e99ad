package dev.paylink.dashboard;

import dev.paylink.testing.People;
import dev.paylink.testing.TestService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** One service for all tests of a class. */
abstract class DashboardTest {
  @AutoClose static TestService service;

  @BeforeAll
  static void start() {
    service = TestService.start();
  }

  static String newEmail() {
    return People.newEmail();
  }

  static Guest guest() {
    return new Guest(service.baseUrl());
  }

  /** Signed in to a merchant of its own. */
  static Guest owner() {
    return guest().signUp(newEmail());
  }
}
