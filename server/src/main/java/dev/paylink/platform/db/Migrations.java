package dev.paylink.platform.db;

import dev.paylink.platform.Outage;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.jspecify.annotations.Nullable;

/**
 * Brings a schema to what this version of the service needs, or tells in one line why it cannot be
 * used. Flyway takes a lock in the database, so several nodes may start at once.
 */
public final class Migrations {
  private static final String PERMISSION_DENIED = "42501";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Whether the role may add tables, and change those that are there. */
  private static final String MAY_MIGRATE =
      """
      select coalesce(has_schema_privilege(current_schema(), 'create'), false)
             and not exists (select from pg_tables
                              where schemaname = current_schema() and tablename = 'flyway_schema_history'
                                and not pg_has_role(tableowner, 'usage'))
      """;

  private static final String OTHER_BUILD =
      "the database was made by a build of the service that was never released and cannot be"
          + " upgraded; start with a new data folder or an empty database";

  /** The newest migration before and after a run; 0 for an empty database. */
  public record Done(int from, int to) {}

  private Migrations() {}

  /**
   * Migrates to the newest schema as the owner of the tables, and grants the service's role the
   * rights it needs.
   */
  public static Done run(String ownerUrl, String serviceUrl) {
    try (PrimaryConnections owner = patient(ownerUrl)) {
      CurrentSchema.Comparison before = usable(owner);
      if (!before.isCurrent()) {
        migrate(owner, null, before);
      }
      if (!ownerUrl.equals(serviceUrl)) {
        try (PrimaryConnections service = patient(serviceUrl)) {
          ServiceGrants.give(service, owner);
        }
      }
      return new Done(before.version(), Math.max(before.version(), before.needed()));
    }
  }

  /** Refuses a schema that this version cannot work with. */
  static void check(String serviceUrl) {
    try (PrimaryConnections service = patient(serviceUrl)) {
      CurrentSchema.Comparison found = usable(service);
      if (found.older()) {
        throw new IllegalStateException(older(found) + "; run paylink migrate first");
      }
    }
  }

  /**
   * Returns in one line why a start would refuse the schema, and null if it would not. Changes
   * nothing.
   *
   * @param ownerUrl of the role that would migrate; null if the start does not migrate
   */
  public static @Nullable String refusal(String serviceUrl, @Nullable String ownerUrl) {
    try {
      if (ownerUrl == null) {
        check(serviceUrl);
        return null;
      }
      try (PrimaryConnections owner = patient(ownerUrl)) {
        CurrentSchema.Comparison found = usable(owner);
        return found.older() && !mayMigrate(owner) ? denied(found) : null;
      }
    } catch (IllegalStateException e) {
      return e.getMessage();
    }
  }

  /** Returns the version of our newest migration. */
  public static int newest() {
    return CurrentSchema.newest();
  }

  /** Tells whether a migration is ours as it is; one that is newer than ours may be. */
  public static boolean mayKnow(int version, @Nullable Integer checksum) {
    return CurrentSchema.mayKnow(version, checksum);
  }

  /** Migrates the tables of the role up to a version, or to the newest if it is null. */
  public static void to(String ownerUrl, @Nullable String version) {
    try (PrimaryConnections owner = patient(ownerUrl)) {
      migrate(owner, version, usable(owner));
    }
  }

  private static void migrate(
      PrimaryConnections owner, @Nullable String version, CurrentSchema.Comparison before) {
    try {
      Flyway.configure()
          .dataSource(new OpenedConnections(owner))
          .locations("classpath:" + CurrentSchema.FOLDER)
          .failOnMissingLocations(true)
          .target(version == null ? "latest" : version)
          .load()
          .migrate();
    } catch (FlywayValidateException e) {
      throw new IllegalStateException(OTHER_BUILD, e);
    } catch (FlywayException e) {
      if (isDenied(e)) {
        throw new IllegalStateException(denied(before), e);
      }
      throw e;
    }
  }

  /** Compares a schema, and refuses one that this version cannot work with or migrate. */
  private static CurrentSchema.Comparison usable(PrimaryConnections connections) {
    CurrentSchema.Comparison found = CurrentSchema.compare(connections);
    if (found.unreadable() != null) {
      throw new IllegalStateException("the database cannot be used: " + found.unreadable());
    }
    if (found.otherBuild()) { // whatever its number: what it has is not what ours would add to
      throw new IllegalStateException(OTHER_BUILD);
    }
    if (found.newer()) {
      throw new IllegalStateException(
          "the database is at schema version %d, which this version of the service (%d) does not understand; start a newer version"
              .formatted(found.version(), found.needed()));
    }
    return found;
  }

  private static boolean mayMigrate(PrimaryConnections owner) {
    try (Connection connection = owner.open()) {
      return ServiceGrants.all(connection, MAY_MIGRATE).equals(List.of("t"));
    } catch (SQLException e) {
      throw new IllegalStateException("the database cannot be used: " + Outage.reason(e), e);
    }
  }

  private static String older(CurrentSchema.Comparison found) {
    return "the database is at schema version %d and this version of the service needs %d"
        .formatted(found.version(), found.needed());
  }

  private static String denied(CurrentSchema.Comparison found) {
    return older(found)
        + ", but this role may not migrate it; run paylink migrate first, with the owner of the tables in database.migration.url";
  }

  private static boolean isDenied(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && PERMISSION_DENIED.equals(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }

  /** Returns connections without our time-outs and planner settings, once they lead somewhere. */
  private static PrimaryConnections patient(String url) {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "paylink");
    PrimaryConnections connections = new PrimaryConnections(url, properties, Duration.ZERO);
    connections.await(PATIENCE);
    return connections;
  }
}
