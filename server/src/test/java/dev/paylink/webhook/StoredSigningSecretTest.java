package dev.paylink.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Reseal;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.webhook.settings.SigningSecret;
import dev.paylink.webhook.settings.SigningSecrets;
import dev.paylink.webhook.settings.WebhookScope;
import dev.paylink.webhook.settings.WebhookStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Whoever has the database but not the encryption key has no signing secret. */
final class StoredSigningSecretTest {
  private static final String PATH = "/merchant/webhooks/invoice_settlement";
  private static final String BODY = "{\"webhookUrl\":\"https://127.0.0.1/hook\"}";

  @AutoClose private static final TestService SERVICE = TestService.start();
  private static final Stored STORED = SERVICE.stored();

  private final Browser merchant = SERVICE.register();
  private final String merchantId = merchant.get("/merchant/profile").text("merchantId");
  private final MerchantId id = Objects.requireNonNull(MerchantId.parse(merchantId));
  private final String first = merchant.put(PATH, BODY).expect(200).text("signingSecret");
  private final String second = rotate();

  @AfterEach
  void leaveNoOther() {
    STORED.change("delete from webhook");
  }

  @Test
  void no_secret_is_in_the_database_the_audit_log_or_the_log_in_clear() {
    merchant.delete("/merchant/webhooks/fiat_settlement").expect(204);
    for (String secret : List.of(first, second)) {
      String key = secret.substring("whsec_".length());
      String hex = HexFormat.of().formatHex(secret.getBytes(StandardCharsets.UTF_8));
      String keyHex = HexFormat.of().formatHex(new SigningSecret(new Secret(secret)).keyBytes());
      for (String table : List.of("webhook", "audit_log")) {
        assertThat(STORED.rows(table))
            .isNotEmpty()
            .noneMatch(row -> Stream.of(key, hex, keyHex).anyMatch(row::contains));
      }
      assertThat(SERVICE.logged()).contains(PATH).doesNotContain(key);
    }
  }

  @Test
  void each_change_leaves_a_trace_and_what_changes_nothing_leaves_none() {
    merchant.put(PATH, BODY).expect(200);
    merchant.put(PATH, "{\"webhookUrl\":\"https://127.0.0.1/2\",\"active\":false}").expect(200);
    merchant.delete(PATH).expect(204);
    merchant.delete(PATH).expect(204);
    String by = " by " + merchant.get("/merchant/profile").text("email") + " from 127.0.0.1 : ";
    String old = "invoice_settlement https://127.0.0.1/hook active";
    String changed = "invoice_settlement https://127.0.0.1/2 inactive";
    assertThat(STORED.audit(merchantId))
        .filteredOn(line -> line.startsWith("webhook."))
        .containsExactly(
            "webhook.configured" + by + "- > " + old,
            "webhook.secret_rotated" + by + old + " > " + old,
            "webhook.changed" + by + old + " > " + changed,
            "webhook.deleted" + by + changed + " > -");
  }

  @Test
  void the_encryption_key_opens_what_is_stored_in_its_own_row_only() {
    WebhookStore.Row row = row();
    WebhookStore store = store(TestService.ENCRYPTION_KEY);
    SigningSecrets secrets = open(store, id, WebhookScope.invoice_settlement, row);
    assertThat(secrets.current().reveal()).isEqualTo(second);
    assertThat(Objects.requireNonNull(secrets.previous()).reveal()).isEqualTo(first);
    MerchantId other = new MerchantId(new java.util.UUID(1, 2));
    assertThatThrownBy(() -> open(store, other, WebhookScope.invoice_settlement, row))
        .hasMessageContaining("the encryption key has changed")
        .hasMessageContaining(other.toString());
    assertThatThrownBy(() -> open(store, id, WebhookScope.fiat_settlement, row))
        .hasMessageContaining("fiat_settlement");
    assertThatThrownBy(
            () -> open(store(new Secret("another")), id, WebhookScope.invoice_settlement, row))
        .hasMessageContaining(merchantId);
  }

  @Test
  void a_new_encryption_key_takes_over_and_the_old_one_can_go() {
    Secret newer = new Secret("a-newer-encryption-key");
    renew(newer, TestService.ENCRYPTION_KEY);
    SigningSecrets secrets = open(store(newer), id, WebhookScope.invoice_settlement, row());
    assertThat(secrets.current().reveal()).isEqualTo(second);
    assertThat(Objects.requireNonNull(secrets.previous()).reveal()).isEqualTo(first);
  }

  @Test
  void what_the_newest_key_has_sealed_is_left_alone() {
    List<String> before = STORED.rows("webhook");
    renew(TestService.ENCRYPTION_KEY, new Secret("an-older-encryption-key"));
    renew(TestService.ENCRYPTION_KEY);
    assertThat(STORED.rows("webhook")).isEqualTo(before);
  }

  @Test
  void a_secret_that_no_key_opens_stays_and_does_not_hold_up_the_others() {
    for (int i = 0; i < 3; i++) {
      SERVICE.register().put(PATH, BODY).expect(200);
    }
    STORED.change(
        "update webhook set signing_secret = '\\x00' where merchant_id = ?",
        Stored.uuid(merchantId));
    Secret newer = new Secret("a-newer-encryption-key");
    renew(newer, TestService.ENCRYPTION_KEY);
    String prefix = HexFormat.of().formatHex(new Vault(List.of(newer)).currentPrefix());
    assertThat(STORED.rows("webhook"))
        .hasSize(4)
        .filteredOn(row -> row.contains("\\x" + prefix))
        .hasSize(3);
  }

  @Test
  void rotating_helps_where_the_secret_before_cannot_be_opened() {
    WebhookStore lostKey = store(new Secret("another"));
    SERVICE.jdbi().useHandle(handle -> rotateTo("whsec_" + "A".repeat(43) + "=", lostKey, handle));
    SigningSecrets secrets = open(lostKey, id, WebhookScope.invoice_settlement, row());
    assertThat(secrets.current().reveal()).startsWith("whsec_AAA");
    assertThat(secrets.previous()).isNull();
  }

  @Test
  void a_rotated_secret_that_no_key_opens_does_not_hold_back_the_one_that_signs() {
    STORED.change(
        "update webhook set previous_secret = '\\x00' where merchant_id = ?",
        Stored.uuid(merchantId));
    Secret newer = new Secret("a-newer-encryption-key");
    renew(newer, TestService.ENCRYPTION_KEY);
    WebhookStore.Row row = row();
    assertThat(row.previous()).isEqualTo(new byte[] {0});
    assertThat(
            store(newer)
                .open(id, WebhookScope.invoice_settlement, row.sealed(), null)
                .current()
                .reveal())
        .isEqualTo(second);
  }

  private void rotateTo(String secret, WebhookStore store, Handle handle) {
    store.rotate(
        handle,
        id,
        WebhookScope.invoice_settlement,
        new SigningSecret(new Secret(secret)),
        Duration.ofHours(24));
  }

  private void renew(Secret... keys) {
    Vault vault = new Vault(List.of(keys));
    Reseal.all(SERVICE.jdbi(), vault, new WebhookStore(vault));
  }

  private static WebhookStore store(Secret key) {
    return new WebhookStore(new Vault(List.of(key)));
  }

  private static SigningSecrets open(
      WebhookStore store, MerchantId merchantId, WebhookScope scope, WebhookStore.Row row) {
    return store.open(merchantId, scope, row.sealed(), row.previous());
  }

  private WebhookStore.Row row() {
    String sql =
        "select merchant_id, scope, signing_secret as sealed, previous_secret as previous"
            + " from webhook where merchant_id = ?";
    return SERVICE
        .jdbi()
        .withHandle(handle -> handle.select(sql, id.value()).mapTo(WebhookStore.Row.class).one());
  }

  private String rotate() {
    return merchant.post(PATH + "/rotate-secret").expect(200).text("signingSecret");
  }
}
