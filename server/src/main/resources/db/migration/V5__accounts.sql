-- What a user may do. Whoever registered a merchant owns it.
alter table merchant_user
  add column role text not null default 'owner' check (role in ('owner', 'developer', 'viewer'));
alter table merchant_user alter column role drop default;

-- The user record's address belongs to the merchant like the form's: users come and go, the
-- fallback for payments stays. Either address may have a successor that waits for its time.
alter table merchant
  add column user_deposit_address                text,
  add column pending_deposit_address             text,
  add column pending_deposit_address_from        timestamptz,
  add column pending_user_deposit_address        text,
  add column pending_user_deposit_address_from   timestamptz,
  add check ((pending_deposit_address is null) = (pending_deposit_address_from is null)),
  add check ((pending_user_deposit_address is null) = (pending_user_deposit_address_from is null));

update merchant m set user_deposit_address =
  (select u.deposit_address from merchant_user u
    where u.merchant_id = m.id and u.deposit_address is not null
    order by u.created_at, u.id limit 1);

alter table merchant_user drop column deposit_address;

-- The address in effect: nothing has to run when a successor's time has come.
create function address_now(address text, pending text, pending_from timestamptz) returns text
  language sql stable
  return case when pending_from <= now() then pending else address end;

-- What the owner of a session sees of it. It goes with its user.
alter table merchant_session
  add column id            uuid        not null default gen_random_uuid(),
  add column last_seen_at  timestamptz not null default now(),   -- to a few minutes
  add column source        text        not null default 'unknown',
  add column user_agent    text,
  add foreign key (merchant_id, user_id) references merchant_user on delete cascade;
alter table merchant_session alter column id drop default, alter column source drop default;
drop index merchant_session_by_merchant;
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
  email        text        not null,                   -- lower case
  role         text        not null check (role in ('owner', 'developer', 'viewer')),
  token_hash   bytea       not null unique,            -- SHA-256
  invited_by   text        not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, email)
);

-- A user's authenticator. The secret is encrypted by the service; it counts once it is confirmed.
create table second_factor (
  merchant_id   uuid        not null,
  user_id       uuid        not null,
  secret        bytea       not null,
  confirmed_at  timestamptz,
  last_step     bigint      not null default 0,        -- no code of this step or an older one counts
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references merchant_user on delete cascade
);

create table recovery_code (
  merchant_id  uuid        not null,
  user_id      uuid        not null,
  code_hash    bytea       not null,                   -- SHA-256; using one deletes it
  primary key (merchant_id, user_id, code_hash),
  foreign key (merchant_id, user_id) references second_factor on delete cascade
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
