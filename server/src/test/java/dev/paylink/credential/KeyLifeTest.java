package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Each step of onboarding counts for authentication as soon as it is answered. */
final class KeyLifeTest {
  @AutoClose private static final TestService SERVICE = TestService.start();

  private final Browser merchant = SERVICE.register();

  @Test
  void from_registration_to_a_key_that_authenticates() {
    merchant
        .post(
            "/merchant/kyb",
            "{\"legalName\":\"Engines\",\"country\":\"GB\",\"registrationNumber\":\"1\"}")
        .expect(200);
    String merchantId = merchant.get("/merchant/profile").text("merchantId");
    Reply key = merchant.post("/merchant/api-keys", "{}").expect(201);
    assertThat(caller(key)).isNull();
    merchant.post("/merchant/api-keys/" + key.text("id") + "/activate").expect(200);
    assertThat(Objects.requireNonNull(caller(key)).verification().name()).isEqualTo("KybSubmitted");
    SERVICE
        .operator()
        .put("/admin/merchants/" + merchantId + "/verification", "{\"status\":\"KybVerified\"}")
        .expect(200);
    String address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    merchant.put("/merchant/profile", "{\"userDepositAddress\":\"" + address + "\"}").expect(200);
    Caller caller = Objects.requireNonNull(caller(key));
    assertThat(caller.merchantId()).hasToString(merchantId);
    assertThat(caller.verification().name()).isEqualTo("KybVerified");
    assertThat(caller.payee()).isEqualTo(address);
    assertThat(caller.limit()).isEqualTo(600);
    merchant.post("/merchant/api-keys/" + key.text("id") + "/deactivate").expect(200);
    assertThat(caller(key)).isNull();
  }

  /** The pair is cached for its own address; a foreign one gains nothing by that. */
  @Test
  void foreign_address_is_refused_also_right_after_the_own_one() {
    Reply key = SERVICE.activeKey(merchant, "{\"allowedSources\":[\"192.0.2.0/24\"]}");
    assertThat(caller(key, "192.0.2.7")).isNotNull();
    assertThat(caller(key, "192.0.3.7")).isNull();
    assertThat(caller(key, "not an address")).isNull();
    assertThat(caller(key, "192.0.2.8")).isNotNull();
  }

  private static @Nullable Caller caller(Reply key) {
    return caller(key, "127.0.0.1");
  }

  private static @Nullable Caller caller(Reply key, String source) {
    return SERVICE.apiKeys().credentials().find(key.text("apiKey"), key.text("secretKey"), source);
  }
}
