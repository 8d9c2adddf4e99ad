-- The new business name of a verified merchant, until the operator has decided about it.
alter table merchant
  add column pending_business_name       text,
  add column pending_business_name_since timestamptz,
  add check ((pending_business_name is null) = (pending_business_name_since is null));

create index merchant_to_rename on merchant (pending_business_name_since, id)
  where pending_business_name_since is not null;
