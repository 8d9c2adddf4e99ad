package dev.paylink.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.Driver;

/** What the JDBC driver makes of the rewritten address is what the original says. */
final class PostgresUrlTest {
  @ParameterizedTest
  @CsvSource({
    "postgres://u:p@h:5433/d,            h,        5433, d, u, p",
    "postgresql://u:p@h/d,               h,        5432, d, u, p",
    "postgres://u@h/d,                   h,        5432, d, u, ",
    "postgres://h/d,                     h,        5432, d, , ",
    "postgres://u:@h/d,                  h,        5432, d, u, ''",
    "postgres://u:p@127.0.0.1:1/d,       127.0.0.1, 1,   d, u, p",
    "postgres://u:p@[::1]:5433/d,        [::1],    5433, d, u, p",
    "postgres://u:p@my_database:5433/d,  my_database, 5433, d, u, p",
    "postgres://u:p@db.example.com/d-1,  db.example.com, 5432, d-1, u, p",
    "postgres://u:p:q@h/d,               h,        5432, d, u, p:q",
    "postgres://u:p+q@h/d,               h,        5432, d, u, p+q",
    "postgres://u:%20%26%3D%3F@h/d,      h,        5432, d, u, ' &=?'",
    "postgres://u:%40%2F%3A%25%23@h/d,   h,        5432, d, u, @/:%#",
    "postgres://%C3%BC%40x:p%C3%A9@h/d,  h,        5432, d, ü@x, pé",
    "postgres://u:p@ss@h/d,              h,        5432, d, u, p@ss",
  })
  void each_part_arrives(
      String url, String host, String port, String database, String user, String password) {
    Properties parts = parts(url);
    assertThat(parts.getProperty("PGHOST")).isEqualTo(host);
    assertThat(parts.getProperty("PGPORT")).isEqualTo(port);
    assertThat(parts.getProperty("PGDBNAME")).isEqualTo(database);
    assertThat(parts.getProperty("user")).isEqualTo(user);
    assertThat(parts.getProperty("password")).isEqualTo(password);
  }

  @Test
  void options_are_kept_beside_the_user() {
    Properties parts = parts("postgres://u:p@h/d?sslmode=require&connectTimeout=3");
    assertThat(parts.getProperty("sslmode")).isEqualTo("require");
    assertThat(parts.getProperty("connectTimeout")).isEqualTo("3");
    assertThat(parts.getProperty("user")).isEqualTo("u");
    assertThat(parts("postgres://h/d?sslmode=require").getProperty("sslmode")).isEqualTo("require");
  }

  @Test
  void a_missing_database_is_left_to_the_driver() {
    assertThat(PostgresUrl.toJdbc("database.url", "postgres://u:p@h"))
        .isEqualTo("jdbc:postgresql://h/?user=u&password=p");
    assertThat(PostgresUrl.toJdbc("database.url", "postgres://u:p@h/"))
        .startsWith("jdbc:postgresql://h/?");
  }

  @Test
  void several_hosts_are_passed_on() {
    assertThat(PostgresUrl.toJdbc("database.url", "postgres://u:p@h1:5432,h2:5433/d"))
        .isEqualTo("jdbc:postgresql://h1:5432,h2:5433/d?user=u&password=p");
  }

  @Test
  void several_hosts_lead_to_the_one_that_takes_writes() {
    String several = "jdbc:postgresql://h1,h2:5433/d";
    assertThat(PostgresUrl.toPrimary("database.url", several))
        .isEqualTo(several + "?targetServerType=primary");
    assertThat(PostgresUrl.toPrimary("database.url", several + "?user=u"))
        .isEqualTo(several + "?user=u&targetServerType=primary");
    String complete = several + "?targetServerType=primary&user=u";
    assertThat(PostgresUrl.toPrimary("database.url", complete)).isEqualTo(complete);
    assertThat(PostgresUrl.toPrimary("database.url", "jdbc:postgresql://h/d?user=a,b"))
        .isEqualTo("jdbc:postgresql://h/d?user=a,b");
    assertThatThrownBy(
            () -> PostgresUrl.toPrimary("database.url", several + "?targetServerType=any"))
        .isInstanceOf(ConfigError.class)
        .hasMessage("database.url needs targetServerType=primary: the service writes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres:///d",
        "postgres://u:hunter2@/d",
        "postgres://u:hunter2@:5432/d",
        "postgres://u:hunter2@h:port/d",
        "postgres://u:hunter2@h:123456/d",
        "postgres://u:hunter2#@h/d",
        "postgres://u:hunter2@h/d#f",
        "postgres://u:hunter2%@h/d",
        "postgres://u:hunter2%zz@h/d",
        "postgres://u:hunter2 @h/d",
        "postgres://u:hunter2\"@h/d",
        "postgres://u:hunter2@h/d?a b",
        "postgres:u:hunter2@h/d",
      })
  void what_makes_no_sense_is_refused_and_not_shown(String url) {
    assertThatThrownBy(() -> PostgresUrl.toJdbc("database.url", url))
        .isInstanceOf(ConfigError.class)
        .hasMessageStartingWith("database.url ")
        .hasMessageContaining("not shown")
        .hasMessageNotContaining("hunter2");
  }

  private static Properties parts(String url) {
    Properties parts = Driver.parseURL(PostgresUrl.toJdbc("database.url", url), new Properties());
    assertThat(parts).isNotNull();
    return parts == null ? new Properties() : parts;
  }
}
