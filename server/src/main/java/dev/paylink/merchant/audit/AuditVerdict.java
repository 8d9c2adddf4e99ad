package dev.paylink.merchant.audit;

import java.util.List;

/** What checking an audit log found. */
public sealed interface AuditVerdict {
  /**
   * Every entry fits.
   *
   * @param heads the last signed head of each trail that has one
   */
  record Whole(long entries, long trails, List<SignedHead> heads) implements AuditVerdict {}

  /** The first thing that does not fit, in words. */
  record Broken(String fault) implements AuditVerdict {}
}
