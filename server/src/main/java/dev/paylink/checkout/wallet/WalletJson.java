package dev.paylink.checkout.wallet;

import dev.paylink.money.Bytes32;
import dev.paylink.money.Chains;
import dev.paylink.payment.Payment;
import dev.paylink.platform.json.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Consumer;

/** Writes the data about wallets that the page's script reads. */
final class WalletJson {
  private WalletJson() {}

  static byte[] options(Payment payment, BigDecimal amount, List<WalletOption> options) {
    return Json.object()
        .put("paymentId", payment.id().toString())
        .put("amount", amount.toPlainString())
        .put("currency", payment.currency())
        .put("deadline", payment.expiresAt().getEpochSecond())
        .putObjects("options", options, WalletJson::option)
        .bytes();
  }

  static byte[] steps(WalletSteps steps, boolean sponsored) {
    return Json.object()
        .put("option", steps.option())
        .put("ref", steps.ref())
        .put("deadline", steps.deadline())
        .put("sponsored", sponsored)
        .putObject("settled", steps.settled(), WalletJson::call)
        .putObjects("earlier", steps.earlier(), WalletJson::call)
        .putObject("balance", steps.balance(), WalletJson::call)
        .putObject("allowance", steps.allowance(), WalletJson::call)
        .putObject("approve", steps.approve(), WalletJson::call)
        .putObject("pay", steps.pay(), WalletJson::payCall)
        .putObject("permit", steps.permit(), WalletJson::permit)
        .putObject("authorization", steps.authorization(), WalletJson::typedData)
        .putObject("permit2", steps.permit2(), WalletJson::permit2)
        .bytes();
  }

  static byte[] relayed(Bytes32 hash) {
    return Json.object().put("hash", hash.hex()).bytes();
  }

  static byte[] pay(WalletCall call) {
    return Json.object().putObject("pay", call, WalletJson::payCall).bytes();
  }

  private static void option(Json json, WalletOption option) {
    json.put("id", option.id())
        .put("chainId", option.chainId())
        .put("chainName", option.chainName())
        .put("coin", Chains.coin(option.chainId()))
        .put("rpcUrl", option.rpcUrl())
        .put("explorer", option.explorer())
        .put("contract", option.contract())
        .putObject("token", option.token(), WalletJson::token)
        .put("units", option.units().toString());
  }

  private static void token(Json json, WalletOption.Token token) {
    json.put("symbol", token.symbol())
        .put("address", token.address())
        .put("decimals", token.decimals())
        .put("permit", token.permit())
        .put("authorization", token.authorization());
  }

  private static void permit(Json json, WalletSteps.Permit permit) {
    json.putObject("nonceCall", permit.nonceCall(), WalletJson::call)
        .putObject("typedData", permit.typedData(), WalletJson::typedData);
  }

  private static void permit2(Json json, WalletSteps.Permit2 permit2) {
    json.putObject("allowance", permit2.allowance(), WalletJson::call)
        .putObject("typedData", permit2.typedData(), WalletJson::typedData);
  }

  private static void typedData(Json json, Consumer<Json> typedData) {
    typedData.accept(json);
  }

  private static void call(Json json, WalletCall call) {
    json.put("to", call.to()).put("data", call.data());
  }

  /**
   * Writes a call as {@code eth_sendTransaction} takes it: the value is always present, in
   * hexadecimal.
   */
  private static void payCall(Json json, WalletCall call) {
    String value = call.value() == null ? "0" : call.value().toString(16);
    json.put("to", call.to()).put("data", call.data()).put("value", "0x" + value);
  }
}
