package dev.paylink.app;

import dev.paylink.ids.IdPlugin;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.file.PrivateFiles;
import dev.paylink.platform.id.TypeId;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Exports everything about a merchant as JSON lines, as of one moment, a page at a time: memory
 * does not grow with the number of rows. The last line says how many there are, so a part is never
 * taken for the whole.
 */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = "Export everything about a merchant as JSON lines, without secrets.")
final class ExportCommand extends DataCommand {
  private static final int PAGE = 500;
  private static final JsonMapper JSON = JsonMapper.shared();

  /** How ids are shown, by the name of their member. */
  private static final Map<String, String> PREFIXES =
      Map.ofEntries(
          Map.entry("merchantId", "mer"),
          Map.entry("userId", "usr"),
          Map.entry("keyId", "key"),
          Map.entry("invoiceId", "inv"),
          Map.entry("paymentId", "pay"),
          Map.entry("payoutId", "pyo"),
          Map.entry("linkId", "lnk"),
          Map.entry("eventId", "evt"),
          Map.entry("deliveryId", "dlv"),
          Map.entry("requestId", "req"),
          Map.entry("auditId", "aud"));

  /** One kind of rows, and the kinds that belong to each of them. */
  private record Section(String type, String sql, Map<String, String> below) {
    Section(String type, String sql) {
      this(type, sql, Map.of());
    }
  }

  private static final Map<String, String> OF_PAYMENT =
      Map.of(
          "report",
          ExportQueries.REPORTS,
          "flag",
          ExportQueries.FLAGS,
          "transfer",
          ExportQueries.TRANSFERS,
          "refund",
          ExportQueries.REFUNDS,
          "relayed",
          ExportQueries.RELAYED);
  private static final List<Section> SECTIONS =
      List.of(
          new Section("merchant", ExportQueries.MERCHANT),
          new Section("company", ExportQueries.COMPANY),
          new Section("user", ExportQueries.USERS),
          new Section("apiKey", ExportQueries.KEYS),
          new Section("webhook", ExportQueries.WEBHOOKS),
          new Section("link", ExportQueries.LINKS),
          new Section("linkPicture", ExportQueries.LINK_PICTURES),
          new Section("invoice", ExportQueries.INVOICES),
          new Section("payment", ExportQueries.CREATED, OF_PAYMENT),
          new Section("payment", ExportQueries.SUBMITTED, OF_PAYMENT),
          new Section("payment", ExportQueries.SUCCESS, OF_PAYMENT),
          new Section("payment", ExportQueries.FAILED, OF_PAYMENT),
          new Section(
              "payout",
              ExportQueries.PAYOUTS,
              Map.of(
                  "payoutPayment",
                  ExportQueries.PAYOUT_PAYMENTS,
                  "payoutReport",
                  ExportQueries.PAYOUT_REPORTS)),
          new Section("event", ExportQueries.EVENTS, Map.of("attempt", ExportQueries.ATTEMPTS)),
          new Section("request", ExportQueries.REQUESTS),
          new Section("audit", ExportQueries.AUDIT));

  private final ExportQueries queries = new ExportQueries();

  @Mixin DatabaseChoice database = new DatabaseChoice();

  @Mixin OfMerchant merchant = new OfMerchant();

  @Parameters(paramLabel = "FILE", description = "A file that does not exist yet, or -.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  String file;

  @Override
  public Integer call() throws Exception {
    MerchantId id = merchant.id();
    long lines =
        database.use(
            url -> {
              OutputStream out = open();
              try (out) {
                return Database.unmigrated(url, new IdPlugin())
                    .inTransaction(
                        TransactionIsolationLevel.REPEATABLE_READ,
                        handle -> write(handle, id, out));
              } catch (Exception e) {
                if (!file.equals("-")) {
                  Files.deleteIfExists(Path.of(file)); // a part is no use
                }
                throw e;
              }
            });
    if (!file.equals("-")) {
      tell("%d lines in %s", lines, file);
    }
    return 0;
  }

  private OutputStream open() throws IOException {
    if (file.equals("-")) {
      return new BufferedOutputStream(System.out);
    }
    Path path = Path.of(file);
    if (Files.exists(path)) {
      throw new IllegalStateException(path + " exists already; name another file");
    }
    PrivateFiles.write(path, new byte[0]);
    return new BufferedOutputStream(new FileOutputStream(path.toFile()));
  }

  private long write(Handle handle, MerchantId id, OutputStream out) throws IOException {
    handle.execute("set transaction read only");
    long lines = 0;
    for (Section section : SECTIONS) {
      UUID after = ExportQueries.start();
      List<ExportQueries.Row> page;
      do {
        page = queries.page(handle, section.sql, id, after, PAGE);
        List<UUID> ids = new ArrayList<>();
        for (ExportQueries.Row row : page) {
          write(out, section.type, row.json());
          ids.add(row.id());
        }
        lines += page.size();
        for (Map.Entry<String, String> below : section.below.entrySet()) {
          for (ExportQueries.Row row : queries.below(handle, below.getValue(), id, ids)) {
            write(out, below.getKey(), row.json());
            lines++;
          }
        }
        after = page.isEmpty() ? after : page.getLast().id();
      } while (!page.isEmpty());
      if (section.type.equals("merchant") && lines == 0) {
        throw new IllegalStateException("there is no merchant " + id);
      }
    }
    write(out, "end", "{\"lines\":" + lines + "}");
    return lines + 1;
  }

  /** Writes one line, with ids as everybody knows them. */
  private static void write(OutputStream out, String type, String json) throws IOException {
    ObjectNode line = JSON.createObjectNode().put("type", type);
    JSON.readTree(json)
        .properties()
        .forEach(
            member -> {
              String prefix = PREFIXES.get(member.getKey());
              if (member.getKey().equals("id") || member.getKey().equals("merchant_id")) {
                return; // what the page is found by; it has another name for people
              }
              if (prefix != null && member.getValue().isString()) {
                line.put(
                    member.getKey(),
                    TypeId.format(prefix, UUID.fromString(member.getValue().asString())));
              } else {
                line.set(member.getKey(), member.getValue());
              }
            });
    out.write(JSON.writeValueAsBytes(line));
    out.write('\n');
  }
}
