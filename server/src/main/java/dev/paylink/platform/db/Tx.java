package dev.paylink.platform.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The caller's transaction, in plain JDBC, and how merchants are spread over servers. */
public record Tx(Connection connection, Shards shards) {
  public static Tx of(Handle handle) {
    return new Tx(handle.getConnection(), Shards.of(handle));
  }

  /** Returns an empty list of statements that are sent together. */
  public Together together() {
    return new Together(this);
  }

  /**
   * Binds the parameters of one statement, whose first one has the number {@code before + 1} in
   * what is sent.
   */
  @FunctionalInterface
  public interface Binder {
    void bind(PreparedStatement statement, int before) throws SQLException;
  }

  /** Is told how many rows a statement has changed. */
  @FunctionalInterface
  public interface Count {
    void changed(int rows) throws SQLException;
  }

  /**
   * Statements that do not wait for each other's results: they are sent together and run in their
   * order, in one round trip instead of one each. Over several servers each is sent by itself.
   *
   * <p>Nobody reads while they are sent, so their results must be small: counts, or a few rows of a
   * fixed length. A row with text makes the driver wait before it.
   */
  public static final class Together {
    private final Tx tx;
    private final List<Part> parts = new ArrayList<>();

    private Together(Tx tx) {
      this.tx = tx;
    }

    private record Part(
        String sql, Binder binder, @Nullable Count count, RowsByKey.@Nullable Reader reader) {
      int parameters() {
        return (int) sql.chars().filter(each -> each == '?').count();
      }

      void takeResult(PreparedStatement statement) throws SQLException {
        if (count != null) {
          count.changed(statement.getUpdateCount());
        }
        if (reader != null) {
          try (ResultSet row = statement.getResultSet()) {
            while (row.next()) {
              reader.read(row);
            }
          }
        }
      }
    }

    /** Adds a statement that changes rows. */
    public void update(String sql, Binder binder, Count count) {
      parts.add(new Part(sql, binder, count, null));
    }

    /** Adds a statement that reads rows. */
    public void query(String sql, Binder binder, RowsByKey.Reader reader) {
      parts.add(new Part(sql, binder, null, reader));
    }

    public Tx tx() {
      return tx;
    }

    /** Runs the statements and takes their results. */
    public void run() throws SQLException {
      if (tx.shards.areSeveral()) {
        for (Part part : parts) {
          send(List.of(part));
        }
      } else if (!parts.isEmpty()) {
        send(parts);
      }
      parts.clear();
    }

    private void send(List<Part> some) throws SQLException {
      String sql = some.stream().map(Part::sql).collect(Collectors.joining(";\n"));
      try (PreparedStatement statement = tx.connection.prepareStatement(sql)) {
        int before = 0;
        for (Part part : some) {
          part.binder.bind(statement, before);
          before += part.parameters();
        }
        statement.execute();
        for (Part part : some) {
          part.takeResult(statement);
          statement.getMoreResults();
        }
      }
    }
  }
}
