create table payment (
  merchant_id      uuid        not null,
  id               uuid        not null,
  invoice_id       uuid        not null,            -- its own id when the invoice was made with it
  status           text        not null check (status in ('created', 'submitted', 'success', 'failed')),
  amount           numeric,
  currency         text        not null,
  reference        text,
  interface        text        not null,
  metadata         json,
  success_url      text,
  cancel_url       text,
  locale           text,
  payee            text        not null,            -- the deposit address when it was created
  link_token       bytea       not null,            -- 16 random bytes, the unguessable part of the URL
  idempotency_key  text        not null,
  request_hash     bytea       not null,            -- SHA-256 of the raw body
  customer_email   text,                            -- the invoice's, so that one index can have it
  failure_reason   text,
  transaction      json,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  expires_at       timestamptz not null,
  primary key (id, merchant_id),
  unique (idempotency_key, merchant_id)
);

-- What a merchant searches for is found in one index each, in the order of the list. status stands
-- before id, so that a rare status is found as fast as a common one; a search in all of them merges
-- the four. Only payments that have the value pay for its index.
create index payment_list on payment (merchant_id, status, id) where created_at > '-infinity';
create index payment_by_reference on payment (merchant_id, reference, status, id)
 where reference is not null;
create index payment_by_customer on payment (merchant_id, customer_email, status, id)
 where customer_email is not null;
-- Further payments for an invoice; the first one has its id.
create index payment_by_invoice on payment (merchant_id, invoice_id, status, id)
 where invoice_id <> id;

-- Payments that can still run out, in the order in which they do.
create index payment_open_by_expiry on payment (expires_at) where status in ('created', 'submitted');
