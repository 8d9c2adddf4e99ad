package dev.paylink.sdk.manage;

import dev.paylink.sdk.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Invoices, for keys with the scope {@code invoices:read}. Answers are those of the API. */
public final class InvoiceClient {
  private static final String PATH = "/sdk/server/invoices";

  private final Sending calls;

  public InvoiceClient(Sending calls) {
    this.calls = calls;
  }

  /** Returns an invoice with its payments. */
  public JsonObject get(String invoiceId) {
    return calls.get(path(invoiceId), Map.of());
  }

  /** Returns the invoice with exactly this number in {@code data}, which is empty without one. */
  public JsonObject numbered(String number) {
    return calls.get(PATH, Map.of("number", number));
  }

  /**
   * Returns one page of invoices, newest first. A page of one status can be short: go on until
   * {@code nextCursor} is null.
   *
   * @param status {@code open}, {@code paid}, or null for all
   * @param after the {@code nextCursor} of the page before; null for the first
   */
  public JsonObject list(@Nullable String status, @Nullable String after, int limit) {
    Map<String, @Nullable Object> query = new LinkedHashMap<>();
    query.put("status", status);
    query.put("after", after);
    query.put("limit", limit);
    return calls.get(PATH, query);
  }

  /**
   * Returns an invoice as PDF.
   *
   * @param language such as {@code de}; null for English
   */
  public byte[] pdf(String invoiceId, @Nullable String language) {
    Map<String, @Nullable Object> query = new LinkedHashMap<>();
    query.put("language", language);
    return calls.send(
        "GET",
        path(invoiceId) + "/invoice.pdf" + Sending.query(query),
        null,
        null,
        Sending.Manner.USUAL);
  }

  private static String path(String invoiceId) {
    return PATH + '/' + Sending.id("invoiceId", invoiceId);
  }
}
