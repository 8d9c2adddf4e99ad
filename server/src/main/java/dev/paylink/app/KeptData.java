package dev.paylink.app;

import dev.paylink.account.signin.SessionStore;
import dev.paylink.app.config.Config;
import dev.paylink.mail.Mail;
import dev.paylink.platform.db.Retention;
import dev.paylink.relay.Relays;
import dev.paylink.requestlog.RequestLog;
import dev.paylink.settlement.apply.ReportStore;
import dev.paylink.webhook.event.AttemptStore;
import dev.paylink.webhook.event.OldEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The data with a retention time. Payments, invoices and audit logs are never deleted. */
final class KeptData {
  private KeptData() {}

  static List<Retention.Rule> rules(Config.Keep keep) {
    List<Retention.Rule> rules = new ArrayList<>();
    add(rules, "attempts", keep.attempts(), new AttemptStore());
    add(rules, "events", keep.events(), new OldEvents());
    add(rules, "reports", keep.reports(), new ReportStore());
    add(rules, "letters", keep.letters(), Mail.removal());
    add(rules, "requests", keep.requests(), RequestLog.removal());
    add(rules, "sessions", keep.sessions(), new SessionStore());
    add(rules, "relays", keep.relays(), Relays.removal());
    return rules;
  }

  private static void add(
      List<Retention.Rule> rules, String kind, @Nullable Duration kept, Retention.Removal removal) {
    if (kept != null) {
      rules.add(new Retention.Rule(kind, kept, removal));
    }
  }
}
