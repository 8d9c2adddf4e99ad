package dev.paylink.platform.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.sdk.RequestSigner;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One sign-in at a provider, from the first redirect to the person. State, nonce and the verifier
 * of PKCE stay encrypted in the browser that began it ({@link Begun#kept}), so an answer is worth
 * nothing in another browser. That a state is used once is for the caller to see to.
 */
public final class OidcFlow {
  public static final Duration LIFETIME = Duration.ofMinutes(10);

  private static final int RANDOM_BYTES = 32;
  private static final int MAX_CODE = 2000;

  /** The longest address of a provider. */
  public static final int MAX_ISSUER = 500;

  /** How long a provider's own session may have lasted, if the person need not be asked again. */
  private static final Duration MAX_AGE = Duration.ofDays(7);

  /** By how much the provider's clock may be behind ours. */
  private static final Duration SKEW = Duration.ofMinutes(1);

  private final ProviderHttp http;
  private final Providers providers;
  private final IdTokens idTokens;
  private final FlowSeal seal;
  private final InstantSource clock;

  /**
   * Prepares the sign-ins of one kind of people.
   *
   * @param context whose they are: one kind's sign-in is none of another's
   */
  public OidcFlow(
      ProviderHttp http, Providers providers, Vault vault, String context, InstantSource clock) {
    this.http = http;
    this.providers = providers;
    this.idTokens = new IdTokens(providers);
    this.seal = new FlowSeal(vault, context, clock);
    this.clock = clock;
  }

  /** Where to send the browser, and what it keeps until it comes back. */
  public record Begun(String url, Secret kept) {
    /** Returns the host that the person is sent to. */
    public String host() {
      HttpUrl parsed = HttpUrl.parse(url);
      return parsed == null ? "" : parsed.host();
    }
  }

  /**
   * A sign-in under way.
   *
   * @param issuer the provider at which it began
   * @param whose whom it is for, as the caller named it
   * @param next the page to go on to
   * @param again whether the provider must ask the person even if they are signed in there
   * @param begun since when
   */
  public record Flow(
      Secret state,
      String nonce,
      Secret verifier,
      String issuer,
      String whose,
      String next,
      boolean again,
      Instant begun) {}

  /**
   * What the provider sent the browser back with, unchecked.
   *
   * @param path of our address to which it was sent back
   */
  public record Returned(
      String path,
      @Nullable String state,
      @Nullable String code,
      @Nullable String issuer,
      @Nullable String error) {}

  /**
   * Begins a sign-in.
   *
   * @param loginHint the e-mail address as typed; null if it is not known
   * @param again whether the provider should ask for the password even if the person is signed in
   */
  public Begun begin(
      OidcClient client, String whose, String next, @Nullable String loginHint, boolean again) {
    Providers.Provider provider = providers.find(client.issuer());
    Flow flow =
        new Flow(
            new Secret(RandomToken.base64Url(RANDOM_BYTES)),
            RandomToken.base64Url(RANDOM_BYTES),
            new Secret(RandomToken.base64Url(RANDOM_BYTES)),
            client.issuer(),
            whose,
            next,
            again,
            clock.instant());
    HttpUrl url = HttpUrl.parse(provider.authorizationUrl());
    if (url == null) {
      throw new ProviderFailure("the identity provider's address for sign-ins is not valid");
    }
    HttpUrl.Builder asked = url.newBuilder();
    parameters(client, flow, loginHint).forEach(asked::setQueryParameter);
    return new Begun(asked.build().toString(), seal.seal(flow));
  }

  private static Map<String, String> parameters(
      OidcClient client, Flow flow, @Nullable String loginHint) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("response_type", "code");
    parameters.put("client_id", client.clientId());
    parameters.put("redirect_uri", client.redirectUri());
    parameters.put("scope", "openid email profile");
    parameters.put("state", flow.state.reveal());
    parameters.put("nonce", flow.nonce);
    parameters.put("code_challenge", challenge(flow.verifier));
    parameters.put("code_challenge_method", "S256");
    if (loginHint != null) {
      parameters.put("login_hint", loginHint);
    }
    // With max_age a provider has to say when it asked the person (auth_time).
    parameters.put("max_age", Long.toString(flow.again ? 0 : MAX_AGE.toSeconds()));
    if (flow.again) {
      parameters.put("prompt", "login");
    }
    return parameters;
  }

  private static String challenge(Secret verifier) {
    return base64(RequestSigner.sha256(verifier.reveal().getBytes(StandardCharsets.US_ASCII)));
  }

  /**
   * Returns the sign-in that this browser has begun and that the answer belongs to.
   *
   * @throws ProviderFailure if there is none, or if the answer says that it failed
   */
  public Flow match(@Nullable String kept, Returned returned) {
    Flow flow = kept == null ? null : seal.open(kept);
    if (flow == null || returned.state == null || !flow.state.matches(returned.state)) {
      throw new ProviderFailure("this browser did not start this sign-in, or it took too long");
    }
    if (returned.error != null) {
      throw new ProviderFailure("the identity provider has refused the sign-in");
    }
    return flow;
  }

  /**
   * Exchanges the code for the person.
   *
   * @param needed the claims to ask the provider for if the ID token does not have them
   * @throws ProviderFailure if anything about the provider's answers is not as it must be
   */
  public Identity finish(OidcClient client, Flow flow, Returned returned, Set<String> needed) {
    Providers.Provider provider = providers.find(client.issuer());
    requireSameProvider(provider, client, flow, returned);
    String code = returned.code;
    if (code == null || code.length() > MAX_CODE) {
      throw new ProviderFailure("the identity provider has sent no code");
    }
    JsonNode tokens = exchange(provider, client, flow, code);
    JWTClaimsSet claims = idTokens.check(client, flow.nonce, tokens.path("id_token").asString(""));
    Map<String, Object> all = new LinkedHashMap<>();
    String access = tokens.path("access_token").asString("");
    boolean complete = claims.getClaims().keySet().containsAll(needed);
    if (!complete && provider.userinfoUrl() != null && !access.isEmpty()) {
      all.putAll(userinfo(provider.userinfoUrl(), access, claims.getSubject()));
    }
    all.putAll(claims.getClaims());
    Identity identity = new Identity(all);
    if (flow.again) {
      requireAskedAgain(identity, flow);
    }
    return identity;
  }

  /**
   * Refuses what another provider has answered: its code must not go to this one. A provider that
   * does not name itself is known by the address to which it sends people back.
   */
  private static void requireSameProvider(
      Providers.Provider provider, OidcClient client, Flow flow, Returned returned) {
    boolean named =
        returned.issuer == null
            ? !provider.namesItself()
            : returned.issuer.equals(provider.issuer());
    if (!named
        || !flow.issuer.equals(client.issuer())
        || !URI.create(client.redirectUri()).getRawPath().equals(returned.path)) {
      throw new ProviderFailure("another identity provider has answered");
    }
  }

  /** The browser could have left out that the person has to be asked again. */
  private static void requireAskedAgain(Identity identity, Flow flow) {
    Instant asked = identity.authenticatedAt();
    if (asked == null) {
      throw new ProviderFailure(
          "the identity provider does not say when it asked you to sign in (auth_time)");
    }
    if (asked.isBefore(flow.begun.minus(SKEW))) {
      throw new ProviderFailure("the identity provider has not asked you to sign in again");
    }
  }

  private JsonNode exchange(
      Providers.Provider provider, OidcClient client, Flow flow, String code) {
    FormBody.Builder form =
        new FormBody.Builder()
            .add("grant_type", "authorization_code")
            .add("code", code)
            .add("redirect_uri", client.redirectUri())
            .add("code_verifier", flow.verifier.reveal());
    String authorization = null;
    if (provider.basic()) {
      String pair = encoded(client.clientId()) + ':' + encoded(client.clientSecret().reveal());
      authorization =
          "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    } else {
      form.add("client_id", client.clientId()).add("client_secret", client.clientSecret().reveal());
    }
    ProviderHttp.Reply reply =
        http.send(new ProviderHttp.Ask(provider.tokenUrl(), authorization, form.build()));
    if (reply.status() != 200) {
      throw new ProviderFailure(
          "the identity provider has not accepted our client or the code (it answered "
              + reply.status()
              + ")");
    }
    return Providers.json(reply.body());
  }

  /** Returns what the provider tells about the person besides the ID token. */
  private Map<String, Object> userinfo(String url, String accessToken, String subject) {
    ProviderHttp.Reply reply = http.send(new ProviderHttp.Ask(url, "Bearer " + accessToken, null));
    JsonNode told = reply.status() == 200 ? Providers.json(reply.body()) : null;
    if (told == null || !told.path("sub").asString("").equals(subject)) {
      throw new ProviderFailure("the identity provider tells nothing about the person");
    }
    Map<String, Object> claims = new LinkedHashMap<>();
    told.properties()
        .forEach(
            each -> {
              JsonNode value = each.getValue();
              if (value.isString()) {
                claims.put(each.getKey(), value.asString());
              } else if (value.isBoolean()) {
                claims.put(each.getKey(), value.asBoolean());
              } else if (value.isArray()) {
                claims.put(
                    each.getKey(),
                    value
                        .valueStream()
                        .filter(JsonNode::isString)
                        .map(JsonNode::asString)
                        .toList());
              }
            });
    return claims;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
