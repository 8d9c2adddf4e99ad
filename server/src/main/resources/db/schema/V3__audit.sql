-- What was changed in a merchant's account, by whom and from where.
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

-- The audit log proves itself. The entries of a merchant are a trail: the hash of each covers the hash
-- before it and the entry's own content. docs/dashboard/accounts.md describes the bytes, so that anybody can check
-- an export. The service signs the newest hash of each trail once a day.

create table audit_link (
  merchant_id  uuid    not null,
  number       bigint  not null check (number > 0),      -- without gaps, in the order of the commits
  entry_id     uuid    not null,
  hash         bytea   not null,                         -- SHA-256
  primary key (merchant_id, number),
  unique (entry_id, merchant_id)
);

-- The end of each trail. Locked by the commit that appends.
create table audit_head (
  merchant_id    uuid         primary key,
  number         bigint       not null,
  hash           bytea        not null,
  signed_number  bigint       not null default 0,
  signed_at      timestamptz  not null default '-infinity'
);

create index audit_head_to_sign on audit_head (signed_at) where number > signed_number;

create table audit_signature (
  merchant_id  uuid         not null,
  number       bigint       not null,
  hash         bytea        not null,
  signed_at    timestamptz  not null,
  public_key   bytea        not null,                    -- Ed25519, 32 bytes
  signature    bytea        not null,
  primary key (merchant_id, number)
);

create table audit_key (
  public_key   bytea        primary key,                 -- Ed25519, 32 bytes
  sealed       bytea        not null,                    -- the private key, PKCS #8, encrypted
  created_at   timestamptz  not null default now()
);

-- An id as it is shown: aud_01jgfj2v00e8z9y3m5k7n9q1s3.
create function type_id(prefix text, id uuid) returns text language plpgsql immutable as $$
declare
  bits   varbit := B'00' || ('x' || replace(id::text, '-', ''))::bit(128);
  shown  text := prefix || '_';
begin
  for i in 0..25 loop
    shown := shown || substr('0123456789abcdefghjkmnpqrstvwxyz',
                             substring(bits from i * 5 + 1 for 5)::bit(5)::int + 1, 1);
  end loop;
  return shown;
end $$;

-- A text as it is hashed: its length in bytes, a colon, the bytes and a comma; '-,' for null.
create function netstring(value text) returns bytea language sql stable as $$
  select case when value is null then '-,'::bytea
              else convert_to(octet_length(convert_to(value, 'UTF8')) || ':' || value || ',', 'UTF8') end
$$;

create function audit_hash(previous bytea, number bigint, entry audit_log) returns bytea
  language sql stable as $$
  select sha256(previous
    || netstring(type_id('mer', entry.merchant_id))
    || netstring(number::text)
    || netstring(type_id('aud', entry.id))
    || netstring(to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    || netstring(entry.actor)
    || netstring(entry.source)
    || netstring(entry.action)
    || netstring(entry.before)
    || netstring(entry.after))
$$;

create function append_to_audit_trail(entry audit_log) returns void language plpgsql as $$
declare
  head  audit_head;
begin
  select * into head from audit_head h where h.merchant_id = entry.merchant_id for update;
  if not found then
    insert into audit_head (merchant_id, number, hash)
    values (entry.merchant_id, 0, decode(repeat('00', 32), 'hex')) on conflict do nothing;
    select * into head from audit_head h where h.merchant_id = entry.merchant_id for update;
  end if;
  head.number := head.number + 1;
  head.hash := audit_hash(head.hash, head.number, entry);
  insert into audit_link (merchant_id, number, entry_id, hash)
  values (head.merchant_id, head.number, entry.id, head.hash);
  update audit_head h set number = head.number, hash = head.hash where h.merchant_id = head.merchant_id;
end $$;

-- Runs with the owner's rights: the service's own role can neither write a link nor move a head.
create function append_audit_entry() returns trigger language plpgsql security definer as $$
begin
  perform append_to_audit_trail(new);
  return null;
end $$;

-- So that no temporary table of the caller takes the place of ours.
do $$
begin
  execute format('alter function append_audit_entry() set search_path = %I, pg_temp', current_schema());
end $$;

-- At the commit: the lock of the head is then the last one that a transaction takes, so two of them that
-- record for one merchant cannot wait for each other, and it is held no longer than the commit takes.
-- A session that replays another server's changes gets the links with them.
create constraint trigger audit_log_is_trailed after insert on audit_log
  deferrable initially deferred for each row execute function append_audit_entry();

create trigger audit_link_is_append_only before update or delete or truncate on audit_link
  for each statement execute function refuse_change_of_audit_log();
alter table audit_link enable always trigger audit_link_is_append_only;

create trigger audit_signature_is_append_only before update or delete or truncate on audit_signature
  for each statement execute function refuse_change_of_audit_log();
alter table audit_signature enable always trigger audit_signature_is_append_only;
