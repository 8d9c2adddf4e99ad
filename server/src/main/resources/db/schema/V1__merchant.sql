-- Keys. Every table of a merchant carries merchant_id, and its keys contain it, so that the same
-- schema can be distributed by merchant. But a key begins with the column that selects: a look-up
-- has one index that fits, and no other that begins alike. Where the merchant leads, for lists, the
-- index has a condition that is always true and that only the list's own statement repeats: no other
-- statement can be planned through it, whatever PostgreSQL believes about the number of rows.

create table merchant (
  id                                 uuid        primary key,
  business_name                      text        not null,
  pending_business_name              text,                  -- until the operator has decided about it
  pending_business_name_since        timestamptz,
  verification                       text        not null default 'Registered'
                                     check (verification in
                                       ('Registered', 'KybSubmitted', 'KybVerified', 'KybRejected', 'Suspended')),
  verification_reason                text,                  -- of the operator's last decision
  verification_since                 timestamptz not null default now(),
  suspended_from                     text                   -- what lifting a suspension gives back
                                     check (suspended_from in
                                       ('Registered', 'KybSubmitted', 'KybVerified', 'KybRejected')),
  deposit_address                    text,                  -- the merchant form's, asked first
  pending_deposit_address            text,                  -- its successor, from that time on
  pending_deposit_address_from       timestamptz,
  user_deposit_address               text,                  -- the user record's, the fallback
  pending_user_deposit_address       text,
  pending_user_deposit_address_from  timestamptz,
  email_proven_at                    timestamptz,           -- the first owner's; until then we write to nobody else
  brand_color                        text,                  -- of its pages and letters, such as #0a7f5a
  logo_hash                          bytea,                 -- of its picture in merchant_logo
  reminder_hours                     integer,               -- before a link's end, to its customer; null: never
  send_invoices                      boolean     not null default true,  -- letters to customers, where a payment does not say
  contact                            text,                  -- for its payers: an e-mail address or an https URL
  privacy_url                        text,                  -- of its privacy policy
  created_at                         timestamptz not null default now(),
  check ((pending_deposit_address is null) = (pending_deposit_address_from is null)),
  check ((pending_user_deposit_address is null) = (pending_user_deposit_address_from is null)),
  check ((pending_business_name is null) = (pending_business_name_since is null))
);

-- The operator looks for merchants across all of them. Names and e-mail addresses are compared by
-- their bytes, so that the beginning of one is a range of the index.
create index merchant_by_verification on merchant (verification, id);
create index merchant_to_review on merchant (verification_since, id) where verification = 'KybSubmitted';
create index merchant_to_rename on merchant (pending_business_name_since, id)
 where pending_business_name_since is not null;
create index merchant_by_name on merchant (lower(business_name) text_pattern_ops);

-- The merchants whose payments have these bits in their ids (PaymentId). Asked where the tables are spread over
-- several servers, to find the shard of a payment by its id alone.
create index merchant_by_bits on merchant ((uuid_hash(id) >> 20 & 4095));

-- The address in effect: nothing has to run when a successor's time has come.
create function address_now(address text, pending text, pending_from timestamptz) returns text
  language sql stable
  return case when pending_from <= now() then pending else address end;

create table kyb_submission (
  merchant_id          uuid        not null references merchant,
  id                   uuid        not null,
  legal_name           text        not null,
  country              text        not null,
  registration_number  text        not null,
  submitted_at         timestamptz not null default now(),
  primary key (merchant_id, id)
);

-- Merchants' logos, which we encoded ourselves.
create table merchant_logo (
  merchant_id  uuid    primary key references merchant on delete cascade,
  hash         bytea   not null,
  png          bytea   not null,
  width        integer not null,
  height       integer not null
);
