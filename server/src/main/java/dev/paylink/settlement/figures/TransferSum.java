package dev.paylink.settlement.figures;

import dev.paylink.ids.PaymentId;
import dev.paylink.platform.json.Json;
import java.math.BigDecimal;

/**
 * What came to a payment's address by plain transfer, in one token on one chain.
 *
 * @param received in final blocks before the deadline
 * @param late in final blocks after it
 * @param total the sum of both in all tokens and on all chains
 * @param surplus what of it is beyond the amount; those of a payment add up to all that is
 */
public record TransferSum(
    PaymentId payment,
    long chainId,
    String token,
    String address,
    BigDecimal expected,
    BigDecimal received,
    BigDecimal late,
    BigDecimal total,
    BigDecimal surplus) {

  /** Returns what is missing in all tokens and on all chains together. */
  public BigDecimal missing() {
    return expected.subtract(total).max(BigDecimal.ZERO);
  }

  private String plain(BigDecimal amount) {
    return exact(amount).toPlainString();
  }

  /** Returns the amount with the decimals of the currency, and more if it has more. */
  public BigDecimal exact(BigDecimal amount) {
    BigDecimal exact = amount.stripTrailingZeros();
    return exact.setScale(Math.max(expected.scale(), exact.scale()));
  }

  void write(Json json) {
    json.put("chainId", chainId)
        .put("token", token)
        .put("address", address)
        .put("expected", plain(expected))
        .put("received", plain(received))
        .put("late", plain(late))
        .put("missing", plain(missing()))
        .put("surplus", plain(surplus));
  }
}
