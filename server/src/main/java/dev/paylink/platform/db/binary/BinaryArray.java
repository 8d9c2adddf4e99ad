package dev.paylink.platform.db.binary;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.Oid;
import org.postgresql.jdbc.PgArray;
import org.postgresql.jdbc.PreferQueryMode;

/**
 * Arrays, as statements over many rows get them, in PostgreSQL's binary form: neither side writes
 * or reads a literal for each value. Types that are rare are sent as the driver does it.
 */
public final class BinaryArray {
  private static final int BYTES_PER_VALUE = 24;

  private BinaryArray() {}

  /** Returns the values as an array; {@code type} is PostgreSQL's name for its elements. */
  public static Array of(Connection connection, String type, @Nullable Object[] values)
      throws SQLException {
    return switch (type) {
      case "uuid" -> uuids(connection, values);
      case "text" ->
          array(
              connection,
              Oid.TEXT_ARRAY,
              Oid.TEXT,
              values,
              (out, value) -> out.text(value.toString()));
      case "bigint" ->
          array(
              connection,
              Oid.INT8_ARRAY,
              Oid.INT8,
              values,
              (out, value) -> out.bigint(((Number) value).longValue()));
      case "integer" ->
          array(
              connection,
              Oid.INT4_ARRAY,
              Oid.INT4,
              values,
              (out, value) -> out.integer((Integer) value));
      case "boolean" ->
          array(
              connection,
              Oid.BOOL_ARRAY,
              Oid.BOOL,
              values,
              (out, value) -> out.bool((Boolean) value));
      case "numeric" ->
          array(
              connection,
              Oid.NUMERIC_ARRAY,
              Oid.NUMERIC,
              values,
              (out, value) -> out.numeric((BigDecimal) value));
      case "date" ->
          array(
              connection,
              Oid.DATE_ARRAY,
              Oid.DATE,
              values,
              (out, value) -> out.date((LocalDate) value));
      case "timestamptz" ->
          array(
              connection,
              Oid.TIMESTAMPTZ_ARRAY,
              Oid.TIMESTAMPTZ,
              values,
              (out, value) -> out.timestamp((Instant) value));
      default -> connection.createArrayOf(type, values);
    };
  }

  /** Returns UUIDs as an array. */
  public static Array uuids(Connection connection, @Nullable Object[] values) throws SQLException {
    return array(
        connection, Oid.UUID_ARRAY, Oid.UUID, values, (out, value) -> out.uuid((UUID) value));
  }

  /** Returns an array of one dimension, or of none when it is empty. */
  private static Array array(
      Connection connection,
      int type,
      int elementType,
      @Nullable Object[] values,
      BiConsumer<BinaryValues, Object> adder)
      throws SQLException {
    BaseConnection driver = connection.unwrap(BaseConnection.class);
    if (driver.getPreferQueryMode() == PreferQueryMode.SIMPLE) {
      // A simple query has no parameters: the driver puts literals in, and a mere "?" for bytes.
      return connection.createArrayOf(driver.getTypeInfo().getPGType(elementType), values);
    }
    BinaryValues out = new BinaryValues(BYTES_PER_VALUE * (values.length + 1));
    out.rawInt(values.length == 0 ? 0 : 1);
    out.rawInt(Arrays.stream(values).anyMatch(Objects::isNull) ? 1 : 0);
    out.rawInt(elementType);
    if (values.length > 0) {
      out.rawInt(values.length);
      out.rawInt(1); // the index of the first one
    }
    for (Object value : values) {
      if (value == null) {
        out.nothing();
      } else {
        adder.accept(out, value);
      }
    }
    ByteBuffer written = out.written();
    byte[] bytes = new byte[written.remaining()];
    written.get(bytes);
    return new PgArray(driver, type, bytes);
  }
}
