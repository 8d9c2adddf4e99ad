-- Whether a final block has shown that the money of a transfer has left its address, whoever collected it.
alter table deposit_transfer add column collected boolean not null default false;

create index deposit_transfer_uncollected on deposit_transfer (merchant_id, payment_id, chain_id, token_address)
 where not collected;
