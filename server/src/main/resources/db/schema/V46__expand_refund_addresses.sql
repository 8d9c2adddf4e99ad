-- A refund whose customer names its address on a page of ours. Until the merchant has confirmed it, payee is empty and
-- ref is random, so that nothing can be settled under it.
alter table refund add column link_token bytea;       -- the unguessable part of the page's link
alter table refund add column named text;             -- the address that the customer named last
alter table refund add column named_at timestamptz;

-- Kept when the refund is settled all the same: if that block is replaced, it is canceled again.
alter table refund add column canceled_at timestamptz;

create index refund_ready on refund (merchant_id, id) where status = 'requested' and payee <> '';
create index refund_without_address on refund (merchant_id, id) where status = 'requested' and payee = '';

-- Refunds by the day on which they were first told to be settled.
alter table payment_day
  add column refunds  bigint  not null default 0,
  add column refunded numeric not null default 0;
