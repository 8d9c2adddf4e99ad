package dev.paylink.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylink.sdk.RequestSigner;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A DPoP proof written member by member, so that each of them can be wrong or missing. */
final class TestProof {
  private final TestKey key;
  private final Map<String, Object> header = new LinkedHashMap<>();
  private final Map<String, Object> claims = new LinkedHashMap<>();

  /** A proof that is right for this request. */
  TestProof(TestKey key, String method, String uri) {
    this.key = key;
    header.put("typ", "dpop+jwt");
    header.put("alg", key.algorithm());
    header.put("jwk", key.jwk());
    claims.put("jti", UUID.randomUUID().toString());
    claims.put("htm", method);
    claims.put("htu", uri);
    claims.put("iat", Instant.now().getEpochSecond());
  }

  TestProof forToken(String token) {
    return claim("ath", TestKey.base64(RequestSigner.sha256(token.getBytes(UTF_8))));
  }

  /** Null leaves the member out. */
  TestProof header(String name, @Nullable Object value) {
    return put(header, name, value);
  }

  /** Null leaves the member out. */
  TestProof claim(String name, @Nullable Object value) {
    return put(claims, name, value);
  }

  String sign() {
    return withSignature(key.sign(input().getBytes(UTF_8)));
  }

  String withSignature(byte[] signature) {
    return input() + '.' + TestKey.base64(signature);
  }

  private String input() {
    return json(header) + '.' + json(claims);
  }

  private TestProof put(Map<String, Object> members, String name, @Nullable Object value) {
    if (value == null) {
      members.remove(name);
    } else {
      members.put(name, value);
    }
    return this;
  }

  private static String json(Map<String, Object> members) {
    return TestKey.base64(JsonMapper.shared().writeValueAsBytes(members));
  }
}
