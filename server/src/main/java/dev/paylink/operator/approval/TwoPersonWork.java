package dev.paylink.operator.approval;

import dev.paylink.operator.account.ActingOperator;
import dev.paylink.platform.crypto.Secret;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Something that is done once two operators agree. */
public interface TwoPersonWork {
  /**
   * What the second person decides about.
   *
   * @param facts a text that changes with everything that the decision rests on
   */
  record Plan(String summary, String facts) {}

  /** Locks the subject until the transaction ends. */
  default void lock(Handle handle, String subject) {}

  /** Says what would be done; refuses when it cannot be done now. */
  Plan plan(Handle handle, String subject, String details);

  /** Tells whether it is about this operator, who then has no say in whether it is declined. */
  default boolean concerns(Approval approval, ActingOperator by) {
    return false;
  }

  /**
   * Tells whether this operator belongs to what it is about, and so must neither ask for it nor
   * agree: nobody decides about their own company.
   */
  default boolean isOwn(Handle handle, String subject, ActingOperator by) {
    return false;
  }

  /** Called when it is requested, in the transaction of the request. */
  default void requested(Handle handle, Approval approval, ActingOperator by) {}

  /**
   * Does it, in the transaction that stores the agreement; the subject is locked.
   *
   * @param link makes the link of an invitation's token, at the address by which the second person
   *     came: the first person must not choose where it leads
   * @return a link that only the second person sees; null without one
   */
  @Nullable Secret run(
      Handle handle, Approval approval, ActingOperator by, UnaryOperator<String> link);

  /** Runs once it is committed. */
  default void done() {}
}
