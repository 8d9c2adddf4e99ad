-- What the smart-contract component reported, once per eventRef.
create table settlement_event (
  merchant_id   uuid        not null,
  event_ref     text        not null,
  payment_id    uuid        not null,
  type          text        not null,
  applied       boolean     not null,
  reason        text,
  transaction   json,
  occurred_at   timestamptz,
  recorded_at   timestamptz not null,
  primary key (event_ref, merchant_id)
);

create index settlement_event_by_payment on settlement_event (payment_id, recorded_at);

-- A confirmation that paid somebody else, in another token or another amount. It changed nothing.
create table settlement_mismatch (
  merchant_id   uuid        not null,
  event_ref     text        not null,
  id            uuid        not null unique,        -- the operator's list, in the order of recording
  payment_id    uuid        not null,
  mismatch      text        not null,
  transaction   json        not null,
  occurred_at   timestamptz,
  recorded_at   timestamptz not null,
  primary key (event_ref, merchant_id)
);

-- Tokens that operators have suspended. Nothing new is offered in them, and what is paid in them is held.
create table token_suspension (
  chain_id      bigint      not null,
  token         text        not null,               -- its symbol, which no other token of the chain has
  reason        text        not null,
  suspended_by  text        not null,
  suspended_at  timestamptz not null default now(),
  primary key (chain_id, token)
);

-- Confirmations in a suspended token. They changed nothing. Once they are decided about, they are applied
-- and deleted.
create table held_settlement (
  merchant_id   uuid        not null,
  payment_id    uuid        not null,
  event_ref     text        not null,
  chain_id      bigint      not null,
  token         text        not null,
  transaction   json        not null,
  occurred_at   timestamptz,
  held_at       timestamptz not null,
  decision      text        check (decision in ('confirmed', 'failed')),
  primary key (payment_id, event_ref, merchant_id)
);

-- The time is always true: it keeps these two from statements that look for a payment.
create index held_settlement_waiting on held_settlement (held_at, event_ref)
 where decision is null and held_at > '-infinity';
create index held_settlement_decided on held_settlement (held_at, event_ref) where decision is not null;
-- Its condition is another one, or it would be read for what waits, in whatever order.
create index held_settlement_by_token on held_settlement (token, chain_id, merchant_id)
 where decision is null and token > '';

-- Which payment a transfer has settled. One transfer settles one payment, of whichever merchant: so
-- the key is the transfer alone.
create table settled_transfer (
  chain_id      bigint      not null,
  hash          bytea       not null,
  log_index     bigint      not null,
  merchant_id   uuid        not null,
  payment_id    uuid        not null,
  recorded_at   timestamptz not null,
  primary key (hash, log_index, chain_id)
);

-- Every final transfer that a payment got, by whichever way: to its own address ('address'), or to the merchant's
-- ('settlement'). It is written together with payment.received, under the merchant's event counter. Those in a token that
-- does not pay the payment are kept and do not count.
create table received_transfer (
  merchant_id   uuid        not null,
  payment_id    uuid        not null,
  chain_id      bigint      not null,
  hash          bytea       not null,
  log_index     bigint      not null,
  token         text,                               -- null: the component did not say
  amount        numeric     not null,
  source        text        not null check (source in ('address', 'settlement')),
  late          boolean     not null,               -- after the payment's end
  counts        boolean     not null,               -- in payment.received
  received_at   timestamptz not null,
  primary key (payment_id, hash, log_index, chain_id, merchant_id)
);

-- The books: every movement of a merchant's money, in the order in which it was recorded. Lines are only added. They are
-- written with what payments received and refunds gave back, under the merchant's event counter.
create table movement (
  merchant_id   uuid        not null,
  id            uuid        not null,               -- has the time when it was recorded
  kind          text        not null check (kind in ('received', 'taken_back', 'refunded', 'refund_taken_back')),
  payment_id    uuid        not null,
  chain_id      bigint      not null,               -- 0: nobody has told it
  token         text        not null,               -- empty: nobody has told it
  amount        numeric     not null,               -- in the token; negative if it left
  currency      text,                               -- null: the token does not pay the payment
  hash          bytea,
  log_index     bigint,
  refund_id     uuid,
  reason        text,
  primary key (merchant_id, id)
);

-- What the movements of a month (UTC) add up to: opening balances are sums of the months before.
create table movement_month (
  merchant_id   uuid        not null,
  month         date        not null,               -- its first day
  chain_id      bigint      not null,
  token         text        not null,
  received      numeric     not null,
  taken_back    numeric     not null,               -- negative
  refunded      numeric     not null,               -- negative; what was undone is added again
  primary key (merchant_id, month, chain_id, token)
) with (fillfactor = 50);                           -- rewritten by each batch: keep updates in-page

-- How much a merchant forgives, and which amounts need not be final. A payment keeps the rule of the time when it was created: the newest one before it.
create table settlement_rule (
  merchant_id        uuid        not null,
  set_at             timestamptz not null,
  tolerated_percent  numeric     not null check (tolerated_percent >= 0),
  tolerated_amount   numeric     not null check (tolerated_amount >= 0),
  ignored_below      numeric     not null check (ignored_below >= 0), -- dust: counts, and is not told
  safe_currencies    text[]      not null default '{}', -- in these a payment is confirmed in a safe block
  safe_amounts       numeric[]   not null default '{}', -- up to this amount of each
  primary key (merchant_id, set_at)
);

-- Money that a merchant has to look at: a payment that succeeded although its invoice was paid
-- ('duplicate'), a confirmation that was refused ('mismatch'), more than the amount
-- ('overpaid'), an end with a part of the money ('underpaid'), or money after the end ('late').
-- Each is kept once per payment, and the transaction that keeps it tells the merchant.
create table payment_flag (
  merchant_id   uuid        not null,
  payment_id    uuid        not null,
  flag          text        not null check (flag in ('duplicate', 'mismatch', 'overpaid', 'underpaid', 'late')),
  what          text,                               -- what does not match, or the transfer with which it was too much
  flagged_at    timestamptz not null,
  done          boolean     not null default false, -- what was too much was given back: it is not counted any more
  primary key (payment_id, flag, merchant_id)
);

-- Outcomes per day (UTC), counted in the transaction that changes the payment: success and volume
-- fall again when a success is undone, on the day they were counted for.
create table payment_day (
  merchant_id  uuid    not null,
  day          date    not null,
  currency     text    not null,
  success      bigint  not null,
  failed       bigint  not null,
  volume       numeric not null,                    -- of the successes
  gross        numeric not null default 0,          -- what moved: the lines of that day and currency in the books
  taken_back   numeric not null default 0,
  duplicates   bigint  not null default 0,          -- payments flagged on that day
  mismatches   bigint  not null default 0,
  overpaid     bigint  not null default 0,
  underpaid    bigint  not null default 0,
  late         bigint  not null default 0,
  refunds      bigint  not null default 0,          -- by the day on which they were first told to be settled
  refunded     numeric not null default 0,
  primary key (merchant_id, day, currency)
) with (fillfactor = 50);                           -- rewritten by each batch: keep updates in-page

-- Payments created per day, counted when somebody looks, and from where the last look ended: the
-- create itself pays nothing for it.
create table payment_day_created (
  merchant_id  uuid    not null,
  day          date    not null,
  created      bigint  not null,
  counted_to   uuid    not null,                    -- ids before this one are counted
  primary key (merchant_id, day)
);
