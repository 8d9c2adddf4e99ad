package dev.paylink.payment.create;

import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.money.DepositAddress;
import dev.paylink.platform.json.Fields;
import org.jdbi.v3.core.Jdbi;

/**
 * Create payment for somebody who is signed in rather than a server with a key: the same rules, the
 * same writer. Whoever did it stands in the payment's idempotency key, stored with it, and in the
 * audit log.
 */
public final class CreateLink {
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final CreatePayment create;

  public CreateLink(Jdbi jdbi, AuditLog audit, CreatePayment create) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.create = create;
  }

  /**
   * @param formId the same for each time that one form is sent: it makes one payment
   * @param body of the form: sent with the same id, another one is refused
   * @param fields as create-payment takes them
   */
  public PaymentId handle(
      Merchant merchant, SignedIn by, String formId, byte[] body, Fields fields) {
    CreatePayment.requireVerified(merchant.verification());
    String key = "dashboard:" + by.userId().value() + ':' + formId;
    DepositAddress payee = merchant.payee();
    CreatePaymentResult.Created created =
        create.create(merchant.id(), payee == null ? null : payee.value(), key, body, fields);
    PaymentId id = created.payment().paymentId();
    if (!created.replayed()) {
      // After the commit, which many creates share. The key says who it was even if this is lost.
      jdbi.useTransaction(
          handle ->
              audit.record(
                  handle, merchant.id(), by.actor(), "payment.created", null, id.toString()));
    }
    return id;
  }
}
