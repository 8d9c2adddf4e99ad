package dev.paylink.checkout;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.payment.LinkToken;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.ReceivedMoney;
import dev.paylink.platform.id.UuidV7;
import java.math.BigDecimal;
import java.time.Instant;

/** A payment that was never stored. */
final class SamplePayment {
  private final PaymentId id = new PaymentId(UuidV7.at(0));

  Payment success() {
    return as(PaymentStatus.success, "Two tickets, Row F");
  }

  Payment as(PaymentStatus status, String text) {
    return new Payment(
        new MerchantId(UuidV7.at(0)),
        id,
        status,
        new InvoiceId(UuidV7.at(0)),
        text,
        InvoiceStatus.open,
        new BigDecimal("125.50"),
        "USD",
        text,
        null,
        null,
        null,
        "service-server",
        null,
        text,
        null,
        new LinkToken(new byte[16]),
        Instant.EPOCH,
        Instant.EPOCH,
        Instant.EPOCH.plusSeconds(60),
        null,
        ReceivedMoney.NOTHING,
        null);
  }
}
