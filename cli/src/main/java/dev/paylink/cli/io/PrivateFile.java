package dev.paylink.cli.io;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JSON file that only its owner can read (0600, in a folder of 0700), from its first byte on. It
 * is replaced as a whole: a reader sees the old one or the new one.
 */
public record PrivateFile(Path path) {
  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  /** Returns the contents, or null when there is no such file. */
  public @Nullable Json read() {
    try {
      Json json = Files.exists(path) ? Json.read(Files.readAllBytes(path)) : null;
      if (json == null && Files.exists(path)) {
        throw new CliError(path + " is not JSON", "Mend or delete it.");
      }
      return json;
    } catch (IOException e) {
      throw new CliError("cannot read " + path + ": " + e.getMessage());
    }
  }

  public void write(Json json) {
    try {
      Path folder = path.resolveSibling(".").toAbsolutePath().normalize();
      Files.createDirectories(folder, onlyMine("rwx------", folder));
      Path fresh = Files.createTempFile(folder, ".new", null, onlyMine("rw-------", folder));
      Files.write(fresh, (json + "\n").getBytes(StandardCharsets.UTF_8));
      Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new CliError("cannot write " + path + ": " + e.getMessage());
    }
  }

  /** Whether other people on this machine can read it. */
  public boolean isOpenToOthers() {
    try {
      return isPosix(path)
          && Files.getPosixFilePermissions(path).stream().anyMatch(OTHERS::contains);
    } catch (IOException e) {
      return false;
    }
  }

  private static FileAttribute<?>[] onlyMine(String permissions, Path where) {
    return isPosix(where)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
