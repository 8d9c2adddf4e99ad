package dev.paylink.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.PaymentId;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Database;
import dev.paylink.sdk.RequestSigner;
import dev.paylink.testing.Await;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.Together;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Keys are made once, shared by nodes, followed by others each day, and never lie in clear. */
final class SessionKeysTest {
  private static final String BASE_URL = "https://pay.example.com";
  private static final Vault VAULT = new Vault(List.of(new Secret("a master secret of tests")));
  private static final Grant GRANT = new Grant(new PaymentId(UUID.randomUUID()), "user-77");

  @AutoClose private final Database database = TestDatabase.fresh();
  private Instant now = Instant.now();

  @Test
  void live_token_survives_a_rotation_and_the_new_key_signs_once_all_nodes_know_it() {
    try (SessionKeys keys = node(VAULT)) {
      SessionTokens tokens = tokens(keys);
      String first = tokens.sign(GRANT, "thumbprint");
      String firstKey = keys.ring().signingId();
      age("25 hours");
      keys.refresh();
      assertThat(keys.ring().ids()).hasSize(2).contains(firstKey);
      assertThat(keys.ring().signingId()).isEqualTo(firstKey);
      age("61 seconds");
      keys.refresh();
      assertThat(keys.ring().signingId()).isNotEqualTo(firstKey);
      String second = tokens.sign(GRANT, "thumbprint");
      SessionTokens withoutMemory = tokens(keys);
      assertThat(find(withoutMemory, first)).isNotNull();
      assertThat(find(withoutMemory, second)).isNotNull();
    }
  }

  @Test
  void old_key_is_gone_when_its_last_token_is_long_over() {
    try (SessionKeys keys = node(VAULT)) {
      String first = tokens(keys).sign(GRANT, "thumbprint");
      age("27 hours");
      keys.refresh();
      assertThat(keys.ring().ids()).hasSize(1);
      assertThat(find(tokens(keys), first)).isNull();
    }
  }

  @Test
  void token_of_one_node_is_read_by_the_other_also_with_a_key_it_has_not_seen() {
    try (SessionKeys first = node(VAULT);
        SessionKeys second = node(VAULT)) {
      assertThat(second.ring().signingId()).isEqualTo(first.ring().signingId());
      age("27 hours");
      first.refresh(); // a new key, and it signs at once as the old one is gone
      String token = tokens(first).sign(GRANT, "thumbprint");
      assertThat(second.ring().ids()).doesNotContain(first.ring().signingId());
      assertThat(find(tokens(second), token)).isNotNull();
    }
  }

  @Test
  void unknown_key_ids_ask_the_database_once_a_second_at_most() {
    try (SessionKeys keys = node(VAULT)) {
      KeyRing before = keys.ring();
      assertThat(keys.verifier("invented")).isNull();
      assertThat(keys.ring()).isNotSameAs(before);
      Await.until(
          "two questions within a second",
          () -> {
            long start = System.nanoTime();
            assertThat(keys.verifier("invented")).isNull();
            KeyRing looked = keys.ring();
            assertThat(keys.verifier("invented again")).isNull();
            KeyRing then = keys.ring();
            boolean inTime = System.nanoTime() - start < Duration.ofMillis(400).toNanos();
            return inTime && looked == then;
          });
    }
  }

  @Test
  void nodes_that_start_together_make_one_key() throws Exception {
    List<String> keyIds =
        Together.times(
            6,
            () -> {
              try (SessionKeys keys = node(VAULT)) {
                return keys.ring().signingId();
              }
            });
    assertThat(keyIds).hasSize(6).containsOnly(keyIds.getFirst());
  }

  @Test
  void node_with_another_master_secret_works_with_a_key_of_its_own() {
    Vault other = new Vault(List.of(new Secret("another master secret")));
    try (SessionKeys first = node(VAULT);
        SessionKeys second = node(other)) {
      assertThat(second.ring().signingId()).isNotEqualTo(first.ring().signingId());
      assertThat(find(tokens(second), tokens(first).sign(GRANT, "thumbprint"))).isNull();
      assertThat(find(tokens(second), tokens(second).sign(GRANT, "thumbprint"))).isNotNull();
    }
  }

  @Test
  void stored_key_is_not_readable() {
    try (SessionKeys keys = node(VAULT)) {
      assertThat(keys.ring().ids()).hasSize(1);
      byte[] sealed =
          database
              .jdbi()
              .withHandle(
                  handle ->
                      handle
                          .createQuery("select sealed from session_key")
                          .mapTo(byte[].class)
                          .one());
      assertThat(new String(sealed, StandardCharsets.ISO_8859_1))
          .doesNotContain("P-256")
          .doesNotContain("\"d\"");
    }
  }

  @Test
  void token_is_over_after_fifteen_minutes_also_when_it_was_verified_before() {
    try (SessionKeys keys = node(VAULT)) {
      SessionTokens tokens = tokens(keys);
      String token = tokens.sign(GRANT, "thumbprint");
      Session session = Objects.requireNonNull(find(tokens, token));
      assertThat(session.paymentId()).isEqualTo(GRANT.paymentId());
      assertThat(session.keyThumbprint()).isEqualTo("thumbprint");
      now = now.plus(Duration.ofSeconds(898));
      assertThat(find(tokens, token)).isNotNull();
      now = now.plus(Duration.ofSeconds(3));
      assertThat(find(tokens, token)).isNull();
      assertThat(find(tokens(keys), token)).isNull();
    }
  }

  @Test
  void token_of_another_issuer_is_refused_though_the_key_is_known() {
    try (SessionKeys keys = node(VAULT)) {
      SessionTokens other = new SessionTokens(keys, "https://other.example", () -> now);
      assertThat(find(tokens(keys), other.sign(GRANT, "thumbprint"))).isNull();
    }
  }

  private SessionKeys node(Vault vault) {
    return new SessionKeys(database.jdbi(), new SessionKeyStore(vault));
  }

  private SessionTokens tokens(SessionKeys keys) {
    InstantSource clock = () -> now;
    return new SessionTokens(keys, BASE_URL, clock);
  }

  private static @Nullable Session find(SessionTokens tokens, String token) {
    byte[] hash = RequestSigner.sha256(token.getBytes(StandardCharsets.UTF_8));
    return tokens.find(token, TestKey.base64(hash));
  }

  private void age(String interval) {
    database
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "update session_key set created_at = created_at - ?::interval", interval));
  }
}
