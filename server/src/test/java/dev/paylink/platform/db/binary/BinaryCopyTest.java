package dev.paylink.platform.db.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.testing.Seeded;
import dev.paylink.testing.TestDatabase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever is copied in is what PostgreSQL reads back. */
final class BinaryCopyTest {
  private static final String COPY = "copy sample (no, id, n, at, t, b, j) from stdin binary";
  private static final int COLUMNS = 7;

  private static final String AMOUNTS =
      """
      0 0.00 0.0000 0.00000 1 1.0 1.00 9 10 125.50 9999 10000 10001 100000000 99999999.9999 99990000 \
      0.1 0.0001 0.00001 0.00000001 0.000000010 0.0001000100000001 1.00010001 10000.00010000 \
      100000000000000 999999999999999 999999999999999.99 999999999999999.999999999999999999 \
      1000000000000000000000000000000""";
  private static final String TIMES =
      """
      2000-01-01T00:00:00Z 1999-12-31T23:59:59.999999Z 1999-12-31T23:59:59.999999999Z \
      1970-01-01T00:00:00Z 1969-12-31T23:59:59.5Z 0001-01-01T00:00:00Z \
      2026-07-15T10:00:00.123456789Z 9999-12-31T23:59:59.999999Z""";

  private record Row(
      UUID id,
      @Nullable BigDecimal number,
      Instant at,
      @Nullable String text,
      byte @Nullable [] bytes,
      @Nullable String json) {}

  private final List<Row> rows = new ArrayList<>();
  private Connection connection;

  @BeforeEach
  void createTable() throws SQLException {
    connection = DriverManager.getConnection(TestDatabase.freshUrl());
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "create table sample (no text, id uuid, n numeric, at timestamptz, t text, b bytea, j json)");
    }
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  @Test
  void amounts_keep_their_value_and_their_scale() throws SQLException {
    for (String number : AMOUNTS.split("\\s+", -1)) {
      rows.add(row(new BigDecimal(number)));
    }
    rows.add(row(null));
    assertReadBack();
  }

  @Test
  void random_amounts_of_any_size_and_scale_are_read_back() throws SQLException {
    Random random = Seeded.random(BinaryCopyTest.class);
    for (int i = 0; i < 3_000; i++) {
      BigInteger unscaled = new BigInteger(random.nextInt(130), random);
      if (random.nextInt(4) == 0) { // runs of zeros, where base-10000 digits vanish
        unscaled = unscaled.multiply(BigInteger.TEN.pow(random.nextInt(12)));
      }
      BigDecimal amount = new BigDecimal(unscaled, random.nextInt(25));
      rows.add(row(random.nextBoolean() ? amount : amount.negate()));
    }
    assertReadBack();
  }

  @Test
  void times_are_kept_to_the_microsecond_also_before_the_epochs() throws SQLException {
    for (String time : TIMES.split("\\s+", -1)) {
      rows.add(rowAt(Instant.parse(time)));
    }
    Random random = Seeded.random(BinaryCopyTest.class);
    for (int i = 0; i < 1_000; i++) {
      rows.add(
          rowAt(
              Instant.ofEpochSecond(
                  random.nextLong(-60_000_000_000L, 250_000_000_000L),
                  random.nextInt(1_000_000_000))));
    }
    assertReadBack();
  }

  @Test
  void texts_bytes_and_nulls_are_read_back_however_large() throws SQLException {
    Random random = Seeded.random(BinaryCopyTest.class);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[random.nextInt(random.nextInt(20) == 0 ? 100_000 : 100)];
      random.nextBytes(bytes);
      String text = "é€😀\t\n\\N\u0001'\"".repeat(random.nextInt(10));
      rows.add(
          new Row(
              new UUID(random.nextLong(), random.nextLong()),
              null,
              Instant.EPOCH,
              random.nextBoolean() ? text : null,
              random.nextBoolean() ? bytes : null,
              random.nextBoolean() ? "{\"b\": 1,  \"a\":\"é\"}" : null));
    }
    assertReadBack();
  }

  @Test
  void whole_numbers_truths_and_missing_times_are_read_back() throws SQLException {
    List<String> expected = new ArrayList<>();
    BinaryCopy copy = new BinaryCopy(4);
    for (Integer number : new Integer[] {null, 0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      for (long large : new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
        boolean truth = large < 0;
        Instant at = number == null || truth ? null : Instant.EPOCH;
        copy.row().integer(number).bigint(large).bool(truth).timestamp(at);
        expected.add(number + " " + large + " " + truth + " " + (at == null ? null : "0"));
      }
    }
    List<String> read = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "create table kinds (no serial, i integer, l bigint, t boolean, at timestamptz)");
      copy.send(connection, "copy kinds (i, l, t, at) from stdin binary");
      try (ResultSet row =
          statement.executeQuery(
              "select i, l, t, extract(epoch from at)::integer from kinds order by no")) {
        while (row.next()) {
          read.add(
              row.getObject(1)
                  + " "
                  + row.getLong(2)
                  + " "
                  + row.getBoolean(3)
                  + " "
                  + row.getObject(4));
        }
      }
    }
    assertThat(read).isEqualTo(expected);
  }

  @Test
  void no_rows_send_nothing() throws SQLException {
    new BinaryCopy(COLUMNS).send(connection, "this is not even SQL");
    assertReadBack();
  }

  @Test
  void what_cannot_be_stored_is_refused_and_leaves_no_row() throws SQLException {
    assertRefused(copy -> copy.row().text("too few columns"), "22P04");
    assertRefused(
        copy ->
            writeRow(copy, 0, new Row(UUID.randomUUID(), null, Instant.EPOCH, "\0", null, null)),
        "22021");
    assertReadBack();
  }

  /** Fills a copy that the database refuses. */
  private interface Filling {
    void fill(BinaryCopy copy);
  }

  private void assertRefused(Filling filling, String sqlState) {
    BinaryCopy copy = new BinaryCopy(COLUMNS);
    writeRow(copy, 0, rowAt(Instant.EPOCH));
    filling.fill(copy);
    assertThatThrownBy(() -> copy.send(connection, COPY))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(sqlState));
  }

  private static Row row(@Nullable BigDecimal number) {
    return new Row(UUID.randomUUID(), number, Instant.EPOCH, "", null, null);
  }

  private static Row rowAt(Instant at) {
    return new Row(UUID.randomUUID(), null, at, "", null, null);
  }

  private static void writeRow(BinaryCopy copy, int number, Row row) {
    copy.row()
        .text("%09d".formatted(number))
        .uuid(row.id())
        .numeric(row.number())
        .timestamp(row.at())
        .text(row.text())
        .bytes(row.bytes())
        .text(row.json());
  }

  private void assertReadBack() throws SQLException {
    BinaryCopy copy = new BinaryCopy(COLUMNS);
    for (int i = 0; i < rows.size(); i++) {
      writeRow(copy, i, rows.get(i));
    }
    copy.send(connection, COPY);
    try (Statement statement = connection.createStatement();
        ResultSet stored =
            statement.executeQuery(
                "select id, n::text, at, t, b, j::text from sample order by no")) {
      for (Row row : rows) {
        assertThat(stored.next()).isTrue();
        assertThat(stored.getObject(1, UUID.class)).isEqualTo(row.id());
        assertThat(stored.getString(2))
            .isEqualTo(row.number() == null ? null : row.number().toPlainString());
        assertThat(stored.getObject(3, OffsetDateTime.class).toInstant())
            .isEqualTo(row.at().truncatedTo(ChronoUnit.MICROS));
        assertThat(stored.getString(4)).isEqualTo(row.text());
        assertThat(stored.getBytes(5)).isEqualTo(row.bytes());
        assertThat(stored.getString(6)).isEqualTo(row.json());
      }
      assertThat(stored.next()).isFalse();
    }
  }
}
