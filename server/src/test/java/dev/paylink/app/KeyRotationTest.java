package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.merchant.SsoTestTeam;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.oidc.OidcClient;
import dev.paylink.testing.Authenticator;
import dev.paylink.testing.Browser;
import dev.paylink.testing.LocalDns;
import dev.paylink.testing.LyingProvider;
import dev.paylink.testing.People;
import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** A new encryption key takes over all that is sealed in the database; then the old one can go. */
final class KeyRotationTest {
  private static final Secret OLD = TestService.ENCRYPTION_KEY;
  private static final Secret NEW = new Secret("the-new-encryption-key-of-tests");

  private final String database = TestDatabase.freshUrl();

  @Test
  void all_that_is_sealed_is_sealed_anew_and_single_sign_on_works_without_the_old_key() {
    try (LyingProvider provider = new LyingProvider();
        LocalDns dns = new LocalDns()) {
      Authenticator app;
      try (TestService before =
          TestService.builder().database(database).dns(dns).encryptionKeys(OLD).start()) {
        app = sealEverything(before, provider, dns);
      }
      assertThat(sealedBy(OLD))
          .contains(
              "merchant_sso.client_secret",
              "second_factor.secret",
              "webhook.signing_secret",
              "audit_key.sealed",
              "session_key.sealed");
      TestService.builder().database(database).encryptionKeys(NEW, OLD).start().close();
      assertThat(sealedBy(OLD)).isEmpty();
      try (TestService after =
          TestService.builder().database(database).encryptionKeys(NEW).start()) {
        Browser owner = signInBySso(after, provider, app);
        owner.post("/merchant/webhooks/invoice_settlement/rotate-secret").expect(200);
      }
      assertThat(provider.clients())
          .containsExactly(LyingProvider.CLIENT + ":" + LyingProvider.SECRET);
    }
  }

  private static Authenticator sealEverything(
      TestService service, LyingProvider provider, LocalDns dns) {
    Browser owner = service.browser();
    owner.post("/merchant/register", People.registration("owner@team.example")).expect(201);
    owner
        .put(
            "/merchant/sso",
            """
            {"issuer":"%s","clientId":"%s","clientSecret":"%s","domains":["team.example"],\
            "password":"%s"}\
            """
                .formatted(
                    provider.issuer(), LyingProvider.CLIENT, LyingProvider.SECRET, People.PASSWORD))
        .expect(200);
    SsoTestTeam.prove(owner, dns);
    owner.putWebhook("http://127.0.0.1:1/hook");
    new Guest(service.internalUrl())
        .withCookie("paylink_desk=" + operatorToken(service))
        .proven("/admin/desk/account/two-factor")
        .expect(200);
    return Authenticator.setUp(owner);
  }

  private static String operatorToken(TestService service) {
    String url =
        service
            .operator()
            .post("/admin/operator-invitations", "{\"email\":\"a@b.example\",\"role\":\"admin\"}")
            .expect(201)
            .text("url");
    return service
        .operator()
        .post(
            "/admin/operator-invitations/accept",
            "{\"token\":\"%s\",\"name\":\"Ada\",\"password\":\"%s\"}"
                .formatted(url.substring(url.lastIndexOf('/') + 1), People.PASSWORD))
        .expect(200)
        .text("token");
  }

  private static Browser signInBySso(
      TestService service, LyingProvider provider, Authenticator app) {
    Guest guest = new Guest(service.baseUrl());
    String asked =
        guest
            .post("/dashboard/sign-in/sso", "email", "owner@team.example", "next", "/dashboard")
            .expect(200)
            .header("Refresh");
    String nonce = Guest.found(asked, "[?&]nonce=([^&]+)");
    String code =
        provider.code(provider.signed(provider.claims(nonce, "owner@team.example").build()));
    URI back =
        URI.create(
            "/dashboard/sign-in/sso/callback/"
                + OidcClient.pathName(provider.issuer())
                + "?state="
                + Guest.found(asked, "[?&]state=([^&]+)")
                + "&code="
                + code);
    String page = guest.get(back.toString()).expect(200).body();
    guest
        .post(
            "/dashboard/sign-in/code",
            "step",
            Guest.found(page, "name=\"step\" value=\"([^\"]+)\""),
            "has",
            "app",
            "code",
            app.codeAt(Instant.now().plusSeconds(30)))
        .expect(303);
    return service.browser().withCookie(guest.cookie());
  }

  /** Returns every column with a value that this key has sealed. */
  private Set<String> sealedBy(Secret key) {
    byte[] prefix = new Vault(List.of(key)).currentPrefix();
    return Jdbi.create(database)
        .withHandle(
            handle -> {
              Set<String> found = new TreeSet<>();
              handle
                  .createQuery(
                      """
                      select table_name, column_name from information_schema.columns
                       where table_schema = current_schema() and data_type = 'bytea'
                      """)
                  .map((row, context) -> row.getString(1) + "." + row.getString(2))
                  .forEach(
                      column -> {
                        String table = column.substring(0, column.indexOf('.'));
                        String sql =
                            "select count(*) from %s where substring(%s for %d) = ?"
                                .formatted(table, column, prefix.length);
                        if (handle.select(sql, prefix).mapTo(Long.class).one() > 0) {
                          found.add(column);
                        }
                      });
              return found;
            });
  }
}
