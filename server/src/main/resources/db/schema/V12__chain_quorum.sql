-- Refs that may still be settled, by the end of their time: asked for now and then, and one by one when a
-- block holds more logs than a node returns.
create index payment_ref_open on payment_ref (chain_id, contract, deadline, ref)
 where settled_block is null;

-- When the payer's authorization came in: whoever has seen it can use it until the deadline, so the payment is not
-- prepared in another token from then on.
alter table payment_ref add column signed_at timestamptz;
