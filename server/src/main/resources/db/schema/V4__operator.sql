-- The people who run the service. None of these tables belongs to a merchant; all of them stay small.
create table operator_account (
  id             uuid        primary key,
  email          text        not null unique,            -- lower case
  name           text        not null,
  role           text        not null check (role in ('viewer', 'reviewer', 'operator', 'admin')),
  password_hash  text        not null,                   -- Argon2id, PHC format
  created_at     timestamptz not null default now()
);

-- Open invitations. Only a hash of the token is kept, and accepting one deletes it.
create table operator_invitation (
  id           uuid        primary key,
  email        text        not null unique,              -- lower case
  role         text        not null check (role in ('viewer', 'reviewer', 'operator', 'admin')),
  token_hash   bytea       not null unique,              -- SHA-256
  invited_by   text        not null,                     -- an actor
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null
);

-- Signed-in browsers and programs. Without an account it was opened with the admin token; its hash is
-- then keyed with that token, so that a new token ends it.
create table operator_session (
  token_hash       bytea       primary key,
  id               uuid        not null unique,
  operator_id      uuid        references operator_account on delete cascade,
  source           text        not null,
  user_agent       text,
  provider_factor  boolean     not null default false,   -- the provider's second factor counts
  created_at       timestamptz not null default now(),
  last_seen_at     timestamptz not null default now(),   -- to a few minutes
  expires_at       timestamptz not null
);

create index operator_session_by_operator on operator_session (operator_id, id);

-- An operator's authenticator. The secret is encrypted by the service; it counts once it is confirmed.
create table operator_factor (
  operator_id   uuid        primary key references operator_account on delete cascade,
  secret        bytea       not null,
  confirmed_at  timestamptz,
  last_step     bigint      not null default 0           -- codes up to this step are used up
);

create table operator_recovery_code (
  operator_id  uuid        not null references operator_factor on delete cascade,
  code_hash    bytea       not null,                     -- SHA-256; using one deletes it
  primary key (operator_id, code_hash)
);

-- Sign-ins of operators that came back from the provider. Each works once.
create table operator_used_state (
  state_hash  bytea       primary key,                   -- SHA-256
  expires_at  timestamptz not null
);

-- What one operator asked for and another one has to agree to. It applies to the facts that the first
-- one saw.
create table operator_approval (
  id              uuid        primary key,
  kind            text        not null check (kind in ('freeze', 'verification', 'chain')),
  subject         text        not null,                  -- a merchant's id or the name of a chain
  details         text        not null,
  summary         text        not null,                  -- what the second person reads
  facts           text        not null,
  requested_by    text        not null,                  -- an actor
  requested_at    timestamptz not null default now(),
  expires_at      timestamptz not null,
  state           text        not null default 'pending'
                  check (state in ('pending', 'approved', 'declined', 'outdated')),
  decided_by      text,
  decided_at      timestamptz,
  check ((state = 'pending') = (decided_at is null))
);

create unique index operator_approval_pending on operator_approval (kind, subject) where state = 'pending';

-- What operators do beside merchants, whose own audit logs have the rest. It only grows, as they do.
create table operator_log (
  id      uuid        primary key,
  at      timestamptz not null default now(),
  actor   text        not null,
  source  text        not null,
  action  text        not null,
  before  text,
  after   text
);

create trigger operator_log_is_append_only before update or delete or truncate on operator_log
  for each statement execute function refuse_change_of_audit_log();
alter table operator_log enable always trigger operator_log_is_append_only;

revoke update, delete, truncate on operator_log from public;
revoke update, delete, truncate on operator_log from current_user;
