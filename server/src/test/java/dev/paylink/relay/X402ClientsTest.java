package dev.paylink.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.paylink.testing.Await;
import dev.paylink.testing.Reply;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The public clients of x402, as npm has them, pay a link on the local chain. They are installed
 * below {@code target} and are no part of the product. Run by {@code ./paylink soak relay} alone,
 * and skipped where npm reaches no registry.
 */
final class X402ClientsTest {
  private static final Path CLIENT = Path.of("src/test/resources/x402");
  private static final Path INSTALLED = Path.of("target/x402-clients");
  private static final String KEY =
      "8f2a55949038a9610f50fb23b5883af3b4ecb3c3bb792cbcefbd1542c692be63";

  @Test
  void public_clients_pay_a_link_once() throws Exception {
    assumeTrue(Boolean.getBoolean("paylink.soak"), "only in ./paylink soak relay");
    install();
    try (RelayWorld world = new RelayWorld(true)) {
      String payer = RelayKey.of(KEY).account().hex();
      world.chain.transfer(world.chain.payer(), payer, 100_000_000);

      Reply payment = world.create();
      JsonNode pending = pay(payment, 1).getFirst();
      assertThat(pending.path("status").asInt()).as(pending.toString()).isEqualTo(202);
      String hash = pending.at("/body/transactionHash").asString();
      assertThat(world.receipt(hash).get("status").asString()).isEqualTo("0x1");
      isPaidOnce(world, payment);
      JsonNode paid = pay(payment, 1).getFirst();
      assertThat(paid.path("status").asInt()).isEqualTo(200);
      assertThat(paid.at("/response/success").asBoolean()).isTrue();
      assertThat(paid.at("/response/transaction").asString()).isEqualTo(hash);

      Reply twice = world.create();
      List<JsonNode> answers = pay(twice, 3);
      assertThat(answers)
          .allMatch(it -> List.of(202, 409).contains(it.path("status").asInt()), "202 or 409")
          .anyMatch(it -> it.path("status").asInt() == 202);
      assertThat(
              answers.stream()
                  .map(it -> it.at("/body/transactionHash").asString(""))
                  .filter(it -> !it.isEmpty())
                  .distinct())
          .hasSize(1);
      isPaidOnce(world, twice);
      // The service may see the settlement before the relay does.
      Await.until("both orders are done", () -> world.count("state = 'done'") == 2);
      assertThat(world.count("true")).isEqualTo(2);
    }
  }

  private static void isPaidOnce(RelayWorld world, Reply payment) {
    world.chain.mine(RelayWorld.DEPTH + 1);
    world.awaitStatus(payment, "success");
    String received =
        world.service.calls().status(payment.text("paymentId")).text("receivedAmount");
    assertThat(new BigDecimal(received)).isEqualByComparingTo(payment.text("amount"));
  }

  private static void install() throws Exception {
    Files.createDirectories(INSTALLED);
    for (String file : List.of("package.json", "package-lock.json", "pay.mjs")) {
      Files.copy(
          CLIENT.resolve(file), INSTALLED.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    List<String> said = run("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
    assumeTrue(
        Files.exists(INSTALLED.resolve("node_modules/@x402/fetch/package.json")),
        () -> "npm installs no @x402/fetch here: " + (said.isEmpty() ? "" : said.getLast()));
  }

  private static List<JsonNode> pay(Reply payment, int times) throws Exception {
    String[] command = {
      "node", "pay.mjs", payment.text("x402Url"), "0x" + KEY, Integer.toString(times)
    };
    return run(command).stream().map(JsonMapper.shared()::readTree).toList();
  }

  /** Returns the lines that a program prints; none if it is not there. */
  private static List<String> run(String... command) throws InterruptedException {
    List<String> lines = new ArrayList<>();
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(INSTALLED.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      printed.lines().filter(line -> !line.isBlank()).forEach(lines::add);
      process.waitFor();
    } catch (IOException e) {
      lines.add(String.valueOf(e.getMessage()));
    }
    return lines;
  }
}
