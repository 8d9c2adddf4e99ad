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

-- What was confirmed before.
insert into settled_transfer (chain_id, hash, log_index, merchant_id, payment_id, recorded_at)
select (transaction ->> 'chainId')::bigint, decode(substr(transaction ->> 'hash', 3), 'hex'),
       (transaction ->> 'logIndex')::bigint, merchant_id, payment_id, recorded_at
  from settlement_event
 where type = 'payment.confirmed' and applied and transaction ->> 'chainId' is not null
   and transaction ->> 'hash' is not null and transaction ->> 'logIndex' is not null
 order by recorded_at
    on conflict do nothing;
