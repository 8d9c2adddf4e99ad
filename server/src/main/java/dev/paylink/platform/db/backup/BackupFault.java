package dev.paylink.platform.db.backup;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Why a backup or an archive cannot be read: the key is another one, or the bytes are. */
public final class BackupFault extends IOException {
  private static final long serialVersionUID = 1;

  private final Kind kind;

  /** What to look for. */
  public enum Kind {
    /** The right {@code backup.key}; the bytes may be whole. */
    WRONG_KEY,
    /** Another copy; no key reads this one. */
    DAMAGED
  }

  private BackupFault(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** Makes the fault of somebody who has another key, or none. */
  public static BackupFault ofKey(String message) {
    return new BackupFault(Kind.WRONG_KEY, message, null);
  }

  /** Makes the fault of bytes that are missing, or are not those that were written. */
  public static BackupFault damaged(String message, @Nullable Throwable cause) {
    return new BackupFault(Kind.DAMAGED, message, cause);
  }

  public static BackupFault damaged(String message) {
    return damaged(message, null);
  }

  public Kind kind() {
    return kind;
  }
}
