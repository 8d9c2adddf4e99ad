package dev.paylink.bench.load;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The reference for creates: pgbench storing the same two rows in one transaction over prepared
 * statements, without HTTP, JSON, signatures, idempotency look-ups or gapless numbers.
 */
public final class PgBench {
  private static final Pattern TPS = Pattern.compile("tps = ([0-9.]+)");
  private static final String SCRIPT =
      """
      \\set n random(1, 1000000000000)
      begin;
      insert into invoice (merchant_id, id, number, status, amount, currency, created_at, updated_at)
      values ('0197d3a0-0000-7000-8000-000000000000', uuidv7(), 'PGB-' || gen_random_uuid(), 'open',
              125.50, 'USD', now(), now());
      insert into payment (merchant_id, id, invoice_id, status, amount, currency, reference, interface,
                           payee, link_token, idempotency_key, request_hash,
                           created_at, updated_at, expires_at)
      values ('0197d3a0-0000-7000-8000-000000000000', uuidv7(), uuidv7(), 'created', 125.50, 'USD',
              'order-4711', 'service-server', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
              decode('000102030405060708090a0b0c0d0e0f', 'hex'),
              gen_random_uuid() || '-' || :n,
              decode('000102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f', 'hex'),
              now(), now(), now() + interval '1 day');
      commit;
      """;

  private final String jdbcUrl;

  public PgBench(String jdbcUrl) {
    this.jdbcUrl = jdbcUrl;
  }

  /** Transactions per second. */
  public double run(int clients, int seconds) throws IOException, InterruptedException {
    URI uri = URI.create(jdbcUrl.substring("jdbc:".length()));
    Map<String, String> parameters = parameters(uri.getRawQuery());
    Path script = Files.createTempFile("paylink", ".sql");
    try {
      Files.writeString(script, SCRIPT);
      ProcessBuilder builder =
          new ProcessBuilder(
              program(),
              "-n",
              "-M",
              "prepared",
              "-c",
              Integer.toString(clients),
              "-j",
              "2",
              "-T",
              Integer.toString(seconds),
              "-f",
              script.toString(),
              "-h",
              uri.getHost(),
              "-p",
              Integer.toString(uri.getPort()),
              "-U",
              parameters.getOrDefault("user", "postgres"),
              uri.getPath().substring(1));
      builder.environment().put("PGPASSWORD", parameters.getOrDefault("password", ""));
      Process process = builder.redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Matcher tps = TPS.matcher(output);
      if (process.waitFor() != 0 || !tps.find()) {
        throw new IllegalStateException("pgbench failed:\n" + output);
      }
      return Double.parseDouble(tps.group(1));
    } finally {
      Files.delete(script);
    }
  }

  private static String program() throws IOException {
    try (Stream<Path> versions = Files.list(Path.of("/usr/lib/postgresql"))) {
      return versions
          .map(version -> version.resolve("bin").resolve("pgbench"))
          .filter(Files::isExecutable)
          .max(Comparator.naturalOrder())
          .map(Path::toString)
          .orElse("pgbench");
    } catch (java.nio.file.NoSuchFileException e) {
      return "pgbench";
    }
  }

  private static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new HashMap<>();
    for (String pair : List.of(query.split("&", -1))) {
      String[] parts = pair.split("=", 2);
      parameters.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return parameters;
  }
}
