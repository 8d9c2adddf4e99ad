package dev.paylink.cli.mcp;

import dev.paylink.cli.access.Api;
import dev.paylink.cli.io.CliError;
import dev.paylink.cli.io.Json;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * Pays a sandbox's payment as software does (x402): reads what is required, authorizes one
 * transfer, hands it in. It has no key. So it pays on the simulated chain alone, which looks at no
 * signature.
 */
final class SoftwarePayment {
  private static final String SIMULATED = "Simulated ";
  private static final String PAYER = "0x000000000000000000000000000000000000dEaD";
  private static final int NONCE_BYTES = 32;
  private static final int SIGNATURE_BYTES = 65;
  private static final int GRACE_SECONDS = 600;
  private static final long VERSION = 2;

  private final Api api;
  private final SecureRandom random = new SecureRandom();

  SoftwarePayment(Api api) {
    this.api = api;
  }

  /** Pays what is open there; returns the service's answer, also of a payment that is paid. */
  String pay(String x402Url) {
    Api.Said asked = api.payable(x402Url, null);
    List<Json> accepts = asked.json().objects("accepts");
    if (accepts.isEmpty()) {
      return asked.text(); // it is paid, or about to be
    }
    Json accepted = accepts.getFirst();
    if (!accepted.object("extra").text("name", "").startsWith(SIMULATED)) {
      throw new CliError(
          "this sandbox takes payments on a chain with real signatures",
          "Pay " + x402Url + " with an x402 client that has a key.");
    }
    return api.payable(x402Url, signed(accepted)).text();
  }

  private String signed(Json accepted) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    long now = Instant.parse(api.get("/sandbox/clock").json().text("now", "")).getEpochSecond();
    Json authorization =
        Json.of(
            "from", PAYER,
            "to", accepted.text("payTo"),
            "value", accepted.text("amount"),
            "validAfter", Long.toString(now - GRACE_SECONDS),
            "validBefore", Long.toString(now + GRACE_SECONDS),
            "nonce", "0x" + HexFormat.of().formatHex(nonce));
    Json payment =
        Json.of(
            "x402Version", VERSION,
            "accepted", accepted,
            "payload",
                Json.of(
                    "signature",
                    "0x" + "00".repeat(SIGNATURE_BYTES),
                    "authorization",
                    authorization));
    return Base64.getEncoder().encodeToString(payment.bytes());
  }
}
