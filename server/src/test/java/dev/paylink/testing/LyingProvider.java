package dev.paylink.testing;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An identity provider that says whatever a test wants: a code is worth the ID token that the test
 * has put behind it, any number of times, to any client.
 */
public final class LyingProvider implements AutoCloseable {
  public static final String CLIENT = "paylink";
  public static final String SECRET = "the secret of the client";

  /** One for all of them: making one costs more than a test. */
  private static final RSAKey KEY = newKey();

  private final LocalServer server = new LocalServer();
  private final Map<String, String> tokens = new ConcurrentHashMap<>();
  private final Map<String, String> metadata = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> clients = new CopyOnWriteArrayList<>();
  private final AtomicInteger discoveries = new AtomicInteger();
  private volatile boolean hanging;
  private volatile String people = "{}";
  private volatile int status = 200;

  public LyingProvider() {
    server.on("/.well-known/openid-configuration", this::discover);
    server.on("/jwks", exchange -> answer(exchange, new JWKSet(KEY).toString()));
    server.on("/token", this::exchangeCode);
    server.on("/userinfo", exchange -> answer(exchange, people));
    metadata.put("issuer", issuer());
    metadata.put("authorization_endpoint", issuer() + "/authorize?tenant=1");
    metadata.put("token_endpoint", issuer() + "/token");
    metadata.put("jwks_uri", issuer() + "/jwks");
  }

  public String issuer() {
    return server.url();
  }

  public RSAKey key() {
    return KEY;
  }

  /** Says this in its metadata from now on. */
  public LyingProvider saying(String name, String value) {
    metadata.put(name, value);
    return this;
  }

  /** Says this about whoever is asked for besides the ID token. */
  public void tellingOfPeople(String json) {
    people = json;
  }

  /** Accepts connections and answers nothing from now on. */
  public LyingProvider hanging() {
    hanging = true;
    return this;
  }

  /** Answers every request with this status. */
  public LyingProvider answering(int code) {
    status = code;
    return this;
  }

  /** The forms that were sent for codes. */
  public List<String> asked() {
    return asked;
  }

  /** How the clients named themselves that sent for codes: id and secret with a colon. */
  public List<String> clients() {
    return clients;
  }

  public int discoveries() {
    return discoveries.get();
  }

  /** What a page that leads to a provider asks it for. */
  public static Map<String, String> parameters(String url) {
    Map<String, String> asked = new LinkedHashMap<>();
    for (String pair : url.substring(url.indexOf('?') + 1).split("&", -1)) {
      int equals = pair.indexOf('=');
      asked.put(
          pair.substring(0, equals),
          URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
    }
    return asked;
  }

  /** Makes a code worth this token. */
  public String code(String idToken) {
    String code = "code-" + tokens.size();
    tokens.put(code, idToken);
    return code;
  }

  /** The claims of an honest token. */
  public JWTClaimsSet.Builder claims(String nonce, String email) {
    Instant now = Instant.now();
    return new JWTClaimsSet.Builder()
        .issuer(issuer())
        .audience(CLIENT)
        .subject("subject of " + email.toLowerCase(Locale.ROOT))
        .issueTime(Date.from(now))
        .expirationTime(Date.from(now.plusSeconds(300)))
        .claim("nonce", nonce)
        .claim("email", email)
        .claim("email_verified", true);
  }

  public String signed(JWTClaimsSet claims) {
    try {
      return signed(claims, JWSAlgorithm.RS256, signer(KEY));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  public String signed(JWTClaimsSet claims, JWSAlgorithm algorithm, JWSSigner signer) {
    try {
      SignedJWT token =
          new SignedJWT(new JWSHeader.Builder(algorithm).keyID(KEY.getKeyID()).build(), claims);
      token.sign(signer);
      return token.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A token in which claims without a value are there, and null. */
  public String signedWithNulls(JWTClaimsSet claims) {
    try {
      JWSObject token =
          new JWSObject(
              new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(KEY.getKeyID()).build(),
              claims.toPayload(true));
      token.sign(signer(KEY));
      return token.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Signs with machine code, since RSA in Java takes a second of a test. */
  private static RSASSASigner signer(RSAKey key) throws JOSEException {
    RSASSASigner signer = new RSASSASigner(key);
    signer.getJCAContext().setProvider(AmazonCorrettoCryptoProvider.INSTANCE);
    return signer;
  }

  public static RSAKey newKey() {
    try {
      return new RSAKeyGenerator(2048)
          .provider(AmazonCorrettoCryptoProvider.INSTANCE)
          .keyID("key-1")
          .generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private void discover(HttpExchange exchange) throws IOException {
    discoveries.incrementAndGet();
    StringBuilder json = new StringBuilder("{\"claims_supported\":[]");
    metadata.forEach((name, value) -> json.append(",\"%s\":\"%s\"".formatted(name, value)));
    answer(exchange, json.append('}').toString());
  }

  private void exchangeCode(HttpExchange exchange) throws IOException {
    String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    asked.add(form);
    String basic = exchange.getRequestHeaders().getFirst("Authorization").replace("Basic ", "");
    clients.add(
        URLDecoder.decode(
            new String(Base64.getDecoder().decode(basic), StandardCharsets.UTF_8),
            StandardCharsets.UTF_8));
    String code = form.replaceFirst("(?s).*(?:^|&)code=([^&]*).*", "$1");
    answer(
        exchange,
        "{\"access_token\":\"x\",\"token_type\":\"Bearer\",\"id_token\":\"%s\"}"
            .formatted(tokens.getOrDefault(code, "")));
  }

  private void answer(HttpExchange exchange, String json) throws IOException {
    if (hanging) {
      return; // the connection stays open
    }
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      LocalServer.answer(exchange, status, json);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
