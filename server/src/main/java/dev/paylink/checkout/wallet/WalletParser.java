package dev.paylink.checkout.wallet;

import dev.paylink.money.Bytes32;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses what the page's script sends about a wallet, and reports all faults together. */
final class WalletParser {
  private static final int MAX_LENGTH = 200;
  private static final int HEX = 16;
  private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-fA-F]{40}");
  private static final Pattern QUANTITY = Pattern.compile("0x[0-9a-fA-F]{1,64}");
  private static final Pattern SIGNATURE = Pattern.compile("0x[0-9a-fA-F]{130}");

  private WalletParser() {}

  record Prepare(String option, String payer, @Nullable BigInteger nonce) {}

  /** A signature, in the form that wallets return: r, s, v. */
  record Signed(
      String option, String payer, WalletPayments.Kind kind, byte[] signature, long deadline) {}

  /** The hash is null while the wallet has not told it. */
  record Sent(String option, @Nullable Bytes32 hash, long deadline) {}

  static Prepare prepare(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("option", "payer", "nonce"));
    String option = fields.requiredText("option", MAX_LENGTH);
    String payer = shaped(fields, "payer", ADDRESS, Message.of("field.hex", 40));
    String nonce =
        fields.has("nonce")
            ? shaped(fields, "nonce", QUANTITY, Message.of("field.hexatmost", 64))
            : null;
    return new Prepare(
        fields.require(option),
        fields.require(payer),
        nonce == null ? null : new BigInteger(nonce.substring(2), HEX));
  }

  static Signed signed(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("option", "payer", "kind", "signature", "deadline"));
    String option = fields.requiredText("option", MAX_LENGTH);
    String payer = shaped(fields, "payer", ADDRESS, Message.of("field.hex", 40));
    WalletPayments.Kind kind = kind(fields);
    String signature = shaped(fields, "signature", SIGNATURE, Message.of("field.hex", 130));
    Long deadline = deadline(fields);
    return new Signed(
        fields.require(option),
        fields.require(payer),
        fields.require(kind),
        HexFormat.of().parseHex(fields.require(signature), 2, 132),
        fields.require(deadline));
  }

  static Sent sent(byte[] body) {
    Fields fields = Fields.parse(body, Set.of("option", "hash", "deadline"));
    String option = fields.requiredText("option", MAX_LENGTH);
    Bytes32 hash = fields.has("hash") ? hash(fields) : null;
    Long deadline = deadline(fields);
    return new Sent(fields.require(option), hash, fields.require(deadline));
  }

  private static @Nullable Bytes32 hash(Fields fields) {
    String text = fields.requiredText("hash", MAX_LENGTH);
    Bytes32 hash = text == null ? null : Bytes32.parse(text);
    if (text != null && hash == null) {
      fields.fault("hash", Message.of("field.hex", 64));
    }
    return hash;
  }

  /** Returns the end of what was signed or sent, which tells one attempt from the next. */
  private static @Nullable Long deadline(Fields fields) {
    return fields.required("deadline", fields.integer("deadline", 0, Long.MAX_VALUE));
  }

  private static WalletPayments.@Nullable Kind kind(Fields fields) {
    String text = fields.requiredText("kind", MAX_LENGTH);
    WalletPayments.Kind kind =
        Arrays.stream(WalletPayments.Kind.values())
            .filter(known -> known.name().equals(text))
            .findFirst()
            .orElse(null);
    if (text != null && kind == null) {
      fields.fault("kind", Message.of("field.oneof", List.of(WalletPayments.Kind.values())));
    }
    return kind;
  }

  private static @Nullable String shaped(Fields fields, String name, Pattern shape, Message wrong) {
    String text = fields.requiredText(name, MAX_LENGTH);
    if (text != null && !shape.matcher(text).matches()) {
      fields.fault(name, wrong);
      return null;
    }
    return text;
  }
}
