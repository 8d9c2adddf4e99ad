package dev.paylink.merchant.audit;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.StreamedBody;
import dev.paylink.platform.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Exports a merchant's audit log as JSON lines: the entries from the first to the head, then the
 * signed heads, the last of them signed for this export. So whatever is cut off shows. Read and
 * written a chunk at a time.
 */
public final class ExportAudit {
  private static final String JSON_LINES = "application/jsonl";
  private static final int CHUNK = 500;

  private final Jdbi jdbi;
  private final SignHeads heads;
  private final AuditTrailStore store = new AuditTrailStore();

  public ExportAudit(Jdbi jdbi, SignHeads heads) {
    this.jdbi = jdbi;
    this.heads = heads;
  }

  public Answer handle(SignedIn signedIn) {
    MerchantId merchantId = signedIn.merchantId();
    // Read before the answer begins, while it can still be a 503.
    SignedHead last = jdbi.withHandle(handle -> heads.now(handle, merchantId).orElse(null));
    return Answer.stream(JSON_LINES, new Export(merchantId, last))
        .with(Headers.CONTENT_DISPOSITION, "attachment; filename=\"audit.jsonl\"")
        .with(Headers.CACHE_CONTROL, "no-store");
  }

  /** Reads at most so many after a number, up to another one, in order. */
  private interface Chunks<T> {
    List<T> read(Handle handle, MerchantId merchantId, long after, long last, int limit);
  }

  private final class Export implements StreamedBody {
    private final MerchantId merchantId;
    private final @Nullable SignedHead last;

    Export(MerchantId merchantId, @Nullable SignedHead last) {
      this.merchantId = merchantId;
      this.last = last;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      if (last == null) {
        return;
      }
      writeAll(out, store::entries, AuditTrailStore.TrailEntry::number, ExportAudit::line);
      writeAll(out, store::signatures, SignedHead::number, ExportAudit::line);
      write(out, line(last));
    }

    private <T> void writeAll(
        OutputStream out, Chunks<T> chunks, ToLongFunction<T> number, Function<T, Json> line)
        throws IOException {
      long end = last == null ? 0 : last.number();
      long written = 0;
      List<T> chunk;
      do {
        long after = written;
        chunk = jdbi.withHandle(handle -> chunks.read(handle, merchantId, after, end, CHUNK));
        for (T each : chunk) {
          write(out, line.apply(each));
          written = number.applyAsLong(each);
        }
      } while (chunk.size() == CHUNK);
    }

    @Override
    public void close() {}
  }

  private static void write(OutputStream out, Json line) throws IOException {
    out.write(line.bytes());
    out.write('\n');
  }

  private static Json line(AuditTrailStore.TrailEntry chained) {
    AuditEntry entry = chained.entry();
    return Json.object()
        .put("merchantId", chained.merchantId().toString())
        .put("number", chained.number())
        .put("id", entry.id().toString())
        .put("at", AuditTrail.time(entry.at()))
        .put("actor", entry.actor().name())
        .put("source", entry.actor().source())
        .put("action", entry.action())
        .put("before", entry.before())
        .put("after", entry.after())
        .put("hash", HexFormat.of().formatHex(chained.hash()));
  }

  private static Json line(SignedHead head) {
    return Json.object()
        .put("merchantId", head.merchantId().toString())
        .put("number", head.number())
        .put("hash", HexFormat.of().formatHex(head.hash()))
        .put("signedAt", AuditTrail.time(head.signedAt()))
        .put("publicKey", head.publicKeyText())
        .put("signature", Base64.getUrlEncoder().withoutPadding().encodeToString(head.signature()));
  }
}
