package dev.paylink.platform.db;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.util.ByteBufferByteStreamWriter;

/**
 * Writes rows in PostgreSQL's binary COPY format, the cheapest way to insert: no parsing of
 * literals on either side, and the server fills whole pages with one WAL record each.
 */
public final class BinaryCopy {
  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0
  };
  private static final Instant POSTGRES_EPOCH = Instant.parse("2000-01-01T00:00:00Z");
  private static final BigInteger NUMERIC_BASE = BigInteger.valueOf(10_000);

  private final int columns;
  private ByteBuffer out = ByteBuffer.allocate(16 * 1024);
  private int rows;

  public BinaryCopy(int columns) {
    this.columns = columns;
    out.put(SIGNATURE).putInt(0).putInt(0);
  }

  public BinaryCopy row() {
    rows++;
    room(2).putShort((short) columns);
    return this;
  }

  public BinaryCopy uuid(@Nullable UUID value) {
    if (value == null) {
      room(4).putInt(-1);
    } else {
      room(20)
          .putInt(16)
          .putLong(value.getMostSignificantBits())
          .putLong(value.getLeastSignificantBits());
    }
    return this;
  }

  /** Adds text, or {@code json}, whose binary form is its text. */
  public BinaryCopy text(@Nullable String value) {
    return bytes(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds bytes, or {@code json} that is already in UTF-8. */
  public BinaryCopy bytes(byte @Nullable [] value) {
    if (value == null) {
      room(4).putInt(-1);
    } else {
      room(4 + value.length).putInt(value.length).put(value);
    }
    return this;
  }

  public BinaryCopy integer(@Nullable Integer value) {
    if (value == null) {
      room(4).putInt(-1);
    } else {
      room(8).putInt(4).putInt(value);
    }
    return this;
  }

  public BinaryCopy bigint(long value) {
    room(12).putInt(8).putLong(value);
    return this;
  }

  public BinaryCopy bool(@Nullable Boolean value) {
    if (value == null) {
      room(4).putInt(-1);
    } else {
      room(5).putInt(1).put((byte) (value ? 1 : 0));
    }
    return this;
  }

  /** Adds a time to the microsecond, which is PostgreSQL's precision. */
  public BinaryCopy timestamp(@Nullable Instant value) {
    if (value == null) {
      room(4).putInt(-1);
      return this;
    }
    long micros =
        (value.getEpochSecond() - POSTGRES_EPOCH.getEpochSecond()) * 1_000_000
            + value.getNano() / 1_000;
    room(12).putInt(8).putLong(micros);
    return this;
  }

  /** Adds a value that is not negative; its scale is kept. */
  public BinaryCopy numeric(@Nullable BigDecimal value) {
    if (value == null) {
      room(4).putInt(-1);
      return this;
    }
    // Base-10000 digits are aligned to the decimal point: pad the fraction to a multiple of four.
    int fractionDigits = Math.ceilDiv(value.scale(), 4);
    BigInteger unscaled = value.setScale(fractionDigits * 4).unscaledValue();
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
        .putShort((short) 0)
        .putShort((short) value.scale());
    for (int i = count - 1; i >= 0; i--) {
      out.putShort(digits[i]);
    }
    return this;
  }

  /** Sends the rows; {@code sql} is {@code copy table (columns) from stdin binary}. */
  public void send(Connection connection, String sql) throws SQLException {
    if (rows == 0) {
      return;
    }
    room(2).putShort((short) -1);
    ByteBuffer all = out.duplicate().flip();
    try {
      long copied =
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyIn(sql, new ByteBufferByteStreamWriter(all));
      if (copied != rows) {
        throw new IllegalStateException("copied " + copied + " of " + rows + " rows");
      }
    } catch (IOException e) {
      throw new SQLException("COPY broke off", "08006", e);
    }
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
