package dev.paylink.app.meter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.Version;
import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.TestService;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A node tells its state without being visited, and what it does not know as NaN. */
final class NodeGaugesTest {
  @AutoClose private final TestService service = TestService.start();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final NodeGauges gauges = new NodeGauges(registry);

  @Test
  void the_metrics_have_the_state_of_the_node_before_anybody_asked_for_it() {
    String metrics =
        Await.value(
            "it is ready, with a connection that nobody uses",
            () -> new Browser(service.internalUrl()).get("/metrics").expect(200).body(),
            read ->
                value(read, "paylink_ready ") == 1
                    && value(read, "paylink_pool_connections{state=\"idle\"} ") > 0);
    assertThat(value(metrics, "paylink_info{version=\"" + Version.NUMBER + "\"} ")).isEqualTo(1);
    assertThat(value(metrics, "paylink_disk_free_bytes ")).isPositive();
    assertThat(value(metrics, "paylink_heap_max_bytes "))
        .isGreaterThan(value(metrics, "paylink_heap_used_bytes "));
    assertThat(value(metrics, "paylink_files_open ")).isPositive();
    assertThat(metrics.lines())
        .as("what is unknown is not 0")
        .contains(
            "paylink_redis_up NaN",
            "paylink_backup_age_seconds NaN",
            "paylink_archive_age_seconds NaN",
            "paylink_archive_base_age_seconds NaN",
            "paylink_certificate_days{listener=\"public\"} NaN");
  }

  @Test
  void a_backup_and_a_disk_are_known_once_they_were_looked_at() {
    assertThat(gauge("paylink.backup.age.seconds")).isNaN();
    gauges.backup(Instant.now().minusSeconds(100));
    assertThat(gauge("paylink.backup.age.seconds")).isBetween(99.0, 130.0);
    gauges.disk(Path.of("does/not/exist"));
    assertThat(gauge("paylink.disk.free.bytes")).as("of the folder above").isPositive();
  }

  private double gauge(String name) {
    return registry.get(name).gauge().value();
  }

  private static double value(String metrics, String name) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .findFirst()
        .orElseThrow();
  }
}
