package dev.paylink.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The checks of RFC 9449, section 4.3, on the wire; {@link ProofRulesTest} has each rule beside
 * what just breaks it.
 */
final class ProofChecksTest extends SessionTest {
  private static final String PROOF_CHALLENGE =
      "DPoP error=\"invalid_dpop_proof\", algs=\"ES256 EdDSA\"";

  @Test
  void proof_is_accepted() {
    poll(payer.pollProof(paymentId, token).sign()).expect(200);
    String uri = payer.uri(path());
    poll(payer.pollProof(paymentId, token).claim("htu", uri + "?a=b").sign()).expect(200);
  }

  /** One for each thing that a proof is held against; its other rules have a test of their own. */
  static List<Named<UnaryOperator<TestProof>>> refused() {
    String uri = payer.uri(path());
    return List.of(
        Named.of("other method", p -> p.claim("htm", "POST")),
        Named.of("other path", p -> p.claim("htu", uri + "x")),
        Named.of("other host", p -> p.claim("htu", uri.replace("127.0.0.1", "localhost"))),
        Named.of("too old", p -> p.claim("iat", now() - 75)),
        Named.of("too early", p -> p.claim("iat", now() + 75)),
        Named.of("hash of another token", p -> p.forToken("other")));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void proof_is_refused(UnaryOperator<TestProof> change) {
    expectRefused(poll(change.apply(payer.pollProof(paymentId, token)).sign()));
  }

  @Test
  void key_that_gives_away_its_private_part_is_refused() {
    TestKey key = TestKey.es256();
    Payer careless = new Payer(service.baseUrl(), key);
    String code = Payer.newCode(calls, paymentId);
    expectRefused(careless.open(code, careless.openProof().header("jwk", key.privateJwk()).sign()));
    careless.open(code).expect(200);
  }

  @Test
  void wrong_time_is_told_the_servers() {
    Reply reply = poll(payer.pollProof(paymentId, token).claim("iat", 1).sign());
    assertThat(Instant.parse(expectRefused(reply).text("serverTime")))
        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "a.b", "a.b.c", "a.b.c.d", "e30.e30.e30", "..", "%%%.###.!!!"})
  void what_is_no_jwt_is_refused(String proof) {
    expectRefused(poll(proof));
  }

  @Test
  void proof_is_needed_exactly_once() throws Exception {
    Reply none = service.browser().with("Authorization", "DPoP " + token).get(path());
    expectRefused(none);
    String first = payer.pollProof(paymentId, token).sign();
    assertThat(statusWithProofs(first, payer.pollProof(paymentId, token).sign())).isEqualTo(401);
    assertThat(statusWithProofs(first, first)).isEqualTo(401);
    assertThat(statusWithProofs(first)).isEqualTo(200);
  }

  @Test
  void proof_is_used_once() {
    String once = payer.pollProof(paymentId, token).sign();
    poll(once).expect(200);
    expectRefused(poll(once));
  }

  @Test
  void name_of_a_used_proof_is_free_for_other_keys_and_not_for_this_one() {
    String jti = unique();
    poll(payer.pollProof(paymentId, token).claim("jti", jti).sign()).expect(200);
    expectRefused(poll(payer.pollProof(paymentId, token).claim("jti", jti).sign()));
    Payer other = new Payer(service.baseUrl(), TestKey.es256());
    String code = Payer.newCode(calls, paymentId);
    other.open(code, other.openProof().claim("jti", jti).sign()).expect(200);
  }

  @Test
  void refused_proof_is_not_used_up() {
    String forPost = unique();
    TestProof proof = payer.pollProof(paymentId, token).claim("jti", forPost);
    expectRefused(poll(proof.claim("htm", "POST").sign()));
    poll(proof.claim("htm", "GET").sign()).expect(200);
  }

  @Test
  void head_needs_a_proof_for_head() {
    TestProof proof = payer.pollProof(paymentId, token);
    assertThat(head(proof.sign())).isEqualTo(401);
    assertThat(head(proof.claim("htm", "HEAD").sign())).isEqualTo(200);
  }

  private static int head(String proof) {
    return service
        .browser()
        .with("Authorization", "DPoP " + token)
        .with("DPoP", proof)
        .send("HEAD", path(), "")
        .status();
  }

  private static int statusWithProofs(String... proofs) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(payer.uri(path())))
            .header("Authorization", "DPoP " + token);
    for (String proof : proofs) {
      request.header("DPoP", proof);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).statusCode();
  }

  private static Reply poll(String proof) {
    return payer.poll(paymentId, token, proof);
  }

  private static String path() {
    return "/sdk/status/" + paymentId;
  }

  private static long now() {
    return Instant.now().getEpochSecond();
  }

  private static String unique() {
    return UUID.randomUUID().toString();
  }

  private static Reply expectRefused(Reply reply) {
    assertThat(reply.expectProblem(401, "INVALID_DPOP_PROOF").header("WWW-Authenticate"))
        .isEqualTo(PROOF_CHALLENGE);
    return reply;
  }
}
