package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.net.URI;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/**
 * What was simulated is never taken for money: a database belongs to one mode for ever, and a key
 * works in the mode that made it.
 */
final class InstanceModeTest {
  private static final String ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

  @Test
  void live_instance_refuses_the_data_of_a_sandbox_in_one_line() {
    String url = TestDatabase.freshUrl();
    try (TestService sandbox = TestService.builder().database(url).start()) {
      String payment = sandbox.calls().create("{}").expect(200).text("paymentId");
      sandbox.callback().report("payment.confirmed", payment).expect(200);
    }
    assertThat(startFault(TestService.builder().database(url).live()))
        .isEqualTo(
            "the database is a sandbox's and never becomes live; start it with paylink sandbox, or"
                + " give the live instance another database or data folder");
    TestService.builder().database(url).start().close(); // it is what it was
  }

  @Test
  void sandbox_refuses_the_data_of_a_live_instance_in_one_line() {
    String url = TestDatabase.freshUrl();
    try (TestService live = TestService.builder().database(url).live().start();
        TestService node = live.anotherNode()) {
      assertThat(node.baseUrl()).isNotEqualTo(live.baseUrl());
    }
    assertThat(startFault(TestService.builder().database(url)))
        .isEqualTo(
            "the database is a live instance's; give the sandbox another database or data folder");
    TestService.builder().database(url).live().start().close();
  }

  @Test
  void key_of_a_sandbox_opens_nothing_live() {
    String url = TestDatabase.freshUrl();
    String key;
    String secret;
    try (TestService sandbox = TestService.builder().database(url).start()) {
      key = sandbox.merchant().apiKey();
      secret = sandbox.merchant().secretKey().reveal();
    }
    change(url, "live");
    try (TestService live = TestService.builder().database(url).live().start()) {
      calls(live.baseUrl(), key, secret).create("{}").expect(401);
    }
  }

  @Test
  void live_key_opens_nothing_in_a_sandbox() {
    String url = TestDatabase.freshUrl();
    Reply key;
    try (TestService live = TestService.builder().database(url).live().start()) {
      key = live.activeKey(live.verified("ada@example.com", ADDRESS), "{}");
      Reply created = live.calls(key).create("{\"amount\":1250}").expect(200);
      assertThat(created.header("Paylink-Hint")).as("hints are for developers").isEmpty();
    }
    change(url, "sandbox");
    try (TestService sandbox = TestService.builder().database(url).start()) {
      sandbox.calls(key).create("{}").expect(401);
      sandbox.calls().create("{}").expect(200);
    }
  }

  /** As somebody does who owns the tables. */
  private static void change(String url, String mode) {
    Jdbi.create(url).useHandle(handle -> handle.execute("update instance_mode set mode = ?", mode));
  }

  private static SignedCalls calls(URI baseUrl, String key, String secret) {
    return new SignedCalls(baseUrl, key, secret);
  }

  private static String startFault(TestService.Builder options) {
    Throwable fault = catchThrowable(() -> options.start().close());
    return fault == null ? "it started" : StartFailure.oneLine(fault);
  }
}
