package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The heap follows the memory that a process has, wherever its limit is written. */
final class LauncherMemoryTest {
  private static final String UNLIMITED_V1 = "9223372036854771712\n";

  @TempDir Path system;

  @ParameterizedTest
  @CsvSource({
    "200, 96",
    "384, 149",
    "512, 234",
    "1024, 576",
    "1536, 917",
    "1696, 1024",
    "8192, 1024"
  })
  void a_container_gets_the_heap_that_its_memory_holds(int memoryMib, int heapMib) {
    assertThat(Launcher.inContainer(system, memoryMib).heapMib()).isEqualTo(heapMib);
  }

  @Test
  void the_table_of_the_documentation_is_right() throws IOException {
    String docs = Files.readString(Path.of("../docs/operate/install.md"));
    assertThat(docs).contains("| 384 MiB | 149 MiB | " + 149 * 1024 / 96 + " |");
    assertThat(docs).contains("| 512 MiB | 234 MiB | " + 234 * 1024 / 96 + " |");
    assertThat(docs).contains("| 1 GiB | 576 MiB | " + 576 * 1024 / 96 + " |");
  }

  @Test
  void a_small_machine_counts_where_no_group_is_limited() {
    Launcher machine =
        new Launcher(system, 1024)
            .write("proc/self/cgroup", "0::/user.slice\n")
            .write("sys/fs/cgroup/user.slice/memory.max", "max\n");
    assertThat(machine.heapMib()).isEqualTo(576);
  }

  @Test
  void the_least_limit_of_a_unit_and_its_slices_counts() {
    Launcher unit =
        new Launcher(system, 65_536)
            .write("proc/self/cgroup", "0::/system.slice/paylink.service\n")
            .write("sys/fs/cgroup/system.slice/memory.max", "536870912\n")
            .write("sys/fs/cgroup/system.slice/paylink.service/memory.max", "1073741824\n");
    assertThat(unit.heapMib()).isEqualTo(234);
  }

  @Test
  void the_older_groups_count_too_also_under_a_path_that_only_the_host_has() {
    Launcher container =
        new Launcher(system, 65_536)
            .write("proc/self/cgroup", "5:cpu,cpuacct:/docker/1\n4:memory:/docker/1\n0::/\n")
            .write("sys/fs/cgroup/memory/memory.limit_in_bytes", "402653184\n");
    assertThat(container.heapMib()).isEqualTo(149);
    container.write("sys/fs/cgroup/memory/memory.limit_in_bytes", UNLIMITED_V1);
    assertThat(container.heapMib()).isEqualTo(1024);
  }

  @Test
  void a_system_that_does_not_tell_gets_the_usual_heap() throws IOException {
    Launcher unknown = new Launcher(system, 512);
    Files.delete(system.resolve("proc/meminfo"));
    assertThat(unknown.heapMib()).isEqualTo(1024);
  }
}
