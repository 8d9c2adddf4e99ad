-- The name under which a payment would be settled on a chain, stored before a payer is told what to
-- send. One for each token that was looked at; each can be settled, once.
create table payment_ref (
  merchant_id    uuid        not null,
  payment_id     uuid        not null,
  chain_id       bigint      not null,
  contract       bytea       not null,
  ref            bytea       not null,
  token          text        not null,              -- as the currency lists it
  amount         numeric     not null,              -- in the currency
  deadline       bigint      not null,              -- Unix seconds; the contract refuses it from then on
  sent_hash      bytea,                             -- what a wallet said it sent: a hint, no proof
  settled_block  bigint,                            -- final, and reported
  settled_hash   bytea,                             -- the transaction
  created_at     timestamptz not null default now(),
  primary key (payment_id, chain_id, ref, merchant_id),
  unique (ref, chain_id)                            -- the watcher begins with the chain's logs
);

create index payment_ref_settled on payment_ref (chain_id, contract, settled_block)
 where settled_block is not null;

-- How far a settlement contract has been read. Whoever changes a payment because of this chain moves
-- or confirms the cursor in the same transaction, from exactly where it believed it to be: a watcher
-- that was replaced without noticing changes nothing. It belongs to the instance, not to a merchant.
create table chain_cursor (
  chain_id    bigint      not null,
  contract    bytea       not null,
  number      bigint      not null,
  hash        bytea,                                -- null: whatever the chain has there now
  time        timestamptz not null,                 -- the block's
  halted      text,                                 -- why; the operator resumes
  updated_at  timestamptz not null default now(),
  primary key (chain_id, contract)
);

-- What happened on a sandbox's simulated chain, so that it survives a restart and is the same on all
-- nodes. Empty blocks are not kept: they follow from their number.
create table simulated_chain (
  sequence    bigint generated always as identity primary key,
  kind        text   not null check (kind in ('included', 'replaced', 'outage')),
  from_block  bigint not null,
  to_block    bigint not null,
  log         json                                  -- of what was included
);
