package dev.paylink.app.statements;

import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * A database with as many merchants and rows as a test wants. Row {@code n} of every table belongs
 * to payment {@code n}, so that each key can be told from its number.
 */
record World(int merchants, boolean spread) {
  static final List<String> GROWING =
      List.of(
          "payment",
          "invoice",
          "settlement_event",
          "settlement_mismatch",
          "payment_flag",
          "held_settlement",
          "event",
          "delivery",
          "request_log",
          "delivery_attempt",
          "payment_ref",
          "relay_order",
          "relay_attempt",
          "transfer_address",
          "incoming_transfer",
          "received_transfer",
          "movement",
          "refund",
          "payout",
          "payout_report",
          "mail",
          "payment_reminder",
          "audit_log",
          "audit_link",
          "audit_signature",
          "session_code");

  private static final int MANY = 10_000;

  /** Indexes that no constraint needs. */
  private static final String INDEXES =
      """
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
        from pg_index
       where indrelid::regclass::text in (<tables>) and not indisprimary and not indisunique
      """;

  private static final List<String> MERCHANTS =
      List.of(
          """
          create function u(kind text, n bigint) returns uuid language sql immutable as
          $$ select (kind || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$
          """,
          """
          insert into merchant (id, business_name, verification, deposit_address, verification_since)
          select u('a0000000', m), 'Shop ' || m,
                 case when m % 10 = 9 then 'KybSubmitted' else 'KybVerified' end, '0x1', now()
            from generate_series(0, :merchants - 1) m
          """,
          """
          insert into account_user (realm_id, id, email, password_hash, role)
          select u('a0000000', m), u('b0000000', m * 8 + i), 'user-' || m || '-' || i || '@example.com',
                 'x', case i when 0 then 'owner' else 'viewer' end
            from generate_series(0, :merchants - 1) m, generate_series(0, 3) i
          """,
          """
          insert into account_user (realm_id, id, email, name, role, password_hash)
          select '00000000-0000-0000-0000-000000000001', u('f1000000', i), 'operator-' || i || '@example.com', 'x',
                 'viewer', 'x'
            from generate_series(1, 4) i
          """,
          """
          insert into second_factor (realm_id, user_id, secret, confirmed_at)
          select realm_id, id, 'old', now() from account_user
          """,
          """
          insert into recovery_code (realm_id, user_id, code_hash)
          select realm_id, id, decode(lpad(i::text, 8, '0'), 'hex')
            from account_user, generate_series(0, 3) i
          """,
          """
          insert into passkey
                 (realm_id, user_id, id, name, credential_id, public_key, signature_count)
          select realm_id, id, u('f0000000', i), 'x', sha256((id::text || i)::bytea), 'x', 0
            from account_user, generate_series(0, 3) i
          """,
          """
          insert into used_challenge (realm_id, challenge_hash, expires_at)
          select id, decode(lpad(i::text, 8, '0'), 'hex'), now() + interval '1 hour'
            from merchant, generate_series(0, 3) i
          """,
          "insert into second_factor_rule (realm_id) select id from merchant",
          """
          insert into merchant_sso
                 (merchant_id, issuer, client_id, client_secret, required, factor_trusted)
          select id, 'https://idp.example.com', 'x', 'old', false, false from merchant
          """,
          """
          insert into sso_domain (merchant_id, domain, token, proven_at, seen_at, next_check_at)
          select id, d || '.' || id || '.example', 'x', now(), now(), now() + interval '1 day'
            from merchant, generate_series(0, 2) d
          """,
          """
          insert into sso_identity (realm_id, issuer, subject, user_id)
          select realm_id, 'https://idp.example.com', id::text, id from account_user
          """,
          """
          insert into account_device (realm_id, user_id, device_hash)
          select realm_id, id, decode(lpad(i::text, 8, '0'), 'hex')
            from account_user, generate_series(0, 3) i
          """,
          """
          insert into account_session (token_hash, realm_id, user_id, id, source, expires_at)
          select sha256((id::text || i)::bytea), realm_id, id, u('c0000000', i), 'x',
                 now() + interval '1 hour'
            from account_user, generate_series(0, 3) i
          """,
          """
          insert into invitation (realm_id, id, email, role, token_hash, invited_by, expires_at)
          select id, u('c1000000', 1), 'new@example.com', 'viewer', sha256(id::text::bytea), 'x',
                 now() + interval '1 hour'
            from merchant
          """,
          """
          insert into kyb_submission (merchant_id, id, legal_name, country, registration_number)
          select id, u('c2000000', i), 'Shop Ltd', 'DE', '1' from merchant, generate_series(0, 2) i
          """,
          """
          insert into api_key (merchant_id, id, api_key, pair_hash, active, rate_limit)
          select m.id, u('d0000000', row_number() over (order by m.id, i) - 1), m.id || '-' || i,
                 sha256((m.id || '-' || i)::bytea), true, 600
            from merchant m, generate_series(0, 2) i
          """,
          """
          insert into webhook (merchant_id, scope, url, active, events, signing_secret)
          select id, 'invoice_settlement', 'https://example.com', true, '{payment.failed}', 'old' from merchant
          """,
          """
          insert into payment_link (merchant_id, id, slug, title, currency, suggested_amounts, name_field,
                                    email_field, reference_field, active, uses, created_at)
          select u('a0000000', m), u('d8000000', m * 32 + i), 'slug-' || m || '-' || i, 'x', 'USD', '{}', 'off',
                 'off', 'off', true, 0, now()
            from generate_series(0, :merchants - 1) m, generate_series(0, 31) i
          """,
          // Every second one is archived, and every fourth has a picture.
          """
          update payment_link set archived_at = now() where get_byte(uuid_send(id), 15) % 2 = 1
          """,
          """
          insert into payment_link_picture (merchant_id, link_id, hash, jpeg)
          select merchant_id, id, '\\x01', '\\x01' from payment_link
           where get_byte(uuid_send(id), 15) % 4 = 0
          """,
          """
          insert into payment_link_slug (slug, merchant_id, link_id)
          select slug, merchant_id, id from payment_link
          """,
          """
          insert into payment_link_sum (merchant_id, link_id, currency, payments, volume)
          select merchant_id, id, 'USD', 1, 1 from payment_link
          """,
          "insert into invoice_counter (merchant_id) select id from merchant",
          "insert into event_counter (merchant_id) select id from merchant",
          """
          insert into audit_head (merchant_id, number, hash, signed_number)
          select id, 1, '\\x00', (row_number() over ())::int % 2 from merchant
          """,
          "insert into merchant (id, business_name) values (u('a2000000', 0), 'Without counters')",
          """
          insert into exhausted_alarm (merchant_id, events, since, due_at)
          select id, 1, now(), now() + interval '1 hour' from merchant where verification = 'KybVerified'
          """,
          """
          insert into settlement_rule (merchant_id, set_at, tolerated_percent, tolerated_amount, ignored_below)
          select id, date '2026-01-01' + d, 1, 1, 0 from merchant, generate_series(0, 9) d
          """,
          """
          insert into payment_day (merchant_id, day, currency, success, failed, volume)
          select id, date '2026-01-01' + d, 'USD', 1, 1, 1 from merchant, generate_series(0, 9) d
          """,
          """
          insert into movement_month (merchant_id, month, chain_id, token, received, taken_back, refunded)
          select id, date '2026-01-01' + m * interval '1 month', 1, 'USDC', 1, 0, 0
            from merchant, generate_series(0, 9) m
          """,
          """
          insert into payout_month (merchant_id, month, currency, status, payouts, amount, fee, mismatches)
          select id, date '2026-01-01' + m * interval '1 month', 'EUR', 'paid', 1, 1, 0, 0
            from merchant, generate_series(0, 9) m
          """,
          """
          insert into payment_day_created (merchant_id, day, created, counted_to)
          select id, date '2026-01-01' + d, 1, u('10000000', 0) from merchant, generate_series(0, 9) d
          """,
          """
          insert into webhook_day (merchant_id, day, scope, delivered, retried, exhausted, failures)
          select id, date '2026-01-01' + d, 'invoice_settlement', 1, 1, 1,
                 case when id = u('a0000000', 1) then 4 else 0 end
            from merchant, generate_series(0, 9) d
          """,
          "insert into session_key (id, sealed) select u('e0000000', i), 'x' from"
              + " generate_series(0, 2) i",
          """
          insert into chain_cursor (chain_id, contract, number, hash, time)
          values (1, '\\x01', 1000000, '\\x02', now() + interval '1 day')
          """,
          """
          insert into simulated_chain (kind, from_block, to_block)
          select 'outage', i, i from generate_series(0, 9) i
          """);

  /** Row {@code n} belongs to merchant {@code m}, as their {@code p}-th. */
  private static final List<String> ROWS =
      List.of(
          """
          insert into invoice (merchant_id, id, number, status, amount, currency, customer_email,
                               created_at, updated_at, successes)
          select u('a0000000', m), u('10000000', n), 'INV-' || lpad(p::text, 6, '0'),
                 case when n % 10 < 7 then 'paid' else 'open' end, 10, 'USD',
                 case when n % 4 = 0 then 'c' || n % 50 || '@example.com' end, now(), now(),
                 case when n % 10 < 7 then 1 else 0 end
            from rows
          """,
          """
          insert into payment (merchant_id, id, invoice_id, status, amount, currency, reference, interface,
                               payee, link_token, idempotency_key, request_hash, customer_name, customer_email,
                               created_at, updated_at, expires_at, received, partly_paid, flags,
                               customer_folded)
          select u('a0000000', m), u('10000000', n), u('10000000', case n % 20 when 3 then n - 1 else n end),
                 case when n % 10 < 7 then 'success' when n % 10 = 7 then 'failed'
                      when n % 50 = 8 then 'submitted' else 'created' end,
                 10, 'USD', case when n % 3 > 0 then 'order-' || p / 2 end, 'service-server',
                 '0x1', 'x', 'key-' || p, 'x',
                 case n % 8 when 0 then 'Ada ' || n % 50 || ' van der Lovelace' || n % 30
                            when 4 then 'Ada ' || n % 50 || ' Lovelace' || n % 30 end,
                 case when n % 4 = 0 then 'c' || n % 50 || '@example.com' end,
                 now(), now(), now() + (case n % 100 when 9 then -1 else 1 end) * interval '1 hour',
                 case when n % 10 < 8 then 10 end, n % 10 = 7, case when n % 50 in (8, 10) then 'held' end,
                 case n % 8 when 0 then 'ada ' || n % 50 || ' van der lovelace' || n % 30
                            when 4 then 'ada ' || n % 50 || ' lovelace' || n % 30 end
            from rows
          """,
          """
          insert into received_transfer (merchant_id, payment_id, chain_id, hash, log_index, token, amount, source, late,
                                         counts, received_at)
          select u('a0000000', m), u('10000000', n), 1, decode(lpad(to_hex(n), 64, '0'), 'hex'), 0, 'USDC', 10,
                 'settlement', false, true, now()
            from rows where n % 10 < 8
          """,
          """
          insert into movement (merchant_id, id, kind, payment_id, chain_id, token, amount, currency, hash, log_index)
          select u('a0000000', m), u('1e000000', n), 'received', u('10000000', n), 1, 'USDC', 10, 'USD',
                 decode(lpad(to_hex(n), 64, '0'), 'hex'), 0
            from rows where n % 10 < 8
          """,
          """
          insert into settlement_event (merchant_id, event_ref, payment_id, type, applied, recorded_at)
          select u('a0000000', m), 'ref-' || p, u('10000000', n), 'payment.confirmed', true, now()
            from rows
          """,
          """
          insert into settled_transfer (chain_id, hash, log_index, merchant_id, payment_id, recorded_at)
          select 1, decode(lpad(to_hex(n), 64, '0'), 'hex'), 0, u('a0000000', m), u('10000000', n), now()
            from rows
          """,
          """
          insert into settlement_mismatch (merchant_id, event_ref, payment_id, mismatch, transaction,
                                           recorded_at, id)
          select u('a0000000', m), 'ref-' || p, u('10000000', n), 'x', '{}', now(), u('20000000', n)
            from rows where n % 20 = 0
          """,
          """
          insert into held_settlement (merchant_id, payment_id, event_ref, chain_id, token, transaction,
                                       held_at, decision)
          select u('a0000000', m), u('10000000', n), 'ref-' || p, 1, 'T', '{}', now(),
                 case n % 40 when 0 then 'confirmed' end
            from rows where n % 20 = 0
          """,
          """
          insert into payment_flag (merchant_id, payment_id, flag, what, flagged_at)
          select u('a0000000', m), u('10000000', n), case n % 40 when 0 then 'mismatch' else 'duplicate' end,
                 'x', now()
            from rows where n % 20 = 0
          """,
          """
          insert into event (merchant_id, id, position, type, scope, payment_id, deliverable, body, created_at)
          select u('a0000000', m), u('30000000', n), p, 'payment.confirmed', 'invoice_settlement', u('10000000', n), true, '{}',
                 now()
            from rows
          """,
          """
          insert into delivery (merchant_id, id, event_id, scope, state, attempts, due_at, claim_id, created_at,
                                superseded)
          select u('a0000000', m), u('40000000', n), u('30000000', n), 'invoice_settlement',
                 case when n % 50 = 0 then 'exhausted' when n % 50 = 1 then 'pending' when n % 50 = 2 then 'waiting'
                      else 'delivered' end,
                 1, now() + (n % 3 - 1) * interval '1 hour', u('41000000', 0), now(), n % 100 = 0
            from rows
          """,
          """
          insert into delivery_attempt (merchant_id, event_id, delivery_id, attempt, started_at, duration_ms)
          select u('a0000000', m), u('30000000', n), u('40000000', n), 1, now(), 1 from rows
          """,
          """
          insert into payment_ref (merchant_id, payment_id, chain_id, contract, ref, token, amount, deadline,
                                   prices, settled_block, seen_block, early_block)
          select u('a0000000', m), u('10000000', n), 1, '\\x01', decode(lpad(to_hex(n), 64, '0'), 'hex'),
                 'USDC', 10, 1, '{}', case when n % 10 < 7 then n end, case when n % 40 in (8, 28) then n end,
                 case when n % 40 = 28 then n end
            from rows
          """,
          """
          insert into relay_order (id, merchant_id, payment_id, chain_id, kind, token, payer, given, valid_after,
                                   valid_before, signature, state, account, nonce)
          select u('71000000', n), u('a0000000', m), u('10000000', n), 1, 'authorization', 'USDC', '\\x06',
                 decode(lpad(to_hex(n), 64, '0'), 'hex'), 0, 1, '\\x01',
                 case n % 50 when 0 then 'failed' when 1 then 'sent' when 2 then 'waiting' when 3 then 'refused'
                      else 'done' end, '\\x01', n
            from rows
          """,
          """
          insert into relay_attempt (chain_id, account, nonce, attempt, hash, raw, fee, tip, empty)
          select 1, '\\x01', n, 0, decode(lpad(to_hex(n), 64, '0'), 'hex'), '\\x01', 1, 1, false from rows
          """,
          """
          insert into transfer_address (merchant_id, payment_id, chain_id, factory, token_address, address, token,
                                       decimals, payee, expected, deadline, received, told, state, since_block,
                                       read_to, read_out)
          select u('a0000000', m), u('10000000', n), 1, '\\x01', '\\x05', decode(lpad(to_hex(n), 40, '0'), 'hex'),
                 'USDC', 6, '0x1', 10, n, case when n % 10 < 7 then 10 else 0 end,
                 case when n % 10 < 7 then 1 else 0 end,
                 case when n % 20 = 0 then 'live' when n % 20 < 3 then 'kept' else 'done' end, n, n, n % 20 > 0
            from rows
          """,
          """
          insert into incoming_transfer (merchant_id, payment_id, chain_id, hash, log_index, block_number,
                                        block_hash, address, token_address, token, amount, payer, kind)
          select u('a0000000', m), u('10000000', n), 1, decode(lpad(to_hex(n), 64, '0'), 'hex'), 0, n,
                 '\\x02', decode(lpad(to_hex(n), 40, '0'), 'hex'), '\\x05', 'USDC', 10, '\\x06', 'credited'
            from rows
          """,
          """
          insert into refund (merchant_id, id, payment_id, amount, currency, payee, chain_id, contract, token,
                              token_address, units, deadline, ref, status, open, settled_block, idempotency_key,
                              request_hash, created_at, updated_at)
          select u('a0000000', m), u('1f000000', n), u('10000000', n), 10, 'USD', 'x', 1, '\\x01', 'USDC', '\\x01', 1,
                 1, decode(lpad(to_hex(n), 64, '0'), 'hex'),
                 case n % 50 when 0 then 'requested' when 1 then 'sent' else 'settled' end, n % 50 < 2,
                 case when n % 50 > 1 then n end, 'key-' || n, '', now(), now()
            from rows
          """,
          """
          insert into payout (merchant_id, id, payout_ref, status, amount, currency, payments, flags, created_at,
                              updated_at)
          select u('a0000000', m), u('1e000000', n), 'payout-' || n,
                 case n % 50 when 0 then 'sent' when 1 then 'failed' else 'paid' end, 10, 'EUR',
                 array[u('10000000', n)], case n % 50 when 2 then 'sum_mismatch' end, now(), now()
            from rows
          """,
          """
          insert into payout_report (merchant_id, payout_id, number, status, applied, amount, currency,
                                     occurred_at, reported_at, reported_by)
          select u('a0000000', m), u('1e000000', n), 1, 'paid', true, 10, 'EUR', now(), now(), 'x' from rows
          """,
          """
          insert into mail (id, merchant_id, recipient, message_id, subject, text, html, state, due_at,
                            claim_id, ended_at)
          select u('50000000', n), u('a0000000', m), 'x', 'x', 'x', 'x', 'x',
                 case n % 50 when 0 then 'pending' else 'sent' end, now() + (n % 3 - 1) * interval '1 hour',
                 u('41000000', 0), case n % 50 when 0 then null else now() - n % 2 * interval '90 days' end
            from rows
          """,
          """
          insert into payment_reminder (merchant_id, payment_id, due_at)
          select u('a0000000', m), u('10000000', n), now() + n % 3 * interval '1 hour'
            from rows where n % 20 = 0
          """,
          """
          insert into audit_log (merchant_id, id, actor, source, action)
          select u('a0000000', m), u('60000000', n), 'x', 'x', 'x' from rows
          """,
          """
          insert into request_log (merchant_id, id, at, api_key_id, authenticated, method, path, status,
                                   duration_micros, source)
          select u('a0000000', m), u('70000000', n), now(), u('d0000000', m * 3), true, 'GET', '/x', 200, 1, 'x'
            from rows
          """,
          """
          insert into audit_link (merchant_id, number, entry_id, hash)
          select u('a0000000', m), p + 1, u('60000000', n), '\\x00' from rows
          """,
          """
          insert into audit_signature (merchant_id, number, hash, signed_at, public_key, signature)
          select u('a0000000', m), p + 1, '\\x00', now(), '\\x00', '\\x00' from rows where p % 10 = 0
          """,
          """
          insert into session_code (code_hash, merchant_id, payment_id, expires_at)
          select decode(lpad(to_hex(n), 64, '0'), 'hex'), u('a0000000', m), u('10000000', n),
                 now() + interval '5 minutes'
            from rows
          """);

  void begin(Handle handle) {
    trusting(
        handle,
        MERCHANTS.stream().map(sql -> sql.replace(":merchants", Integer.toString(merchants))));
  }

  /** Adds the rows of payments {@code from} until before {@code to}. */
  void grow(Handle handle, int from, int to) {
    if (to - from < MANY) {
      insert(handle, from, to);
      return;
    }
    // It takes less time to build an index anew than to add many rows to it.
    List<Index> indexes =
        handle
            .createQuery(INDEXES)
            .bindList("tables", GROWING)
            .map((row, context) -> new Index(row.getString("name"), row.getString("definition")))
            .list();
    indexes.forEach(index -> handle.execute("drop index " + index.name()));
    insert(handle, from, to);
    indexes.forEach(index -> handle.execute(index.definition()));
  }

  private void insert(Handle handle, int from, int to) {
    String rows =
        "with rows as (select n, %s as m, %s as p from generate_series(%d, %d) n)\n"
            .formatted(
                spread ? "n % " + merchants : "0", spread ? "n / " + merchants : "n", from, to - 1);
    trusting(handle, ROWS.stream().map(sql -> rows + sql));
  }

  /** These rows refer to each other, so that nothing has to be looked up. */
  private static void trusting(Handle handle, Stream<String> statements) {
    handle.execute("set session_replication_role = replica");
    statements.forEach(handle::execute);
    handle.execute("reset session_replication_role");
  }

  /** All tables of the service, comma-separated. */
  static String tables(Handle handle) {
    return handle
        .createQuery(
            """
            select string_agg(oid::regclass::text, ', ') from pg_class
             where relnamespace = 'public'::regnamespace and relkind = 'r'
            """)
        .mapTo(String.class)
        .one();
  }

  static String uuid(String kind, long number) {
    return "%s-0000-7000-8000-%012x".formatted(kind, number);
  }

  private record Index(String name, String definition) {}
}
