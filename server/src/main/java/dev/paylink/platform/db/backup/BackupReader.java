package dev.paylink.platform.db.backup;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a backup from its beginning to its end, and refuses one that is not whole: each table has
 * the bytes and the rows that the last entry says. Where there is a key, it also refuses one that
 * is not encrypted, since anybody could have written that.
 */
public final class BackupReader {
  private static final int COPY_HEADER = 11;
  private static final int SCRATCH = 8_192;
  private static final int MAX_JSON = 16 << 20;

  private final @Nullable BackupCipher cipher;
  private final PlainBackups plain;

  /**
   * Prepares to read a backup.
   *
   * @param cipher null for none but plain backups
   * @param plain whether a plain backup is read although there is a key
   */
  public BackupReader(@Nullable BackupCipher cipher, PlainBackups plain) {
    this.cipher = cipher;
    this.plain = plain;
  }

  /** Takes what is read, in this order. It must read each table to its end. */
  public interface Target {
    void begin(BackupManifest.Head head) throws IOException, SQLException;

    void secrets(byte[] properties) throws IOException;

    /** Takes a table's rows in PostgreSQL's binary format and returns how many there were. */
    long table(BackupManifest.Table table, InputStream rows) throws IOException, SQLException;

    /** Everything was read and is as it was written. */
    void end(BackupManifest.Checks checks) throws IOException, SQLException;
  }

  /** Reads the whole backup and keeps nothing of it; returns its head. */
  public BackupManifest.Head verify(InputStream in) throws IOException, SQLException {
    Verification verification = new Verification();
    read(in, verification);
    return java.util.Objects.requireNonNull(verification.head);
  }

  /** Reads the backup into the target; closes the stream. */
  public void read(InputStream in, Target target) throws IOException, SQLException {
    try (InputStream buffered = new BufferedInputStream(in, 1 << 16);
        InputStream opened = opened(buffered);
        ZipInputStream zip = new ZipInputStream(opened)) {
      BackupManifest.Head head = head(zip);
      target.begin(head);
      List<BackupManifest.Check> found = new ArrayList<>();
      ZipEntry entry = zip.getNextEntry();
      if (entry != null && entry.getName().equals(BackupWriter.SECRETS)) {
        target.secrets(bytes(zip));
        entry = zip.getNextEntry();
      }
      for (BackupManifest.Table table : head.tables()) {
        require(entry, BackupWriter.TABLES + table.name());
        found.add(check(table, zip, target));
        entry = zip.getNextEntry();
      }
      require(entry, BackupWriter.CHECKS);
      BackupManifest.Checks checks =
          BackupWriter.JSON.readValue(bytes(zip), BackupManifest.Checks.class);
      compare(checks.tables(), found);
      if (zip.getNextEntry() != null) {
        throw new IOException("the backup has more in it than it should");
      }
      opened.transferTo(OutputStream.nullOutputStream()); // the end of a cipher proves itself
      target.end(checks);
    } catch (EOFException e) {
      throw BackupFault.damaged("the backup is not whole: it ends too early", e);
    } catch (ZipException e) {
      throw BackupFault.damaged("the backup is damaged: " + e.getMessage(), e);
    }
  }

  private InputStream opened(InputStream in) throws IOException {
    in.mark(BackupWriter.MAGIC.length);
    boolean encrypted = Arrays.equals(in.readNBytes(BackupWriter.MAGIC.length), BackupWriter.MAGIC);
    if (!encrypted) {
      plain.requireAllowed("the backup", cipher);
      in.reset();
      return in;
    }
    if (cipher == null) {
      throw BackupFault.ofKey("the backup is encrypted; set backup.key");
    }
    return cipher.decrypting(in, BackupWriter.CONTEXT);
  }

  private static BackupManifest.Head head(ZipInputStream zip) throws IOException {
    ZipEntry first = zip.getNextEntry();
    if (first == null || !first.getName().equals(BackupWriter.HEAD)) {
      throw new IOException("this is no backup of the Payment Link Service");
    }
    BackupManifest.Head head = BackupWriter.JSON.readValue(bytes(zip), BackupManifest.Head.class);
    if (head.format() != BackupManifest.FORMAT) {
      throw new IOException(
          "the backup has format " + head.format() + "; restore it with version " + head.version());
    }
    return head;
  }

  private static BackupManifest.Check check(
      BackupManifest.Table table, ZipInputStream zip, Target target)
      throws IOException, SQLException {
    MessageDigest digest = BackupWriter.sha256();
    InputStream rows = new DigestInputStream(new Unclosed(zip), digest);
    long count = target.table(table, rows);
    rows.transferTo(OutputStream.nullOutputStream());
    return new BackupManifest.Check(table.name(), count, BackupWriter.hex(digest));
  }

  private static void compare(List<BackupManifest.Check> written, List<BackupManifest.Check> found)
      throws IOException {
    for (int i = 0; i < found.size(); i++) {
      if (written.size() != found.size() || !written.get(i).equals(found.get(i))) {
        throw BackupFault.damaged(
            "the backup is damaged: table " + found.get(i).table() + " is not as it was written");
      }
    }
  }

  private static void require(@Nullable ZipEntry entry, String name) throws IOException {
    if (entry == null || !entry.getName().equals(name)) {
      throw BackupFault.damaged("the backup is not whole: " + name + " is missing");
    }
  }

  private static byte[] bytes(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MAX_JSON + 1);
    if (bytes.length > MAX_JSON) {
      throw BackupFault.damaged("the backup is damaged: an entry is too long");
    }
    return bytes;
  }

  /** Counts the rows of a table in PostgreSQL's binary format. */
  static long count(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    pass(data, COPY_HEADER);
    data.readInt();
    pass(data, data.readInt());
    long rows = 0;
    for (short columns = data.readShort(); columns >= 0; columns = data.readShort()) {
      for (int i = 0; i < columns; i++) {
        pass(data, data.readInt());
      }
      rows++;
    }
    return rows;
  }

  /** Reads over so many bytes; a skip would keep them from being hashed. */
  private static void pass(DataInputStream data, int length) throws IOException {
    byte[] scratch = new byte[Math.max(0, Math.min(length, SCRATCH))];
    for (int left = length; left > 0; left -= SCRATCH) {
      data.readFully(scratch, 0, Math.min(left, SCRATCH));
    }
  }

  /** One entry of the ZIP file; the file goes on after it. */
  private static final class Unclosed extends FilterInputStream {
    Unclosed(InputStream in) {
      super(in);
    }

    @Override
    public void close() {}
  }

  private static final class Verification implements Target {
    private BackupManifest.@Nullable Head head;

    @Override
    public void begin(BackupManifest.Head begun) {
      head = begun;
    }

    @Override
    public void secrets(byte[] properties) {}

    @Override
    public long table(BackupManifest.Table table, InputStream rows) throws IOException {
      return count(new BufferedInputStream(rows, 1 << 16));
    }

    @Override
    public void end(BackupManifest.Checks checks) {}
  }
}
