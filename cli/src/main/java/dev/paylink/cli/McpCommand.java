package dev.paylink.cli;

import dev.paylink.cli.access.Access;
import dev.paylink.cli.access.Api;
import dev.paylink.cli.mcp.ToolServer;
import dev.paylink.cli.mcp.Workbench;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Serves tools to an AI assistant; the standard output has the protocol and nothing else. */
@Command(
    name = "mcp",
    description = {
      "Serve tools to an AI assistant, with the Model Context Protocol over standard input and"
          + " output: search the documentation, create payments in a sandbox, read payments and"
          + " events, explain errors and signatures."
    },
    footer = {
      "",
      "Examples, as a client starts it:",
      "  paylink mcp                   with the sandbox of this folder, or the profile default",
      "  paylink mcp --sandbox data    with the sandbox of another folder",
      "",
      "To register it in a client:",
      "  {\"mcpServers\":{\"paylink\":{\"command\":\"/path/to/paylink\",\"args\":[\"mcp\"]}}}",
      "",
      "Messages for people go to the standard error."
    })
final class McpCommand extends ServiceCommand {
  private @Nullable Access known;
  private @Nullable Api api;

  @Override
  public Integer call() throws IOException {
    OutputStream protocol = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err); // a line of anybody else would break the protocol
    err().println("paylink mcp: ready. A client talks to it; the end of the input ends it.");
    ToolServer.serve(
        new Workbench(this::current, this::keySecret, this::webhookSecret, around().clock()),
        System.in,
        protocol);
    return 0;
  }

  /** Returns the client of the service that is configured now, and keeps it for the next call. */
  private synchronized Api current() {
    Access now = access();
    if (api == null || !now.equals(known)) {
      known = now;
      api = new Api(now, around().clock());
    }
    return api;
  }
}
