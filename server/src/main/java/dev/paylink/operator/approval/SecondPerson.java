package dev.paylink.operator.approval;

import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.approval.OriginQueries.Origin;
import dev.paylink.platform.language.Message;
import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether an operator counts as a second person, different from the one who asked. An account
 * that one of them has made for the other does not, nor does one that joined a short while ago:
 * others would have had no time to notice it. The admin token counts as one person with those whom
 * it invited, and so does an identity provider with those whom nobody invited: its administrator
 * can make as many as they like.
 */
final class SecondPerson {
  /** The age from which on the agreement of an account counts. */
  static final Duration SETTLED = Duration.ofHours(24);

  private final OriginQueries origins = new OriginQueries();

  /** Returns why the agreement of this operator does not count; null when it does. */
  @Nullable Message fault(Handle handle, Approval approval, ActingOperator by) {
    if (approval.isOf(by)) {
      return Message.of("approval.another");
    }
    Origin second = origins.find(handle, by.name(), SETTLED);
    if (second != null && second.isNew()) {
      return Message.of("approval.joined", SETTLED.toHours());
    }
    Origin first = origins.find(handle, approval.requestedBy(), SETTLED);
    if (isBy(second, approval.requestedBy()) || isBy(first, by.name())) {
      return Message.of("approval.invited", approval.requestedBy());
    }
    return isOfProvider(first) && isOfProvider(second) ? Message.of("approval.provider") : null;
  }

  private static boolean isOfProvider(@Nullable Origin origin) {
    return origin != null && origin.invitedBy() == null;
  }

  private static boolean isBy(@Nullable Origin origin, String inviter) {
    return origin != null && inviter.equals(origin.invitedBy());
  }
}
