-- The final block that showed that the money of a transfer has left: if that block is replaced, it may lie there again.
alter table deposit_transfer add column collected_in bigint;

create index deposit_transfer_collected on deposit_transfer (chain_id, contract, collected_in)
 where collected_in is not null;
