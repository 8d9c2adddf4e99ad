package dev.paylink.platform.db.backup;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Whether what is not encrypted may be restored where a key is set. Only what is encrypted proves
 * that somebody with the key wrote it.
 */
public enum PlainBackups {
  /** The rule. */
  REFUSED,
  /** The operator has said so for this one run. */
  ALLOWED;

  /** The option of the commands that allows them. */
  public static final String OPTION = "--allow-plain";

  /** Returns the choice of the option. */
  public static PlainBackups allowedIf(boolean chosen) {
    return chosen ? ALLOWED : REFUSED;
  }

  /** Refuses something plain, named for its reader, where there is a key. */
  public void requireAllowed(String what, @Nullable BackupCipher cipher) throws IOException {
    if (cipher != null && this == REFUSED) {
      throw new IOException(
          what
              + " is not encrypted, but backup.key is set: anybody could have written it; if you"
              + " know where it comes from, add "
              + OPTION);
    }
  }
}
