package dev.paylink.operator.approval;

import dev.paylink.operator.account.ActingOperator;
import org.jdbi.v3.core.Handle;

/** Something that is done once two operators agree. */
public interface TwoPersonWork {
  /**
   * What the second person decides about.
   *
   * @param facts a text that changes with everything that the decision rests on
   */
  record Plan(String summary, String facts) {}

  /** Locks the subject and says what would be done; refuses when it cannot be done now. */
  Plan plan(Handle handle, String subject, String details);

  /** Notes that it was asked for, in the transaction of the request. */
  default void requested(Handle handle, Approval approval, ActingOperator by) {}

  /** Does it, in the transaction that stores the agreement. */
  void run(Handle handle, Approval approval, ActingOperator by);

  /** Runs once it is committed. */
  default void done() {}
}
