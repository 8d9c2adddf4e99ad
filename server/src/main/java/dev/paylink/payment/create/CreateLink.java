package dev.paylink.payment.create;

import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.money.DepositAddress;
import dev.paylink.platform.json.Fields;
import org.jdbi.v3.core.Jdbi;

/**
 * Creates a payment for a signed-in person instead of a server with a key: same rules, same writer.
 * The payment's idempotency key, which is stored with it, and the audit log name that person.
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
   * Creates a payment from a form; returns the same payment if the form is sent again.
   *
   * @param formId the same each time one form is sent, so that it makes one payment
   * @param body the form's body; another body with the same id is refused
   * @param fields the fields as create-payment takes them
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
      // After the commit, which many creates share. If this is lost, the key still names the
      // person.
      jdbi.useTransaction(
          handle ->
              audit.record(
                  handle, merchant.id(), by.actor(), "payment.created", null, id.toString()));
    }
    return id;
  }
}
