package dev.paylink.cli;

import java.util.Objects;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Prints a script that completes commands and options in bash and zsh. */
@Command(
    name = "completion",
    description = "Print the script that completes commands and options in bash and zsh.",
    footer = {
      "",
      "Examples:",
      "  source <(paylink completion)                  in this shell",
      "  paylink completion > /etc/bash_completion.d/paylink"
    })
final class CompletionCommand extends CliCommand {
  @Override
  public Integer call() {
    out().print(AutoComplete.bash("paylink", Objects.requireNonNull(spec).root().commandLine()));
    out().flush();
    return 0;
  }
}
