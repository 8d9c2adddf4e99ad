package dev.paylink.cli;

import dev.paylink.sdk.QueryString;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which page of a list a command prints. */
final class PageOptions {
  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "1 to 100 (default: ${DEFAULT-VALUE}).")
  int limit = 20;

  @Option(
      names = "--cursor",
      paramLabel = "CURSOR",
      description = "Continue after this page, with the cursor that it printed.")
  @Nullable String cursor;

  /** Returns the query of the page, in which the call names the cursor so. */
  QueryString query(String cursorName) {
    return new QueryString().add("limit", Integer.toString(limit)).add(cursorName, cursor);
  }
}
