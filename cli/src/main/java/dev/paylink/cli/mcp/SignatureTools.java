package dev.paylink.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylink.cli.explain.Finding;
import dev.paylink.cli.explain.WebhookMistakes;
import dev.paylink.cli.io.CliError;
import dev.paylink.sdk.explain.SignedCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Says whether a signature is right, and which mistake is behind a wrong one. The secret is that of
 * the profile or the environment; no argument takes one, and no result shows one.
 */
final class SignatureTools implements ToolServer.Group {
  private final Workbench bench;

  SignatureTools(Workbench bench) {
    this.bench = bench;
  }

  @Override
  public List<Tool> all() {
    return List.of(
        new Tool(
            "explain_request_signature",
            "Explain the signature of a request",
            Tool.Kind.READS,
            "Check the X-Signature of a request to the service, and name the mistake behind a wrong"
                + " one. Uses the secret key of the profile; never pass a secret.",
            List.of(
                Parameter.required("method", "GET, POST, …"),
                Parameter.required("path", "Path and query as sent, beginning with a slash."),
                Parameter.required("timestamp", "X-Timestamp, as sent."),
                Parameter.required("signature", "X-Signature, as sent."),
                Parameter.optional("body", "The body, byte by byte. Empty if left out."),
                Parameter.optional(
                    "idempotencyKey", "X-Idempotency-Key, as sent. Leave out if it was not.")),
            this::request),
        new Tool(
            "explain_webhook_signature",
            "Explain the signature of a webhook",
            Tool.Kind.READS,
            "Check the signatures of a webhook delivery, and name the mistake behind a wrong one."
                + " Uses PAYLINK_WEBHOOK_SECRET or the secret of paylink listen; never pass a"
                + " secret.",
            List.of(
                Parameter.texts(
                    "headers",
                    true,
                    "All headers of the delivery, such as {\"webhook-id\":\"evt_…\"}."),
                Parameter.required("body", "The raw body, byte by byte.")),
            this::webhook));
  }

  private String request(Arguments arguments) {
    String path = arguments.text("path");
    if (!path.startsWith("/")) {
      throw new CliError(
          "path begins with a slash", "Give path and query as on the request line, without host.");
    }
    SignedCall request =
        new SignedCall(
            arguments.text("method").strip().toUpperCase(Locale.ROOT),
            path,
            arguments.text("timestamp").strip(),
            arguments.find("idempotencyKey"),
            arguments.find("body", "").getBytes(UTF_8),
            arguments.text("signature").strip());
    List<Finding> findings = Finding.in(request, bench.keySecret().get(), bench.clock().instant());
    return findings.isEmpty()
        ? verdict(findings)
        : verdict(findings)
            + "\n\nThe string to sign, with \\n for each line feed:\n"
            + request.canonical().replace("\n", "\\n\n");
  }

  private String webhook(Arguments arguments) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    arguments
        .texts("headers")
        .forEach((name, value) -> headers.put(name.strip(), List.of(value.strip())));
    return verdict(
        WebhookMistakes.in(
            headers,
            arguments.text("body").getBytes(UTF_8),
            bench.webhookSecret().get(),
            bench.clock().instant()));
  }

  private static String verdict(List<Finding> findings) {
    if (findings.isEmpty()) {
      return "The signature is right.";
    }
    StringBuilder text = new StringBuilder();
    for (Finding finding : findings) {
      text.append(text.isEmpty() ? "" : "\n\n");
      text.append(finding.title()).append(". ").append(finding.advice());
    }
    return text.toString();
  }
}
