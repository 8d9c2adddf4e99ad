-- Sessions that the admin token opened; people have theirs with their accounts. The hashes are keyed with that token, so
-- that a new one ends them. None of the tables of this file belongs to a merchant; all of them stay small.
create table token_session (
  token_hash    bytea       primary key,
  id            uuid        not null unique,
  source        text        not null,
  user_agent    text,
  created_at    timestamptz not null default now(),
  proven_at     timestamptz not null default now(),      -- when the admin token was last sent
  last_seen_at  timestamptz not null default now(),      -- to a few minutes
  expires_at    timestamptz not null
);

-- What one operator asked for and another one has to agree to. It applies to the facts that the first
-- one saw.
create table operator_approval (
  id              uuid        primary key,
  kind            text        not null
                  check (kind in ('freeze', 'verification', 'rename', 'chain', 'operator', 'factors', 'owner',
                                  'password', 'removal', 'token', 'payout', 'redelivery')),
  subject         text        not null,                  -- a merchant and perhaps its user, a chain, a token, an operator
  details         text        not null,
  summary         text        not null,                  -- what the second person reads
  facts           text        not null,
  requested_by    text        not null,                  -- an actor
  requested_from  text        not null,                  -- an address
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
