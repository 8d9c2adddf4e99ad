package dev.paylink.app;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.id.UuidV7;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * Reads everything about a merchant, a page at a time, each row as JSON. Secrets, and hashes of
 * secrets, are left out.
 */
final class ExportQueries {
  static final String MERCHANT =
      """
      select id, row_to_json(t) from (
        select m.id, id as "merchantId", business_name as "businessName",
               verification as "verificationStatus", deposit_address as "depositAddress",
               user_deposit_address as "userDepositAddress", brand_color as "brandColor",
               reminder_hours as "reminderHours", send_invoices as "sendInvoices",
               contact, privacy_url as "privacyUrl",
               (select translate(encode(l.png, 'base64'), chr(10), '')
                  from merchant_logo l where l.merchant_id = m.id) as "logoPng",
               created_at as "createdAt"
          from merchant m where id = :merchant and id > :after limit :most) t
      """;
  static final String USERS =
      """
      select id, row_to_json(t) from (
        select id, id as "userId", email, role, created_at as "createdAt" from account_user
         where realm_id = :merchant and id > :after order by id limit :most) t
      """;
  static final String COMPANY =
      """
      select id, row_to_json(t) from (
        select id, legal_name as "legalName", country, registration_number as "registrationNumber",
               submitted_at as "submittedAt"
          from kyb_submission
         where merchant_id = :merchant and id > :after order by id limit :most) t
      """;
  static final String KEYS =
      """
      select id, row_to_json(t) from (
        select id, id as "keyId", api_key as "apiKey", label, active, rate_limit as "limit", scopes,
               expires_at as "expiresAt", created_at as "createdAt", last_used_at as "lastUsedAt"
          from api_key where merchant_id = :merchant and id > :after order by id limit :most) t
      """;
  static final String WEBHOOKS =
      """
      select merchant_id, row_to_json(t) from (
        select merchant_id, scope, url as "webhookUrl", active, events, retry,
               created_at as "createdAt"
          from webhook where merchant_id = :merchant and merchant_id > :after limit :most) t
      """;
  static final String LINKS =
      """
      select id, row_to_json(t) from (
        select id, id as "linkId", slug, title, text, currency, amount::text,
               min_amount::text as "minAmount", max_amount::text as "maxAmount",
               suggested_amounts as "suggestedAmounts", name_field as "nameField",
               email_field as "emailField", reference_field as "referenceField",
               success_url as "successUrl", max_uses as "maxUses", ends_at as "endsAt", active, uses,
               archived_at as "archivedAt", created_at as "createdAt"
          from payment_link
         where created_at > '-infinity' and (merchant_id, id) > (:merchant, :after)
           and merchant_id <= :merchant
         order by merchant_id, id limit :most) t
      """;
  // Few at a time: each may have some hundred kilobytes.
  static final String LINK_PICTURES =
      """
      select id, row_to_json(t) from (
        select link_id as id, link_id as "linkId",
               translate(encode(jpeg, 'base64'), chr(10), '') as "pictureJpeg"
          from payment_link_picture
         where hash > '' and (merchant_id, link_id) > (:merchant, :after)
           and merchant_id <= :merchant
         order by merchant_id, link_id limit least(:most, 20)) t
      """;
  static final String INVOICES =
      """
      select id, row_to_json(t) from (
        select id, id as "invoiceId", number as "invoiceNumber", status, amount::text, currency,
               description, customer_name as "customerName", customer_email as "customerEmail",
               created_at as "createdAt", updated_at as "updatedAt"
          from invoice
         where created_at > '-infinity' and (merchant_id, id) > (:merchant, :after)
           and merchant_id <= :merchant
         order by merchant_id, id limit :most) t
      """;
  private static final String PAYMENT_COLUMNS =
      """
      select id, row_to_json(t) from (
        select id, id as "paymentId", invoice_id as "invoiceId", status, amount::text, currency,
               reference, interface, metadata, success_url as "successUrl",
               cancel_url as "cancelUrl", locale, payee, idempotency_key as "idempotencyKey",
               failure_reason as "failureReason", transaction, created_at as "createdAt",
               updated_at as "updatedAt", expires_at as "expiresAt", link_id as "linkId"
          from payment
      """;
  static final String CREATED = ofStatus("created");
  static final String SUBMITTED = ofStatus("submitted");
  static final String SUCCESS = ofStatus("success");
  static final String FAILED = ofStatus("failed");
  static final String REPORTS =
      """
      select p.id, row_to_json(r) from unnest(:ids::uuid[]) as p (id)
       cross join lateral (
             select event_ref as "eventRef", payment_id as "paymentId", type as "reported", applied,
                    reason, transaction, occurred_at as "occurredAt", recorded_at as "recordedAt"
               from settlement_event
              where payment_id = p.id and merchant_id = :merchant offset 0) r
      """;
  static final String FLAGS =
      """
      select p.id, row_to_json(f) from unnest(:ids::uuid[]) as p (id)
       cross join lateral (
             select payment_id as "paymentId", flag, what, flagged_at as "flaggedAt"
               from payment_flag
              where payment_id = p.id and merchant_id = :merchant offset 0) f
      """;
  static final String TRANSFERS =
      """
      select p.id, row_to_json(f) from unnest(:ids::uuid[]) as p (id)
       cross join lateral (
             select payment_id as "paymentId", chain_id as "chainId", '0x' || encode(hash, 'hex') as hash,
                    log_index as "logIndex", token, amount::text, source, late, counts,
                    received_at as "receivedAt"
               from received_transfer
              where payment_id = p.id and merchant_id = :merchant offset 0) f
      """;
  static final String REFUNDS =
      """
      select p.id, row_to_json(r) from unnest(:ids::uuid[]) as p (id)
       cross join lateral (
             select id as "refundId", payment_id as "paymentId", status, amount::text, currency,
                    reason, coalesce(payee, '') as "to", chain_id as "chainId", token,
                    '0x' || encode(sent_hash, 'hex') as "transaction",
                    idempotency_key as "idempotencyKey", created_at as "createdAt",
                    updated_at as "updatedAt"
               from refund
              where payment_id = p.id and merchant_id = :merchant offset 0) r
      """;
  static final String RELAYED =
      """
      select p.id, row_to_json(o) from unnest(:ids::uuid[]) as p (id)
       cross join lateral (
             select payment_id as "paymentId", chain_id as "chainId", kind, token,
                    '0x' || encode(payer, 'hex') as payer, state, reason, spent::text as "spentWei",
                    created_at as "createdAt"
               from relay_order
              where payment_id = p.id and merchant_id = :merchant offset 0) o
      """;
  static final String PAYOUTS =
      """
      select id, row_to_json(t) from (
        select id, id as "payoutId", payout_ref as "payoutRef", status, amount::text, fee::text,
               currency, rate::text, bank_reference as "bankReference",
               account_last4 as "accountLast4", payments_total::text as "paymentsTotal", flags,
               created_at as "createdAt", updated_at as "updatedAt"
          from payout
         where created_at > '-infinity' and merchant_id = :merchant and id > :after
         order by merchant_id, id limit :most) t
      """;
  static final String PAYOUT_PAYMENTS =
      """
      select p.id, json_build_object('payoutId', p.id, 'paymentId', f.payment)
        from unnest(:ids::uuid[]) as p (id)
       cross join lateral (
             select unnest(payments) as payment from payout
              where id = p.id and merchant_id = :merchant offset 0) f
      """;
  static final String PAYOUT_REPORTS =
      """
      select p.id, row_to_json(r) from unnest(:ids::uuid[]) as p (id)
       cross join lateral (
             select payout_id as "payoutId", number, status, applied, amount::text, fee::text,
                    currency, rate::text, bank_reference as "bankReference",
                    account_last4 as "accountLast4", occurred_at as "occurredAt",
                    reported_at as "reportedAt"
               from payout_report
              where payout_id = p.id and merchant_id = :merchant offset 0) r
      """;
  static final String EVENTS =
      """
      select id, row_to_json(t) from (
        select id, position, convert_from(body, 'UTF8')::json as "event" from event
         where created_at > '-infinity' and (merchant_id, id) > (:merchant, :after)
           and merchant_id <= :merchant
         order by merchant_id, id limit :most) t
      """;
  static final String ATTEMPTS =
      """
      select e.id, row_to_json(a) from unnest(:ids::uuid[]) as e (id)
       cross join lateral (
             select event_id as "eventId", delivery_id as "deliveryId", attempt,
                    started_at as "startedAt", duration_ms as "durationMs", url, status, error,
                    response_body as "responseBody"
               from delivery_attempt
              where event_id = e.id and merchant_id = :merchant offset 0) a
      """;
  static final String REQUESTS =
      """
      select id, row_to_json(t) from (
        select id, id as "requestId", at, api_key_id as "keyId", authenticated, method, path,
               status, code, duration_micros as "durationMicros", source,
               idempotency_key as "idempotencyKey"
          from request_log
         where at > '-infinity' and (merchant_id, id) > (:merchant, :after)
           and merchant_id <= :merchant
         order by merchant_id, id limit :most) t
      """;
  static final String AUDIT =
      """
      select id, row_to_json(t) from (
        select id, id as "auditId", at, actor, source, action, before, after from audit_log
         where merchant_id = :merchant and id > :after order by id limit :most) t
      """;

  /** A row: what it is found by, and its JSON. */
  record Row(UUID id, String json) {}

  private static String ofStatus(String status) {
    return PAYMENT_COLUMNS
        + """
           where created_at > '-infinity' and merchant_id = :merchant and status = '%s'
             and id > :after order by id limit :most) t
        """
            .formatted(status);
  }

  /** Returns the next rows of the merchant, in the order of their ids. */
  List<Row> page(Handle handle, String sql, MerchantId merchant, UUID after, int most) {
    return handle
        .createQuery(sql)
        .bind("merchant", merchant)
        .bind("after", after)
        .bind("most", most)
        .map(row -> new Row(row.getColumn(1, UUID.class), row.getColumn(2, String.class)))
        .list();
  }

  /** Returns the rows that belong to these. */
  List<Row> below(Handle handle, String sql, MerchantId merchant, List<UUID> ids) {
    return handle
        .createQuery(sql)
        .bind("merchant", merchant)
        .bind("ids", ids.toString().replace('[', '{').replace(']', '}'))
        .map(row -> new Row(row.getColumn(1, UUID.class), row.getColumn(2, String.class)))
        .list();
  }

  /** Returns where a walk begins. */
  static UUID start() {
    return UuidV7.FIRST;
  }
}
