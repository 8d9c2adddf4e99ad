package dev.paylink.bench.load;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.paylink.bench.load.MessageReader.Message;
import dev.paylink.bench.stage.PaymentLink;
import dev.paylink.sdk.RequestSigner;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Somebody with a payment's page open: a key of its own and a session bound to it, opened as the
 * page's script does.
 */
final class Payer {
  private static final JOSEObjectType PROOF = new JOSEObjectType("dpop+jwt");

  private final String baseUrl;
  private final ECKey key;
  private final String path;
  private final String token;

  Payer(String baseUrl, PaymentLink link, HttpClient client)
      throws JOSEException, IOException, InterruptedException {
    this.baseUrl = baseUrl;
    this.key = new ECKeyGenerator(Curve.P_256).generate();
    this.path = "/sdk/status/" + link.paymentId();
    HttpRequest.Builder code = request(link.path() + "/session").POST(BodyPublishers.noBody());
    HttpRequest.Builder session =
        request("/sdk/session")
            .header("DPoP", proof("POST", "/sdk/session", null))
            .POST(BodyPublishers.ofString("{\"code\":\"" + member(client, code, "code") + "\"}"));
    this.token = member(client, session, "sessionToken");
  }

  /** A request for the status, with a proof made for it and now. */
  byte[] poll() throws JOSEException {
    String request =
        "GET "
            + path
            + " HTTP/1.1\r\nHost: bench\r\nAuthorization: DPoP "
            + token
            + "\r\nDPoP: "
            + proof("GET", path, token)
            + "\r\n\r\n";
    return request.getBytes(StandardCharsets.US_ASCII);
  }

  private String proof(String method, String target, @Nullable String token) throws JOSEException {
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .jwtID(UUID.randomUUID().toString())
            .claim("htm", method)
            .claim("htu", baseUrl + target)
            .issueTime(Date.from(Instant.now()));
    if (token != null) {
      byte[] hash = RequestSigner.sha256(token.getBytes(StandardCharsets.US_ASCII));
      claims.claim("ath", Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
    }
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.ES256).type(PROOF).jwk(key.toPublicJWK()).build();
    SignedJWT jwt = new SignedJWT(header, claims.build());
    jwt.sign(new ECDSASigner(key));
    return jwt.serialize();
  }

  private HttpRequest.Builder request(String target) {
    return HttpRequest.newBuilder(URI.create(baseUrl + target))
        .header("Content-Type", "application/json");
  }

  private static String member(HttpClient client, HttpRequest.Builder request, String name)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
    String value = new Message("", answer.body()).member(name);
    return Objects.requireNonNull(
        value, () -> "no " + name + ": " + answer.statusCode() + ' ' + answer.body());
  }
}
