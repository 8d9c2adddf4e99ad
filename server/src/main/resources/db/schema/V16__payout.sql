-- Money that the operator or a partner turns into a bank currency and sends to a merchant, as its reports say together.
-- A payment's own row names the payout that carries it. Written under the merchant's event counter.
create table payout (
  merchant_id      uuid        not null,
  id               uuid        not null,
  payout_ref       text        not null,            -- the reporter's name for it
  status           text        not null check (status in ('initiated', 'sent', 'paid', 'failed', 'returned')),
  amount           numeric     not null check (amount > 0), -- what reaches the bank account
  fee              numeric     check (fee >= 0),    -- in the same currency; null: nothing was said about it
  currency         text        not null,
  rate             numeric     check (rate > 0),    -- its currency for one unit of the payments'
  bank_reference   text,
  account_last4    text,
  payments         uuid[]      not null,
  payments_total   numeric,                         -- what they brought, in its currency; null: not comparable
  flags            text,                            -- of 'sum_mismatch', 'reports_differ', with a space; null without one
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (id, merchant_id),
  unique (payout_ref, merchant_id)
);

create index payout_list on payout (merchant_id, id) where created_at > '-infinity';
create index payout_differing on payout (merchant_id, id) where flags like '%sum_mismatch%';
create index payout_by_status on payout (merchant_id, status, id) where updated_at > '-infinity';

-- Each report that said something new. The first of its state is applied; another of the same state is only kept.
create table payout_report (
  merchant_id      uuid        not null,
  payout_id        uuid        not null,
  number           integer     not null,            -- from 1, in the order of arrival
  status           text        not null,
  applied          boolean     not null,
  amount           numeric     not null,
  fee              numeric,
  currency         text        not null,
  rate             numeric,
  bank_reference   text,
  account_last4    text,
  payments         uuid[],                          -- null: nothing was said about them
  occurred_at      timestamptz not null,
  reported_at      timestamptz not null,
  reported_by      text        not null,            -- 'callback', 'sandbox', or an operator's name
  primary key (payout_id, number, merchant_id)
);

-- What the payouts of a month (UTC) add up to, by the month in which each was first reported. Written with them.
create table payout_month (
  merchant_id      uuid        not null,
  month            date        not null,            -- its first day
  currency         text        not null,
  status           text        not null,
  payouts          bigint      not null,
  amount           numeric     not null,
  fee              numeric     not null,            -- zero where nothing was said about it
  mismatches       bigint      not null,            -- of them flagged 'sum_mismatch'
  primary key (merchant_id, month, currency, status)
);
