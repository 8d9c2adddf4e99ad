package dev.paylink.ids;

import java.util.Collection;
import java.util.UUID;

/** Names one thing of one kind. The database stores its UUID, everybody else sees its TypeID. */
public sealed interface Id
    permits ApiKeyId,
        AuditId,
        DeliveryId,
        EventId,
        InvitationId,
        InvoiceId,
        LetterId,
        MerchantId,
        MismatchId,
        PaymentId,
        SessionId,
        UserId {
  UUID value();

  /** Returns the stored form of each, as an array parameter of a statement takes it. */
  static Object[] values(Collection<? extends Id> ids) {
    return ids.stream().map(Id::value).toArray();
  }
}
