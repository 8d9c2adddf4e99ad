-- The name under which a payment would be settled on a chain, stored before a payer is told what to
-- send. A payment has one on each contract that it was prepared for, whatever token it is paid in; each can be
-- settled, once.
create table payment_ref (
  merchant_id    uuid        not null,
  payment_id     uuid        not null,
  chain_id       bigint      not null,
  contract       bytea       not null,
  ref            bytea       not null,
  token          text        not null,              -- as the currency lists it
  amount         numeric     not null,              -- in the currency
  deadline       bigint      not null,              -- Unix seconds; the contract refuses it from then on
  prices         text[]      not null,              -- all that are accepted: symbol, address, smallest units of each
  given_until    bigint,                            -- Unix seconds; what was signed or sent is refused from then on
  signed_at      timestamptz,                       -- the payer's authorization came in: no other token from then on
  sent_hash      bytea,                             -- what a wallet said it sent: a hint, which anyone can invent
  sent_until     bigint,                            -- Unix seconds; when that can no longer be mined, the wallet said
  sent_known     boolean     not null default false, -- a node has this transaction, or has shown its log
  seen_block     bigint,                            -- not final: confirmed once it is safe, for a merchant who wants that
  early_block    bigint,                            -- confirmed in this block, which is not final yet
  settled_block  bigint,                            -- final, and reported
  settled_hash   bytea,                             -- the transaction
  created_at     timestamptz not null default now(),
  primary key (payment_id, chain_id, ref, merchant_id),
  unique (ref, chain_id)                            -- the watcher begins with the chain's logs
);

create index payment_ref_settled on payment_ref (chain_id, contract, settled_block)
 where settled_block is not null;
-- Refs that may still be settled, by the end of their time: asked for now and then, and one by one when a
-- block holds more logs than a node returns.
create index payment_ref_open on payment_ref (chain_id, contract, deadline, ref)
 where settled_block is null;
create index payment_ref_sent on payment_ref (chain_id, contract, given_until, ref)
 where sent_known and settled_block is null;
create index payment_ref_seen on payment_ref (chain_id, contract, seen_block)
 where seen_block is not null and early_block is null;
create index payment_ref_early on payment_ref (chain_id, contract, early_block) where early_block is not null;
create unique index payment_ref_contract on payment_ref (payment_id, chain_id, contract, merchant_id);

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
  final_after real,                                 -- seconds from a block to its being final and read, as it usually is
  early_after real,                                 -- and to its being safe enough for small amounts
  updated_at  timestamptz not null default now(),
  primary key (chain_id, contract)
);

-- Where a payer was told to send a plain transfer, stored before it is shown. A payment has one address on all chains
-- that have the factory; it has a row for each token that pays it there, on each of these chains from the first showing
-- on. The sums count final transfers only. Whoever watches the chain with this factory reads them, whichever contract it
-- watches.
create table transfer_address (
  merchant_id    uuid        not null,
  payment_id     uuid        not null,
  chain_id       bigint      not null,
  factory        bytea       not null,
  token_address  bytea       not null,
  address        bytea       not null,
  token          text        not null,              -- as the currency lists it
  decimals       int         not null,
  payee          text        not null,              -- the only one that the address can pay
  expected       numeric     not null check (expected > 0),
  deadline       bigint      not null,              -- Unix seconds; a transfer in a block from then on is late
  received       numeric     not null default 0,    -- before the deadline
  late           numeric     not null default 0,
  told           int         not null default 0,    -- how many whole amounts are reported; 2 stands for more
  state          text        not null default 'live' check (state in ('live', 'kept', 'done')),
  since_block    bigint      not null,              -- nobody could pay to the address in this block or before it
  read_to        bigint      not null,              -- the rescan has read up to this block
  read_out       boolean     not null default false, -- and has passed the deadline
  disputed_in    bigint,                            -- nodes disagree about a transfer in a block up to this one
  shown_at       timestamptz,                       -- null: another token was shown
  created_at     timestamptz not null default now(),
  primary key (payment_id, chain_id, token_address, merchant_id)
);

create index transfer_address_by_address on transfer_address (address, chain_id);
create index transfer_address_live on transfer_address (chain_id, factory, created_at) where state = 'live';
create index transfer_address_read on transfer_address (chain_id, factory, state, read_to, payment_id)
 where state <> 'done';
create index transfer_address_ending on transfer_address (chain_id, factory, deadline, payment_id)
 where not read_out;
create index transfer_address_disputed on transfer_address (chain_id, factory) where disputed_in is not null;
create index transfer_address_whole on transfer_address (chain_id, factory)
 where told < 2 and received + late >= expected * (told + 1);

-- Final transfers to these addresses. One log is kept once.
create table incoming_transfer (
  merchant_id    uuid        not null,
  payment_id     uuid        not null,
  chain_id       bigint      not null,
  hash           bytea       not null,
  log_index      bigint      not null,
  block_number   bigint      not null,
  block_hash     bytea       not null,
  address        bytea       not null,
  token_address  bytea       not null,
  token          text        not null,
  amount         numeric     not null,
  payer          bytea       not null,              -- the account that sent it: perhaps an exchange's
  kind           text        not null check (kind in ('credited', 'late', 'other')),
  collected      boolean     not null default false, -- a final block has shown that the money has left
  collected_in   bigint,                            -- that block: if it is replaced, the money may lie there again
  recorded_at    timestamptz not null default now(),
  primary key (hash, log_index, chain_id, merchant_id)
);

create index incoming_transfer_by_payment on incoming_transfer (payment_id, chain_id, block_number, log_index);
create index incoming_transfer_by_block on incoming_transfer (chain_id, block_number);
create index incoming_transfer_uncollected on incoming_transfer (merchant_id, payment_id, chain_id, token_address)
 where not collected;
create index incoming_transfer_collected on incoming_transfer (chain_id, collected_in)
 where collected_in is not null;

-- What happened on a sandbox's simulated chain, so that it survives a restart and is the same on all
-- nodes. Empty blocks are not kept: they follow from their number.
create table simulated_chain (
  sequence    bigint generated always as identity primary key,
  kind        text   not null check (kind in ('included', 'replaced', 'outage')),
  from_block  bigint not null,
  to_block    bigint not null,
  log         json                                  -- of what was included
);
