-- Keys. Every table of a merchant carries merchant_id, and its keys contain it, so that the same
-- schema can be distributed by merchant. But a key begins with the column that selects: a look-up
-- has one index that fits, and no other that begins alike. Where the merchant leads, for lists, the
-- index has a condition that is always true and that only the list's own statement repeats: no other
-- statement can be planned through it, whatever PostgreSQL believes about the number of rows.

create table merchant (
  id                                 uuid        primary key,
  business_name                      text        not null,
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
  created_at                         timestamptz not null default now(),
  check ((pending_deposit_address is null) = (pending_deposit_address_from is null)),
  check ((pending_user_deposit_address is null) = (pending_user_deposit_address_from is null))
);

-- The operator looks for merchants across all of them. Names and e-mail addresses are compared by
-- their bytes, so that the beginning of one is a range of the index.
create index merchant_by_verification on merchant (verification, id);
create index merchant_to_review on merchant (verification_since, id) where verification = 'KybSubmitted';
create index merchant_by_name on merchant (lower(business_name) text_pattern_ops);

-- The address in effect: nothing has to run when a successor's time has come.
create function address_now(address text, pending text, pending_from timestamptz) returns text
  language sql stable
  return case when pending_from <= now() then pending else address end;

create table merchant_user (
  merchant_id    uuid        not null references merchant,
  id             uuid        not null,
  email          text        not null unique,            -- lower case
  role           text        not null check (role in ('owner', 'developer', 'viewer')),
  password_hash  text        not null,                   -- Argon2id, PHC format
  created_at     timestamptz not null default now(),
  primary key (merchant_id, id)
);

create index merchant_user_by_prefix on merchant_user (email text_pattern_ops);

create table kyb_submission (
  merchant_id          uuid        not null references merchant,
  id                   uuid        not null,
  legal_name           text        not null,
  country              text        not null,
  registration_number  text        not null,
  submitted_at         timestamptz not null default now(),
  primary key (merchant_id, id)
);

-- Signed-in browsers. Only a hash of the cookie is kept. A session goes with its user.
create table merchant_session (
  token_hash    bytea       primary key,                 -- SHA-256
  merchant_id   uuid        not null,
  user_id       uuid        not null,
  id            uuid        not null,
  source        text        not null,
  user_agent    text,
  created_at    timestamptz not null default now(),
  last_seen_at  timestamptz not null default now(),      -- to a few minutes
  expires_at    timestamptz not null,
  foreign key (merchant_id, user_id) references merchant_user on delete cascade
);

create unique index merchant_session_by_user on merchant_session (merchant_id, user_id, id);

-- Where a user has signed in from, as a hash of browser and network.
create table merchant_device (
  merchant_id    uuid        not null,
  user_id        uuid        not null,
  device_hash    bytea       not null,
  first_seen_at  timestamptz not null default now(),
  last_seen_at   timestamptz not null default now(),
  primary key (merchant_id, user_id, device_hash),
  foreign key (merchant_id, user_id) references merchant_user on delete cascade
);

-- Open invitations. Only a hash of the token is kept, and accepting one deletes it.
create table invitation (
  merchant_id  uuid        not null references merchant,
  id           uuid        not null,
  email        text        not null,                     -- lower case
  role         text        not null check (role in ('owner', 'developer', 'viewer')),
  token_hash   bytea       not null unique,              -- SHA-256
  invited_by   text        not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  primary key (merchant_id, id),
  unique (email, merchant_id)
);

-- A user's authenticator. The secret is encrypted by the service; it counts once it is confirmed.
create table second_factor (
  merchant_id   uuid        not null,
  user_id       uuid        not null,
  secret        bytea       not null,
  confirmed_at  timestamptz,
  last_step     bigint      not null default 0,          -- codes up to this step are used up
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references merchant_user on delete cascade
);

create table recovery_code (
  merchant_id  uuid        not null,
  user_id      uuid        not null,
  code_hash    bytea       not null,                     -- SHA-256; using one deletes it
  primary key (merchant_id, user_id, code_hash),
  foreign key (merchant_id, user_id) references second_factor on delete cascade
);

create table audit_log (
  merchant_id  uuid        not null references merchant,
  id           uuid        not null,
  at           timestamptz not null default now(),
  actor        text        not null,
  source       text        not null,
  action       text        not null,
  before       text,
  after        text,
  primary key (merchant_id, id)
);

-- The audit log only grows. The trigger holds for everybody, a superuser and a replica's session
-- included; the rights are taken away as well, so that a service that is no superuser hits both.
create function refuse_change_of_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $$;

create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();
alter table audit_log enable always trigger audit_log_is_append_only;

revoke update, delete, truncate on audit_log from public;
revoke update, delete, truncate on audit_log from current_user;
