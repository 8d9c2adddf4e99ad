package dev.paylink.cli;

import dev.paylink.cli.access.Access;
import dev.paylink.cli.certify.Certification;
import dev.paylink.cli.certify.Examinee;
import dev.paylink.cli.certify.Report;
import dev.paylink.cli.certify.SandboxPayments;
import dev.paylink.cli.certify.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a receiver of webhooks through all that can happen to it, and grades it. */
@Command(
    name = "certify",
    description = {
      "Run your receiver through duplicates, reordering, forged, stale and rotated signatures,",
      "unknown events, a success taken back and given again, slow senders, lost answers and parallel",
      "copies; print what to mend. Ends with 1 when a check failed."
    },
    footer = {
      "",
      "Examples:",
      "  PAYLINK_WEBHOOK_SECRET=whsec_… paylink certify http://127.0.0.1:3000/webhooks",
      "  paylink certify http://127.0.0.1:3000/webhooks \\",
      "    --state-url 'http://127.0.0.1:3000/orders/{paymentId}'",
      "  paylink certify http://127.0.0.1:3000/webhook --real-payments \\",
      "    --order-url http://127.0.0.1:3000/checkout \\",
      "    --state-url 'http://127.0.0.1:3000/orders/{reference}'",
      "  paylink certify http://127.0.0.1:3000/payouts --scope fiat_settlement \\",
      "    --state-url 'http://127.0.0.1:3000/payouts/{payoutId}'",
      "  paylink certify … --only duplicate,parallel --json",
      "",
      "Without --real-payments the events are invented: no service is needed, and the receiver sees",
      "payments that it never made. With it they are real payments of your sandbox, for a receiver",
      "that asks the service about each. Point it at a test instance of your shop. The secret is",
      "PAYLINK_WEBHOOK_SECRET, or the one that paylink listen prints. With --state-url it also sees",
      "what became of each order; its answer is JSON with a status, such as",
      "{\"status\":\"paid\",\"shipments\":1}. docs/integrate/cli.md lists the checks."
    })
final class CertifyCommand extends ServiceCommand {
  @Parameters(paramLabel = "URL", description = "The receiver.")
  String target = "";

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description = {
        "What its events are about: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).",
        "With fiat_settlement it is examined with payouts."
      })
  Scope scope = Scope.invoice_settlement;

  @Option(
      names = "--state-url",
      paramLabel = "URL",
      description = {
        "Says what the shop thinks of an order: with {paymentId}, {payoutId} or {reference} in it."
      })
  @Nullable String stateUrl;

  @Option(
      names = "--state-field",
      paramLabel = "NAME",
      description = "The member that holds the status (default: ${DEFAULT-VALUE}).")
  String stateField = "status";

  @Option(
      names = "--order-url",
      paramLabel = "URL",
      description = {
        "Makes an order on POST, for shops that need one. It answers the paymentId, or redirects to",
        "the payment page."
      })
  @Nullable String orderUrl;

  @Option(
      names = "--real-payments",
      description = {
        "Make real payments in the sandbox and let them be paid there, for a receiver that asks",
        "the service about each payment."
      })
  boolean realPayments;

  @Option(
      names = "--restart-command",
      paramLabel = "COMMAND",
      description = "Restarts the receiver; adds the check restart.")
  @Nullable String restart;

  @Option(names = "--only", paramLabel = "CHECK", split = ",", description = "Only these checks.")
  List<String> only = new ArrayList<>();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "For one delivery (default: ${DEFAULT-VALUE}, as the service).")
  int timeout = 10;

  @Option(
      names = "--settle",
      paramLabel = "SECONDS",
      description = "How long the shop may work after its answer (default: ${DEFAULT-VALUE}).")
  int settle = 5;

  @Option(names = "--strict", description = "End with 1 also for a warning or an unseen check.")
  boolean strict;

  private String group = "";

  @Override
  public Integer call() throws InterruptedException {
    if (stateUrl != null
        && !stateUrl.contains("{paymentId}")
        && !stateUrl.contains("{payoutId}")
        && !stateUrl.contains("{reference}")) {
      throw misuse("--state-url needs {paymentId}, {payoutId} or {reference} in it");
    }
    if (scope == Scope.fiat_settlement && (realPayments || orderUrl != null)) {
      throw misuse("--real-payments and --order-url are not for --scope fiat_settlement");
    }
    if (timeout < 1 || settle < 0) {
      throw misuse("--timeout: 1 second or more; --settle: 0 or more");
    }
    if (stateUrl != null) {
      Access.receiver(stateUrl.replaceAll("[{}]", ""));
    }
    Examinee examinee =
        new Examinee(
            Access.receiver(target),
            webhookSecret(),
            scope,
            stateUrl,
            stateField,
            orderUrl == null ? null : Access.receiver(orderUrl),
            restart,
            Duration.ofSeconds(timeout),
            Duration.ofSeconds(settle));
    Certification certification =
        realPayments
            ? new Certification(examinee, new SandboxPayments(api(), examinee), around().clock())
            : new Certification(examinee, around().clock());
    Report report = certification.run(new HashSet<>(only), this::show);
    if (json) {
      out().println(report.json());
    } else {
      report.printEnd(out());
    }
    return (strict ? report.isPerfect() : report.isPassed()) ? 0 : 1;
  }

  private void show(Report.Verdict verdict) {
    if (json) {
      return;
    }
    if (!verdict.group().equals(group)) {
      group = verdict.group();
      out().println(group);
    }
    verdict.print(out());
    out().flush();
  }
}
