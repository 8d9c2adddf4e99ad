import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Reports a day's payouts: a component in one file, without libraries. Each line of the CSV file is
 * one report:
 *
 * <pre>
 * payoutRef,merchantId,type,amount,fee,currency,bankReference,payments
 * 2026-11-15-0001,mer_01…,payout.paid,118.20,1.30,EUR,SHOP 2026-11-15,pay_01… pay_02…
 * </pre>
 *
 * Run it as often as you like: a state that was reported before changes nothing.
 *
 * <pre>
 * CALLBACK_SECRET=… java DailyPayouts.java http://127.0.0.1:8081 payouts.csv
 * </pre>
 */
public final class DailyPayouts {
  private static final String PATH = "/internal/payouts";
  private static final int COLUMNS = 8;
  private static final int MAX_TRIES = 5;
  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  public static void main(String[] arguments) throws Exception {
    String secret = System.getenv("CALLBACK_SECRET");
    if (arguments.length != 2 || secret == null) {
      System.err.println("CALLBACK_SECRET=… java DailyPayouts.java INTERNAL_URL FILE.csv");
      System.exit(2);
    }
    int refused = 0;
    List<String> lines = Files.readAllLines(Path.of(arguments[1]));
    for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      if (!line.isBlank()
          && !report(URI.create(arguments[0] + PATH), secret, line.split(",", -1))) {
        refused++;
      }
    }
    System.exit(refused == 0 ? 0 : 1);
  }

  /** Reports one payout until there is an answer; returns whether it was taken. */
  private static boolean report(URI target, String secret, String[] cells) throws Exception {
    if (cells.length != COLUMNS) {
      System.err.println("not a payout: " + String.join(",", cells));
      return false;
    }
    byte[] body = body(cells).getBytes(StandardCharsets.UTF_8);
    for (int attempt = 1; ; attempt++) {
      try {
        HttpResponse<String> answer = send(target, secret, body);
        // 5xx: nothing is known about it, and the same report is safe to repeat.
        if (answer.statusCode() < 500 || attempt == MAX_TRIES) {
          System.out.println(
              cells[0] + " " + cells[2] + ": " + answer.statusCode() + " " + answer.body());
          return answer.statusCode() == 200;
        }
      } catch (IOException e) {
        if (attempt == MAX_TRIES) {
          throw e;
        }
      }
      Thread.sleep(Duration.ofSeconds(1L << attempt));
    }
  }

  private static HttpResponse<String> send(URI target, String secret, byte[] body)
      throws Exception {
    String timestamp = Long.toString(Instant.now().getEpochSecond());
    String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    String canonical = String.join("\n", "POST", PATH, timestamp, hash);
    return HTTP.send(
        HttpRequest.newBuilder(target)
            .timeout(Duration.ofSeconds(10))
            .header("Content-Type", "application/json")
            .header("X-Timestamp", timestamp)
            .header("X-Signature", hmac(secret, canonical))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static String hmac(String secret, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String body(String[] cells) {
    StringBuilder json = new StringBuilder("{");
    put(json, "payoutRef", cells[0]);
    put(json, "merchantId", cells[1]);
    put(json, "type", cells[2]);
    put(json, "amount", cells[3]);
    put(json, "fee", cells[4]);
    put(json, "currency", cells[5]);
    put(json, "bankReference", cells[6]);
    if (!cells[7].isBlank()) {
      json.append(",\"payments\":[\"")
          .append(String.join("\",\"", cells[7].strip().split(" +")))
          .append("\"]");
    }
    put(json, "occurredAt", Instant.now().toString());
    return json.append('}').toString();
  }

  private static void put(StringBuilder json, String name, String value) {
    if (!value.isBlank()) {
      String escaped = value.strip().replace("\\", "\\\\").replace("\"", "\\\"");
      json.append(json.length() == 1 ? "" : ",").append('"' + name + "\":\"" + escaped + '"');
    }
  }
}
