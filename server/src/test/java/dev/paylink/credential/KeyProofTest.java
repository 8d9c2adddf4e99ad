package dev.paylink.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.SessionId;
import dev.paylink.ids.UserId;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MerchantService;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Somebody who cannot prove who they are may restrict a key, but not let it do more. */
final class KeyProofTest {
  private static final MerchantService SERVICE = new MerchantService("http://127.0.0.1:8080");

  private final Browser merchant = SERVICE.newMerchant();
  private final SignedIn user = user();
  private final OwnApiKeys unproven =
      new OwnApiKeys(
          SERVICE.jdbi(),
          SERVICE.audit(),
          new CreateApiKey(SERVICE.jdbi(), SERVICE.audit(), () -> {}),
          new ChangeApiKey(SERVICE.jdbi(), SERVICE.audit(), () -> {}),
          600,
          true,
          signedIn -> {
            throw new Refused(Problem.forbidden("PROOF", "prove it"));
          },
          () -> {});

  @AfterAll
  static void stop() {
    SERVICE.close();
  }

  @Test
  void what_allows_more_asks_for_a_proof_and_nothing_else_does() {
    String settings = "{\"scopes\":[\"payments:read\"],\"allowedSources\":[\"10.0.0.0/8\"]}";
    String id = merchant.post("/merchant/api-keys", settings).expect(201).text("id");
    merchant.post("/merchant/api-keys/" + id + "/activate").expect(200);
    refused(() -> unproven.create(user, KeySettings.OPEN));
    refused(() -> unproven.roll(user, id, Duration.ZERO));
    KeySettings had = unproven.read(user, id).settings();
    KeyScopes more = KeyScopes.ofNames(new String[] {"payments:read", "events:read"});
    Instant later = Instant.now().plus(Duration.ofDays(2));
    KeySettings[] wider = {
      new KeySettings(null, more, null, had.sources(), 1),
      new KeySettings(null, KeyScopes.ALL, null, had.sources(), 1),
      new KeySettings(null, had.scopes(), null, AllowedSources.ANY, 1),
      new KeySettings(null, had.scopes(), null, sources("10.0.0.0/7"), 1),
      new KeySettings(null, had.scopes(), null, sources("10.1.0.0/16", "11.0.0.1"), 1)
    };
    for (KeySettings wide : wider) {
      refused(() -> unproven.change(user, id, to(wide)));
    }
    KeySettings narrow = new KeySettings("n", had.scopes(), later, sources("10.1.0.0/16"), 2);
    unproven.change(user, id, to(narrow));
    refused(
        () ->
            unproven.change(
                user, id, to(new KeySettings("n", narrow.scopes(), later, narrow.sources(), 1))));
    Instant longer = later.plusSeconds(60);
    refused(
        () ->
            unproven.change(
                user, id, to(new KeySettings("n", had.scopes(), longer, narrow.sources(), 2))));
    unproven.change(user, id, ApiKeyChange.DEACTIVATE);
    refused(() -> unproven.change(user, id, ApiKeyChange.ACTIVATE));
    unproven.delete(user, id);
  }

  private static void refused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.problem().code()).isEqualTo("PROOF"));
  }

  private static ApiKeyChange to(KeySettings settings) {
    return new ApiKeyChange(null, null, before -> settings);
  }

  private static AllowedSources sources(String... names) {
    return AllowedSources.ofNames(names);
  }

  private SignedIn user() {
    return new SignedIn(
        Objects.requireNonNull(
            MerchantId.parse(merchant.get("/merchant/profile").text("merchantId"))),
        new UserId(UuidV7.at(0)),
        "ada@example.com",
        Role.owner,
        new SessionId(UuidV7.at(0)),
        "127.0.0.1",
        true,
        false);
  }
}
