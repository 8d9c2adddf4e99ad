package dev.paylink.relay;

import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.asn1.sec.SECNamedCurves;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.math.ec.ECAlgorithms;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;

/**
 * The key of a relay's account. It signs transactions that are a {@link RelayedCall} and send no
 * coin, and nothing else. It has no form in which it could be printed.
 */
public final class RelayKey {
  private static final X9ECParameters CURVE = SECNamedCurves.getByName("secp256k1");
  private static final ECDomainParameters DOMAIN =
      new ECDomainParameters(CURVE.getCurve(), CURVE.getG(), CURVE.getN(), CURVE.getH());
  private static final BigInteger HALF = CURVE.getN().shiftRight(1);
  private static final byte[] TYPE = {2}; // EIP-1559
  private static final int TO_FIELD = 32;

  private final BigInteger secret;
  private final ECPoint point;
  private final EvmAddress account;

  private RelayKey(BigInteger secret) {
    if (secret.signum() <= 0 || secret.compareTo(CURVE.getN()) >= 0) {
      throw new IllegalArgumentException("not a key of secp256k1");
    }
    this.secret = secret;
    this.point = new FixedPointCombMultiplier().multiply(CURVE.getG(), secret).normalize();
    byte[] both = Arrays.copyOfRange(point.getEncoded(false), 1, 1 + 2 * TO_FIELD);
    this.account = EvmAddress.of(Arrays.copyOfRange(Keccak.hash256(both), 12, 32));
  }

  /** Creates the key of 64 hexadecimal digits. */
  public static RelayKey of(String digits) {
    String bare = digits.startsWith("0x") ? digits.substring(2) : digits;
    if (!bare.matches("[0-9a-fA-F]{64}")) {
      throw new IllegalArgumentException("not 64 hexadecimal digits");
    }
    return new RelayKey(new BigInteger(bare, 16));
  }

  public EvmAddress account() {
    return account;
  }

  /**
   * The fields of a transaction other than its call.
   *
   * @param fee the most wei per gas, of which the tip is a part
   */
  record Envelope(long chainId, long nonce, BigInteger fee, BigInteger tip, long gas) {}

  /** A transaction as nodes take it. */
  record Signed(Bytes32 hash, byte[] raw) {}

  Signed sign(RelayedCall call, Envelope envelope) {
    byte[] unsigned = payload(call, envelope);
    byte[] message = Keccak.hash256(Rlp.concat(TYPE, Rlp.list(unsigned)));
    ECDSASigner signer = new ECDSASigner(new HMacDSAKCalculator(new SHA256Digest()));
    signer.init(true, new ECPrivateKeyParameters(secret, DOMAIN));
    BigInteger[] parts = signer.generateSignature(message);
    BigInteger r = parts[0];
    BigInteger s = parts[1].compareTo(HALF) > 0 ? CURVE.getN().subtract(parts[1]) : parts[1];
    byte[] raw =
        Rlp.concat(
            TYPE,
            Rlp.list(
                unsigned,
                Rlp.number(BigInteger.valueOf(parity(message, r, s))),
                Rlp.number(r),
                Rlp.number(s)));
    return new Signed(Bytes32.of(Keccak.hash256(raw)), raw);
  }

  private static byte[] payload(RelayedCall call, Envelope envelope) {
    return Rlp.concat(
        Rlp.number(BigInteger.valueOf(envelope.chainId)),
        Rlp.number(BigInteger.valueOf(envelope.nonce)),
        Rlp.number(envelope.tip),
        Rlp.number(envelope.fee),
        Rlp.number(BigInteger.valueOf(envelope.gas)),
        Rlp.bytes(call.to().bytes()),
        Rlp.number(BigInteger.ZERO), // never any coin
        Rlp.bytes(HexFormat.of().parseHex(call.data(), 2, call.data().length())),
        Rlp.list());
  }

  /** Returns which of the two points with this r is ours: that from which our key is recovered. */
  private int parity(byte[] message, BigInteger r, BigInteger s) {
    BigInteger n = CURVE.getN();
    BigInteger inverse = r.modInverse(n);
    BigInteger ofG = n.subtract(new BigInteger(1, message).mod(n)).multiply(inverse).mod(n);
    BigInteger ofR = s.multiply(inverse).mod(n);
    for (int parity = 0; parity < 2; parity++) {
      byte[] encoded = new byte[1 + TO_FIELD];
      encoded[0] = (byte) (2 + parity);
      byte[] digits = r.toByteArray();
      int skipped = Math.max(0, digits.length - TO_FIELD);
      System.arraycopy(
          digits,
          skipped,
          encoded,
          encoded.length - (digits.length - skipped),
          digits.length - skipped);
      ECPoint point2 = CURVE.getCurve().decodePoint(encoded);
      if (ECAlgorithms.sumOfTwoMultiplies(CURVE.getG(), ofG, point2, ofR)
          .normalize()
          .equals(point)) {
        return parity;
      }
    }
    throw new IllegalStateException("a signature without its key");
  }

  @Override
  public String toString() {
    return "key of " + account;
  }
}
