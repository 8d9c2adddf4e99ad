package dev.paylink.app;

import dev.paylink.checkout.link.RefundLinks;
import dev.paylink.money.AddressFault;
import dev.paylink.settlement.refund.Refund;
import dev.paylink.settlement.refund.RefundAddresses;
import org.jspecify.annotations.Nullable;

/** Shows refunds to the hosted page, which does not know how they are settled. */
record RefundPage(RefundAddresses addresses) implements RefundLinks {
  @Override
  public @Nullable Asked open(String token) {
    RefundAddresses.Asked found = addresses.open(token);
    if (found == null) {
      return null;
    }
    Refund refund = found.refund();
    String to = refund.to();
    return new Asked(
        found.payment(),
        found.path(),
        stage(refund),
        refund.amount(),
        refund.currency(),
        refund.token(),
        found.chainName(),
        to == null ? refund.namedAddress() : to,
        refund.expiresAt());
  }

  @Override
  public @Nullable AddressFault name(String token, String address, String source) {
    RefundAddresses.Asked found = addresses.open(token);
    return found == null ? null : addresses.name(found, address, source);
  }

  private static Stage stage(Refund refund) {
    return switch (refund.status()) {
      case settled -> Stage.settled;
      case failed -> Stage.over;
      case canceled -> Stage.canceled;
      case sent -> Stage.sent;
      case requested ->
          !refund.lacksAddress()
              ? Stage.confirmed
              : refund.namedAddress() == null ? Stage.ask : Stage.named;
    };
  }
}
