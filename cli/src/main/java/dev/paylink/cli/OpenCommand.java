package dev.paylink.cli;

import dev.paylink.cli.access.Access;
import dev.paylink.cli.io.Json;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Opens a page of the service in a browser, and prints its address in any case. */
@Command(
    name = "open",
    description = "Open the dashboard or the documentation in a browser.",
    footer = {"", "Examples:", "  paylink open dashboard", "  paylink open docs"})
final class OpenCommand extends ServiceCommand {
  /** The pages there are. */
  enum Page {
    dashboard,
    docs
  }

  @Parameters(paramLabel = "PAGE", description = "${COMPLETION-CANDIDATES}.")
  Page page = Page.dashboard;

  @Override
  public Integer call() {
    Access access = access();
    String address = access.url() + "/" + page;
    out().println(json ? Json.of("url", address).toString() : address);
    if (!json && !isOpened(address)) {
      err().println("There is no browser to open it in; open the address yourself.");
    }
    return 0;
  }

  private boolean isOpened(String address) {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String browser = around().variable("BROWSER");
    List<String> command =
        browser != null
            ? List.of(browser, address)
            : system.contains("mac")
                ? List.of("open", address)
                : system.contains("win")
                    ? List.of("rundll32", "url.dll,FileProtocolHandler", address)
                    : List.of("xdg-open", address);
    try {
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
