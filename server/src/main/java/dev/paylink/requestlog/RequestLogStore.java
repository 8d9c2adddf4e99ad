package dev.paylink.requestlog;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RequestId;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.binary.BinaryCopy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The calls of merchants, by merchant and time. Plain JDBC where many rows go in one batch. */
final class RequestLogStore {
  private static final String COLUMNS =
      """
      merchant_id, id, at, api_key_id, authenticated, method, path, status, code, duration_micros,
      source, idempotency_key\
      """;
  private static final int COLUMN_COUNT = 12;
  private static final String COPY = "copy request_log (" + COLUMNS + ") from stdin binary";
  private static final String OWNERS =
      """
      select k.api_key, o.merchant_id, o.id as key_id
        from unnest(:keys::text[]) as k (api_key)
       cross join lateral (
             select merchant_id, id from api_key where api_key = k.api_key offset 0) o
      """;
  // The range spans two columns: only one index has this order.
  static final String OLDER =
      "select "
          + COLUMNS
          + """
           from request_log
           where at > '-infinity'
             and (merchant_id, id) < (:merchant, :before) and merchant_id >= :merchant and %s
           order by merchant_id desc, id desc limit :look
          """
              .formatted(Shards.onlyNamed("merchant_id"));
  private static final String FIND =
      "select " + COLUMNS + " from request_log where id = :id and merchant_id = :merchant";
  static final String REMOVE =
      """
      delete from request_log where (id, merchant_id) in (
        select id, merchant_id from request_log where id > :from and id < :end
         order by id, merchant_id limit :most)
      returning id
      """;

  void insert(Connection connection, List<LoggedRequest> requests) throws SQLException {
    BinaryCopy copy = new BinaryCopy(COLUMN_COUNT);
    for (LoggedRequest request : requests) {
      copy.row()
          .uuid(request.merchantId().value())
          .uuid(request.id().value())
          .timestamp(request.at())
          .uuid(request.apiKeyId().value())
          .bool(request.authenticated())
          .text(request.method())
          .text(request.path())
          .integer(request.status())
          .text(request.code())
          .bigint(request.durationMicros())
          .text(request.source())
          .text(request.idempotencyKey());
    }
    copy.send(connection, COPY);
  }

  /** Returns whose the keys are; unknown ones are not there. */
  Map<String, RequestLog.Owner> owners(Handle handle, List<String> apiKeys) {
    Map<String, RequestLog.Owner> owners = new HashMap<>();
    if (!apiKeys.isEmpty()) {
      handle
          .createQuery(OWNERS)
          .bindArray("keys", String.class, apiKeys)
          .map(
              row ->
                  owners.put(
                      row.getColumn("api_key", String.class), row.getRow(RequestLog.Owner.class)))
          .list();
    }
    return owners;
  }

  /** Returns the entries before the given one, newest first. */
  List<LoggedRequest> older(Handle handle, MerchantId merchant, RequestId before, int look) {
    return handle
        .createQuery(OLDER)
        .bind("merchant", merchant)
        .bind("only", Shards.of(handle).only(merchant.value()))
        .bind("before", before)
        .bind("look", look)
        .mapTo(LoggedRequest.class)
        .list();
  }

  @Nullable LoggedRequest find(Handle handle, MerchantId merchant, RequestId id) {
    return handle
        .createQuery(FIND)
        .bind("merchant", merchant)
        .bind("id", id)
        .mapTo(LoggedRequest.class)
        .findOne()
        .orElse(null);
  }

  /** Deletes the oldest entries. */
  Retention.Step remove(Handle handle, Retention.Range range, int most) {
    return Retention.Step.of(handle, REMOVE, range, most);
  }
}
