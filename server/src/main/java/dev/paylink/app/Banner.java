package dev.paylink.app;

import dev.paylink.app.config.Config;
import dev.paylink.sandbox.SandboxFile;
import org.jspecify.annotations.Nullable;

/**
 * The text that a sandbox prints when it is ready: its address, its key pair, and a first call to
 * paste.
 */
final class Banner {
  private Banner() {}

  static String of(Config config, SandboxFile.@Nullable Access access) {
    if (access == null) {
      return "";
    }
    SandboxFile.Merchant merchant = access.merchant();
    return """

    Payment Link Service: sandbox is ready. No real money moves here.

      API        %1$s
      Dashboard  %1$s/dashboard   (sign in as %6$s, %7$s)
      Docs       %1$s/docs
      Desk       %2$s/admin   (the operator's pages: token %8$s)
      Saved in   %3$s/sandbox.json

      API key    %4$s
      Secret     %5$s

    Create a payment; paste this:

      KEY=%4$s
      SECRET=%5$s
      TS=$(date +%%s)
      ORDER=order-$TS
      BODY='{"amount":"125.50","reference":"'$ORDER'"}'
      HASH=$(printf %%s "$BODY" | openssl dgst -sha256 -r | cut -d' ' -f1)
      SIG=$(printf 'POST\\n/sdk/server/create-payment\\n%%s\\n%%s\\n%%s' "$TS" "$HASH" "$ORDER" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)
      curl -s %1$s/sdk/server/create-payment -H "X-API-Key: $KEY" -H "X-Secret-Key: $SECRET" \\
        -H "X-Timestamp: $TS" -H "X-Signature: $SIG" -H "X-Idempotency-Key: $ORDER" \\
        -H 'Content-Type: application/json' -d "$BODY"

    The paymentUrl in the response is the page for your customer. Stop with Ctrl-C.
    """
        .formatted(
            access.baseUrl(),
            access.internalUrl(),
            config.dataFolder(),
            merchant.apiKey(),
            merchant.secretKey().reveal(),
            merchant.email(),
            merchant.password().reveal(),
            access.adminToken().reveal());
  }
}
