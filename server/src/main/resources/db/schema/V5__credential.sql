-- A look-up matches on key and secret together: pair_hash is SHA-256 over both, so an
-- unknown key and a wrong secret miss the same index in the same way.
create table api_key (
  merchant_id        uuid        not null references merchant,
  id                 uuid        not null,
  api_key            text        not null unique,
  pair_hash          bytea       not null unique,
  label              text,
  active             boolean     not null default false,
  rate_limit         integer     not null check (rate_limit > 0),
  scopes             text[]      check (cardinality(scopes) > 0),            -- null: all
  allowed_sources    text[]      check (cardinality(allowed_sources) > 0),   -- addresses and CIDR ranges; null: all
  expires_at         timestamptz,                        -- null: never
  replaced_by        uuid,                               -- the key that took over when this one was rolled
  created_at         timestamptz not null default now(),
  last_used_at       timestamptz,
  last_used_from     text,                               -- the address of the last call
  primary key (merchant_id, id)
);

create index api_key_by_id on api_key (id);              -- the operator's calls
