package dev.paylink.app.config;

import dev.paylink.platform.file.FileFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A variable whose value is in a file, as container engines hand out secrets: {@code
 * PAYLINK_DATABASE_URL_FILE} names the file with the value of {@code PAYLINK_DATABASE_URL}.
 *
 * @param variable the variable that has the value
 */
record ValueFile(String variable, String value) {
  private static final String END = "_FILE";
  private static final int MAX_BYTES = 1 << 16;

  /**
   * Reads the file that a variable names; null if the variable has its value itself.
   *
   * @throws ConfigError if the file cannot be read, or the value is set in both ways
   */
  static @Nullable ValueFile of(String named, Map<String, String> environment) {
    String variable = named.endsWith(END) ? named.substring(0, named.length() - END.length()) : "";
    if (SettingNames.isVariable(named) || !SettingNames.isVariable(variable)) {
      return null;
    }
    if (environment.containsKey(variable)) {
      throw new ConfigError("both %s and %s are set; keep one of them".formatted(variable, named));
    }
    Path file = Path.of(String.valueOf(environment.get(named)));
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new ConfigError("%s names a file that is too large: %s".formatted(named, file));
      }
      return new ValueFile(variable, Files.readString(file));
    } catch (IOException e) {
      throw new ConfigError(
          "cannot read %s, which %s names: %s".formatted(file, named, FileFault.reason(e)));
    }
  }
}
