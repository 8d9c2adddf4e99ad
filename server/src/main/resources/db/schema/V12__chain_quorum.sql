-- Refs that may still be settled, by the end of their time: asked for now and then, and one by one when a
-- block holds more logs than a node returns.
create index payment_ref_open on payment_ref (chain_id, contract, deadline, ref)
 where settled_block is null;
