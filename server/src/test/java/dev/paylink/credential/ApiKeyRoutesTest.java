package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A merchant's keys are its own, and their secrets nobody else's, the database included. */
final class ApiKeyRoutesTest {
  @AutoClose private static final TestService SERVICE = TestService.start();

  private final Browser merchant = SERVICE.register();

  @Test
  void a_new_key_shows_its_secret_once() {
    Reply created = create("{\"label\":\"checkout\"}").expect(201);
    String secret = created.text("secretKey");
    assertThat(created.body())
        .matches(
            """
            \\{"id":"key_[0-9a-z]{26}","apiKey":"pk_test_[0-9A-Za-z]{24}",\
            "secretKey":"sk_test_[0-9A-Za-z]{40}","active":false,"limit":600,"label":"checkout",\
            "createdAt":"[-0-9]{10}T[:0-9]{8}\\.[0-9]{3}Z",\
            "scopes":null,"expiresAt":null,"allowedSources":null\\}\
            """);
    assertThat(created.header("Cache-Control")).isEqualTo("no-store");
    Reply list = merchant.get("/merchant/api-keys").expect(200);
    assertThat(list.json().required("data").get(0).propertyNames())
        .containsExactly(
            "id",
            "apiKey",
            "active",
            "limit",
            "label",
            "createdAt",
            "lastUsedAt",
            "lastUsedFrom",
            "scopes",
            "expiresAt",
            "allowedSources",
            "replacedBy");
    assertThat(list.body()).contains(created.text("apiKey")).doesNotContain(secret);
    assertThat(change(created.text("id"), "activate").expect(200).body()).doesNotContain(secret);
  }

  @Test
  void prefix_says_what_it_is_and_whether_it_is_live() {
    NewApiKey live = NewApiKey.random(KeySettings.OPEN, 1, false);
    assertThat(live.apiKey()).matches("pk_live_[0-9A-Za-z]{24}");
    assertThat(live.secretKey().reveal()).matches("sk_live_[0-9A-Za-z]{40}");
  }

  /** As keys were before they had these prefixes. */
  @Test
  void key_without_such_a_prefix_works_on() {
    SERVICE
        .apiKeys()
        .own()
        .create(
            Objects.requireNonNull(
                MerchantId.parse(merchant.get("/merchant/profile").text("merchantId"))),
            new NewApiKey("pk_5sKd8", new Secret("sk_7Qm2"), KeySettings.OPEN, 600, true),
            new Actor("test", "local"));
    assertThat(SERVICE.apiKeys().credentials().find("pk_5sKd8", "sk_7Qm2", "127.0.0.1"))
        .isNotNull();
  }

  @Test
  void the_secret_is_neither_stored_nor_logged() {
    String secret = create("").expect(201).text("secretKey");
    for (String table : List.of("api_key", "audit_log")) {
      assertThat(SERVICE.stored().rows(table)).isNotEmpty().noneMatch(row -> row.contains(secret));
    }
    Await.until("it is logged", () -> SERVICE.logged().contains("/merchant/api-keys"));
    assertThat(SERVICE.logged()).contains("/merchant/api-keys").doesNotContain(secret);
  }

  @Test
  void a_key_is_switched_on_and_off_with_a_trace_and_twice_is_once() {
    String id = create("{}").expect(201).text("id");
    assertThat(change(id, "activate").json().required("active").asBoolean()).isTrue();
    assertThat(change(id, "activate").json().required("active").asBoolean()).isTrue();
    assertThat(change(id, "deactivate").json().required("active").asBoolean()).isFalse();
    Reply profile = merchant.get("/merchant/profile");
    String by = " by " + profile.text("email") + " from 127.0.0.1 : ";
    String off = id + " inactive, limit 600";
    String on = id + " active, limit 600";
    assertThat(SERVICE.stored().audit(profile.text("merchantId")))
        .filteredOn(line -> line.startsWith("api_key"))
        .containsExactly(
            "api_key.created" + by + "- > " + off,
            "api_key.changed" + by + off + " > " + on,
            "api_key.changed" + by + on + " > " + off);
  }

  @ParameterizedTest
  @ValueSource(strings = {"activate", "deactivate"})
  void another_merchants_key_is_as_unknown_as_one_that_does_not_exist(String action) {
    String id = create("{}").expect(201).text("id");
    merchant.post("/merchant/api-keys/" + id + "/activate").expect(200);
    Browser other = SERVICE.register();
    Reply foreign = other.post("/merchant/api-keys/" + id + "/" + action);
    Reply unknown = other.post("/merchant/api-keys/key_01jgfj2v00e8z9k1k2k3k4k5k6/" + action);
    foreign.expectProblem(404, "KEY_NOT_FOUND");
    assertThat(foreign.bodyWithoutRequestId()).isEqualTo(unknown.bodyWithoutRequestId());
    other.post("/merchant/api-keys/nonsense/" + action).expectProblem(404, "KEY_NOT_FOUND");
    assertThat(other.get("/merchant/api-keys").body()).isEqualTo("{\"data\":[]}");
    assertThat(merchant.get("/merchant/api-keys").json().required("data").get(0).required("active"))
        .hasToString("true");
  }

  @Test
  void a_label_has_up_to_a_hundred_characters() {
    create("{\"label\":\"" + "x".repeat(100) + "\"}").expect(201);
    Reply reply = create("{\"label\":\"" + "x".repeat(101) + "\",\"lable\":\"\"}");
    reply.expectProblem(400, "INVALID_REQUEST");
    assertThat(reply.faultyFields()).containsExactlyInAnyOrder("label", "lable");
  }

  @Test
  void keys_are_listed_newest_first() {
    String first = create("{}").text("id");
    String second = create("{}").text("id");
    List<String> listed = new ArrayList<>();
    merchant
        .get("/merchant/api-keys")
        .json()
        .required("data")
        .forEach(key -> listed.add(key.required("id").asString()));
    assertThat(listed).containsExactly(second, first);
  }

  @Test
  void the_fiftieth_key_is_the_last_also_when_many_ask_at_once() throws Exception {
    for (int i = 1; i < MerchantApiKeys.MAX_KEYS; i++) {
      create("{}").expect(201);
    }
    List<Integer> statuses = Together.times(4, () -> create("{}").status());
    assertThat(statuses).containsExactlyInAnyOrder(201, 409, 409, 409);
    create("{}").expectProblem(409, "TOO_MANY_KEYS");
    assertThat(merchant.get("/merchant/api-keys").json().required("data")).hasSize(50);
  }

  private Reply create(String body) {
    return merchant.post("/merchant/api-keys", body);
  }

  private Reply change(String id, String action) {
    return merchant.post("/merchant/api-keys/" + id + "/" + action);
  }
}
