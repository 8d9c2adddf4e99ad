package dev.paylink.platform.db.binary;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/** Values in PostgreSQL's binary form, each with its length before it; a null has none. */
final class BinaryValues {
  private static final Instant POSTGRES_EPOCH = Instant.parse("2000-01-01T00:00:00Z");
  private static final long POSTGRES_EPOCH_DAY = LocalDate.of(2000, 1, 1).toEpochDay();
  private static final BigInteger NUMERIC_BASE = BigInteger.valueOf(10_000);
  private static final short NEGATIVE = 0x4000;

  private ByteBuffer out;

  BinaryValues(int bytes) {
    this.out = ByteBuffer.allocate(bytes);
  }

  /** Adds bytes as they are. */
  void raw(byte[] bytes) {
    room(bytes.length).put(bytes);
  }

  /** Adds a number of two bytes as it is. */
  void rawShort(int value) {
    room(2).putShort((short) value);
  }

  /** Adds a number of four bytes as it is. */
  void rawInt(int value) {
    room(4).putInt(value);
  }

  void nothing() {
    room(4).putInt(-1);
  }

  void uuid(UUID value) {
    room(20)
        .putInt(16)
        .putLong(value.getMostSignificantBits())
        .putLong(value.getLeastSignificantBits());
  }

  void text(String value) {
    bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  void bytes(byte[] value) {
    room(4 + value.length).putInt(value.length).put(value);
  }

  void integer(int value) {
    room(8).putInt(4).putInt(value);
  }

  void bigint(long value) {
    room(12).putInt(8).putLong(value);
  }

  void bool(boolean value) {
    room(5).putInt(1).put((byte) (value ? 1 : 0));
  }

  /** Adds a time to the microsecond, which is PostgreSQL's precision. */
  void timestamp(Instant value) {
    long seconds = value.getEpochSecond() - POSTGRES_EPOCH.getEpochSecond();
    bigint(Math.addExact(Math.multiplyExact(seconds, 1_000_000L), value.getNano() / 1_000));
  }

  void date(LocalDate value) {
    integer(Math.toIntExact(value.toEpochDay() - POSTGRES_EPOCH_DAY));
  }

  /** Adds a number, whose decimals are kept. */
  void numeric(BigDecimal number) {
    BigDecimal value = number.scale() < 0 ? number.setScale(0) : number;
    // Base-10000 digits are aligned to the decimal point: pad the fraction to a multiple of four.
    int fractionDigits = Math.ceilDiv(value.scale(), 4);
    BigInteger unscaled = value.setScale(fractionDigits * 4).unscaledValue().abs();
    short[] digits = new short[unscaled.bitLength() / 13 + 1];
    int count = 0;
    while (unscaled.signum() != 0) {
      BigInteger[] parts = unscaled.divideAndRemainder(NUMERIC_BASE);
      digits[count++] = parts[1].shortValueExact();
      unscaled = parts[0];
    }
    room(12 + count * 2)
        .putInt(8 + count * 2)
        .putShort((short) count)
        .putShort((short) (count - fractionDigits - 1)) // weight of the first digit
        .putShort(value.signum() < 0 ? NEGATIVE : 0)
        .putShort((short) value.scale());
    for (int i = count - 1; i >= 0; i--) {
      out.putShort(digits[i]);
    }
  }

  /** Returns what was added, from the first to the last. */
  ByteBuffer written() {
    return out.duplicate().flip();
  }

  private ByteBuffer room(int bytes) {
    if (out.remaining() < bytes) {
      ByteBuffer larger = ByteBuffer.allocate(Math.max(out.capacity() * 2, out.position() + bytes));
      larger.put(out.flip());
      out = larger;
    }
    return out;
  }
}
