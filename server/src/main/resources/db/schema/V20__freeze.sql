-- An owner who is removed or demoted stays an owner until that time, and any owner can undo it, as with
-- a deposit address. Nothing has to run when the time has come.
alter table merchant_user
  add column pending_role text check (pending_role in ('developer', 'viewer', 'removed')),
  add column pending_role_from timestamptz,
  add check ((pending_role is null) = (pending_role_from is null));

create function role_now(role text, pending text, pending_from timestamptz) returns text
  language sql stable
  return case when pending_from <= now() then pending else role end;

-- An account that somebody has frozen: addresses, team, keys and webhooks stay as they are.
create table account_freeze (
  merchant_id  uuid        primary key references merchant,
  frozen_at    timestamptz not null default now(),
  frozen_by    text        not null
);

-- The owners who agreed to lift it.
create table freeze_lift (
  merchant_id  uuid        not null references account_freeze on delete cascade,
  email        text        not null,
  primary key (merchant_id, email)
);

-- The links in letters that freeze the account. Only a hash of the token is kept; using one deletes it.
create table freeze_link (
  token_hash   bytea       primary key,                  -- SHA-256
  merchant_id  uuid        not null references merchant,
  email        text        not null,                     -- to whom it was sent
  expires_at   timestamptz not null
);

create index freeze_link_by_merchant on freeze_link (merchant_id, expires_at);
