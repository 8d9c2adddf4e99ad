package dev.paylink.platform.oidc;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.jwk.JWKSet;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds providers by their issuer (OpenID Connect Discovery) and remembers them, with their keys,
 * for an hour. Those who ask for the same issuer at the same time share one request; a failure is
 * remembered for a moment, so that a provider that hangs is asked rarely.
 */
public final class Providers {
  private static final String DISCOVERY = "/.well-known/openid-configuration";
  private static final int MAX_REMEMBERED = 1_000;
  private static final int MAX_KEYS = 100;
  private static final Duration REMEMBERED = Duration.ofHours(1);
  private static final Duration FAILURE_REMEMBERED = Duration.ofSeconds(15);

  /** A key that is not known is looked for again, but not more often than this. */
  private static final Duration KEYS_LEAST = Duration.ofMinutes(1);

  private static final JsonMapper JSON = JsonMapper.shared();

  private final ProviderHttp http;
  private final InstantSource clock;
  private final Cache<String, Entry> found =
      Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).build();

  public Providers(ProviderHttp http, InstantSource clock) {
    this.http = http;
    this.clock = clock;
  }

  /**
   * A provider: where it is asked, and the keys with which it signs.
   *
   * @param userinfoUrl null if there is none
   * @param basic whether the client names itself in a header; otherwise in the form
   * @param namesItself whether it says in its answer who it is (RFC 9207)
   */
  record Provider(
      String issuer,
      String authorizationUrl,
      String tokenUrl,
      @Nullable String userinfoUrl,
      boolean basic,
      boolean namesItself,
      JWKSet keys) {}

  private record Entry(CompletableFuture<Provider> provider, Instant since) {
    boolean isFresh(Instant now) {
      if (!provider.isDone()) {
        return true; // every request ends
      }
      return now.isBefore(
          since.plus(provider.isCompletedExceptionally() ? FAILURE_REMEMBERED : REMEMBERED));
    }
  }

  /** Checks that there is a provider behind this issuer; throws {@link ProviderFailure} if not. */
  public void require(String issuer) {
    find(issuer);
  }

  Provider find(String issuer) {
    Entry entry = found.getIfPresent(issuer);
    return entry != null && entry.isFresh(clock.instant())
        ? result(entry)
        : result(replace(issuer, entry));
  }

  /** Returns the provider with the key of that id, if it has one by now. */
  Provider findWithKey(String issuer, @Nullable String keyId) {
    Provider provider = find(issuer);
    Entry entry = found.getIfPresent(issuer);
    boolean known = keyId == null || provider.keys.getKeyByKeyId(keyId) != null;
    return known || entry == null || clock.instant().isBefore(entry.since.plus(KEYS_LEAST))
        ? provider
        : result(replace(issuer, entry));
  }

  /** Asks the provider again, unless another thread is already doing so. */
  private Entry replace(String issuer, @Nullable Entry before) {
    Entry mine = new Entry(new CompletableFuture<>(), clock.instant());
    Entry others =
        before == null
            ? found.asMap().putIfAbsent(issuer, mine)
            : found.asMap().replace(issuer, before, mine) ? null : found.getIfPresent(issuer);
    if (others != null) {
      return others;
    }
    try {
      mine.provider.complete(fetch(issuer));
    } catch (RuntimeException | Error e) {
      mine.provider.completeExceptionally(e);
    }
    return mine;
  }

  private static Provider result(Entry entry) {
    try {
      return entry.provider.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ProviderFailure failure) {
        throw new ProviderFailure(failure.why());
      }
      throw e;
    }
  }

  private Provider fetch(String issuer) {
    String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
    JsonNode metadata = json(get(base + DISCOVERY));
    if (!issuer.equals(metadata.path("issuer").asString(""))) {
      throw new ProviderFailure("the issuer calls itself differently in its own metadata");
    }
    boolean plain = issuer.startsWith("http://"); // on this machine, where it is allowed
    JsonNode methods = metadata.path("token_endpoint_auth_methods_supported");
    return new Provider(
        issuer,
        url(metadata, "authorization_endpoint", plain),
        url(metadata, "token_endpoint", plain),
        metadata.hasNonNull("userinfo_endpoint") ? url(metadata, "userinfo_endpoint", plain) : null,
        !methods.isArray() || names(methods, "client_secret_basic"),
        metadata.path("authorization_response_iss_parameter_supported").asBoolean(false),
        keys(get(url(metadata, "jwks_uri", plain))));
  }

  private byte[] get(String url) {
    ProviderHttp.Reply reply = http.send(ProviderHttp.Ask.get(url));
    if (reply.status() != 200) {
      throw new ProviderFailure(
          "the identity provider answers " + reply.status() + " where its metadata should be");
    }
    return reply.body();
  }

  /** Browsers follow one of these addresses, so nothing but a web address may be there. */
  private static String url(JsonNode metadata, String name, boolean plain) {
    String url = metadata.path(name).asString("");
    if (!url.startsWith("https://") && !(plain && url.startsWith("http://"))) {
      throw new ProviderFailure("the metadata of the issuer has no usable " + name);
    }
    return url;
  }

  private static boolean names(JsonNode list, String name) {
    return list.valueStream().anyMatch(each -> each.asString("").equals(name));
  }

  static JsonNode json(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (JacksonException e) {
      throw new ProviderFailure("the identity provider's answer is not JSON");
    }
  }

  /** Keeps public keys only: anyone who knows a shared one could sign too. */
  private static JWKSet keys(byte[] body) {
    try {
      JWKSet keys =
          Objects.requireNonNull(JWKSet.parse(new String(body, StandardCharsets.UTF_8)))
              .toPublicJWKSet();
      if (keys.size() > MAX_KEYS) {
        throw new ProviderFailure("the identity provider has too many keys");
      }
      return keys;
    } catch (ParseException | RuntimeException e) {
      throw e instanceof ProviderFailure failure
          ? failure
          : new ProviderFailure("the identity provider's keys cannot be read");
    }
  }
}
