package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Browser;
import dev.paylink.testing.MerchantService;
import dev.paylink.testing.Reply;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Each step of onboarding counts for authentication as soon as it is answered. */
final class KeyLifeTest {
  private static final MerchantService SERVICE = new MerchantService("http://127.0.0.1:8080");

  private final Browser merchant = SERVICE.newMerchant();

  @AfterAll
  static void stop() {
    SERVICE.close();
  }

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

  private static @Nullable Caller caller(Reply key) {
    return SERVICE.credentials().find(key.text("apiKey"), key.text("secretKey"));
  }
}
