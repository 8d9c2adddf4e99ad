-- The merchants whose payments have these bits in their ids (PaymentId). Asked where the tables are spread over
-- several servers, to find the shard of a payment by its id alone.
create index merchant_by_bits on merchant ((uuid_hash(id) >> 20 & 4095));
