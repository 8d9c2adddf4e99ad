package dev.paylink.platform.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunAsTest {
  private static final EmbeddedPostgresOptions DEFAULTS = EmbeddedPostgresOptions.defaults();
  private static final Duration LIMIT = Duration.ofSeconds(10);

  @TempDir private Path folder;

  @Test
  void root_lends_its_cluster_to_an_unprivileged_user_who_keeps_it() throws Exception {
    DataDirectory data = DataDirectory.open(folder);
    assumeTrue(RunAs.ownerOf(Path.of("/proc/self")) == 0);
    assumeTrue(succeeds(RunAs.userNamespace().command("true")));
    assertThat(ownersAfterStart(data, RunAs.userNamespace())).containsOnly(0);
    // As in a container that has come to forbid user namespaces.
    List<Integer> lent = ownersAfterStart(data, RunAs.unprivilegedUser());
    assertThat(lent).doesNotContain(0);
    // And its owner goes on running it, even where namespaces work again.
    assertThat(ownersAfterStart(data, RunAs.choose(data))).isEqualTo(lent);
  }

  private static List<Integer> ownersAfterStart(DataDirectory data, RunAs runAs) throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, DEFAULTS, runAs)) {
      Payments.execute(postgres.jdbcUrl(), "create table if not exists payment (id bigint)");
      Payments.insert(postgres.jdbcUrl(), Payments.count(postgres.jdbcUrl()));
      Path process = Path.of("/proc", Long.toString(postgres.pid()));
      return List.of(
          RunAs.ownerOf(process), RunAs.ownerOf(data.cluster()), RunAs.ownerOf(data.logFile()));
    }
  }

  private boolean succeeds(List<String> command) {
    return Command.run(folder, LIMIT, command).succeeded();
  }
}
