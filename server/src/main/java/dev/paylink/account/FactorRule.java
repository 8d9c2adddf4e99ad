package dev.paylink.account;

import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/**
 * Tells whether everybody in a realm must have a second factor: because the instance is configured
 * so, or by the realm's own rule.
 */
public final class FactorRule {
  private final FactorRuleStore store = new FactorRuleStore();
  private final boolean configured;
  private final Supplier<RuntimeException> lastOne;

  /**
   * Prepares the rule of one kind of realm.
   *
   * @param configured whether it is required in all of them
   * @param lastOne makes the refusal to remove the last one where it is required
   */
  public FactorRule(boolean configured, Supplier<RuntimeException> lastOne) {
    this.configured = configured;
    this.lastOne = lastOne;
  }

  public boolean isConfigured() {
    return configured;
  }

  /** Refuses with 409 when it is required and the person has removed the last one just now. */
  public void requireOneLeft(Handle handle, Member member) {
    boolean required = configured || store.isRequired(handle, member.realm());
    if (required && !store.hasFactor(handle, member)) {
      throw lastOne.get();
    }
  }
}
