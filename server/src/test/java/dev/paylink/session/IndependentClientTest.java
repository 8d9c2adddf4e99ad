package dev.paylink.session;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.OctetKeyPairGenerator;
import com.nimbusds.oauth2.sdk.dpop.DPoPProofFactory;
import com.nimbusds.oauth2.sdk.dpop.DefaultDPoPProofFactory;
import com.nimbusds.oauth2.sdk.token.DPoPAccessToken;
import dev.paylink.testing.Reply;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** A client that somebody else wrote opens a session and polls. */
final class IndependentClientTest extends SessionTest {
  @Test
  void client_with_a_p256_key_polls() throws Exception {
    pollsWith(new ECKeyGenerator(Curve.P_256).generate(), JWSAlgorithm.ES256);
  }

  @Test
  void client_with_an_ed25519_key_polls() throws Exception {
    pollsWith(new OctetKeyPairGenerator(Curve.Ed25519).generate(), JWSAlgorithm.EdDSA);
  }

  private static void pollsWith(JWK key, JWSAlgorithm algorithm) throws Exception {
    DPoPProofFactory proofs = new DefaultDPoPProofFactory(key, algorithm);
    URI open = URI.create(payer.uri(Payer.OPEN));
    Reply opened =
        payer.open(Payer.newCode(calls, paymentId), proofs.createDPoPJWT("POST", open).serialize());
    DPoPAccessToken own = new DPoPAccessToken(opened.expect(200).text("sessionToken"));
    URI status = URI.create(payer.uri("/sdk/status/" + paymentId));
    for (int i = 0; i < 3; i++) {
      payer
          .poll(paymentId, own.getValue(), proofs.createDPoPJWT("GET", status, own).serialize())
          .expect(200);
    }
  }
}
