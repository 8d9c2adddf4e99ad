package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The operator sets a key's budget and state, for whichever merchant it is. */
final class ApiKeyOperatorRoutesTest {
  @AutoClose private static final TestService SERVICE = TestService.start();

  private final Browser merchant = SERVICE.register();
  private final String merchantId = merchant.get("/merchant/profile").text("merchantId");
  private final Reply key = merchant.post("/merchant/api-keys", "{\"label\":\"till\"}").expect(201);

  @Test
  void limit_and_state_change_together_or_alone() {
    Reply both = put("{\"limit\":1000,\"active\":true}").expect(200);
    assertThat(both.body())
        .isEqualTo(
            """
            {"id":"%s","apiKey":"%s","active":true,"limit":1000,"label":"till","createdAt":"%s",\
            "lastUsedAt":null,"lastUsedFrom":null,"scopes":null,"expiresAt":null,"allowedSources":null,"replacedBy":null,"merchantId":"%s"}\
            """
                .formatted(key.text("id"), key.text("apiKey"), key.text("createdAt"), merchantId));
    assertThat(SERVICE.caller(key).limit()).isEqualTo(1000);
    Reply off = put("{\"active\":false}").expect(200);
    assertThat(off.json().required("limit").asInt()).isEqualTo(1000);
    String by = "api_key.changed by token from 127.0.0.1 : ";
    String before = key.text("id") + " inactive, limit 600";
    String on = key.text("id") + " active, limit 1000";
    String after = key.text("id") + " inactive, limit 1000";
    assertThat(SERVICE.stored().audit(merchantId))
        .containsSubsequence(List.of(by + before + " > " + on, by + on + " > " + after));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1000000"})
  void a_limit_from_one_to_a_million_is_accepted(String limit) {
    put("{\"limit\":" + limit + "}").expect(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1000001", "-1", "1.5", "1e3", "\"600\""})
  void its_neighbours_are_refused(String limit) {
    Reply reply = put("{\"limit\":" + limit + ",\"active\":1}");
    assertThat(reply.expectProblem(400, "INVALID_REQUEST").faultyFields())
        .containsExactly("limit", "active");
  }

  @ParameterizedTest
  @ValueSource(strings = {"key_01jgfj2v00e8z9k1k2k3k4k5k6", "nonsense"})
  void an_unknown_key_is_not_found(String id) {
    SERVICE.operator().put("/admin/api-keys/" + id, "{}").expectProblem(404, "KEY_NOT_FOUND");
  }

  @Test
  void a_key_can_be_made_from_a_given_pair() {
    NewApiKey given =
        new NewApiKey("pk_given", new Secret("sk_given"), KeySettings.OPEN, 100_000, true);
    ApiKey stored =
        SERVICE
            .apiKeys()
            .own()
            .create(
                Objects.requireNonNull(MerchantId.parse(merchantId)),
                given,
                new Actor("sandbox", "local"));
    assertThat(stored.limit()).isEqualTo(100_000);
    assertThat(SERVICE.apiKeys().credentials().find("pk_given", "sk_given", "127.0.0.1"))
        .isNotNull();
    assertThat(SERVICE.apiKeys().credentials().find("pk_given", "sk_other", "127.0.0.1")).isNull();
    assertThat(given.toString()).doesNotContain("sk_given");
  }

  private Reply put(String body) {
    return SERVICE.operator().put("/admin/api-keys/" + key.text("id"), body);
  }
}
