package dev.paylink.chain.rpc;

import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Finality;
import dev.paylink.chain.source.SendingNode;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;
import java.net.URI;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** A node, over JSON-RPC, as it is asked by who sends transactions. */
public final class JsonRpcSender implements SendingNode {
  private static final Pattern BIG = Pattern.compile("0x[0-9a-fA-F]{1,64}");
  private static final int HEX = 16;

  /**
   * Contract that returns the extra cost of a transaction on chains that publish to another one.
   */
  private static final String OTHER_FEE = "0x420000000000000000000000000000000000000f";

  private static final String OTHER_FEE_OF = "0x49948e0e";

  private final ChainConfig chain;
  private final JsonRpc rpc;
  private volatile boolean verified;

  public JsonRpcSender(ChainConfig chain, URI node) {
    this.chain = chain;
    this.rpc = new JsonRpc(node);
  }

  @Override
  public Fees fees() {
    JsonNode block = verified().ask("eth_getBlockByNumber", "[\"latest\",false]");
    BigInteger base = number(block.path("baseFeePerGas"));
    BigInteger tip;
    try {
      tip = number(rpc.ask("eth_maxPriorityFeePerGas", "[]"));
    } catch (NodeRefused e) {
      tip = number(rpc.ask("eth_gasPrice", "[]")).subtract(base).max(BigInteger.ONE);
    }
    return new Fees(base, tip);
  }

  @Override
  public BigInteger balance(EvmAddress account) {
    return number(verified().ask("eth_getBalance", "[\"" + account.hex() + "\",\"latest\"]"));
  }

  @Override
  public long nonce(EvmAddress account) {
    return nonce(account, "latest");
  }

  @Override
  public long finalNonce(EvmAddress account) {
    return switch (chain.finality()) {
      case Finality.Tag tag -> nonce(account, tag.name());
      case Finality.Depth depth -> {
        long head = RpcValues.quantity(verified().ask("eth_blockNumber", "[]"));
        yield nonce(account, "0x" + Long.toHexString(Math.max(0, head - depth.blocks())));
      }
    };
  }

  private long nonce(EvmAddress account, String block) {
    return RpcValues.quantity(
        verified()
            .ask("eth_getTransactionCount", "[\"%s\",\"%s\"]".formatted(account.hex(), block)));
  }

  @Override
  public Trial attempt(EvmAddress from, EvmAddress to, String data) {
    String call =
        "[{\"from\":\"%s\",\"to\":\"%s\",\"data\":\"%s\"},\"latest\"]"
            .formatted(from.hex(), to.hex(), data);
    try {
      return new Works(number(verified().ask("eth_estimateGas", call)));
    } catch (NodeRefused e) {
      String reason = String.valueOf(e.getMessage());
      if (e.isOfContract() || reason.toLowerCase(Locale.ROOT).contains("always failing")) {
        return new Reverts(reason);
      }
      throw e;
    }
  }

  @Override
  public BigInteger held(EvmAddress factory, Place place) {
    return new HeldQuestion(verified(), factory, null)
        .ask(List.of(place))
        .getFirst()
        .orElse(BigInteger.ZERO);
  }

  @Override
  public BigInteger otherFee(byte[] raw) {
    String data = HexFormat.of().formatHex(raw);
    String call =
        "%s%064x%064x%s%s"
            .formatted(
                OTHER_FEE_OF,
                32,
                raw.length,
                data,
                "00".repeat(Math.floorMod(-raw.length, Bytes32.SIZE)));
    try {
      String answer =
          verified()
              .ask(
                  "eth_call",
                  "[{\"to\":\"%s\",\"data\":\"%s\"},\"latest\"]".formatted(OTHER_FEE, call))
              .asString("");
      return BIG.matcher(answer).matches()
          ? new BigInteger(answer.substring(2), HEX)
          : BigInteger.ZERO;
    } catch (NodeRefused e) {
      if (e.isOfContract()) {
        return BigInteger.ZERO; // something else has this address
      }
      throw e; // what is not known is not nothing
    }
  }

  @Override
  public void send(byte[] raw) {
    verified().ask("eth_sendRawTransaction", "[\"0x" + HexFormat.of().formatHex(raw) + "\"]");
  }

  @Override
  public Optional<Receipt> receipt(Bytes32 hash) {
    JsonNode receipt = verified().ask("eth_getTransactionReceipt", "[\"" + hash + "\"]");
    if (receipt.isNull()) {
      return Optional.empty();
    }
    BigInteger gas =
        number(receipt.path("gasUsed")).multiply(number(receipt.path("effectiveGasPrice")));
    BigInteger other =
        receipt.path("l1Fee").isString() ? number(receipt.path("l1Fee")) : BigInteger.ZERO;
    return Optional.of(
        new Receipt(
            RpcValues.quantity(receipt.path("status")) == 1,
            gas.add(other),
            RpcValues.bytes32(receipt.path("blockHash"))));
  }

  @Override
  public void close() {
    rpc.close();
  }

  private static BigInteger number(JsonNode node) {
    String text = node.asString("");
    if (!BIG.matcher(text).matches()) {
      throw new ChainUnavailable("the node's answer is no number");
    }
    return new BigInteger(text.substring(2), HEX);
  }

  private JsonRpc verified() {
    if (!verified) {
      long id = RpcValues.quantity(rpc.ask("eth_chainId", "[]"));
      if (id != chain.deployment().chainId()) {
        throw new ChainUnavailable("the node belongs to chain " + id);
      }
      verified = true;
    }
    return rpc;
  }
}
