package dev.paylink.settlement.accept;

import dev.paylink.account.Actor;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.queue.DatabaseWork;
import dev.paylink.settlement.received.SettlementRule;
import dev.paylink.settlement.received.SettlementRuleStore;
import java.sql.SQLException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * A merchant's rule about money that is not exactly right. A change is for payments that are
 * created from then on, and stands in the audit log.
 */
public final class SettlementRules {
  private final Jdbi jdbi;
  private final BusinessClock clock;
  private final AuditLog audit;
  private final RuleLimits limits;
  private final SettlementRuleStore store = new SettlementRuleStore();

  SettlementRules(Database database, AuditLog audit, RuleLimits limits) {
    this.jdbi = database.jdbi();
    this.clock = database.clock();
    this.audit = audit;
    this.limits = limits;
  }

  /** Returns what the operator lets merchants choose. */
  public RuleLimits limits() {
    return limits;
  }

  public SettlementRuleParser parser() {
    return new SettlementRuleParser(limits);
  }

  /** Returns the rule of payments that are created now. */
  public SettlementRule of(MerchantId merchant) {
    return DatabaseWork.run(
        () -> "read rules", () -> jdbi.withHandle(handle -> now(handle, merchant)));
  }

  /** Sets the rule of payments that are created from now on. */
  public SettlementRule set(MerchantId merchant, Actor actor, SettlementRule rule) {
    return DatabaseWork.run(
        () -> "set rules",
        () ->
            jdbi.inTransaction(
                handle -> {
                  SettlementRule before = now(handle, merchant);
                  if (!before.equals(rule)) {
                    store.set(handle, merchant, rule, clock.at(store.now(handle)));
                    audit.record(
                        handle,
                        merchant,
                        actor,
                        "settlement_rules.changed",
                        before.words(),
                        rule.words());
                  }
                  return rule;
                }));
  }

  private SettlementRule now(Handle handle, MerchantId merchant) throws SQLException {
    return store.at(handle.getConnection(), merchant, clock.at(store.now(handle)));
  }
}
