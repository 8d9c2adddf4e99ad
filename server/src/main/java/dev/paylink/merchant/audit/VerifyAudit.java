package dev.paylink.merchant.audit;

import dev.paylink.account.Actor;
import dev.paylink.ids.AuditId;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditTrailCheck.BrokenTrail;
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
 * depends on nothing that the service has computed: every hash is recomputed from the content.
 */
public final class VerifyAudit {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final Set<String> trustedKeys;
  private final Map<MerchantId, AuditTrailCheck> trails = new LinkedHashMap<>();
  private @Nullable AuditTrailCheck reading;

  private VerifyAudit(Set<String> trustedKeys) {
    this.trustedKeys = trustedKeys;
  }

  /**
   * Checks all trails of a database, as it is at one moment.
   *
   * @param trustedKeys the public keys that may have signed; any if there are none
   */
  public static AuditVerdict database(Jdbi jdbi, Set<String> trustedKeys) {
    VerifyAudit verify = new VerifyAudit(trustedKeys);
    return verify.verdict(
        () -> jdbi.useTransaction(TransactionIsolationLevel.REPEATABLE_READ, verify::readDatabase));
  }

  /** Checks all trails as the transaction sees them. */
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
    } catch (BrokenTrail e) {
      return new AuditVerdict.Broken(Objects.requireNonNull(e.getMessage()));
    } catch (IOException e) {
      return new AuditVerdict.Broken("cannot be read: " + e.getMessage());
    }
    List<SignedHead> heads = new ArrayList<>();
    long entries = 0;
    for (AuditTrailCheck trail : trails.values()) {
      entries += trail.entries();
      SignedHead last = trail.lastSigned();
      if (last != null) {
        heads.add(last);
      }
    }
    return new AuditVerdict.Whole(entries, trails.size(), heads);
  }

  private AuditTrailCheck trail(MerchantId merchantId) {
    return trails.computeIfAbsent(merchantId, id -> new AuditTrailCheck(id, trustedKeys));
  }

  private void readDatabase(Handle handle) {
    VerifyQueries queries = new VerifyQueries();
    Map<MerchantId, AuditTrailStore.Head> heads = queries.heads(handle);
    queries.each(
        handle,
        row -> {
          endOther(row.merchantId(), heads);
          check(row);
        });
    endOther(null, heads);
    for (AuditTrailStore.Head head : heads.values()) {
      trail(head.merchantId()).end(head); // no entry is left of this trail
    }
  }

  /** Ends the trail that was read last, if the next row is of another one. */
  private void endOther(@Nullable MerchantId next, Map<MerchantId, AuditTrailStore.Head> heads) {
    AuditTrailCheck last = reading;
    if (last != null && !last.merchantId().equals(next)) {
      last.end(heads.remove(last.merchantId()));
    }
    reading = next == null ? null : trail(next);
  }

  private void check(VerifyQueries.Row row) {
    AuditTrailCheck trail = trail(row.merchantId());
    Long number = row.number();
    AuditEntry entry = row.entry();
    if (number != null) {
      trail.entry(
          number, Objects.requireNonNull(row.linked()), Objects.requireNonNull(row.hash()), entry);
    } else if (entry != null) {
      throw trail.stray(entry.id());
    }
    if (row.signed() != null) {
      trail.signed(row.signed());
    }
  }

  private void readLines(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    for (int number = 1; line != null; number++) {
      try {
        read(JSON.readTree(line));
      } catch (JacksonException | IllegalArgumentException | DateTimeParseException e) {
        throw new BrokenTrail("line " + number + " is not a line of an export");
      }
      line = lines.readLine();
    }
    for (AuditTrailCheck trail : trails.values()) {
      SignedHead last = trail.lastSigned();
      if (last == null || last.number() != trail.entries()) { // an export ends in a signed head
        throw new BrokenTrail(
            "audit log of "
                + trail.merchantId()
                + ": the signed head of entry "
                + trail.entries()
                + " was cut off");
      }
    }
    if (trails.isEmpty()) {
      throw new BrokenTrail("there is no entry");
    }
  }

  private void read(JsonNode line) {
    MerchantId merchantId = known(MerchantId.parse(text(line, "merchantId")));
    long number = line.required("number").longValue();
    byte[] hash = HexFormat.of().parseHex(text(line, "hash"));
    AuditTrailCheck trail = trail(merchantId);
    if (line.has("signature")) {
      trail.signed(
          new SignedHead(
              merchantId,
              number,
              hash,
              Instant.parse(text(line, "signedAt")),
              Base64.getUrlDecoder().decode(text(line, "publicKey")),
              Base64.getUrlDecoder().decode(text(line, "signature"))));
    } else {
      AuditId id = known(AuditId.parse(text(line, "id")));
      trail.entry(
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
