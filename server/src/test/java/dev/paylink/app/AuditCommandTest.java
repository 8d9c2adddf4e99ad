package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.TestDatabase;
import dev.paylink.testing.TestService;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code ./paylink audit verify}, as somebody calls it who does not trust the service. */
final class AuditCommandTest {
  @TempDir private Path folder;

  private final StringWriter output = new StringWriter();

  @Test
  void whole_log_is_counted_and_a_broken_one_named_with_exit_code_1() throws Exception {
    String url = TestDatabase.freshUrl();
    try (TestService service = TestService.builder().database(url).start()) {
      String line = service.signedIn().get("/merchant/audit/export").expect(200).body();
      Path export = Files.writeString(folder.resolve("audit.jsonl"), line);
      String merchant = service.signedIn().get("/merchant/profile").text("merchantId");

      assertThat(verify("--url", url)).isZero();
      assertThat(output.toString()).contains("The audit log is whole: ", " in 1 trail.");
      assertThat(verify(export.toString())).isZero();
      assertThat(output.toString()).contains(merchant + ": entry ", ", signed at ");
      assertThat(verify("--key", "someone-elses", export.toString())).isEqualTo(1);

      Files.writeString(export, line.replace("merchant.registered", "merchant.renamed"));
      assertThat(verify(export.toString())).isEqualTo(1);
      assertThat(output.toString()).startsWith("audit log of " + merchant + ": entry 1 (aud_");
      assertThat(verify("--data", folder.toString())).isEqualTo(1); // has no database
    }
  }

  /**
   * As the owner's file of docs/operate/upgrade.md has it, and as PostgreSQL's own tools write it.
   */
  @Test
  void a_file_with_nothing_but_the_database_is_enough_and_so_is_a_postgres_address()
      throws Exception {
    String url = TestDatabase.freshUrl();
    try (TestService service = TestService.builder().database(url).start()) {
      assertThat(service.databaseUrl()).isEqualTo(url);
      Path owner = folder.resolve("owner.properties");
      Files.writeString(
          owner, "database.url = %s%ndatabase.migration.url = %s%n".formatted(url, url));

      assertThat(verify("--config", owner.toString())).isZero();
      assertThat(output.toString()).contains("The audit log is whole: ");
      assertThat(verify("--url", url.substring("jdbc:".length()))).isZero();
      Files.writeString(owner, "data.folder = %s%n".formatted(folder.resolve("elsewhere")));
      assertThat(verify("--config", owner.toString())).isEqualTo(1);
      assertThat(output.toString()).contains("name the database with --config, --url or --data");
      assertThat(verify("--url", "mysql://127.0.0.1/paylink")).isEqualTo(1);
      assertThat(output.toString())
          .contains("--url must begin with postgres:// or jdbc:postgresql://");
    }
  }

  private int verify(String... arguments) {
    output.getBuffer().setLength(0);
    return new CommandLine(new AuditCommand.Verify())
        .setOut(new PrintWriter(output))
        .setErr(new PrintWriter(output))
        .execute(arguments);
  }
}
