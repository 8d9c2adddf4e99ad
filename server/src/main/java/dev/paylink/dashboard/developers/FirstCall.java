package dev.paylink.dashboard.developers;

import dev.paylink.platform.http.BaseUrl;

/**
 * A script for any POSIX shell that creates a first payment. It signs as documented, and works as
 * it is.
 */
final class FirstCall {
  private static final String SCRIPT =
      """
      URL='%s'
      KEY='%s'
      SECRET='%s'

      TIME=$(date +%%s)
      ORDER=order-$TIME
      BODY='{"amount":"12.50","reference":"'$ORDER'"}'
      HASH=$(printf %%s "$BODY" | openssl dgst -sha256 -r | cut -d' ' -f1)
      SIGNATURE=$(printf 'POST\\n/sdk/server/create-payment\\n%%s\\n%%s\\n%%s' "$TIME" "$HASH" "$ORDER" |
        openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)

      curl -s "$URL/sdk/server/create-payment" \\
        -H "X-API-Key: $KEY" -H "X-Secret-Key: $SECRET" \\
        -H "X-Timestamp: $TIME" -H "X-Signature: $SIGNATURE" \\
        -H "X-Idempotency-Key: $ORDER" -H "Content-Type: application/json" -d "$BODY"
      """;

  private FirstCall() {}

  static String script(BaseUrl baseUrl, String apiKey, String secretKey) {
    return SCRIPT.formatted(baseUrl, apiKey, secretKey);
  }
}
