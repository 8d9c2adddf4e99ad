package dev.paylink.cli;

import com.sun.net.httpserver.HttpServer;
import dev.paylink.cli.access.Surroundings;
import java.io.ByteArrayInputStream;
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

  /** What a client says at its start, and two calls. */
  private static final String MCP =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
      "capabilities":{},"clientInfo":{"name":"warm-up","version":"1"}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      {"jsonrpc":"2.0","id":2,"method":"tools/list"}
      {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"read_payment",\
      "arguments":{"paymentId":"pay_1"}}}
      {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"search_docs",\
      "arguments":{"query":"a webhook"}}}
      """;

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
              Map.of("PAYLINK_URL", url, "PAYLINK_API_KEY", "pk_1", "PAYLINK_SECRET_KEY", "sk_1"),
              Path.of("no-such-folder"),
              Path.of("no-such-folder"),
              around().clock());
      PrintWriter nowhere =
          new PrintWriter(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
      Main.run(around, nowhere, nowhere, "payments", "create", "--amount", "1");
      Main.run(around, nowhere, nowhere, "payments", "get", "pay_1");
      Main.run(around, nowhere, nowhere, "payments", "list", "--json");
      Main.run(around, nowhere, nowhere, "payments", "get", "?");
      Main.run(around, nowhere, nowhere, "trigger", "payment.confirmed");
      Main.run(around, nowhere, nowhere, "events", "list");
      System.setIn(new ByteArrayInputStream(MCP.getBytes(StandardCharsets.UTF_8)));
      Main.run(around, nowhere, nowhere, "mcp");
      Main.run(around, nowhere, nowhere, "--help");
      Main.run(around, nowhere, nowhere, "--version");
    } finally {
      service.stop(0);
    }
    return 0;
  }
}
