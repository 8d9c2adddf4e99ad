-- Where a payer was told to send a plain transfer, stored before it is shown. A payment has one address; it has a row
-- for each token that pays it there. The sums count final transfers only.
create table deposit_address (
  merchant_id    uuid        not null,
  payment_id     uuid        not null,
  chain_id       bigint      not null,
  contract       bytea       not null,              -- whose cursor tells how far the chain is read
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
  read_to        bigint      not null,              -- the second look has read up to this block
  read_out       boolean     not null default false, -- and has passed the deadline
  shown_at       timestamptz,                       -- null: another token was shown
  created_at     timestamptz not null default now(),
  primary key (payment_id, chain_id, token_address, merchant_id)
);

create index deposit_address_by_address on deposit_address (address, chain_id);
create index deposit_address_live on deposit_address (chain_id, contract, created_at) where state = 'live';
create index deposit_address_read on deposit_address (chain_id, contract, state, read_to, payment_id)
 where state <> 'done';
create index deposit_address_ending on deposit_address (chain_id, contract, deadline, payment_id)
 where not read_out;
create index deposit_address_whole on deposit_address (chain_id, contract)
 where told < 2 and received + late >= expected * (told + 1);

-- Final transfers to these addresses. One log is kept once.
create table deposit_transfer (
  merchant_id    uuid        not null,
  payment_id     uuid        not null,
  chain_id       bigint      not null,
  contract       bytea       not null,
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
  recorded_at    timestamptz not null default now(),
  primary key (hash, log_index, chain_id, merchant_id)
);

create index deposit_transfer_by_payment on deposit_transfer (payment_id, chain_id, block_number, log_index);
create index deposit_transfer_by_block on deposit_transfer (chain_id, contract, block_number);
