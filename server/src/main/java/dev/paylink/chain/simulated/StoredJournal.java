package dev.paylink.chain.simulated;

import dev.paylink.chain.source.SettledLog;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** A sandbox's journal in its database, so that its chain survives a restart. */
final class StoredJournal implements SimulatedJournal {
  private static final Set<String> MEMBERS =
      Set.of("transaction", "ref", "id", "payee", "token", "amount", "payer");
  private static final int MAX_LENGTH = 100;

  private final JournalStore store = new JournalStore();
  private final Jdbi jdbi;
  private long last;

  StoredJournal(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  @Override
  public void append(SimulatedEntry entry) {
    switch (entry) {
      case SimulatedEntry.Included in -> append("included", in.block(), in.block(), json(in.log()));
      case SimulatedEntry.Replaced out -> append("replaced", out.from(), out.to(), null);
      case SimulatedEntry.Outage out -> append("outage", out.from(), out.to(), null);
    }
  }

  @Override
  public synchronized List<SimulatedEntry> news() {
    return jdbi.withHandle(
        handle -> store.after(handle, last).map((row, context) -> entry(row)).list());
  }

  private void append(String kind, long from, long to, @Nullable String log) {
    jdbi.useTransaction(handle -> store.append(handle, kind, from, to, log));
  }

  private SimulatedEntry entry(ResultSet row) throws SQLException {
    last = row.getLong("sequence");
    long from = row.getLong("from_block");
    long to = row.getLong("to_block");
    return switch (row.getString("kind")) {
      case "included" -> new SimulatedEntry.Included(from, log(from, row.getString("log")));
      case "replaced" -> new SimulatedEntry.Replaced(from, to);
      case "outage" -> new SimulatedEntry.Outage(from, to);
      default -> throw new IllegalStateException("unknown entry " + row.getString("kind"));
    };
  }

  private static String json(SettledLog log) {
    return Json.object()
        .put("transaction", log.transaction().hex())
        .put("ref", log.ref().hex())
        .put("id", log.id().hex())
        .put("payee", log.payee().hex())
        .put("token", log.token().hex())
        .put("amount", log.amount().toString())
        .put("payer", log.payer().hex())
        .text();
  }

  private static SettledLog log(long block, String json) {
    Fields fields = Fields.parse(json.getBytes(StandardCharsets.UTF_8), MEMBERS);
    return SimulatedChain.log(
        block,
        new Bytes32(member(fields, "transaction")),
        new Bytes32(member(fields, "ref")),
        new Bytes32(member(fields, "id")),
        new EvmAddress(member(fields, "payee")),
        new EvmAddress(member(fields, "token")),
        new BigInteger(member(fields, "amount")),
        new EvmAddress(member(fields, "payer")));
  }

  private static String member(Fields fields, String name) {
    return Objects.requireNonNull(fields.text(name, MAX_LENGTH), name);
  }
}
