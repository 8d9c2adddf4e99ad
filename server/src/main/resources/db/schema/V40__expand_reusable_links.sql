-- Links that can be used again: each use makes one payment. uses is counted by the transaction that makes the payment.
create table payment_link (
  merchant_id        uuid        not null,
  id                 uuid        not null,
  slug               text        not null,            -- never changes: it may be printed
  title              text        not null,
  text               text,
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
  uses               bigint      not null,
  created_at         timestamptz not null,
  primary key (id, merchant_id),
  check (uses <= max_uses)
) with (fillfactor = 70);

create index payment_link_list on payment_link (merchant_id, id) where created_at > '-infinity';

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

alter table payment add column link_id uuid;          -- the reusable link that made it
