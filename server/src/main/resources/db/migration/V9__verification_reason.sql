-- What the operator last decided about a merchant: since when it holds, why, and what a suspension
-- interrupted, so that lifting it gives that back.
alter table merchant
  add column verification_reason text,
  add column verification_since  timestamptz not null default now(),
  add column suspended_from      text
             check (suspended_from in ('Registered', 'KybSubmitted', 'KybVerified', 'KybRejected'));

update merchant m
   set verification_since = coalesce(
         (select max(submitted_at) from kyb_submission where merchant_id = m.id), m.created_at);

-- The operator looks for merchants across all of them. Names and e-mail addresses are compared by
-- their bytes, so that the beginning of one is a range of the index.
create index merchant_by_verification on merchant (verification, id);
create index merchant_to_review on merchant (verification_since, id) where verification = 'KybSubmitted';
create index merchant_by_name on merchant (lower(business_name) text_pattern_ops);
create index merchant_user_by_prefix on merchant_user (email text_pattern_ops);

-- A run that was exhausted is superseded when its event is sent again: what is left is what nobody
-- has looked after. Few runs are, so the two indexes cost the others nothing.
alter table delivery add column superseded boolean not null default false;

update delivery d set superseded = true
 where d.state = 'exhausted'
   and exists (select 1 from delivery n
                where n.merchant_id = d.merchant_id and n.event_id = d.event_id and n.id > d.id);

create index delivery_exhausted on delivery (id) where state = 'exhausted' and not superseded;
create index delivery_exhausted_of_merchant on delivery (merchant_id, id)
  where state = 'exhausted' and not superseded;

-- Mismatches of all merchants in the order of their recording.
alter table settlement_mismatch add column id uuid not null default uuidv7();
create unique index settlement_mismatch_by_id on settlement_mismatch (id);
