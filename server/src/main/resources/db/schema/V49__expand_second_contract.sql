-- A ref of the second settlement contract: a payment has one on a chain, whatever token it is paid in. Null in a ref of
-- the first contract.
alter table payment_ref add column prices text[];     -- symbol, address and smallest units of each accepted price
alter table payment_ref add column given_until bigint; -- Unix seconds; what was signed or sent is refused from then on

create unique index payment_ref_second on payment_ref (payment_id, chain_id, contract, merchant_id)
 where prices is not null;
