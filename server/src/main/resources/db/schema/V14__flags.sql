-- Money that a merchant has to look at: a payment that succeeded although its invoice was paid
-- ('duplicate'), a confirmation that was refused ('mismatch'), or a second transfer for a payment
-- ('overpaid'). Each is kept once per payment, and the transaction that keeps it tells the merchant.
create table payment_flag (
  merchant_id   uuid        not null,
  payment_id    uuid        not null,
  flag          text        not null check (flag in ('duplicate', 'mismatch', 'overpaid')),
  what          text,                               -- what does not match, or the second transfer
  flagged_at    timestamptz not null,
  primary key (payment_id, flag, merchant_id)
);

-- What was refused before.
insert into payment_flag (merchant_id, payment_id, flag, what, flagged_at)
select merchant_id, payment_id, 'mismatch', mismatch, recorded_at
  from settlement_mismatch
 order by id
    on conflict do nothing;

-- How many were flagged on that day.
alter table payment_day
  add column duplicates bigint not null default 0,
  add column mismatches bigint not null default 0,
  add column overpaid   bigint not null default 0;
