package dev.paylink.platform.db.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/** Unpacks a .txz with its modes and links, and never writes outside the target folder. */
final class TarXzArchive {
  private static final String PERMISSION_LETTERS = "rwxrwxrwx";
  private static final int IMPLIED_FOLDER_MODE = 0755;

  private TarXzArchive() {}

  static void extract(InputStream archive, Path target) throws IOException {
    TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(archive));
    for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
      extract(tar, entry, inside(target, entry));
    }
  }

  private static void extract(TarArchiveInputStream tar, TarArchiveEntry entry, Path path)
      throws IOException {
    createFolder(path.getParent());
    if (entry.isDirectory()) {
      createFolder(path);
      Files.setPosixFilePermissions(path, permissions(entry.getMode()));
    } else if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(path, downward(entry));
    } else if (entry.isFile()) {
      Files.copy(tar, path);
      Files.setPosixFilePermissions(path, permissions(entry.getMode()));
    } else {
      throw new IOException("unexpected kind of archive entry: " + entry.getName());
    }
  }

  /**
   * Creates a folder with its mode. Folders the archive only implies get one too, not what the
   * umask leaves.
   */
  private static void createFolder(@Nullable Path folder) throws IOException {
    if (folder != null && !Files.isDirectory(folder)) {
      createFolder(folder.getParent());
      Files.createDirectory(folder);
      Files.setPosixFilePermissions(folder, permissions(IMPLIED_FOLDER_MODE));
    }
  }

  private static Path inside(Path target, TarArchiveEntry entry) throws IOException {
    Path path = target.resolve(entry.getName()).normalize();
    if (!path.startsWith(target)) {
      throw new IOException("archive entry escapes its folder: " + entry.getName());
    }
    return path;
  }

  /**
   * Returns the target of a link, which may only lead downward, so that no chain of links can climb
   * out.
   */
  private static Path downward(TarArchiveEntry entry) throws IOException {
    Path link = Path.of(entry.getLinkName());
    for (Path name : link) {
      if (name.toString().equals("..")) {
        throw new IOException("archive link climbs out: " + entry.getName() + " -> " + link);
      }
    }
    if (link.isAbsolute()) {
      throw new IOException("archive link is absolute: " + entry.getName() + " -> " + link);
    }
    return link;
  }

  private static Set<PosixFilePermission> permissions(int mode) {
    StringBuilder text = new StringBuilder(PERMISSION_LETTERS);
    for (int i = 0; i < PERMISSION_LETTERS.length(); i++) {
      if ((mode & (1 << (PERMISSION_LETTERS.length() - 1 - i))) == 0) {
        text.setCharAt(i, '-');
      }
    }
    return PosixFilePermissions.fromString(text.toString());
  }
}
