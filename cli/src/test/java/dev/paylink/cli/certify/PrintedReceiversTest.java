package dev.paylink.cli.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.cli.io.WebhookSecret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The receivers that the pages print get no failed check: people begin with a copy of them. */
@Execution(ExecutionMode.CONCURRENT)
final class PrintedReceiversTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  @TempDir private Path folder;

  enum Receiver {
    README("README.md", "ts", "receive.mjs", "node"),
    TS("docs/integrate/quickstart.md", "ts", "receive.mjs", "node"),
    PYTHON("docs/integrate/quickstart.md", "python", "receive.py", "python3"),
    PHP("docs/integrate/quickstart.md", "php", "receive.php", "php"),
    JAVA(
        "docs/integrate/quickstart.md",
        "java",
        "Receive.java",
        System.getProperty("java.home") + "/bin/java");

    private final String page;
    private final String word;
    private final String file;
    private final String program;

    Receiver(String page, String word, String file, String program) {
      this.page = page;
      this.word = word;
      this.file = file;
      this.program = program;
    }

    /** The last program of its language on the page. */
    private String source() throws IOException {
      return BLOCK
          .matcher(Files.readString(ROOT.resolve(page)))
          .results()
          .filter(block -> block.group(1).equals(word))
          .map(block -> block.group(2))
          .reduce((first, second) -> second)
          .orElseThrow();
    }
  }

  @ParameterizedTest
  @EnumSource
  void passes_what_can_be_seen_from_its_answers(Receiver receiver) throws Exception {
    WebhookSecret secret = WebhookSecret.random();
    try (Socket held = new Socket()) { // nobody else gets the port before the program listens
      held.setReuseAddress(true);
      held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = held.getLocalPort();
      Process program = start(receiver, port, secret);
      try {
        awaitListening(port, program);
        Report report =
            new Certification(examinee(port, secret), InstantSource.system())
                .run(Set.of(), verdict -> {});
        assertThat(report.verdicts())
            .filteredOn(verdict -> Set.of("FAIL", "WARN").contains(verdict.result()))
            .as(Files.readString(folder.resolve("said")))
            .isEmpty();
        assertThat(report.grade()).isEqualTo("B"); // without --state-url nobody gets an A
      } finally {
        program.destroyForcibly().waitFor();
      }
    }
  }

  private Process start(Receiver receiver, int port, WebhookSecret secret) throws Exception {
    Path file = folder.resolve(receiver.file);
    Files.writeString(
        file,
        receiver
            .source()
            .replace("./clients/", ROOT + "/clients/")
            .replace("9000", Integer.toString(port)));
    List<String> command = new ArrayList<>(List.of(receiver.program));
    if (receiver == Receiver.JAVA) {
      Path sdk =
          Path.of(
              dev.paylink.sdk.webhook.WebhookVerifier.class
                  .getProtectionDomain()
                  .getCodeSource()
                  .getLocation()
                  .toURI());
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", sdk.toString()));
    } else if (receiver == Receiver.PHP) {
      command.addAll(List.of("-S", "127.0.0.1:" + port));
    }
    command.add(file.toString());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(folder.resolve("said").toFile());
    builder.environment().put("PAYLINK_WEBHOOK_SECRET", secret.reveal());
    builder.environment().put("PYTHONPATH", ROOT + "/clients/python");
    return builder.start();
  }

  private void awaitListening(int port, Process program) throws IOException, InterruptedException {
    while (true) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        assertThat(socket.isConnected()).isTrue();
        return;
      } catch (IOException e) {
        assertThat(program.isAlive()).as(Files.readString(folder.resolve("said"))).isTrue();
        Thread.sleep(20);
      }
    }
  }

  private static Examinee examinee(int port, WebhookSecret secret) {
    return new Examinee(
        URI.create("http://127.0.0.1:" + port + "/webhooks"),
        secret,
        Scope.invoice_settlement,
        null,
        "status",
        null,
        null,
        Duration.ofSeconds(10),
        Duration.ofSeconds(1));
  }
}
