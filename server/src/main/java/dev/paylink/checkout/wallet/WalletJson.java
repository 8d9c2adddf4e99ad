package dev.paylink.checkout.wallet;

import dev.paylink.payment.read.Payment;
import dev.paylink.platform.json.Json;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes what the page's script reads about wallets. */
final class WalletJson {
  private WalletJson() {}

  static byte[] options(Payment payment, BigDecimal amount, List<WalletOption> options) {
    return Json.object()
        .put("paymentId", payment.id().toString())
        .put("amount", amount.toPlainString())
        .put("currency", payment.currency())
        .put("deadline", payment.expiresAt().getEpochSecond())
        .putObjects("options", options.stream().map(WalletJson::option).toList())
        .bytes();
  }

  static byte[] steps(WalletSteps steps) {
    return Json.object()
        .put("option", steps.option())
        .put("ref", steps.ref())
        .putRaw("settled", call(steps.settled()))
        .putRaw("balance", call(steps.balance()))
        .putRaw("allowance", call(steps.allowance()))
        .putRaw("approve", call(steps.approve()))
        .putRaw("pay", payCall(steps.pay()))
        .putRaw("permit", permit(steps.permit()))
        .putRaw("authorization", String.valueOf(steps.authorization()))
        .bytes();
  }

  static byte[] pay(WalletCall call) {
    return Json.object().putRaw("pay", payCall(call)).bytes();
  }

  private static byte[] option(WalletOption option) {
    WalletOption.Token token = option.token();
    Json tokenJson =
        Json.object()
            .put("symbol", token.symbol())
            .put("address", token.address())
            .put("decimals", token.decimals())
            .put("permit", token.permit())
            .put("authorization", token.authorization());
    return Json.object()
        .put("id", option.id())
        .put("chainId", option.chainId())
        .put("chainName", option.chainName())
        .put("coin", Chains.coin(option.chainId()))
        .put("rpcUrl", option.rpcUrl())
        .put("explorer", option.explorer())
        .put("contract", option.contract())
        .putRaw("token", text(tokenJson))
        .put("units", option.units().toString())
        .bytes();
  }

  private static String permit(WalletSteps.@Nullable Permit permit) {
    return permit == null
        ? "null"
        : text(
            Json.object()
                .putRaw("nonceCall", call(permit.nonceCall()))
                .putRaw("typedData", String.valueOf(permit.typedData())));
  }

  private static String call(@Nullable WalletCall call) {
    return call == null
        ? "null"
        : text(Json.object().put("to", call.to()).put("data", call.data()));
  }

  /** As {@code eth_sendTransaction} takes it: the value is always there, in hexadecimal. */
  private static String payCall(WalletCall call) {
    String value = call.value() == null ? "0" : call.value().toString(16);
    return text(
        Json.object().put("to", call.to()).put("data", call.data()).put("value", "0x" + value));
  }

  private static String text(Json json) {
    return new String(json.bytes(), StandardCharsets.UTF_8);
  }
}
