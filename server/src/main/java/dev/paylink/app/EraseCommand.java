package dev.paylink.app;

import dev.paylink.account.Actor;
import dev.paylink.dashboard.Dashboard;
import dev.paylink.ids.IdPlugin;
import dev.paylink.ids.MerchantId;
import dev.paylink.mail.Outbox;
import dev.paylink.merchant.audit.Announcements;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.json.Fields;
import dev.paylink.settlement.erase.EraseCustomer;
import dev.paylink.settlement.erase.EraseRoutes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Erases one customer of a merchant. */
@Command(
    name = "erase",
    mixinStandardHelpOptions = true,
    description = {
      "Erase one customer of a merchant, by e-mail address or by a payment.",
      "Name, address, metadata and e-mails go; money and the audit log stay."
    })
final class EraseCommand extends DataCommand {
  private static final Actor ACTOR = new Actor(Actor.OPERATOR + "command-line", "local");

  @Mixin DatabaseChoice database = new DatabaseChoice();

  @Mixin OfMerchant merchant = new OfMerchant();

  @Option(names = "--email", paramLabel = "ADDRESS", description = "The customer's address.")
  @Nullable String email;

  @Option(names = "--payment", paramLabel = "ID", description = "A payment of the customer.")
  @Nullable String payment;

  @Override
  public Integer call() throws Exception {
    if ((email == null) == (payment == null)) {
      throw misused("Name the customer with --email or --payment, one of them");
    }
    MerchantId id = merchant.id();
    return database.use(
        url -> {
          try {
            EraseCustomer.Erased erased = eraser(url).handle(id, customer(), ACTOR);
            tell(
                "Erased: %d payments, %d events, %d e-mails.",
                erased.payments(), erased.events(), erased.letters());
            if (erased.payments() == 0 && email != null) {
              tell(
                  "No payment has this address. The spelling counts, except that lower case is"
                      + " tried, too; --payment takes it from a payment.");
            }
            return 0;
          } catch (Rejection e) {
            tell("%s", e.message().english());
            return 1;
          }
        });
  }

  private static EraseCustomer eraser(String url) {
    return new EraseCustomer(
        Database.unmigrated(url, new IdPlugin()),
        new AuditLog(
            new Announcements(
                Outbox.OFF, Dashboard.accountLinks(BaseUrl.parse("http://localhost")))));
  }

  private EraseCustomer.Customer customer() {
    Map<String, String> given = new LinkedHashMap<>();
    if (email != null) {
      given.put("email", email);
    }
    if (payment != null) {
      given.put("paymentId", payment);
    }
    return EraseRoutes.customer(Fields.ofForm(given));
  }
}
