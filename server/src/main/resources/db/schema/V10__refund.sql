-- Money that a merchant gives back. The merchant's own wallet pays it through the settlement contract under this ref,
-- which the contract settles once and refuses from the deadline on. Where the customer names its address on a page of
-- ours, there is no payee, contract and ref until the merchant has confirmed it.
create table refund (
  merchant_id      uuid        not null,
  id               uuid        not null,
  payment_id       uuid        not null,
  amount           numeric     not null check (amount > 0),
  currency         text        not null,
  reason           text,
  payee            text,                            -- the customer's address; null until it is confirmed
  link_token       bytea,                           -- the unguessable part of the link to the page that asks for it
  named            text,                            -- the address that the customer named last
  named_at         timestamptz,
  named_times      integer     not null default 0,  -- how many addresses were named
  chain_id         bigint      not null,
  contract         bytea,
  token            text        not null,            -- as the currency lists it
  token_address    bytea       not null,
  units            numeric     not null,            -- the amount in the token's smallest units
  deadline         bigint      not null,            -- Unix seconds; the contract refuses it from then on
  ref              bytea,
  status           text        not null check (status in ('requested', 'sent', 'settled', 'failed', 'canceled')),
  open             boolean     not null,            -- it can still be settled, so its amount is taken
  given_at         timestamptz,                     -- when a wallet was first told what to send
  sent_hash        bytea,                           -- the transaction: a hint until it is settled
  settled_block    bigint,                          -- final
  settled_in       bytea,                           -- that block's hash; kept when the block is gone
  canceled_at      timestamptz,                     -- kept if it is settled all the same: that block may be replaced
  idempotency_key  text        not null,
  request_hash     bytea       not null,            -- SHA-256 of the raw body
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (id, merchant_id),
  unique (idempotency_key, merchant_id),
  unique (ref, chain_id),                           -- the watcher begins with the chain's logs
  check (num_nulls(payee, contract, ref) in (0, 3))
);

create index refund_of_payment on refund (payment_id, id);
create index refund_list on refund (merchant_id, id) where created_at > '-infinity';
create index refund_to_send on refund (merchant_id, id) where status = 'requested';
create index refund_ready on refund (merchant_id, id) where status = 'requested' and payee is not null;
create index refund_without_address on refund (merchant_id, id) where status = 'requested' and payee is null;

-- What the watcher asks for: what may still be settled, what was seen, and what a replaced block may have undone.
create index refund_open on refund (chain_id, contract, deadline, ref) where open;
create index refund_sent on refund (chain_id, contract, ref) where status = 'sent';
create index refund_settled on refund (chain_id, contract, settled_block) where settled_block is not null;
