package dev.paylink.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A control group of Linux with a limit of memory and one processor: what a container is. Its
 * kernel ends a process that needs more.
 */
public final class MemoryGroup implements AutoCloseable {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final long MIB = 1024L * 1024;

  /** The folder with the limit of memory first; version 1 has another one for the processor. */
  private final List<Path> folders;

  private final String kills;

  private MemoryGroup(List<Path> folders, String kills) {
    this.folders = folders;
    this.kills = kills;
  }

  /** Makes a group; none where this machine or this user cannot, and {@code said} says why. */
  public static Optional<MemoryGroup> make(int memoryMib, StringBuilder said) {
    List<Path> made = new ArrayList<>();
    try {
      String name = "paylink-small-" + ProcessHandle.current().pid() + "-" + memoryMib;
      boolean second = Files.exists(ROOT.resolve("cgroup.controllers"));
      return Optional.of(second ? second(name, memoryMib, made) : first(name, memoryMib, made));
    } catch (IOException e) {
      said.append(e);
      made.reversed().forEach(folder -> folder.toFile().delete());
      return Optional.empty();
    }
  }

  private static MemoryGroup second(String name, int memoryMib, List<Path> made)
      throws IOException {
    Files.writeString(ROOT.resolve("cgroup.subtree_control"), "+memory +cpu");
    made.add(Files.createDirectory(ROOT.resolve(name)));
    Path group = made.getFirst();
    Files.writeString(group.resolve("memory.max"), Long.toString(memoryMib * MIB));
    Files.writeString(group.resolve("memory.swap.max"), "0");
    Files.writeString(group.resolve("cpu.max"), "100000 100000");
    return new MemoryGroup(made, "memory.events");
  }

  private static MemoryGroup first(String name, int memoryMib, List<Path> made) throws IOException {
    for (String controller : List.of("memory", "cpu")) {
      made.add(Files.createDirectory(ROOT.resolve(controller).resolve(name)));
    }
    Files.writeString(
        made.getFirst().resolve("memory.limit_in_bytes"), Long.toString(memoryMib * MIB));
    Files.writeString(made.getLast().resolve("cpu.cfs_period_us"), "100000");
    Files.writeString(made.getLast().resolve("cpu.cfs_quota_us"), "100000");
    return new MemoryGroup(made, "memory.oom_control");
  }

  /** Returns a command that runs another one in this group, as the same process. */
  public List<String> around(List<String> command) {
    StringBuilder script = new StringBuilder();
    for (Path folder : folders) {
      script.append("echo $$ >").append(folder.resolve("cgroup.procs")).append(" && ");
    }
    List<String> all = new ArrayList<>(List.of("sh", "-c", script + "exec \"$@\"", "sh"));
    all.addAll(command);
    return all;
  }

  /** How often the kernel has ended a process of this group. */
  public long kills() {
    try {
      return Files.readAllLines(folders.getFirst().resolve(kills)).stream()
          .filter(line -> line.startsWith("oom_kill "))
          .mapToLong(line -> Long.parseLong(line.substring("oom_kill ".length()).strip()))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Removes the group; its processes have ended. */
  @Override
  public void close() {
    folders.forEach(folder -> Await.until(folder + " is removed", () -> folder.toFile().delete()));
  }
}
