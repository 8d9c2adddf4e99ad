package dev.paylink.sdk.webhook;

import dev.paylink.sdk.webhook.WebhookVerificationException.Check;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks a delivery by the service's own headers, which sign the body alone: it passes only if at
 * least one of the two is present, and one of the secrets made each that is present.
 */
final class BodySignature {
  private final List<SigningSecret> secrets;

  BodySignature(List<SigningSecret> secrets) {
    this.secrets = secrets;
  }

  void check(WebhookHeaders headers, byte[] body) throws WebhookVerificationException {
    if (headers.hex() == null && headers.prefixedHex() == null) {
      throw new WebhookVerificationException(Check.HEADERS, "no signature header");
    }
    List<String> right =
        secrets.stream()
            .map(secret -> secret.hexSignature(body))
            .collect(Collectors.toUnmodifiableList());
    require(right, "x-service-signature", headers.hex());
    List<String> prefixed =
        right.stream().map("sha256="::concat).collect(Collectors.toUnmodifiableList());
    require(prefixed, "x-service-signature-v2", headers.prefixedHex());
  }

  private static void require(List<String> right, String name, @Nullable String given)
      throws WebhookVerificationException {
    if (given != null && !SigningSecret.isOneOf(right, given)) {
      throw new WebhookVerificationException(Check.SIGNATURE, name + SigningSecret.WRONG);
    }
  }
}
