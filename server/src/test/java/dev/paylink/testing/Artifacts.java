package dev.paylink.testing;

import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The compiled contracts and their worked examples, as they are committed. */
public final class Artifacts {
  private static final Path FOLDER = Path.of("../contracts/artifact");

  private Artifacts() {}

  public static JsonNode read(String file) {
    return JsonMapper.shared().readTree(FOLDER.resolve(file).toFile());
  }
}
