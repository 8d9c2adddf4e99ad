-- The next automatic invoice number. Its row lock serialises the creates of one merchant across all
-- nodes, which makes numbers gapless and every check under it (idempotency key, custom number) final.
create table invoice_counter (
  merchant_id     uuid    primary key references merchant,
  next_number     bigint  not null default 1,
  custom_numbers  boolean not null default false    -- a custom number of the automatic form exists
) with (fillfactor = 10);                           -- rewritten by each batch: keep updates in-page

-- No foreign keys here and on payment: their rows are only written by the batch writer, under the
-- counter's lock, with ids it has just read or made; a check per row would double the cost.
create table invoice (
  merchant_id     uuid        not null,
  id              uuid        not null,
  number          text        not null,
  status          text        not null check (status in ('open', 'paid')),
  amount          numeric,                          -- null: the payer chooses
  currency        text        not null,
  description     text,
  customer_name   text,
  customer_email  text,
  successes       integer     not null default 0 check (successes >= 0),  -- paid while there is one
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (id, merchant_id),
  unique (number, merchant_id)
) with (fillfactor = 90);                           -- it changes when it is paid: no index has to learn of that

-- Numbers are searched for in any case; they stay as they were given.
create index invoice_by_number on invoice ((lower(number) collate "C"), merchant_id);
create index invoice_list on invoice (merchant_id, id) where created_at > '-infinity';
