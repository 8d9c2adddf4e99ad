package dev.paylink.merchant.audit;

import dev.paylink.account.Actor;
import dev.paylink.ids.AuditId;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.ChainCheck.BrokenChain;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks the audit log of a database or an export, and tells the first entry that does not fit. It
 * depends on nothing that the service has computed: every hash is made anew from the content.
 */
public final class VerifyAudit {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final Set<String> trustedKeys;
  private final Map<MerchantId, ChainCheck> chains = new LinkedHashMap<>();
  private @Nullable ChainCheck reading;

  private VerifyAudit(Set<String> trustedKeys) {
    this.trustedKeys = trustedKeys;
  }

  /**
   * Checks all chains of a database, as it is at one moment.
   *
   * @param trustedKeys the public keys that may have signed; any if there are none
   */
  public static AuditVerdict database(Jdbi jdbi, Set<String> trustedKeys) {
    VerifyAudit verify = new VerifyAudit(trustedKeys);
    return verify.verdict(
        () -> jdbi.useTransaction(TransactionIsolationLevel.REPEATABLE_READ, verify::readDatabase));
  }

  /** Checks all chains as the transaction sees them. */
  static AuditVerdict database(Handle handle) {
    VerifyAudit verify = new VerifyAudit(Set.of());
    return verify.verdict(() -> verify.readDatabase(handle));
  }

  /** Checks an export. */
  public static AuditVerdict export(BufferedReader lines, Set<String> trustedKeys) {
    VerifyAudit verify = new VerifyAudit(trustedKeys);
    return verify.verdict(() -> verify.readLines(lines));
  }

  /** Reads a source to its end. */
  private interface Reading {
    void run() throws IOException;
  }

  private AuditVerdict verdict(Reading reading) {
    try {
      reading.run();
    } catch (BrokenChain e) {
      return new AuditVerdict.Broken(Objects.requireNonNull(e.getMessage()));
    } catch (IOException e) {
      return new AuditVerdict.Broken("cannot be read: " + e.getMessage());
    }
    List<SignedHead> heads = new ArrayList<>();
    long entries = 0;
    for (ChainCheck chain : chains.values()) {
      entries += chain.entries();
      SignedHead last = chain.lastSigned();
      if (last != null) {
        heads.add(last);
      }
    }
    return new AuditVerdict.Whole(entries, chains.size(), heads);
  }

  private ChainCheck chain(MerchantId merchantId) {
    return chains.computeIfAbsent(merchantId, id -> new ChainCheck(id, trustedKeys));
  }

  private void readDatabase(Handle handle) {
    VerifyQueries queries = new VerifyQueries();
    Map<MerchantId, ChainStore.Head> heads = queries.heads(handle);
    queries.each(
        handle,
        row -> {
          endOther(row.merchantId(), heads);
          check(row);
        });
    endOther(null, heads);
    for (ChainStore.Head head : heads.values()) {
      chain(head.merchantId()).end(head); // no entry is left of this chain
    }
  }

  /** Ends the chain that was read last, if the next row is of another one. */
  private void endOther(@Nullable MerchantId next, Map<MerchantId, ChainStore.Head> heads) {
    ChainCheck last = reading;
    if (last != null && !last.merchantId().equals(next)) {
      last.end(heads.remove(last.merchantId()));
    }
    reading = next == null ? null : chain(next);
  }

  private void check(VerifyQueries.Row row) {
    ChainCheck chain = chain(row.merchantId());
    Long number = row.number();
    AuditEntry entry = row.entry();
    if (number != null) {
      chain.entry(
          number, Objects.requireNonNull(row.linked()), Objects.requireNonNull(row.hash()), entry);
    } else if (entry != null) {
      throw chain.stray(entry.id());
    }
    if (row.signed() != null) {
      chain.signed(row.signed());
    }
  }

  private void readLines(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    for (int number = 1; line != null; number++) {
      try {
        read(JSON.readTree(line));
      } catch (JacksonException | IllegalArgumentException | DateTimeParseException e) {
        throw new BrokenChain("line " + number + " is not a line of an export");
      }
      line = lines.readLine();
    }
    for (ChainCheck chain : chains.values()) {
      SignedHead last = chain.lastSigned();
      if (last == null || last.number() != chain.entries()) { // an export ends in a signed head
        throw new BrokenChain(
            "audit log of "
                + chain.merchantId()
                + ": the signed head of entry "
                + chain.entries()
                + " was cut off");
      }
    }
    if (chains.isEmpty()) {
      throw new BrokenChain("there is no entry");
    }
  }

  private void read(JsonNode line) {
    MerchantId merchantId = known(MerchantId.parse(text(line, "merchantId")));
    long number = line.required("number").longValue();
    byte[] hash = HexFormat.of().parseHex(text(line, "hash"));
    ChainCheck chain = chain(merchantId);
    if (line.has("signature")) {
      chain.signed(
          new SignedHead(
              merchantId,
              number,
              hash,
              Instant.parse(text(line, "signedAt")),
              Base64.getUrlDecoder().decode(text(line, "publicKey")),
              Base64.getUrlDecoder().decode(text(line, "signature"))));
    } else {
      AuditId id = known(AuditId.parse(text(line, "id")));
      chain.entry(
          number,
          id,
          hash,
          new AuditEntry(
              id,
              Instant.parse(text(line, "at")),
              new Actor(text(line, "actor"), text(line, "source")),
              text(line, "action"),
              textOrNull(line, "before"),
              textOrNull(line, "after")));
    }
  }

  private static String text(JsonNode line, String name) {
    return known(textOrNull(line, name));
  }

  private static @Nullable String textOrNull(JsonNode line, String name) {
    JsonNode value = line.required(name);
    return value.isNull() ? null : value.stringValue();
  }

  private static <T> T known(@Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException();
    }
    return value;
  }
}
