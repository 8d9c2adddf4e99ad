package dev.paylink.ids;

import java.util.Collection;
import java.util.UUID;

/**
 * The id of one thing of one kind. The database stores its UUID; everybody else sees its TypeID.
 */
public sealed interface Id
    permits ApiKeyId,
        ApprovalId,
        AuditId,
        ClaimId,
        DeliveryId,
        EventId,
        InvitationId,
        InvoiceId,
        LetterId,
        LinkId,
        MerchantId,
        MismatchId,
        OperatorId,
        PasskeyId,
        PaymentId,
        PayoutId,
        RealmId,
        RedeliveryId,
        RefundId,
        RequestId,
        SessionId,
        UserId {
  UUID value();

  /** Returns the stored form of each id, for an array parameter of a statement. */
  static Object[] values(Collection<? extends Id> ids) {
    return ids.stream().map(Id::value).toArray();
  }
}
