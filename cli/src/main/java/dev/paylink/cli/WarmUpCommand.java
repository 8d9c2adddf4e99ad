package dev.paylink.cli;

import com.sun.net.httpserver.HttpServer;
import dev.paylink.cli.access.Surroundings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;

/** Loads what the usual commands need, for the archive of classes that the launcher makes. */
@Command(name = "warm-up", hidden = true, description = "For the launcher.")
final class WarmUpCommand extends CliCommand {
  private static final byte[] ANSWER =
      "{\"paymentId\":\"pay_1\",\"status\":\"created\",\"amount\":null,\"data\":[{\"n\":1}]}"
          .getBytes(StandardCharsets.UTF_8);

  @Override
  public Integer call() throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer service = HttpServer.create(any, 0);
    service.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, ANSWER.length);
          exchange.getResponseBody().write(ANSWER);
          exchange.close();
        });
    service.start();
    try {
      String url = "http://127.0.0.1:" + service.getAddress().getPort();
      Surroundings around =
          new Surroundings(
              Map.of("PAYLINK_URL", url, "PAYLINK_KEY", "pk_1", "PAYLINK_SECRET", "sk_1"),
              Path.of("no-such-folder"),
              Path.of("no-such-folder"),
              around().clock());
      PrintWriter nowhere =
          new PrintWriter(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
      Main.run(around, nowhere, nowhere, "payments", "create", "--amount", "1");
      Main.run(around, nowhere, nowhere, "payments", "get", "pay_1");
      Main.run(around, nowhere, nowhere, "payments", "list", "--json");
      Main.run(around, nowhere, nowhere, "payments", "get", "?");
      Main.run(around, nowhere, nowhere, "--help");
      Main.run(around, nowhere, nowhere, "--version");
    } finally {
      service.stop(0);
    }
    return 0;
  }
}
