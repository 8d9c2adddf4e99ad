package dev.paylink.testing;

import dev.paylink.app.Main;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The command of a JVM that starts the service in a fraction of the CPU: its classes in a jar, and
 * the JVM's cache of them. Whichever test comes first makes both, once for each state of the
 * classes; the others wait for it.
 */
final class ServiceJvm {
  private static final List<String> OPTIONS =
      List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-Xmx512m",
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "--enable-native-access=ALL-UNNAMED");
  private static final boolean AOT = Runtime.version().feature() >= 25;

  private final Path folder;
  private final String key;
  private final List<Path> classFolders;
  private final List<String> jars;

  private ServiceJvm() throws IOException {
    Path main = folderOf(Main.class);
    Path tests = folderOf(ServiceJvm.class);
    this.folder = Files.createDirectories(main.resolveSibling("service-jvm"));
    List<Path> entries =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(entry -> !entry.equals(tests) && Files.exists(entry))
            .toList();
    this.classFolders = entries.stream().filter(Files::isDirectory).toList();
    this.jars =
        entries.stream().filter(entry -> !Files.isDirectory(entry)).map(Path::toString).toList();
    this.key = key();
  }

  private static final class Holder {
    static final List<String> COMMAND = make();

    private static List<String> make() {
      try {
        return new ServiceJvm().prepared();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The command up to the arguments of {@code paylink}. */
  static List<String> command() {
    return Holder.COMMAND;
  }

  /** The command of another build: the folder with its jar and its libraries. */
  static List<String> commandOf(Path build) {
    List<String> command = new ArrayList<>(OPTIONS);
    command.add("-cp");
    command.add(
        build.resolve("paylink-server.jar") + File.pathSeparator + build.resolve("lib") + "/*");
    command.add(Main.class.getName());
    return command;
  }

  /** The command of the present build with these options of the JVM and no others. */
  static List<String> commandWith(List<String> options) {
    List<String> usual = command();
    List<String> command = new ArrayList<>(List.of(usual.getFirst()));
    command.addAll(options);
    command.addAll(usual.subList(usual.indexOf("-cp"), usual.size()));
    return command;
  }

  private List<String> prepared() throws IOException {
    Path jar = folder.resolve(key + ".jar");
    Path cache = folder.resolve(key + ".cache");
    try (FileChannel channel =
            FileChannel.open(
                folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (lock.isValid() && !Files.exists(cache)) {
        deleteAllOf(folder, "lock");
        pack(jar);
        train(jar, cache);
      }
    }
    return command((AOT ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + cache, jar);
  }

  private List<String> command(String option, Path jar) {
    List<String> command = new ArrayList<>(OPTIONS);
    command.add(option);
    List<String> classpath = new ArrayList<>(List.of(jar.toString()));
    classpath.addAll(jars);
    command.addAll(List.of("-cp", String.join(File.pathSeparator, classpath)));
    command.add(Main.class.getName());
    return command;
  }

  /** Runs the service once, as {@code ./paylink build} does. */
  private void train(Path jar, Path cache) throws IOException {
    Path data = Files.createTempDirectory("paylink-train");
    Path made = folder.resolve("new.cache");
    List<String> command =
        command((AOT ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + made, jar);
    command.addAll(List.of("train", data.toString()));
    Path log = folder.resolve("train.log");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (process.waitFor() != 0 || !Files.exists(made)) {
        throw new AssertionError("no cache was made: " + Files.readString(log));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    Files.move(made, cache, StandardCopyOption.ATOMIC_MOVE);
    TestFolders.delete(data);
  }

  private void pack(Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setLevel(1);
      Set<String> packed = new HashSet<>(); // the client and the service share their upper folders
      for (Path classes : classFolders) {
        for (Path path : TestFolders.within(classes)) {
          boolean isFolder = Files.isDirectory(path);
          String name = classes.relativize(path) + (isFolder ? "/" : "");
          if (packed.add(name)) {
            zip.putNextEntry(new ZipEntry(name));
            if (!isFolder) {
              Files.copy(path, zip);
            }
            zip.closeEntry();
          }
        }
      }
    }
  }

  /** Another one for other classes, another class path or another JDK. */
  private String key() throws IOException {
    StringBuilder all = new StringBuilder(Runtime.version().toString());
    List<Path> files = new ArrayList<>(jars.stream().map(Path::of).toList());
    for (Path classes : classFolders) {
      files.addAll(TestFolders.within(classes));
    }
    for (Path file : files) {
      all.append(file).append(Files.size(file)).append(Files.getLastModifiedTime(file));
    }
    CRC32 crc = new CRC32();
    crc.update(all.toString().getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }

  private static void deleteAllOf(Path folder, String except) throws IOException {
    for (Path path : TestFolders.within(folder).reversed()) {
      if (!path.getFileName().toString().equals(except)) {
        Files.deleteIfExists(path);
      }
    }
  }

  private static Path folderOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
