package dev.paylink.settlement.refund;

import dev.paylink.platform.json.Json;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a merchant's wallet queries and sends to pay a refund, with what it has to know of the
 * chain. All call data is made here, so that the browser decides nothing about money.
 *
 * @param rpcUrl a node that may be given to wallets
 * @param explorer without a trailing slash
 * @param coin in which fees are paid
 * @param settled queries whether the refund is already paid
 * @param balance queries the sender's balance; null for the chain's own coin
 * @param allowance queries how much the contract may take; null for the chain's own coin
 * @param approve lets the contract take exactly the amount; null for the chain's own coin
 * @param pay pays; needs the allowance, except with the chain's own coin
 */
public record RefundSteps(
    Refund refund,
    String chainName,
    @Nullable String rpcUrl,
    @Nullable String explorer,
    String coin,
    Call settled,
    @Nullable Call balance,
    @Nullable Call allowance,
    @Nullable Call approve,
    Call pay) {

  /** A call that a wallet sends or queries. {@code value} is null if it sends no coin. */
  public record Call(String to, String data, @Nullable BigInteger value) {
    private void query(Json json) {
      json.put("to", to).put("data", data);
    }

    private void transaction(Json json) {
      query(json);
      json.put("value", "0x" + (value == null ? "0" : value.toString(16)));
    }
  }

  /** Returns the JSON that the script of the hosted page takes, too. */
  byte[] json() {
    return Json.object()
        .put("refundId", refund.id().toString())
        .put("chainId", refund.chainId())
        .put("chainName", chainName)
        .put("coin", coin)
        .put("rpcUrl", rpcUrl)
        .put("explorer", explorer)
        .put("units", refund.units().toString())
        .put("deadline", refund.deadline())
        .putObject("settled", settled::query)
        .putTexts("earlier", List.of())
        .putObject("balance", balance, (json, call) -> call.query(json))
        .putObject("allowance", allowance, (json, call) -> call.query(json))
        .putObject("approve", approve, (json, call) -> call.query(json))
        .putObject("pay", pay::transaction)
        .bytes();
  }
}
