package dev.paylink.checkout.x402;

import dev.paylink.checkout.wallet.SignedTransfers.Authorization;
import dev.paylink.checkout.wallet.SignedTransfers.Offer;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.language.Message;
import java.math.BigInteger;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Parses the header with which software pays. Members that this version does not know are ignored,
 * as the protocol asks.
 */
final class X402Parser {
  private static final int MAX_LENGTH = 8 * 1024;
  private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-fA-F]{40}");
  private static final Pattern SIGNATURE = Pattern.compile("0x[0-9a-fA-F]{130}");
  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,78}");
  private static final Pattern TIME = Pattern.compile("[0-9]{1,15}");
  private static final JsonMapper JSON = JsonMapper.shared();

  private X402Parser() {}

  /**
   * A payment as software sends it.
   *
   * @param accepted what it says that it was offered
   */
  record Payload(Accepted accepted, EvmAddress to, BigInteger value, Authorization authorization) {

    boolean isFor(Offer offer) {
      return accepted.scheme.equals(X402Json.SCHEME)
          && accepted.network.equals(X402Json.network(offer.chainId()))
          && accepted.asset.equals(offer.asset());
    }
  }

  record Accepted(
      String scheme, String network, BigInteger amount, EvmAddress asset, EvmAddress payTo) {}

  static Payload payload(String header) {
    JsonNode root = root(header);
    if (root.path("x402Version").asInt(-1) != X402Json.VERSION) {
      throw malformed("x402Version");
    }
    JsonNode accepted = root.path("accepted");
    JsonNode payload = root.path("payload");
    JsonNode authorization = payload.path("authorization");
    return new Payload(
        new Accepted(
            accepted.path("scheme").asString(""),
            accepted.path("network").asString(""),
            number(accepted, "amount"),
            address(accepted, "asset"),
            address(accepted, "payTo")),
        address(authorization, "to"),
        number(authorization, "value"),
        new Authorization(
            address(authorization, "from"),
            time(authorization, "validAfter"),
            time(authorization, "validBefore"),
            nonce(authorization),
            signature(payload)));
  }

  private static JsonNode root(String header) {
    if (header.length() > MAX_LENGTH) {
      throw malformed("PAYMENT-SIGNATURE");
    }
    try {
      return JSON.readTree(Base64.getDecoder().decode(header.strip()));
    } catch (IllegalArgumentException | JacksonException e) {
      throw malformed("PAYMENT-SIGNATURE");
    }
  }

  private static EvmAddress address(JsonNode node, String name) {
    return EvmAddress.of(shaped(node, name, ADDRESS));
  }

  private static BigInteger number(JsonNode node, String name) {
    return new BigInteger(shaped(node, name, DECIMAL));
  }

  private static long time(JsonNode node, String name) {
    return Long.parseLong(shaped(node, name, TIME));
  }

  private static Bytes32 nonce(JsonNode node) {
    Bytes32 nonce = Bytes32.parse(node.path("nonce").asString(""));
    if (nonce == null) {
      throw malformed("nonce");
    }
    return nonce;
  }

  private static byte[] signature(JsonNode node) {
    String text = shaped(node, "signature", SIGNATURE);
    return HexFormat.of().parseHex(text, 2, text.length());
  }

  private static String shaped(JsonNode node, String name, Pattern shape) {
    String text = node.path(name).asString("");
    if (!shape.matcher(text).matches()) {
      throw malformed(name);
    }
    return text;
  }

  private static Refused malformed(String name) {
    return new Refused(
        Problem.badRequest("INVALID_PAYMENT_SIGNATURE", Message.of("x402.malformed", name)));
  }
}
