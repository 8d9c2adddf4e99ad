package dev.paylink.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.error.Rejection;
import dev.paylink.sdk.RequestSigner;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The verifier by itself: each rule beside its nearest neighbour, to the second and the bit. */
final class ProofRulesTest {
  private static final String URI = "https://pay.example/sdk/status/pay_1";
  private static final String TOKEN = "the-token";
  private static final long NOW = 1_767_225_600;
  private static final TestKey KEY = TestKey.es256();
  private static final ProofVerifier VERIFIER =
      new ProofVerifier(InstantSource.fixed(Instant.ofEpochSecond(NOW)));

  static List<Named<UnaryOperator<TestProof>>> accepted() {
    return List.of(
        Named.of("as it should be", p -> p),
        Named.of("type in capitals", p -> p.header("typ", "DPOP+JWT")),
        Named.of("unknown header", p -> p.header("x-trace", "1")),
        Named.of("unknown claim", p -> p.claim("nonce", "ours is none")),
        Named.of("query", p -> p.claim("htu", URI + "?a=b")),
        Named.of("fragment", p -> p.claim("htu", URI + "#a")),
        Named.of("scheme in capitals", p -> p.claim("htu", URI.replace("https:", "HTTPS:"))),
        Named.of("escaped", p -> p.claim("htu", URI.replace("pay_", "pay%5F"))),
        Named.of("dot segment", p -> p.claim("htu", URI.replace("/sdk/", "/sdk/x/../"))),
        Named.of("with a fraction", p -> p.claim("iat", NOW + 0.5)),
        Named.of("shortest name", p -> p.claim("jti", "j")),
        Named.of("longest name", p -> p.claim("jti", "j".repeat(256))),
        Named.of("oldest", p -> p.claim("iat", NOW - 60)),
        Named.of("earliest", p -> p.claim("iat", NOW + 60)));
  }

  @ParameterizedTest
  @MethodSource("accepted")
  void proof_is_accepted(UnaryOperator<TestProof> change) {
    assertThat(verify(change.apply(proof(KEY)).sign()).keyThumbprint()).hasSize(43);
  }

  static List<Named<UnaryOperator<TestProof>>> refused() {
    return List.of(
        Named.of("no type", p -> p.header("typ", null)),
        Named.of("other type", p -> p.header("typ", "JWT")),
        Named.of("extension", p -> p.header("crit", List.of("x")).header("x", 1)),
        Named.of("no key", p -> p.header("jwk", null)),
        Named.of("key of somebody else", p -> p.header("jwk", TestKey.es256().jwk())),
        Named.of("algorithm of another key", p -> p.header("alg", "EdDSA")),
        Named.of("no algorithm", p -> p.header("alg", null)),
        Named.of("algorithm none", p -> p.header("alg", "none")),
        Named.of("symmetric algorithm", p -> p.header("alg", "HS256")),
        Named.of("symmetric key", p -> p.header("jwk", Map.of("kty", "oct", "k", "AAAA"))),
        Named.of("unencoded", p -> p.header("crit", List.of("b64")).header("b64", true)),
        Named.of("no name", p -> p.claim("jti", null)),
        Named.of("number for a name", p -> p.claim("jti", 7)),
        Named.of("no method", p -> p.claim("htm", null)),
        Named.of("method in small letters", p -> p.claim("htm", "get")),
        Named.of("empty name", p -> p.claim("jti", "")),
        Named.of("name too long", p -> p.claim("jti", "j".repeat(257))),
        Named.of("other method", p -> p.claim("htm", "POST")),
        Named.of("other path", p -> p.claim("htu", URI + "x")),
        Named.of("longer path", p -> p.claim("htu", URI + "/")),
        Named.of("other scheme", p -> p.claim("htu", URI.replace("https:", "http:"))),
        Named.of("other port", p -> p.claim("htu", URI.replace("example/", "example:1/"))),
        Named.of("other host", p -> p.claim("htu", URI.replace("pay.", "www."))),
        Named.of("path alone", p -> p.claim("htu", "/sdk/status/pay_1")),
        Named.of("no address", p -> p.claim("htu", null)),
        Named.of("empty address", p -> p.claim("htu", "")),
        Named.of("no time", p -> p.claim("iat", null)),
        Named.of("milliseconds", p -> p.claim("iat", NOW * 1000)),
        Named.of("too old", p -> p.claim("iat", NOW - 60.001)),
        Named.of("too early", p -> p.claim("iat", NOW + 60.001)),
        Named.of("time as text", p -> p.claim("iat", Long.toString(NOW))),
        Named.of("the token itself", p -> p.claim("ath", TOKEN)),
        Named.of("no token hash", p -> p.claim("ath", null)),
        Named.of("hash of another token", p -> p.forToken("other")));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void proof_is_refused(UnaryOperator<TestProof> change) {
    String proof = change.apply(proof(KEY)).sign();
    assertThatThrownBy(() -> verify(proof)).isInstanceOf(Rejection.class);
  }

  @Test
  void request_without_a_token_needs_no_hash() {
    String proof = proof(KEY).claim("ath", null).sign();
    assertThat(VERIFIER.verify(proof, "GET", URI, null).jti()).isNotEmpty();
  }

  @Test
  void known_key_vouches_for_no_other_claims() {
    String proof = proof(KEY).sign();
    assertThat(verify(proof).keyThumbprint()).hasSize(43);
    String signature = proof.substring(proof.lastIndexOf('.'));
    String other = proof(KEY).claim("jti", "another").sign();
    String forged = other.substring(0, other.lastIndexOf('.')) + signature;
    assertThatThrownBy(() -> verify(forged)).isInstanceOf(Rejection.class);
  }

  @Test
  void keys_are_told_apart_also_once_they_are_known() {
    TestKey edwards = TestKey.ed25519();
    for (int round = 0; round < 2; round++) {
      assertThat(verify(proof(KEY).sign()).keyThumbprint())
          .isNotEqualTo(verify(proof(edwards).sign()).keyThumbprint());
      assertThatThrownBy(() -> verify(proof(KEY).withSignature(new byte[64])))
          .isInstanceOf(Rejection.class);
      assertThatThrownBy(() -> verify(proof(edwards).withSignature(new byte[64])))
          .isInstanceOf(Rejection.class);
    }
  }

  static List<Named<TestKey>> otherKeys() {
    return List.of(
        Named.of("RS256", TestKey.rs256()),
        Named.of("ES384", TestKey.es384()),
        Named.of("Ed448", TestKey.ed448()));
  }

  @ParameterizedTest
  @MethodSource("otherKeys")
  void algorithm_that_is_not_listed_is_refused(TestKey key) {
    String proof = proof(key).sign();
    assertThatThrownBy(() -> verify(proof)).isInstanceOf(Rejection.class);
  }

  private static TestProof proof(TestKey key) {
    return new TestProof(key, "GET", URI).claim("iat", NOW).forToken(TOKEN);
  }

  private static Proof verify(String proof) {
    byte[] hash = RequestSigner.sha256(TOKEN.getBytes(StandardCharsets.UTF_8));
    return VERIFIER.verify(proof, "GET", URI, TestKey.base64(hash));
  }
}
