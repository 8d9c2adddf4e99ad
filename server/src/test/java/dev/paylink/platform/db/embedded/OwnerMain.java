package dev.paylink.platform.db.embedded;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;

/** A second process that owns a data folder and commits rows, one line each, until it is killed. */
final class OwnerMain {
  private OwnerMain() {}

  public static void main(String[] arguments) throws Exception {
    EmbeddedPostgres postgres =
        EmbeddedPostgres.start(Path.of(arguments[0]), EmbeddedPostgresOptions.defaults());
    Payments.create(postgres.jdbcUrl());
    System.out.println(postgres.pid());
    try (Connection connection = DriverManager.getConnection(postgres.jdbcUrl());
        PreparedStatement insert =
            connection.prepareStatement("insert into payment (id) values (?)")) {
      for (long id = 1; ; id++) {
        insert.setLong(1, id);
        insert.executeUpdate();
        // Printed after the commit: whoever reads the line may count on the row.
        System.out.println(id);
      }
    }
  }
}
