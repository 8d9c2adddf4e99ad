-- An account whose key a relay holds: coin for fees and nothing else. Its row lock makes the nonces of several relay
-- processes follow each other without a gap.
create table relay_account (
  chain_id       bigint      not null,
  account        bytea       not null,
  next_nonce     bigint      not null,              -- the first that no stored transaction has
  balance        numeric     not null default 0,    -- wei, when it was last asked for
  fee            numeric     not null default 0,    -- wei per gas that a transaction costs now
  seen_at        timestamptz not null default now(), -- a relay that was not seen for a while is away
  primary key (chain_id, account)
);

-- What a relay is to send. A payment has one that a payer has signed and that is waiting, sent or done, on any chain: what
-- is in the way of paying it twice. A sweep, which nobody signs, moves what lies at a transfer address to its payee.
create table relay_order (
  id             uuid        not null,
  merchant_id    uuid        not null,
  payment_id     uuid        not null,
  chain_id       bigint      not null,
  kind           text        not null check (kind in ('authorization', 'permit2', 'transfer', 'sweep')),
  token          text        not null,              -- as the currency lists it
  payer          bytea       not null,              -- whose money it moves; of a sweep, the transfer address
  given          bytea       not null,              -- what the signature can be used for once: the ref, or its own nonce
  valid_after    bigint      not null,              -- Unix seconds
  valid_before   bigint      not null,
  signature      bytea       not null,
  state          text        not null default 'waiting'
                 check (state in ('waiting', 'sent', 'done', 'failed', 'refused')),
  reason         text,                              -- why it was refused, or failed
  account        bytea,
  nonce          bigint,                            -- from being signed on
  gas            bigint      not null default 0,
  ceiling        numeric     not null default 0,    -- wei per gas that it may be raised to
  reserved       numeric     not null default 0,    -- wei: whatever is mined with this nonce costs no more
  spent          numeric     not null default 0,    -- wei, once that is final
  day            date        not null default current_date, -- whose budget it is on
  created_at     timestamptz not null default now(),
  primary key (id, merchant_id)
);

create unique index relay_order_one on relay_order (payment_id, merchant_id)
 where kind <> 'sweep' and state in ('waiting', 'sent', 'done');
create unique index relay_order_sweep on relay_order (payment_id, merchant_id, chain_id, token)
 where kind = 'sweep' and state in ('waiting', 'sent');
create index relay_order_payment on relay_order (payment_id, created_at);
create index relay_order_waiting on relay_order (chain_id, (kind = 'sweep'), created_at) where state = 'waiting';
create unique index relay_order_sent on relay_order (chain_id, account, nonce) where state = 'sent';
create index relay_order_lost on relay_order (payer, chain_id, created_at) where state = 'failed';

-- Each transaction that was signed, stored before it was sent. One nonce has several when its fee was raised; one of
-- them is mined.
create table relay_attempt (
  chain_id       bigint      not null,
  account        bytea       not null,
  nonce          bigint      not null,
  attempt        int         not null,
  hash           bytea       not null,
  raw            bytea       not null,
  fee            numeric     not null,              -- wei per gas, at most
  tip            numeric     not null,              -- of it, for the maker of the block
  empty          boolean     not null,              -- does nothing but use the nonce up
  signed_at      timestamptz not null default now(),
  primary key (chain_id, account, nonce, attempt)
);

-- What a day has cost, with what is reserved; of one merchant, and of all (the zero id). Payments and the collecting of
-- transfers have a budget each.
create table relay_day (
  chain_id       bigint      not null,
  day            date        not null,
  merchant_id    uuid        not null,
  purpose        text        not null default 'payment' check (purpose in ('payment', 'collection')),
  used           numeric     not null default 0,    -- wei
  lost           numeric     not null default 0,    -- wei, for transactions that paid nothing
  primary key (chain_id, day, merchant_id, purpose)
);

create index relay_day_old on relay_day (day);
