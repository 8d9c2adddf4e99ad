package dev.paylink.platform.db.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PostgreSQL reads each array as the one that the driver would have sent. */
final class BinaryArrayTest {
  private static final @Nullable Object[] UUIDS = {
    new UUID(0, 0), null, UUID.fromString("0198c5a1-7c00-7abc-8def-ffffffffffff"), new UUID(-1, -1)
  };
  private static final @Nullable Object[] TEXTS = {
    "", "null", null, "a,b", "{}", "\"quoted\" \\ back", " ", "Café – 東京 🗼", "line\nbreak"
  };
  private static final @Nullable Object[] BIGINTS = {0L, null, Long.MIN_VALUE, Long.MAX_VALUE, -1L};
  private static final @Nullable Object[] INTEGERS = {
    0, Integer.MIN_VALUE, null, Integer.MAX_VALUE
  };
  private static final @Nullable Object[] BOOLEANS = {true, null, false};
  private static final @Nullable Object[] NUMBERS = {
    new BigDecimal("-125.500"),
    null,
    new BigDecimal("0.00"),
    new BigDecimal("1E+5"),
    new BigDecimal("-0.0001"),
    new BigDecimal("-999999999999999.999999999999999999")
  };
  private static final @Nullable Object[] DATES = {
    LocalDate.of(2000, 1, 1), LocalDate.of(1969, 12, 31), null, LocalDate.of(9999, 12, 31)
  };
  private static final @Nullable Object[] TIMES = {
    Instant.parse("2026-07-15T10:00:00.123456Z"), null, Instant.parse("1969-12-31T23:59:59.5Z")
  };

  private static final String URL = TestDatabase.freshUrl();

  private static Connection connection;

  @BeforeAll
  static void connect() throws SQLException {
    connection = DriverManager.getConnection(URL);
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  @ParameterizedTest
  @CsvSource({"uuid", "text", "bigint", "integer", "boolean", "numeric", "date", "timestamptz"})
  void array_is_what_the_driver_would_have_sent(String type) throws SQLException {
    Object[] values = values(type);
    assertThat(read(connection, type, BinaryArray.of(connection, type, values)))
        .isEqualTo(read(connection, type, connection.createArrayOf(type, values)));
  }

  @ParameterizedTest
  @CsvSource({"uuid", "text", "bigint", "integer", "boolean", "numeric", "date", "timestamptz"})
  void array_is_the_same_where_the_url_asks_for_simple_queries(String type) throws SQLException {
    Object[] values = values(type);
    try (Connection simple = DriverManager.getConnection(URL + "&preferQueryMode=simple")) {
      assertThat(read(simple, type, BinaryArray.of(simple, type, values)))
          .isEqualTo(read(connection, type, connection.createArrayOf(type, values)));
    }
  }

  @ParameterizedTest
  @CsvSource({"uuid", "text", "bigint", "integer", "boolean", "numeric", "date", "timestamptz"})
  void empty_array_has_no_dimension(String type) throws SQLException {
    assertThat(read(connection, type, BinaryArray.of(connection, type, new Object[0])))
        .isEqualTo("{}");
  }

  @Test
  void values_of_several_arrays_stay_in_their_rows() throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "select a || coalesce(b::text, '-') from unnest(?::text[], ?::bigint[]) as x (a, b)")) {
      select.setArray(1, BinaryArray.of(connection, "text", new Object[] {"x", "y"}));
      select.setArray(2, BinaryArray.of(connection, "bigint", new @Nullable Object[] {7L, null}));
      ResultSet row = select.executeQuery();
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo("x7");
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo("y-");
      assertThat(row.next()).isFalse();
    }
  }

  @Test
  void value_of_another_type_is_refused() {
    Object[] texts = {"1"};
    assertThatThrownBy(() -> BinaryArray.of(connection, "uuid", texts))
        .isInstanceOf(ClassCastException.class);
    assertThatThrownBy(() -> BinaryArray.of(connection, "bigint", texts))
        .isInstanceOf(ClassCastException.class);
  }

  @Test
  void time_that_has_no_number_is_refused() {
    Object[] farAway = {Instant.MAX};
    Object[] longAgo = {Instant.MIN};
    assertThatThrownBy(() -> BinaryArray.of(connection, "timestamptz", farAway))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> BinaryArray.of(connection, "timestamptz", longAgo))
        .isInstanceOf(ArithmeticException.class);
  }

  private static @Nullable Object[] values(String type) {
    return switch (type) {
      case "uuid" -> UUIDS;
      case "text" -> TEXTS;
      case "bigint" -> BIGINTS;
      case "integer" -> INTEGERS;
      case "boolean" -> BOOLEANS;
      case "numeric" -> NUMBERS;
      case "date" -> DATES;
      default -> TIMES;
    };
  }

  private static String read(Connection to, String type, Array array) throws SQLException {
    try (PreparedStatement select = to.prepareStatement("select (?::" + type + "[])::text")) {
      select.setArray(1, array);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    }
  }
}
