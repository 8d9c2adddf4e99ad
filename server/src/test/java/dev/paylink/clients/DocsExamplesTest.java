package dev.paylink.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Await;
import dev.paylink.testing.HeldPort;
import dev.paylink.testing.Receiver;
import dev.paylink.testing.TestService;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Runs the examples of the guides as they are printed there, against a sandbox. */
@Timeout(600)
final class DocsExamplesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String QUICKSTART = "docs/integrate/quickstart.md";
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
  private static final Pattern PAYMENT = Pattern.compile("pay_[0-9a-z]{26}");

  @TempDir static Path folder;
  @AutoClose private static TestService service;
  private static String signingSecret;
  private static final List<String> OPEN = new ArrayList<>();

  /** How the page says that a program is saved and run. */
  enum Example {
    SH("pay.sh", "sh"),
    TS("pay.mjs", "node"),
    PYTHON("pay.py", "python3"),
    PHP("pay.php", "php"),
    JAVA("Pay.java", System.getProperty("java.home") + "/bin/java");

    private final String file;
    private final String program;

    Example(String file, String program) {
      this.file = file;
      this.program = program;
    }

    private String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Returns the examples of all sections that come in several languages, as they follow. */
    List<String> blocks(String guide) throws IOException {
      List<String> blocks = new ArrayList<>();
      String page = Files.readString(ROOT.resolve(guide));
      Matcher found = BLOCK.matcher(page);
      while (found.find()) {
        // Shell blocks that stand alone prepare the machine; those with neighbours are examples.
        boolean alone = !page.startsWith("\n\n```ts", found.end());
        if (found.group(1).equals(word()) && !(this == SH && alone)) {
          blocks.add(found.group(2));
        }
      }
      return blocks;
    }
  }

  @BeforeAll
  static void start() {
    service = TestService.start();
    signingSecret = Objects.requireNonNull(setWebhook(9));
    for (int i = 0; i < 3; i++) { // more than a page of the example
      OPEN.add(service.calls().create("{\"amount\":\"1\"}").expect(200).text("paymentId"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void payment_is_made_paid_and_followed(Example example) throws IOException {
    List<String> blocks = example.blocks(QUICKSTART);
    assertThat(blocks).hasSize(5);
    String program = download(example.file);
    assertThat(program).isEqualTo(String.join("\n", blocks.subList(0, 4)));
    try (Running running = new Running(example, "", program, Map.of())) {
      String payment = running.await(PAYMENT);
      service
          .calls()
          .post("/sandbox/payments/" + payment + "/simulate", "{\"outcome\":\"confirmed\"}")
          .expect(200);
      assertThat(running.await(Pattern.compile("(?i)success\\W.*paid"))).isNotEmpty();
      assertThat(running.await(Pattern.compile("payment\\.confirmed.*order-"))).isNotEmpty();
      assertThat(running.await(Pattern.compile("PAYMENT_NOT_OPEN"))).isNotEmpty();
      assertThat(running.exitCode()).as(running.said()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SH")
  void webhook_is_verified_and_a_forged_one_is_not(Example example) throws IOException {
    Map<String, String> secret = Map.of("PAYLINK_WEBHOOK_SECRET", signingSecret);
    HeldPort held = new HeldPort(); // to the end of the program, which is closed first
    int port = held.number();
    String receiver = example.file.replace("pay", "receive").replace("Pay", "Receive");
    String program = download(receiver).replace("9000", held.toString());
    assertThat(download(receiver)).isEqualTo(example.blocks(QUICKSTART).get(4));
    String serve = example == Example.PHP ? "-S 127.0.0.1:" + held : "";
    try (held;
        Running running = new Running(example, serve, program, secret)) {
      setWebhook(port);
      Await.until("the receiver listens", () -> isOpen(port));
      service.signedIn().post("/merchant/webhooks/invoice_settlement/test", "").expect(200);
      assertThat(running.await(Pattern.compile("webhook\\.test"))).isNotEmpty();
      String forged = "{\"type\":\"payment.confirmed\",\"reference\":\"stolen\"}";
      assertThat(post(port, forged)).isEqualTo(400);
      assertThat(running.said()).doesNotContain("stolen");
    }
  }

  @Test
  void webhook_is_verified_in_a_shell() throws IOException {
    try (Receiver receiver = new Receiver(delivery -> 204)) {
      setWebhook(java.net.URI.create(receiver.url("/")).getPort());
      service.signedIn().post("/merchant/webhooks/invoice_settlement/test", "").expect(200);
      Receiver.Delivery delivery = receiver.deliveries().getFirst();
      Files.writeString(folder.resolve("body.json"), delivery.body());
      Map<String, String> variables =
          Map.of(
              "PAYLINK_WEBHOOK_SECRET",
              signingSecret,
              "WEBHOOK_ID",
              delivery.header("webhook-id"),
              "WEBHOOK_TIMESTAMP",
              delivery.header("webhook-timestamp"));
      String program = "cd " + folder + "\n" + Example.SH.blocks(QUICKSTART).get(4);
      try (Running running = new Running(Example.SH, "", program, variables)) {
        assertThat(running.exitCode()).isZero();
        assertThat("v1," + running.said().strip())
            .isEqualTo(delivery.header("webhook-signature").strip());
      }
    }
  }

  @Test
  void program_of_the_readme_works_as_often_as_one_likes() throws IOException {
    Matcher found = BLOCK.matcher(Files.readString(ROOT.resolve("README.md")));
    String program =
        found
            .results()
            .filter(block -> block.group(1).equals("ts"))
            .map(block -> block.group(2))
            .findFirst()
            .orElseThrow();
    List<String> payments = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      try (Running running = new Running(Example.TS, "", program, Map.of())) {
        assertThat(running.exitCode()).as(running.said()).isZero();
        payments.add(running.await(PAYMENT));
      }
    }
    assertThat(payments).doesNotHaveDuplicates();
  }

  private static String download(String file) {
    return service.browser().get("/docs/programs/" + file).expect(200).body();
  }

  @ParameterizedTest
  @EnumSource
  void usual_calls_do_what_they_are_said_to_do(Example example) throws IOException {
    List<String> blocks = example.blocks("docs/integrate/calls.md");
    assertThat(blocks).hasSize(5);
    try (Running running = new Running(example, "", String.join("\n", blocks), Map.of())) {
      assertThat(running.exitCode()).as(running.said()).isZero();
      String said = running.said();
      assertThat(said).contains(OPEN).containsPattern("\\b300\\b");
      assertThat(said).containsPattern("(?i)failed\\W.*canceled");
      assertThat(said).containsPattern("payment\\.failed.*order-");
      Matcher payment = PAYMENT.matcher(said);
      assertThat(payment.find()).as(said).isTrue();
      JsonNode made =
          service.calls().get("/sdk/server/payments/" + payment.group()).expect(200).json();
      String order = made.path("reference").asString();
      assertThat(made.path("invoiceNumber").asString()).isEqualTo("INV-" + order);
      assertThat(made.path("amount").asString()).isEqualTo("125.50");
      assertThat(made.path("description").asString()).isEqualTo("Two tickets, 14 March");
      assertThat(made.at("/customer/name").asString()).isEqualTo("Ada Lovelace");
      assertThat(made.at("/customer/email").asString()).isEqualTo("ada@example.com");
      assertThat(made.at("/metadata/seats").asString()).isEqualTo("12A, 12B");
      assertThat(made.path("failureReason").asString()).isEqualTo("canceled");
    }
  }

  private static String setWebhook(int port) {
    return service
        .signedIn()
        .putWebhook("http://127.0.0.1:" + port + "/")
        .json()
        .path("signingSecret")
        .asString(null);
  }

  private static int post(int port, String body) throws IOException {
    var call =
        (java.net.HttpURLConnection)
            java.net.URI.create("http://127.0.0.1:" + port + "/").toURL().openConnection();
    call.setDoOutput(true);
    call.setRequestProperty("x-service-signature", "00");
    call.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    return call.getResponseCode();
  }

  private static boolean isOpen(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** A program of the page, running; what it says is read as it comes. */
  private static final class Running implements AutoCloseable {
    private final Process process;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Thread reader;

    Running(Example example, String options, String program, Map<String, String> more)
        throws IOException {
      Path file = folder.resolve(example.file);
      Files.writeString(file, program.replace("./clients/", ROOT + "/clients/"));
      List<String> command = new ArrayList<>(List.of(example.program));
      if (example == Example.JAVA) {
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", sdk()));
      }
      if (!options.isEmpty()) {
        command.addAll(List.of(options.split(" ", -1)));
      }
      command.add(file.toString());
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      Map<String, String> environment = new HashMap<>(more);
      environment.putAll(service.clientVariables());
      environment.put("PYTHONPATH", ROOT + "/clients/python");
      builder.environment().putAll(environment);
      process = builder.start();
      BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
      reader = Thread.ofVirtual().start(() -> output.lines().forEach(lines::add));
    }

    /** Where the client's classes are, in a build as in a test of one module. */
    private static String sdk() {
      return Path.of(
              dev.paylink.sdk.PaymentLinkClient.class
                  .getProtectionDomain()
                  .getCodeSource()
                  .getLocation()
                  .getPath())
          .toString();
    }

    String await(Pattern pattern) {
      String[] found = new String[1];
      Await.until(
          pattern + " in " + said(),
          () -> {
            boolean over = !process.isAlive() && !reader.isAlive();
            Matcher matcher = pattern.matcher(said());
            if (matcher.find()) {
              found[0] = matcher.group();
            }
            return found[0] != null || over;
          });
      assertThat(found[0]).as(pattern + " in " + said()).isNotNull();
      return found[0];
    }

    String said() {
      return String.join("\n", lines);
    }

    int exitCode() {
      try {
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).as(said()).isTrue();
        reader.join();
        return process.exitValue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      process.destroyForcibly();
      exitCode();
    }
  }
}
