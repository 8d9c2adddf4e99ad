package dev.paylink.platform.json;

import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.core.util.Separators.Spacing;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Writes JSON for people to read: indented, a line for each member. */
public final class IndentedJson {
  private static final ObjectWriter INDENTED =
      JsonMapper.shared()
          .writer()
          .with(
              new DefaultPrettyPrinter(
                  Separators.createDefaultInstance().withObjectNameValueSpacing(Spacing.AFTER)));

  private IndentedJson() {}

  public static String of(JsonNode json) {
    return INDENTED.writeValueAsString(json);
  }

  /** Indents JSON that this service has written. */
  public static String of(byte[] json) {
    return of(JsonMapper.shared().readTree(json));
  }
}
