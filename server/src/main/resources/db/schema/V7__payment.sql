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
  link_id          uuid,                            -- the reusable link that made it
  idempotency_key  text        not null,
  request_hash     bytea       not null,            -- SHA-256 of the raw body
  customer_name    text,                            -- the invoice's, so that one index can have it
  customer_email   text,                            -- the invoice's, too
  customer_folded  text,                            -- the name as SearchText folds it
  send_invoice     boolean,                         -- letters to its customer; null: as the merchant has set
  failure_reason   text,
  transaction      json,
  payout_id        uuid,                            -- the payout that carries its money; null: none does
  refunded         numeric,                         -- the sum of its settled refunds; null without one
  received         numeric,                         -- the sum of its rows in received_transfer that count; null without rows
  partly_paid      boolean     not null default false, -- a part came that is more than dust; never of a success
  flags            text,                            -- of 'mismatch', 'overpaid', 'held', 'late', with spaces; null without one
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
create index payment_by_amount on payment (merchant_id, amount, status, id)
 where amount is not null;
-- Customers are found by the beginnings of their address, their name and its last words, in any case: with the last three,
-- each word of a name of up to four (Ada van der Berg). Names are found without their accents, too: what is typed is folded
-- like the column. A search finds the values that begin so first, and then the payments of each: in bytes, so that a
-- beginning is one range. Only names with so many words pay for the longer ones. Between words are blanks: the usual one,
-- the one that does not break a line (U+00A0) and the ideographic one (U+3000).
create index payment_by_customer on payment (merchant_id, (lower(customer_email) collate "C"), status, id)
 where customer_email is not null;
create index payment_by_name on payment (merchant_id, (customer_folded collate "C"), status, id)
 where customer_folded is not null;
create index payment_by_last_word
    on payment (merchant_id, (substring(customer_folded from '[ \u00a0\u3000]([^ \u00a0\u3000]+)[ \u00a0\u3000]*$') collate "C"), status, id)
 where substring(customer_folded from '[ \u00a0\u3000]([^ \u00a0\u3000]+)[ \u00a0\u3000]*$') is not null;
create index payment_by_last_two_words
    on payment (merchant_id, (substring(customer_folded from '[ \u00a0\u3000]([^ \u00a0\u3000]+[ \u00a0\u3000]+[^ \u00a0\u3000]+)[ \u00a0\u3000]*$') collate "C"), status, id)
 where substring(customer_folded from '[ \u00a0\u3000]([^ \u00a0\u3000]+[ \u00a0\u3000]+[^ \u00a0\u3000]+)[ \u00a0\u3000]*$') is not null;
create index payment_by_last_three_words
    on payment (merchant_id, (substring(customer_folded from '[ \u00a0\u3000]([^ \u00a0\u3000]+[ \u00a0\u3000]+[^ \u00a0\u3000]+[ \u00a0\u3000]+[^ \u00a0\u3000]+)[ \u00a0\u3000]*$') collate "C"), status, id)
 where substring(customer_folded from '[ \u00a0\u3000]([^ \u00a0\u3000]+[ \u00a0\u3000]+[^ \u00a0\u3000]+[ \u00a0\u3000]+[^ \u00a0\u3000]+)[ \u00a0\u3000]*$') is not null;
-- Further payments for an invoice; the first one has its id.
create index payment_by_invoice on payment (merchant_id, invoice_id, status, id)
 where invoice_id <> id;
-- Payments that got a part of their money and are no success. What is less than the smallest unit of the currency is not
-- refunded.
create index payment_partly_paid on payment (merchant_id, status, id)
 where partly_paid and (refunded is null or refunded < trunc(received, coalesce(scale(amount), 2)));
-- Payments that wait for a decision of operators.
create index payment_held on payment (merchant_id, status, id) where flags like '%held%';

-- Payments that can still run out, in the order in which they do.
create index payment_open_by_expiry on payment (expires_at) where status in ('created', 'submitted');

-- Payments whose customers are to be reminded, until it was done or was no longer needed.
create table payment_reminder (
  merchant_id  uuid        not null,
  payment_id   uuid        not null,
  due_at       timestamptz not null,
  primary key (payment_id, merchant_id)
);

create index payment_reminder_due on payment_reminder (due_at);

-- Links that can be used again: each use makes one payment. uses is counted by the transaction that makes the payment.
create table payment_link (
  merchant_id        uuid        not null,
  id                 uuid        not null,
  slug               text        not null,            -- never changes: it may be printed
  title              text        not null,
  text               text,
  picture_hash       bytea,                           -- of its picture in payment_link_picture
  picture_width      integer,
  picture_height     integer,
  currency           text        not null,
  amount             numeric,                         -- null: the payer chooses
  min_amount         numeric,
  max_amount         numeric,
  suggested_amounts  text[]      not null,
  name_field         text        not null check (name_field in ('off', 'optional', 'required')),
  email_field        text        not null check (email_field in ('off', 'optional', 'required')),
  reference_field    text        not null check (reference_field in ('off', 'optional', 'required')),
  success_url        text,
  max_uses           bigint,
  ends_at            timestamptz,
  active             boolean     not null,
  uses               bigint      not null check (uses >= 0),  -- its payments that are open or paid
  created_at         timestamptz not null,
  archived_at        timestamptz,                     -- null: in the list
  idempotency_key    text,                            -- of the server that made it; null: somebody else did
  request_hash       bytea,                           -- SHA-256 of that server's raw body
  primary key (id, merchant_id),
  unique (idempotency_key, merchant_id)
) with (fillfactor = 70);

create index payment_link_list on payment_link (merchant_id, id) where created_at > '-infinity';
create index payment_link_listed on payment_link (merchant_id, id) where archived_at is null;
create index payment_link_archived on payment_link (merchant_id, id) where archived_at is not null;

-- Pictures of links, which we encoded ourselves.
create table payment_link_picture (
  merchant_id  uuid  not null,
  link_id      uuid  not null,
  hash         bytea not null,
  jpeg         bytea not null,
  primary key (link_id, merchant_id)
);

create index payment_link_picture_list on payment_link_picture (merchant_id, link_id) where hash > '';

-- Whose a slug is. It belongs to one link of all merchants, so this table is never spread over several servers.
create table payment_link_slug (
  slug         text primary key,
  merchant_id  uuid not null,
  link_id      uuid not null
);

-- What was paid by a link, in each currency that it had.
create table payment_link_sum (
  merchant_id  uuid    not null,
  link_id      uuid    not null,
  currency     text    not null,
  payments     bigint  not null,
  volume       numeric not null,
  primary key (link_id, currency, merchant_id)
);
